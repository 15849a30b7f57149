"""Marks of options in a text, ``B``, ``（Ｂ）``, ``選項B``, ``A、C 及 D``: the spelling folded to one form, and groups of marks read with their connectives."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from legal_metrics.errors import LegalMetricsError, shown

_OPENING = "（〔［【〖〈《「『﹙❨{[｛"
_CLOSING = "）〕］】〗〉》」』﹚❩}]｝"
_ONE_FORM = {
    **dict.fromkeys(_OPENING, "("),
    **dict.fromkeys(_CLOSING, ")"),
    **dict.fromkeys("“”„‟〝〞＂`", '"'),
    **dict.fromkeys("‘’‚‛＇´", "'"),
    **dict.fromkeys("：︰∶﹕", ":"),
    **dict.fromkeys("；﹔", ";"),
    **dict.fromkeys("？﹖", "?"),
    **dict.fromkeys("！﹗", "!"),
    **dict.fromkeys("，﹐", ","),
    **dict.fromkeys("—–−―─－", "-"),
    **dict.fromkeys("～〜∼", "~"),
    **dict.fromkeys("⇒➜➔➡⟶⟹", "→"),
    # Capitals of other scripts that nobody can tell from Latin ones.
    **dict(zip("АВСЕΑΒΕ", "ABCEABE", strict=True)),
}
_INVISIBLE = (
    0x00AD,
    0xFEFF,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2065),
    *range(0xFE00, 0xFE10),
)
# Circled, squared and bracketed letters and digits: a mark in a bracket of its own.
_ENCLOSED = ((0x2460, 0x2469), (0x2474, 0x247D), (0x249C, 0x24EA), (0x1F110, 0x1F12A), (0x1F130, 0x1F14A))
_NEGATIVE = (0x1F150, 0x1F170)  # 🅐 and 🅰: no decomposition, the letters in order
_PLAIN = ((0x3000, 0x3001), (0xFF01, 0xFF5F), (0x1D400, 0x1D800))

_DECORATION = re.compile(
    r"~~[^~\n]{1,200}~~|<(?:s|del|strike)>[^<\n]{0,200}</(?:s|del|strike)>"  # struck out: not said
    r"|</?(?:b|strong|i|em|u|p|span|div|font|mark|center|code)(?:\s[^<>\n]{0,80})?>|<\|[a-z_]{1,30}\|>"
    r"|\*+|__+|\\(?:text|textbf|textrm|mathrm|mathbf|mathsf|bf|rm|left|right|displaystyle|quad|,|;|!)(?![a-z])|\\[()\[\]]|\$+"
)
_ANSWER_TAG = re.compile(r"<(?:final_?)?(?:answer|choice|option|答案)(?:\s[^<>\n]{0,80})?>", re.IGNORECASE)
_CAPITAL_TAG = re.compile("<([A-Z])>")
_LINE_TAG = re.compile(r"</(?:final_?)?(?:answer|choice|option|答案)>|<br\s?/?>", re.IGNORECASE)


@cache
def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys(_INVISIBLE)
    for first, beyond in _PLAIN:
        table |= {code: unicodedata.normalize("NFKC", chr(code)) for code in range(first, beyond)}
    for first, beyond in _ENCLOSED:
        table |= {code: f"({unicodedata.normalize('NFKC', chr(code)).strip('()')})" for code in range(first, beyond)}
    for first in _NEGATIVE:
        table |= {first + place: f"({chr(ord('A') + place)})" for place in range(26)}
    return table | {ord(character): form for character, form in _ONE_FORM.items()}


def fold(text: str) -> str:
    """The text with one form for every bracket, quote, colon and letter, without decoration (Markdown, HTML, LaTeX) and without what is struck out.

    Linear. Never NFKC on the whole: ``②`` becomes ``(2)``, and ``十㎡`` stays.

    >>> fold("**答案**：【Ｃ】"), fold("~~A~~ Ⓑ"), fold("<answer>B</answer>")
    ('答案:(C)', ' (B)', '\\nanswer:B\\n')
    """
    plain = _LINE_TAG.sub("\n", _ANSWER_TAG.sub("\nanswer:", text))
    return (
        _CAPITAL_TAG.sub(r"(\1)", _DECORATION.sub("", plain))
        .translate(_table())
        .replace("\r\n", "\n")
        .replace("\r", "\n")
    )


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark, or a run of them (``ACD``). ``link``: how it hangs on the mark before, ``""``, ``and``, ``or``, ``comma``, ``range`` or ``turn`` (→)."""

    letters: tuple[str, ...]
    link: str
    bracketed: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that stand together."""

    marks: tuple[Mark, ...]

    @property
    def start(self) -> int:
        """Offset of the first mark."""
        return self.marks[0].start

    @property
    def end(self) -> int:
        """Offset behind the last mark."""
        return self.marks[-1].end

    def clauses(self) -> list[tuple[Mark, ...]]:
        """The marks cut where a comma or a blank may begin a new clause."""
        parts: list[list[Mark]] = []
        for mark in self.marks:
            if mark.link == "comma" or not parts:
                parts.append([])
            parts[-1].append(mark)
        return [tuple(part) for part in parts]


_NOUN = r"(?:選項|选项|options?|choices?|letters?|答案|item)"
_LINK = re.compile(
    r"[ \t]{0,4}(?:"
    r"(?P<or>(?:,[ \t]{0,3})?(?:\b(?i:and/or|or)\b|或者|或是|或|抑或|還是|还是)|/)"
    r"|(?P<and>\.(?=[A-Z](?![A-Za-z]))|(?:,[ \t]{0,3})?(?:\b(?i:and|nor)\b|以及|和|與|与|及|跟|暨|並|并)|、|\+|&)"
    r"|(?P<turn>→|->|=>)|(?P<range>~|至|到|-|\b(?i:to)\b)|(?P<comma>[,;])"
    r")?[ \t]{0,4}"
)
_MOST = 40  # marks in one group


class Alphabet:
    """The marks of one question's options and the patterns that find them.

    ``options``: the marks in order, one character each. Latin letters are read in either case, and never inside a word.
    Raises: LegalMetricsError for no option, a repeated one, or one of several characters.
    """

    def __init__(self, options: Sequence[str]) -> None:
        names = [fold(str(option)).strip(" ()") for option in options]
        if not names or len(set(names)) != len(names) or any(len(name) != 1 for name in names):
            raise LegalMetricsError(f"options: found {shown(options)}, allowed different marks of one character each")
        self.names = tuple(str(option) for option in options)
        self._name_of = dict(zip(names, self.names, strict=True))
        self._exact = frozenset(names)
        self._latin = all(name.isascii() and name.isalpha() for name in names)
        if self._latin:
            self._name_of |= {
                name.lower(): option for name, option in self._name_of.items() if name.lower() not in names
            }
            self._name_of |= {
                name.upper(): option for name, option in self._name_of.items() if name.upper() not in names
            }
        word = "A-Za-z0-9" if self._latin else "0-9" if any(name.isdigit() for name in names) else "\u3400-\u9fff"
        letters = "".join(map(re.escape, self._name_of))
        # The first letter stands before the look-behinds: a pattern that begins with a set of characters is searched for at C speed.
        run = rf"[{letters}](?<![{word}_\\].)(?<![{word}]'.)[{letters}]{{0,25}}(?![{word}_]|'[a-z])"
        opening, closing = r"(?P<open>[(\"' \t]{0,6})", r"(?P<close>(?:[ \t]{0,2}[)\"']){0,4})"
        tail = r"(?:選項|选项|項(?!規定|前)|项)?"
        self._mark = re.compile(
            rf"[ \t]{{0,4}}(?:{_NOUN}[ \t:]{{0,3}})?{opening}(?P<run>{run}){closing}{tail}", re.IGNORECASE
        )
        self._run = re.compile(run)

    def exact(self, mark: str) -> str | None:
        """The option whose mark this is, in full or half width; None for anything else, ``c`` for ``C`` too.

        >>> Alphabet("ABCD").exact("Ｃ"), Alphabet("ABCD").exact("c")
        ('C', None)
        """
        plain = fold(mark) if len(mark) == 1 else ""
        name = self._name_of.get(plain)
        return name if name is not None and plain in self._exact else None

    def find(self, text: str, position: int) -> int | None:
        """Offset of the next run of letters that stands alone."""
        found = self._run.search(text, position)
        return found.start() if found else None

    def group(self, text: str, position: int) -> Group | None:
        """The marks that stand at ``position``, with all that hang on them.

        >>> group = Alphabet("ABCD").group("(A)、C, and D", 0)
        >>> [(mark.letters, mark.link) for mark in group.marks] if group else None
        [(('A',), ''), (('C',), 'and'), (('D',), 'and')]
        """
        marks: list[Mark] = []
        link = ""
        while len(marks) < _MOST:
            found = self._mark.match(text, position)
            letters = self._letters(found, text) if found else None
            if found is None or letters is None:
                break
            bracketed = bool(found["close"].strip())  # what opens it may stand before ``position``
            marks.append(Mark(letters, link, bracketed, found.start("run"), found.end()))
            linked = _LINK.match(text, found.end())
            if linked is None:
                break
            link = linked.lastgroup or ("and" if bracketed and linked.end() == found.end() else "comma")
            if not linked.group() and not bracketed:
                break
            position = linked.end()
        return Group(tuple(marks)) if marks else None

    def letters_of(self, marks: Sequence[Mark]) -> frozenset[str]:
        """The options that the marks name; a range names all between its ends, and what an arrow leads away from is not meant."""
        named: list[str] = []
        for mark in marks:
            if mark.link == "turn":
                named.clear()
            if mark.link == "range" and named:
                first, last = self.names.index(named[-1]), self.names.index(mark.letters[0])
                named += self.names[first : last + 1]
            named += mark.letters
        return frozenset(named)

    def _letters(self, found: re.Match[str], text: str) -> tuple[str, ...] | None:
        """The options in a run; None for what is a word: ``bad``, ``Be``, ``a`` before a word, ``A屋``."""
        run = found["run"]
        letters = tuple(self._name_of[letter] for letter in run if letter in self._name_of)
        if len(letters) < len(run):
            return None
        if len(set(letters)) not in (1, len(letters)):  # DEAD
            return None
        if not self._latin or found["close"].strip():
            return letters
        after = text[found.end() : found.end() + 12]
        if (
            run.islower()
            and run.upper() not in self.names
            and len(set(run)) > 1
            and (list(run) != sorted(run) or _WORD.match(after))
        ):
            return None
        if len(run) > 1 and not run.isupper() and not run.islower():
            return None
        if run.islower() and not _LOWER_END.match(after):
            return None
        if run in ("A", "I") and _WORD.match(after) and not _SENTENCE.match(after):
            return None
        return None if _THING.match(after) else letters


_WORD = re.compile(r"[ \t]{1,3}[a-z]{2,}")
_SENTENCE = re.compile(
    r"[ \t]{1,3}(?:is|was|are|would|should|must|seems|because|since|as|and|or|for|due|which|based|but|not|rather|according|with|in|under|by|per|"
    r"over|it|given|from|on|appears|looks|can|could|alone|only|too|also|correctly|states|says)\b"
)
_LOWER_END = re.compile(r"[ \t]{0,2}(?:$|[\n.,:;!?、。)\"'/&+|]|[\u3400-\u9fff]|(?:or|and|is|because|since)\b)")
# Nouns that make a letter the name of a thing or a person in the case, not of an option: A屋, B公司.
_THING = re.compile(
    r"(?:屋|地(?!方)|土地|房|車|车|店|公司|市|縣|县|男|女|君|國(?!家|民|際)|国(?!家|民|际)|廠|厂|船|棟|栋|樓|楼|股票|支票|本票|書(?!面)|书(?!面)|畫|画|犬|狗|銀行|银行)"
)
