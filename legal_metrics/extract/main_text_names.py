"""Who a 主文 speaks of: names of the header found in it, and, where no header is given, names that it brings itself.

A header may cut a Latin name short, mask a name (甲○○, 王○明) or spell one character otherwise, and the 主文 may name the defendants in
another order. A defendant is known by a key: the index in the header, or a running number behind the header's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from legal_metrics.jurisdictions.tw import penalty_words as words

_JOINERS = "、及與和暨"
_LABEL = re.compile(words.PARTY_LABEL)
_ALIAS = re.compile(r"（[^（）]{1,40}）")
_TOGETHER = re.compile(r"(?:等?(?:[一二兩三四五六七八九十]|\d{1,2})人|等人?)?")
_LATIN_LETTER = r"[A-Za-zÀ-ɏＡ-Ｚａ-ｚ'’\-－.．·・‧]"
_LATIN = re.compile(f"{_LATIN_LETTER}{{2,60}}")
_POSSESSIVE = re.compile(r"之(?!部分|上訴)|的|所有|所持|所得|所偽|名義|名下|名字|與被害|（下稱被害")
_ORGAN = re.compile(  # 甲公司之負責人，因執行業務犯…罪，科罰金…: the fine is the company's
    rf"(?:[之其]|因其)?(?:實際)?(?:{words.ORGAN})(?:[、及與或](?:實際)?(?:{words.ORGAN})){{0,3}}(?=，?(?:因|於)?執行)"
)
_RELATIVE = re.compile(f"[之的](?:{words.RELATIVE}){{1,2}}")
_COMPANY_AT_END = re.compile(f"{words.COMPANY}$")
_PARENTHESIS = re.compile(r"（[^（）]*）?|\([^()]*\)?")
_ANY_ONE = "[^，。；、：（）犯]"


@dataclass(frozen=True, slots=True)
class Subject:
    """Names that open a clause: ``keys`` in order, ``names`` as written, ``end`` behind the last of them (and its alias)."""

    keys: tuple[int, ...]
    names: tuple[str, ...]
    end: int


class Names:
    """The defendants of one judgment, and where a clause names them. Grows only by ``learn``."""

    def __init__(self, defendants: Sequence[str], folded: str) -> None:
        """``defendants``: the header's names in order (blanks allowed inside); ``folded``: the 主文 in which they are looked for."""
        self.given = tuple("".join(name.split()) for name in defendants)
        self.written: dict[int, str] = {}  # key -> the name as the 主文 writes it
        self._exact: list[tuple[str, int]] = []  # longest first
        self._loose: list[tuple[re.Pattern[str], int]] = []
        self._n = len(self.given)
        self._closed = False
        for key, name in enumerate(self.given):
            self._find(words.fold(_PARENTHESIS.sub("", name)), key, folded)
        self._exact.sort(key=lambda item: -len(item[0]))

    def _find(self, name: str, key: int, folded: str) -> None:
        if name and name in folded:
            self._exact.append((name, key))
        elif name and (pattern := _loose_pattern(name, folded)) is not None:
            self._loose.append((pattern, key))

    @property
    def everyone(self) -> tuple[int, ...]:
        """All keys: the header's, then those learned; one nameless defendant where there is none."""
        return tuple(range(self._n)) or (0,)

    def within(self, text: str) -> Names:
        """The same people, to be looked for in another text (a table cell); nobody else is learned there."""
        known = [self.written.get(key) or self.name_of(key) for key in self.everyone]
        inner = Names(known, words.fold(text))
        inner._closed = True
        return inner

    def name_of(self, key: int) -> str:
        """The name as the 主文 writes it, else as the header does, else empty."""
        return self.written.get(key) or (self.given[key] if key < len(self.given) else "")

    @property
    def unseen(self) -> tuple[int, ...]:
        """Keys of the header whose name does not occur in the 主文 in any form."""
        seen = {key for _, key in self._exact} | {key for _, key in self._loose}
        return tuple(key for key in range(len(self.given)) if key not in seen)

    @property
    def open(self) -> bool:
        """True where the 主文 may name somebody that the header does not give in a recognisable form."""
        return not self._closed and (not self.given or bool(self.unseen))

    def at(self, folded: str, original: str, position: int) -> Subject | None:
        """The names that stand at ``position``, joined by 、及與和, or None. A possessive (甲之, 甲所有) is no subject."""
        keys: list[int] = []
        spans: list[tuple[int, int]] = []
        end = position
        while True:
            start = position
            if folded.startswith(words.PARTY_WORDS, position) and (label := _LABEL.match(folded, position)) is not None:
                start = label.end()
            found = self._one(folded, start)
            if found is None:
                break
            key, stop = found
            if key not in keys:
                keys.append(key)
                spans.append((start, stop))
            end = stop
            if folded.startswith("（", stop) and (alias := _ALIAS.match(folded, stop)) is not None:
                end = alias.end()
            if end >= len(folded) or folded[end] not in _JOINERS:
                break
            position = end + 1
        if not keys:
            return None
        together = _TOGETHER.match(folded, end)
        end = together.end() if together else end
        organ = _ORGAN.match(folded, end)
        if organ is not None and _COMPANY_AT_END.search(folded, position, end):
            end = organ.end()
        elif (relative := _RELATIVE.match(folded, end)) is not None and self._one(folded, relative.end()) is not None:
            return self.at(folded, original, relative.end())  # 王大明之子王小明
        elif _POSSESSIVE.match(folded, end):
            return None
        for key, (start, stop) in zip(keys, spans, strict=True):
            self.written.setdefault(key, original[start:stop])
        return Subject(tuple(keys), tuple(original[start:stop] for start, stop in spans), end)

    def last(self, folded: str, original: str) -> Subject | None:
        """The last mention of anybody in a text."""
        return next(
            (s for i in range(len(folded) - 1, -1, -1) if (s := self.at(folded, original, i)) is not None), None
        )

    def _one(self, folded: str, position: int) -> tuple[int, int] | None:
        for name, key in self._exact:
            if folded.startswith(name, position):
                return key, position + len(name)
        for pattern, key in self._loose:
            if (m := pattern.match(folded, position)) is not None:
                return key, m.end()
        return None

    @property
    def occur(self) -> bool:
        """True where the text names anybody that we know."""
        return bool(self._exact or self._loose)

    @property
    def learned(self) -> tuple[str, ...]:
        """Names that no header gave, in order of first mention."""
        return tuple(self.written[key] for key in range(len(self.given), self._n))

    def learn(self, name: str) -> int:
        """Remember a name that the 主文 brings itself and return its key: an unseen defendant of the header, or a new one without a header.

        With a header whose names are all accounted for, a further name is taken for a variant of the last one.
        """
        known = next((key for key, written in self.written.items() if written == name), None)
        if known is not None:
            return known
        unseen = self.unseen
        key = unseen[0] if unseen else len(self.given) - 1 if self.given else self._n
        if not self.given:
            self._n += 1
        self._exact.append((words.fold(name), key))
        self._exact.sort(key=lambda item: -len(item[0]))
        self.written[key] = name
        return key


