"""Bytes of one judgment file -> the eight keys of the open-data form, whichever of the two published forms they come in.

The monthly archives (and copies) hold the text flat under ``JFULL``; the judgments API nests it under ``JFULLX`` as
``{"JFULLTYPE": "text" | "file", "JFULLCONTENT": …, "JFULLPDF": …}``. Everything that does not fit is a ``Problem``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builders.parse.problems import Problem

KEYS: tuple[str, ...] = ("JID", "JYEAR", "JCASE", "JNO", "JDATE", "JTITLE", "JFULL", "JPDF")
_OPTIONAL = frozenset({"JPDF"})
_UNICODE_MARKS = (  # byte order marks, longest first: the mark of UTF-32 begins with that of UTF-16
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_UTF8_MARK = b"\xef\xbb\xbf"
_TYPE_NAMES: dict[type, str] = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class JudgmentFile:
    """A judgment file, read: ``raw`` holds the eight keys as strings (absent ones empty), None where there is no judgment to read.

    >>> JudgmentFile(None).problems
    ()
    """

    raw: Mapping[str, str] | None
    problems: tuple[Problem, ...] = ()


def read_judgment_file(data: bytes) -> JudgmentFile:
    """Read the bytes of one file.

    ``raw`` is None for other encodings than UTF-8, broken JSON, anything but one object, an answer of the API that is an error, and an
    object without text. Raises nothing.

    >>> read_judgment_file(b'{"JID": "TPDM,1", "JFULL": "x"}').raw["JFULL"]
    'x'
    >>> str(read_judgment_file("{}".encode("utf-16")).problems[0])
    'found UTF-16; allowed: UTF-8 (wrong_encoding)'
    """
    if not data:
        return _unreadable("empty_file", "no bytes", "one JSON object")
    for mark, name in _UNICODE_MARKS:
        if data.startswith(mark):
            return _unreadable("wrong_encoding", name, "UTF-8")
    if data.startswith(_UTF8_MARK):
        data = data[len(_UTF8_MARK) :]
    import orjson  # of the extra [build]: only reading files needs it

    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return _undecodable(data, error)
    return judgment_from_object(value)


def judgment_from_object(value: Any) -> JudgmentFile:
    """Read one decoded JSON value; ``value`` is left as it is.

    >>> judgment_from_object({"JID": "A", "JFULLX": {"JFULLTYPE": "text", "JFULLCONTENT": "x"}}).raw["JFULL"]
    'x'
    >>> [p.field for p in judgment_from_object({"JID": "A", "JFULL": "x"}).problems]
    ['JYEAR', 'JCASE', 'JNO', 'JDATE', 'JTITLE']
    """
    if not isinstance(value, dict):
        found = f"a list of {len(value)} values" if isinstance(value, list) else _TYPE_NAMES[type(value)]
        return _unreadable("not_an_object", found, "one JSON object with the keys " + ", ".join(KEYS))
    if "JFULL" not in value and "JFULLX" not in value:
        if isinstance(value.get("error"), str):  # the judgments API: withdrawn, not public, outside its hours
            return _unreadable("api_error", value["error"], "a judgment", "error")
        shown = ", ".join(sorted(map(str, value))[:8]) or "no keys"
        return _unreadable("missing_key", f"the keys {shown}" if value else shown, "JFULL or JFULLX", "JFULL")
    problems: list[Problem] = []
    values = {**value, **_text_fields(value, problems)}
    raw = {key: _string(values, key, problems) for key in KEYS}
    return JudgmentFile(raw if raw["JFULL"].strip() else None, tuple(problems))


def _text_fields(value: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """``JFULL`` and ``JPDF``, taken out of the nested form where it is one."""
    key = "JFULLX" if "JFULLX" in value else "JFULL"
    nested = value[key]
    if key == "JFULL" and not isinstance(nested, dict):
        if isinstance(nested, str) and not nested.strip():
            problems.append(Problem("empty_text", "JFULL", "an empty string", "the text of a judgment"))
        return {}
    if not isinstance(nested, dict):
        problems.append(Problem("wrong_type", key, _TYPE_NAMES[type(nested)], "an object"))
        return {"JFULL": ""}
    text, pdf = nested.get("JFULLCONTENT"), nested.get("JFULLPDF")
    if not isinstance(text, str):
        found = "no such key" if "JFULLCONTENT" not in nested else _TYPE_NAMES[type(text)]
        problems.append(Problem("wrong_type", f"{key}.JFULLCONTENT", found, "a string"))
    elif not text.strip():
        if nested.get("JFULLTYPE") == "file":
            problems.append(Problem("text_in_pdf", f"{key}.JFULLTYPE", "file", "text (the text of this judgment is in its PDF)"))
        else:
            problems.append(Problem("empty_text", f"{key}.JFULLCONTENT", "an empty string", "the text of a judgment"))
    return {"JFULL": text if isinstance(text, str) else "", "JPDF": pdf if isinstance(pdf, str) else value.get("JPDF", "")}


def _string(values: Mapping[str, Any], key: str, problems: list[Problem]) -> str:
    value = values.get(key)
    if isinstance(value, str):
        return value
    if key not in values:
        if key not in _OPTIONAL:
            problems.append(Problem("missing_key", key, "no such key", "a string"))
        return ""
    if value is None and key in _OPTIONAL:
        return ""
    problems.append(Problem("wrong_type", key, _TYPE_NAMES[type(value)], "a string"))
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and key != "JFULL" else ""


def _undecodable(data: bytes, error: ValueError) -> JudgmentFile:
    """Broken JSON, or bytes that are no UTF-8: then the encoding that reads them is named."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return _unreadable("wrong_encoding", f"{_likely_encoding(data)} (byte {wrong.start} is no UTF-8)", "UTF-8")
    return _unreadable("broken_json", str(error), "one JSON object")


def _likely_encoding(data: bytes) -> str:
    """The name of the encoding that reads the bytes and makes a judgment's keys or Chinese text of them."""
    for encoding, name in (("big5hkscs", "Big5"), ("gb18030", "GB18030"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16")):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if '"' in text and any("\u4e00" <= character <= "\u9fff" for character in text):
            return name
    return "an unknown encoding"


def _unreadable(code: str, found: str, allowed: str, field: str = "") -> JudgmentFile:
    return JudgmentFile(None, (Problem(code, field, found, allowed),))
