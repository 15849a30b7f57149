"""Names of natural persons in judgments: those that a role introduces (告訴人王小明), read with a grammar of Taiwanese names.

A name is surname + given name, and no word of its own: 被告連續施用 holds none. So a candidate must be introduced by a role word, hold no
character that names do not have, begin with no ordinary word, and be followed by something that can follow a name. Precision goes before
recall: a word that is masked by mistake would damage the text that is scored.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

_HAN = r"[㐀-䶿一-鿿豈-﫿\ue000-\uf8ff\U00020000-\U0003ffff]"
_PUNCTUATION = r"[─-╿，。、；：！？（）「」『』《》〈〉,;:!?()\[\]\s]"
_TABLES: dict[str, Any] = json.loads(Path(__file__).with_name("persons.json").read_text(encoding="utf-8"))


def _any_of(words: list[str]) -> str:
    return "(?:" + "|".join(map(re.escape, sorted(words, key=lambda w: (-len(w), w)))) + ")"


_NEVER = frozenset(_TABLES["never_in_names"])
_RARELY = frozenset(_TABLES["rarely_in_names"])
_WEAK = frozenset(_TABLES["weak_surnames"])
_ORDINARY = frozenset(_TABLES["ordinary_words"])
_SURNAMES = frozenset(_TABLES["surnames"])
_COMPOUND = frozenset(_TABLES["compound_surnames"])
_GIVEN = f"(?:(?![{''.join(sorted(_NEVER))}]){_HAN})"
_NAMES = f"({_GIVEN}{{2,4}}?(?:[、及與]{_GIVEN}{{2,4}}?){{0,9}}?)"
# Formulas that leave room for nothing but names, whatever the surname.
_FORMULAS = tuple(
    re.compile(before + _NAMES + after)
    for before, after in (
        ("檢察官", "(?:提起公訴|追加起訴|到庭執行|聲請以?簡易|聲請簡易)"),
        ("(?:法官|書記官)", "(?:以上正本|上列正本|右正本|法官|書記官|中華民國|附錄)"),
        ("辯護人", "律師"),
    )
)
_WITNESSES = frozenset(_TABLES["witnesses"])
_TESTIFIES = re.compile(f"({_GIVEN}{{3}})(?:({_any_of(_TABLES['testimony'])})|[、及與和])")
_SIGNATURE = re.compile(f"「({_HAN}{{2,4}})」(?:之|等|偽造)?(?:簽名|署名|署押|印文|印章|電子簽名|名義)")
_IS_HAN = re.compile(_HAN).fullmatch
_INTRODUCTION = re.compile(_any_of(_TABLES["roles"]))
_CONTEXT = re.compile(_any_of(_TABLES["before"]))
_JOINED = re.compile("(?!和解)" + _any_of(_TABLES["joined_by"]) + _any_of(_TABLES["roles"]) + "?")
_STRONG = re.compile(f"{_PUNCTUATION}|$|" + _any_of(_TABLES["strong_followers"]))
_FOLLOWER = re.compile(f"{_PUNCTUATION}|$|[0-9０-９]|" + _any_of([*_TABLES["strong_followers"], *_TABLES["followers"], *_TABLES["roles"]]))
_ORGANISATION = re.compile(_any_of(_TABLES["organisation_endings"]) + "(?:[（(].*)?$|.(?:行|社|店|廠|坊|號|館|會|部|處|局|院)$")
_BEFORE_WHAT = frozenset("為有任如無因以從於")  # 為何, 有何 …: "what", not the surname
_MASKED = re.compile(r"[○〇ＯOＸX×＊*]")
# Codes that stand for a name in the source already: Ａ女, A1男, AB000-A112001, 代號….
_CODED = re.compile("(?:代號)?[A-Za-zＡ-Ｚ]{1,6}(?:[0-9０-９A-Za-zＡ-Ｚ－-]{0,16}[0-9０-９][A-Za-zＡ-Ｚ]?|[0-9０-９]{0,6}[男女童父母])|[A-Za-zＡ-Ｚ]|代號.*")
# Left of a two-character name: a boundary, or the end of a word that introduces or governs a person.
_LEFT_WORDS = ("告", "人", "官", "犯", "由", "向", "與", "對", "將", "被", "經", "為", "以", "予", "給", "於", "並", "而", "及", "和", "因", "令", "使", "至", "之", "是", "即", "則", "且", "嗣")


def is_person(name: str) -> bool:
    """True for the name of a natural person that is not masked yet.

    >>> is_person("王小明"), is_person("大發有限公司"), is_person("甲○○"), is_person("")
    (True, False, False, False)
    """
    letters = sum(1 for c in name if c.isalpha())
    if letters < 2 or _CODED.fullmatch(name) or (_ORGANISATION.search(name) and len(name) > 3):
        return False
    return not (_MASKED.search(name) and any(map(_IS_HAN, name)))


def find_persons(text: str) -> tuple[str, ...]:
    """Names that a role or a typical context introduces in ``text`` (white space taken out), each once, in order of appearance.

    Raises nothing; one pass over the text, and one count of it for each candidate that is not clear at once.

    >>> find_persons("被告連續施用毒品，業據證人王小明、李大華於警詢時證述明確，核與告訴人陳白之指訴相符。")
    ('王小明', '李大華', '陳白')
    """
    found: dict[str, None] = {}
    at = 0
    for match in _INTRODUCTION.finditer(text):
        if match.end() <= at:
            continue  # in a list that has been read already
        at = match.end()
        while name := _name_at(text, at) or (match[0] in _WITNESSES and _unlisted_name_at(text, at)):
            found[name] = None
            joined = _JOINED.match(text, at + len(name))
            if joined is None:
                break
            at = joined.end()
    for match in _CONTEXT.finditer(text):
        name = _name_at(text, match.end())
        if name is None or len(name) < 3 or not _STRONG.match(text, match.end() + len(name)):
            continue
        if name[0] not in _WEAK or text.count(name) > 1:
            found[name] = None
    for formula in _FORMULAS:
        for match in formula.finditer(text):
            names = re.split("[、及與]", match[1])
            found.update(dict.fromkeys(name for name in names if len(name) == 3 and name[:2] not in _ORDINARY))
    for match in _SIGNATURE.finditer(text):
        if _name_at(text, match.start(1)) == match[1]:
            found[match[1]] = None
    return tuple(sorted(found, key=text.find))


def _name_at(text: str, at: int) -> str | None:
    """The name that begins at ``at``: surname and two given characters before surname and one."""
    for width in (2, 1):
        surname = text[at : at + width]
        if surname in (_COMPOUND if width == 2 else _SURNAMES):
            name = _with_given_name(text, at, at + width)
            if name is not None:
                return name
    return None


def _unlisted_name_at(text: str, at: int) -> str | None:
    """Who testifies has a name, be the surname in no table: three characters before the testimony, or before a name that can be told."""
    match = _TESTIFIES.match(text, at)
    if match is None or not _RARELY.isdisjoint(match[1]) or match[1][:2] in _ORDINARY:
        return None
    return match[1] if match[2] or _name_at(text, match.end()) else None


def _with_given_name(text: str, start: int, given: int) -> str | None:
    if text[start : start + 2] in _ORDINARY or not _can_be_given(text[given : given + 1]) or text.startswith("律師", given):
        return None
    if text[start] == "何" and text[start - 1 : start] in _BEFORE_WHAT:
        return None
    short, long = text[start : given + 1], text[start : given + 2]
    weak = text[start] in _WEAK and given - start == 1
    last = text[given + 1 : given + 2]
    if _can_be_given(last) and _FOLLOWER.match(text, given + 2):
        if last not in _RARELY and (not weak or _STRONG.match(text, given + 2) or text.count(long) > 1):
            return long
        # 陳明如 or 陳明 + 如: the whole text says it where it has the name again, else only a strong follower does.
        always = text.count(short) == text.count(long)
        if last in _RARELY and always and not _STRONG.match(text, given + 1) and (_STRONG.match(text, given + 2) or (text.count(long) > 1 and not weak)):
            return long
    if not weak and text[given] not in _RARELY and _FOLLOWER.match(text, given + 1) and (given - start == 1 or len(short) == 3):
        return short
    married = text[start : given + 3]  # 楊邱香妹: husband's and own surname
    if given - start == 1 and not weak and len(married) == 4 and married[1] in _SURNAMES - _WEAK and married[3] not in _RARELY:
        return married if all(map(_can_be_given, married[1:])) and _STRONG.match(text, given + 3) else None
    return None


def _can_be_given(character: str) -> bool:
    return bool(character) and _IS_HAN(character) is not None and character not in _NEVER


@lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    # Chinese names stand with layout blanks in tables (林　森), never across the end of a line.
    parts = list(name) if all(map(_IS_HAN, name)) else name.split()
    return re.compile(r"[^\S\n]*".join(map(re.escape, parts)))


def name_pattern(name: str) -> re.Pattern[str]:
    """A pattern for ``name`` whose blanks, between Latin words or Chinese characters, can be any.

    >>> bool(name_pattern("NGUYEN VAN A").fullmatch("NGUYENVAN A")), bool(name_pattern("林森").fullmatch("林　森"))
    (True, True)
    """
    return _pattern(name)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the name at [start, end) is a name there and no part of other words.

    Three characters and more are taken as they stand. A name of two must be followed by what can follow a name and must not continue a
    surname before it; where it is an ordinary word too (高明), it needs a boundary on its left as well.

    >>> stands_alone("被告林森竊取", 2, 4), stands_alone("行經林森北路", 2, 4), stands_alone("手段高明，", 2, 4)
    (True, False, False)
    """
    name = "".join(text[start:end].split())
    if len(name) != 2 or not all(_IS_HAN(c) for c in name):
        # Latin names: not inside a longer word.
        before, after = text[start - 1 : start], text[end : end + 1]
        return not (name[:1].isascii() and before.isascii() and before.isalnum()) and not (name[-1:].isascii() and after.isascii() and after.isalnum())
    if not _FOLLOWER.match(text, end):
        return False
    before = text[start - 1 : start]
    if not before or not _IS_HAN(before):
        return True
    governed = before in _LEFT_WORDS or bool(_INTRODUCTION.search(text[max(0, start - 4) : start]))
    return governed or (name not in _ORDINARY and before not in _SURNAMES)
