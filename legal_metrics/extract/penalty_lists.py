"""Lists of unlike penalties: 各處有期徒刑參月、拘役貳拾日 is one list of two penalties, as 各處有期徒刑參月、肆月 is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legal_metrics.extract.main_text_tokens import Token
from legal_metrics.extract.penalty_phrases import Parts

Values = tuple[tuple[Parts, int], ...]

_JOINS = ("及", "與", "暨", "和")


def join_lists(tokens: Iterable[Token], text: str) -> Iterator[Token]:
    """The same tokens; penalties that one 處 pronounces one behind the other become one penalty token with all of them.

    A fine joined by 併科 belongs to the penalty before it. Imprisonment and 拘役 never make one penalty, so a further one is a further item of
    the list; a fine is one only behind 各處 (處有期徒刑參月、罰金… is one penalty). What is executed is one sentence of several kinds, no list.

    >>> from legal_metrics.extract.main_text_tokens import tokens
    >>> text = "各處有期徒刑參月，併科罰金新臺幣壹萬元、拘役貳拾日。"
    >>> [[sorted(parts) for parts, _ in t.values] for t in join_lists(tokens(text), text) if t.kind == "penalty"]
    [[['currency', 'fine', 'imprisonment_months'], ['detention_days']]]
    """
    listed: Token | None = None  # the list so far
    behind: list[Token] = []  # marks and one fine that have followed it and may yet be a part of it
    executed = False
    for token in tokens:
        if listed is not None:
            if _is_item(token, listed, behind, text):
                values = (*_fined(listed.values, behind), *token.values)
                listed, behind = listed._replace(end=token.end, values=values), []
                continue
            if _may_be_inside(token, behind):
                behind.append(token)
                continue
            yield from _closed(listed, behind)
            listed, behind = None, []
        if token.kind == "penalty" and not executed:
            listed = token
        else:
            yield token
        executed = token.kind == "execute"
    if listed is not None:
        yield from _closed(listed, behind)


def _is_item(token: Token, listed: Token, behind: list[Token], text: str) -> bool:
    """True where ``token`` is the next penalty of the list, right behind a mark or 及."""
    if token.kind != "penalty" or token.pronounced or token.start != (behind[-1] if behind else listed).end:
        return False
    mark = behind[-1].word if behind else ""
    joined = text.startswith(_JOINS, token.start)
    if token.added and not joined:
        return False
    if _is_custody(token.values):
        return _is_custody(listed.values) and (joined or mark == "、" or (mark == "，" and listed.each))
    return listed.each and (mark == "、" or (joined and len(listed.values) > 1))


def _may_be_inside(token: Token, behind: list[Token]) -> bool:
    if token.kind == "break":
        return token.word in ("、", "，")
    fine = token.kind == "penalty" and token.added and not token.each and len(token.values) == 1
    return fine and all(other.kind == "break" for other in behind) and not _is_custody(token.values)


def _closed(listed: Token, behind: list[Token]) -> Iterator[Token]:
    """The list and what follows it; the last fine goes to the last penalty where those before have their own."""
    fine = next((i for i, token in enumerate(behind) if token.kind == "penalty"), None)
    if fine is not None and any("fine" in parts and _is_custody(((parts, 0),)) for parts, _ in listed.values):
        listed = listed._replace(end=behind[fine].end, values=_fined(listed.values, behind))
        behind = behind[fine + 1 :]
    yield listed
    yield from behind


def _fined(values: Values, behind: list[Token]) -> Values:
    *before, (last, times) = values
    for token in behind:
        if token.kind == "penalty":
            last = {**last, **token.values[0][0]}
    return (*before, (last, times))


def _is_custody(values: Values) -> bool:
    return any("fine" not in parts or len(parts) > 2 for parts, _ in values)
