"""Why a file of a source is in no split: the closed lists of reasons, in the order in which they are looked for. A file has exactly one."""

from __future__ import annotations

from collections.abc import Mapping

from builders.tasks.exam_reasons import EXAM_FAULTS, EXAM_REASONS

REASONS: Mapping[str, str] = {
    # read
    "other_file": "not a .json file, or larger than any judgment",
    "archive_in_archive": "an archive inside an archive: only those in folders are opened; unpack the outer one",
    "unreadable_json": "broken JSON, another encoding than UTF-8, or an empty file",
    "not_a_judgment": "JSON without the keys or the text of a judgment",
    # select
    "not_criminal": "another matter than criminal, by the system letter of the JID",
    "ruling": "a ruling (裁定), minutes or an order: no judgment",
    "third_instance": "of the Supreme Court, by court code or case word (台上, 台非)",
    "second_instance": "of a court of appeal, by court code or case word (上)",
    "retrial": "a retrial (再)",
    "bad_date": "JDATE is no date",
    "year_out_of_range": "the year of the judgment's date is outside the profile",
    "no_main_text": "no heading 主文, or nothing below it",
    "facts_and_reasons_merged": "one heading (事實及理由) for facts and reasons",
    "no_facts_section": "no facts under a heading of their own",
    "no_reasons_section": "no reasons under a heading of their own",
    "unreadable_main_text": "no verdict could be read from the 主文, or not all of it",
    "too_short_main_text": "main text shorter than the profile's minimum",
    "too_short_facts": "facts shorter than the profile's minimum",
    "too_short_reasons": "reasons shorter than the profile's minimum",
    "no_statutes": "no applied statute could be read",
    "procedural_only": "the applied statutes that are labels are procedural only",
    "no_cause": "neither JTITLE nor the header names a cause",
    # annotate
    "retired": "withdrawn for ever: the record's id stands in retired.jsonl",
    # validate
    "invalid_record": "the record does not fit the schema or its rules",
    # unique, sample
    "repeated_id": "another file of the source has the same JID",
    "not_sampled": "left out by stratified sampling",
}

_FAULTS = frozenset({"archive_in_archive", "unreadable_json", "not_a_judgment", "bad_date", "unreadable_main_text", "invalid_record", "repeated_id"})
FAULTS: frozenset[str] = _FAULTS | EXAM_FAULTS
"""Reasons that lie in the file itself, not in the selection: a person may want to look at these."""


def reasons_of(record: str) -> Mapping[str, str]:
    """The reasons that a config of that kind of record can have, with their meaning.

    >>> reasons_of("mcq")["combined_paper"]
    'the paper combines law with another subject'
    """
    return REASONS if record == "ljp" else EXAM_REASONS