def _loose_pattern(name: str, folded: str) -> re.Pattern[str] | None:
    """A regex for a name that the text does not hold as it is: cut short, masked, or with one character spelled otherwise."""
    if (m := _LATIN.match(name)) is not None:
        stem = re.escape(m[0].rstrip(".．-…"))
        if len(stem) < 3 or not re.search(stem, folded, re.IGNORECASE):
            return None
        return re.compile(f"{stem}{_LATIN_LETTER}{{0,60}}", re.IGNORECASE)
    if any(c not in words.MASK for c in name):
        # A mask in the header stands for any one character; a character of the header may be masked in the text.
        masked = "".join(_ANY_ONE if c in words.MASK else f"[{re.escape(c)}{words.MASK}]" for c in name)
        if _begins_a_clause(masked, folded):
            return re.compile(masked)
    for i in range(len(name)):  # one character spelled otherwise, where enough is left to know the name by
        rest = name[:i] + name[i + 1 :]
        if sum(c not in words.MASK and not c.isdigit() for c in rest) >= 2:
            near = re.escape(name[:i]) + _ANY_ONE + re.escape(name[i + 1 :])
            if _begins_a_clause(near, folded):
                return re.compile(near)
    return None


def _begins_a_clause(pattern: str, folded: str) -> bool:
    return re.search(f"(?:^|[。；，、：及與])(?:{words.PARTY_LABEL})?{pattern}", folded) is not None


