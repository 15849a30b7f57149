"""The cause of a case (案由): JTITLE in one spelling, so that 違反商標法, 商標法等 and 商標法 are one stratum."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

# Abbreviations that courts use for the name of a law: only what is one thing under two names, never two offences under one.
_ALIASES: dict[str, str] = json.loads(Path(__file__).with_name("causes.json").read_text(encoding="utf-8"))
_ENDINGS = re.compile("(?:等|之|案件|等?案|(?<!犯)罪|等?罪嫌)+$")
_HEADER = re.compile("因([^，。：；]{1,30}?)案件")


def normalise_cause(title: str) -> str:
    """The title without 違反 before it and 等, 罪, 案件 behind it, 臺 for 台, known abbreviations written out.

    >>> [normalise_cause(title) for title in ("違反毒品危害防制條例等", "強制罪", "公共危險等案件", "參與犯罪組織")]
    ['毒品危害防制條例', '強制', '公共危險', '參與犯罪組織']
    """
    text = unicodedata.normalize("NFC", "".join(title.split())).replace("台", "臺")
    shorter = _ENDINGS.sub("", text)
    shorter = shorter.removeprefix("違反")
    return _ALIASES.get(shorter, shorter)


def cause_of_header(header: str) -> str:
    """The cause that the header names (上列被告因…案件), normalised; empty where it names none.

    >>> cause_of_header("上列被告因違反商標法等案件，經檢察官提起公訴")
    '商標法'
    """
    match = _HEADER.search("".join(header.split()))
    return normalise_cause(match[1]) if match else ""
