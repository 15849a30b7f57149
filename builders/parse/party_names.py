"""Names of parties as headers write them: padded, masked, with aliases, ages and addresses behind them, or run together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_HAN = "\u3400-\u9fff\uf900-\ufaff\ue000-\uf8ff\U00020000-\U0003ffff"
_MASKS = "○〇Ｏ＊*"
_ALIAS = re.compile(
    "(?<=..)(?:即|又名|原名|本名|別名|綽號|化名|更名|改名|冒名|自稱|另名|中文名|英文名|住|籍設|設籍|年籍|真實姓名|另案|現在|現於)"
    f"|[（(【〔,，、；;：:]|(?<=[{_MASKS}])[A-Za-zＡ-Ｚ號樓巷弄國民]"
)
_AGE = re.compile(
    "[男女]?(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{2,3})(?:歲|年|[.．])|[男女](?:[0-9０-９]|[一二三四五六七八九十][.．歲]|民|住|[.．])|民國"
)
_NOT_A_NAME = re.compile(  # ages, addresses, prisons, papers, aliases; 居, 籍 and 國 are surnames too
    "[男女]民?|[住居籍設現民號樓之及等)）]|(?:住|居|籍|設)(?:同上|無定所|.{4,})|(?:國民|國籍|身分證|出生|生於|年籍|詳卷|在押|在監|原住|另案|送達|指定送達).*|"
    "現[在於另].*|同上|無業|(?:即|又名|原名|本名|別名|綽號|化名|更名|改名|自稱|中文名|英文名).*|(?:.*國|越南|印尼|菲律賓|大陸地區)籍.*|"
    ".*(?:羈押|執行|護照|居留證).*|[（(【〔].*|.*[0-9０-９].*|.*[一二三四五六七八九十][號樓巷弄].*|.{2}[縣市].{2,}|[一二三四五六七八九十]{1,3}歲?"
    f"|[{_MASKS}]+"
)
_COMPANY = re.compile("公司|商號|商行|企業|工業|工程|行$|社$|會$|店$|廠$|中心$|銀行|基金|事務所")
_MASKED = re.compile(f"[^{_MASKS}][{_MASKS}]+")
_CODE = re.compile("代號[0-9A-Za-z０-９Ａ-Ｚ甲乙丙丁－-]{4,}|[A-Z]{2}[0-9]{3}-?[A-Z]?[0-9]{3,}[A-Z]?")  # 性侵害 and family cases
_BRACKET = re.compile("(?=[（(【〔])")
_LETTERS = re.compile("[A-Za-zＡ-Ｚａ-ｚ][A-Za-zＡ-Ｚａ-ｚ.．,'’-]*")
_ONE_CHARACTER = re.compile(f"[{_HAN}{_MASKS}]")
_ALL_CHINESE = re.compile(f"[{_HAN}{_MASKS}]+")
_SHORTEST, _USUAL, _LONGEST_SINGLE, _LONGEST, _LONGEST_RUN = 2, 3, 4, 24, 120


def clean_name(name: str) -> str:
    """The name without what headers put behind it: aliases, age, address, the mark of a cut.

    >>> clean_name("甲○○即更名前之."), clean_name("王大明原名王小明"), clean_name("陳志男"), clean_name("TEY KOK H.")
    ('甲○○', '王大明', '陳志男', 'TEY KOK H')
    """
    for pattern in (_ALIAS, _AGE):
        cut = pattern.search(name, 1)
        name = name[: cut.start()] if cut else name
    return name.strip(" 　.．")


def names_in(value: str, *, several: bool) -> list[str]:
    """The names in one header value (what stands beside a label). ``several``: blanks can separate names, else only parts of one.

    >>> names_in("甲　○　○　男　37歲.", several=False), names_in("TEY KOK H.", several=False)
    (['甲○○'], ['TEY KOK H'])
    >>> names_in("王大明 男 37歲 李小華", several=True)
    ['王大明', '李小華']
    """
    names: list[str] = []
    value = _BRACKET.sub(" ", value)  # NGUYEN VAN NAM（越南籍）
    for words in _words((_AGE.sub(" ", value) if several else value).split()):
        if _is_name(words, first=not names):
            names.append(clean_name(" ".join(words)))
        elif not names:
            break
        if not several:
            break
    return names


def _is_name(words: list[str], *, first: bool) -> bool:
    joined = " ".join(words)
    name = clean_name(joined)
    if _AGE.match(joined) or len(name) < _SHORTEST:
        return False
    if not first and len(words) == 1 and _LETTERS.fullmatch(joined):
        return False  # the Latin spelling of the name before it
    if _CODE.fullmatch(name) is not None:
        return True
    return _NOT_A_NAME.fullmatch(name) is None or _MASKED.match(name) is not None or _COMPANY.search(name) is not None


def _words(tokens: list[str]) -> Iterator[list[str]]:
    """Tokens that form one name: characters padded with blanks (joined), and the words of a Latin name."""
    position = 0
    while position < len(tokens):
        end = position + 1
        if _ONE_CHARACTER.fullmatch(tokens[position]):
            while end < len(tokens) and _ONE_CHARACTER.fullmatch(tokens[end]) and tokens[end] not in "男女":
                end += 1
            yield ["".join(tokens[position:end])]
        else:
            if _LETTERS.fullmatch(tokens[position]):
                while end < len(tokens) and _LETTERS.fullmatch(tokens[end]):
                    end += 1
            yield tokens[position:end]
        position = end


def split_fused(name: str, main_text: str, rest: str) -> tuple[list[str], bool]:
    """Names that lost the blanks between them, split where the 主文 (else the rest of the judgment) uses them one by one.

    Returns the names and whether that is certain.

    >>> split_fused("王大明李小華", "王大明犯竊盜罪。李小華無罪。", "")
    (['王大明', '李小華'], True)
    >>> split_fused("甲○○乙○○", "公訴不受理。", "")
    (['甲○○', '乙○○'], True)
    >>> split_fused("王大明李小華", "公訴不受理。", "")
    (['王大明李小華'], False)
    """
    if len(name) > _LONGEST_RUN:  # no header: looking for its pieces would cost more than it can tell
        return [name], False
    single = len(name) <= _LONGEST_SINGLE or _COMPANY.search(name) is not None or _ALL_CHINESE.fullmatch(name) is None
    if not single:  # the header's own run of names is no use of one name
        main_text, rest = main_text.replace(name, " "), rest.replace(name, " ")
    for text in (main_text, rest):
        pieces = _pieces(name, text)
        if pieces:
            return pieces, True
    masked = _MASKED.findall(name)
    if "".join(masked) == name:
        return masked, True
    return [name], single


def split_by_number(names: Sequence[str], unsplit: Sequence[str], number: int) -> tuple[str, ...] | None:
    """``names`` with each of ``unsplit`` cut into names of three characters, where that gives ``number`` names; else None.

    The 主文 of a masked copy names nobody, but it tells how many there are, and nearly all names have three characters.

    >>> split_by_number(["王大明李小華", "陳三"], ["王大明李小華"], 3)
    ('王大明', '李小華', '陳三')
    """
    split: list[str] = []
    for name in names:
        if name in unsplit and len(name) % _USUAL == 0:
            split += [name[i : i + _USUAL] for i in range(0, len(name), _USUAL)]
        else:
            split.append(name)
    return tuple(split) if len(split) == number else None


def _pieces(name: str, text: str) -> list[str]:
    """The fewest pieces of the name that all occur in the text; what is left at its end must be no name. None where there is no split."""
    best: list[list[str] | None] = [[]] + [None] * len(name)
    for end in range(_SHORTEST, len(name) + 1):
        for start in range(max(0, end - _LONGEST) if end < len(name) else 0, end - _SHORTEST + 1):
            before, known = best[start], best[end]
            if before is not None and (known is None or len(before) < len(known) - 1) and name[start:end] in text:
                best[end] = [*before, name[start:end]]
    for end in range(len(name), 0, -1):
        pieces = best[end]
        if pieces and (end == len(name) or _NOT_A_NAME.fullmatch(name[end:])):
            return pieces
    return []
