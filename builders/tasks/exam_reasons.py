"""Why a file, paper, key or question of an exam source is in no record: the closed list of reasons, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Mapping

EXAM_REASONS: Mapping[str, str] = {
    # read: files
    "not_an_exam_file": "neither a PDF nor a text with scoring points, or larger than any exam file",
    "unreadable_pdf": "a PDF without text that can be read: scanned, encrypted, unmapped or damaged",
    "not_an_exam": "a PDF that is neither question paper, nor answer key, nor scoring rubric of a national examination",
    "duplicate_file": "the same bytes as another file of the source",
    # keys
    "key_without_paper": "an answer key that belongs to no paper of the source",
    "key_ambiguous": "a key without printed number that fits several papers",
    # papers
    "no_multiple_choice": "a paper of essays only",
    "no_essays": "a paper of multiple choice only",
    "no_year": "no year of the exam could be read",
    "year_out_of_range": "the year of the exam is outside the profile",
    "no_code": "no printed number (代號), so the paper has no id",
    "unknown_exam": "the title names no kind of national examination",
    "no_subject": "no subject (科目) could be read",
    "other_subject": "the subject is no law",
    "combined_paper": "the paper combines law with another subject",
    "not_second_test": "essays of another exam than the second test of judges, prosecutors and lawyers",
    "unknown_essay_subject": "the subject is none of the second test",
    "pages_out_of_order": "the printed page numbers (頁次) show a page missing, twice or out of order",
    "question_count_differs": "the paper states another number of questions than were found",
    "no_key": "the source has no key to the paper",
    "keys_disagree": "two keys of the paper, or two corrections, have different answers",
    "key_count_differs": "key and paper have different numbers of questions",
    "duplicate_paper": "the same questions as another paper of the source",
    "repeated_id": "another paper of the source has the same id",
    # questions
    "uncertain_question": "the reader of paper or key was not certain about the question; the detail says why",
    "multiple_answers": "several letters are the answer",
    "not_four_options": "another number of options than four, or an empty one",
    "equal_options": "two options with the same text: the page's own text layer is wrong, or the paper is",
    "figure_needed": "a picture or drawing belongs to the question",
    "no_answer": "the key has no answer",
    "everyone_gets_point": "the correction gives everybody the point (一律給分)",
    "everyone_who_answered": "the correction gives the point to everybody who answered",
    "corrected_to_several": "the correction accepts several answers",
    "correction_unread": "marked # and no note says what is accepted",
    "answer_not_an_option": "the answer is none of A to D",
    # rubrics of questions
    "rubric_without_paper": "scoring points of a year and subject that no paper of the source has",
    "rubric_repeated": "second scoring points of one question",
    "rubric_without_question": "scoring points of a question that the paper does not have",
    "rubric_points_disagree": "scoring points that do not add up to what the question is worth",
    "rubric_empty": "no scoring point could be read",
    "rubric_line_unread": "a line of scoring points that gives no question",
    "empty_question": "an essay question without text",
    "retired": "withdrawn for ever: the record's id stands in retired.jsonl",
    "invalid_record": "the record does not fit the schema or its rules",
    # translations
    "no_translation": "no accepted translation of the question",
    "stale_translation": "the question's text has changed since it was translated",
    "bad_translation": "a check of the translation fails: options, values, marks, negation, script or terms",
    "translation_without_question": "a translation of a question that the source does not give",
}

EXAM_FAULTS: frozenset[str] = frozenset(
    {
        "unreadable_pdf",
        "not_an_exam",
        "key_without_paper",
        "key_ambiguous",
        "no_year",
        "no_code",
        "unknown_exam",
        "no_subject",
        "pages_out_of_order",
        "question_count_differs",
        "no_key",
        "keys_disagree",
        "key_count_differs",
        "repeated_id",
        "uncertain_question",
        "equal_options",
        "correction_unread",
        "answer_not_an_option",
        "invalid_record",
        "stale_translation",
        "bad_translation",
        "translation_without_question",
        "rubric_without_paper",
        "rubric_repeated",
        "rubric_without_question",
        "rubric_points_disagree",
        "rubric_empty",
        "rubric_line_unread",
    }
)
"""Reasons that lie in files or in their reading, not in the selection: a person may want to look at these."""