# --- names that no header gives --------------------------------------------------------------------------------------------------

_STOP = re.compile(rf"(?:{words.AFTER_NAME}|$|[{_JOINERS}]|（|等?(?:[一二兩三四五六七八九十]|\d{{1,2}})人)")
_NO_NAME = re.compile("|".join([words.NOT_A_NAME, *(word for word in words.AFTER_NAME.split("|") if len(word) > 1)]))
_CODE = re.compile(
    r"(?:代號)?[A-Za-zＡ-Ｚ]{1,6}(?:[\d\-－A-Za-zＡ-Ｚ]{0,16}\d[A-Za-zＡ-Ｚ]?|[男女])"
)  # Ａ０７, AB000-A112001, A男: masks of recent years
_COMPANY = re.compile(rf"[^，。；、：「」（）犯處]{{2,40}}?{words.COMPANY}")
_CHINESE = re.compile(r"[^\W\d_A-Za-z]|[○〇◯●□\ue000-\uf8ff]")
_JOINING_WORDS = ("及", "與", "和", "暨")
_USUAL_LENGTH = 4  # 尤施淑凰; longer Chinese names are masks or compound surnames


def guess_names(folded: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """Spans of the names at the head of a clause (王大明、李小華共同犯…) and the offset behind them; no span where there is none.

    >>> guess_names("王大明、李小華共同犯竊盜罪")
    (((0, 3), (4, 7)), 7)
    >>> guess_names("又犯竊盜罪"), guess_names("甲○○連續施用第一級毒品")[0]
    (((), 0), ((0, 3),))
    """
    spans: list[tuple[int, int]] = []
    position = end = 0
    while True:
        label = _LABEL.match(folded, position)
        start = label.end() if label else position
        stop = name_end(folded, start)
        if stop is None:
            return tuple(spans), end
        spans.append((start, stop))
        alias = _ALIAS.match(folded, stop)
        end = alias.end() if alias else stop
        if end >= len(folded) or folded[end] not in _JOINERS:
            return tuple(spans), end
        position = end + 1


def name_end(folded: str, start: int, *, joined: bool = True) -> int | None:
    """Where the name that begins at ``start`` ends, or None where no name begins there.

    及, 與, 和 end a name only where another name follows (``joined``): 林永和 is one name.
    """
    if _NO_NAME.match(folded, start):
        return None
    for pattern in (_CODE, _LATIN, _COMPANY):
        if (m := pattern.match(folded, start)) is not None and _STOP.match(folded, m.end()):
            return m.end()
    usual = folded.startswith(words.FIRST_CHARACTERS, start)
    masked = compound = False
    end = start
    while end < len(folded) and end - start < _USUAL_LENGTH + 2 and _CHINESE.match(folded, end):
        masked = masked or folded[end] in words.MASK
        end += 1
        length = end - start
        compound = compound or (length == 2 and folded.startswith(words.COMPOUND_SURNAMES, start))
        if length > _USUAL_LENGTH and not (masked or compound):
            break
        if (length == 1 and folded[start] not in words.STEMS) or not _STOP.match(folded, end):
            continue
        following = folded[end : end + 1]
        if following in words.MASK_TUPLE:
            continue
        if following in _JOINING_WORDS and joined and name_end(folded, end + 1, joined=False) is None:
            continue
        sure = usual or masked or end == len(folded) or folded.startswith(words.NAMES_SOMEBODY, end)
        return end if sure else None
    if folded[start : start + 1] in words.SURNAMES and end - start >= 3:
        return start + 3  # no word that we know follows: most names have three characters
    return None
