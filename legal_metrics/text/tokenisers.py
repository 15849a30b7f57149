"""Tokenisers: text -> tokens, each with the signature part that says exactly which tokens they are.

``JIEBA`` gives the tokens of jieba 0.42.1 with its default dictionary, as the TW-LegalBench paper uses it. That dictionary is
Simplified, so on Traditional text words are found by the HMM and the tokens depend on it; ``JIEBA_NO_HMM`` and ``CHARACTERS`` stand
beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from legal_metrics.errors import WrongTypeError

Cut = Callable[[str], "list[str]"]

EXACT_RJIEBA = frozenset({"0.2.2"})
"""Releases of rjieba, a Rust port of jieba, whose repaired tokens were compared with jieba's and found equal. With any other release jieba itself
cuts: slower, and still the same tokens."""


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """A named function from text to tokens. Hashable; pickles wherever its functions do.

    ``describe`` gives the signature part and is called only when a signature is asked for.

    >>> Tokeniser("words", str.split)("to be or not"), Tokeniser("words", str.split).signature
    (['to', 'be', 'or', 'not'], 'words')
    """

    name: str
    cut: Cut
    describe: Callable[[], str] | None = None

    def __call__(self, text: str) -> list[str]:
        return self.cut(text)

    @property
    def signature(self) -> str:
        """Name and everything that decides the tokens: package versions, dictionary digest, HMM."""
        return self.describe() if self.describe else self.name


def check_tokeniser(tokenizer: object) -> None:
    """Raises: WrongTypeError for anything but a ``Tokeniser``: a plain function has no signature to be told in a score.

    >>> check_tokeniser(str.split)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    legal_metrics.errors.WrongTypeError: tokenizer: found <method 'split'...>, allowed a Tokeniser, such as JIEBA or CHARACTERS
    """
    if not isinstance(tokenizer, Tokeniser):
        raise WrongTypeError("tokenizer", tokenizer, "a Tokeniser, such as JIEBA or CHARACTERS")


def cut_jieba(text: str) -> list[str]:
    """jieba's tokens with the HMM on; white space and punctuation are tokens too, as in jieba.

    >>> cut_jieba("判处有期徒刑六个月。")
    ['判处', '有期徒刑', '六个月', '。']
    """
    return _cut(text, True)


def cut_jieba_no_hmm(text: str) -> list[str]:
    """jieba's tokens by the dictionary alone.

    >>> cut_jieba_no_hmm("如易科罰金")
    ['如', '易', '科', '罰', '金']
    """
    return _cut(text, False)


def cut_characters(text: str) -> list[str]:
    """Every character that is not white space.

    >>> cut_characters("無罪。 A1")
    ['無', '罪', '。', 'A', '1']
    """
    return list("".join(text.split()))


# What rjieba does otherwise than jieba: (1) with the HMM on it keeps a run of ASCII whole, where jieba splits it by this pattern unless
# the run is a word of the dictionary; (2) it takes these rarer ideographs for Han, where to jieba each is a token of its own, and cannot hold a lone
# surrogate (broken JSON escapes), which jieba treats the same way.
_ASCII_PARTS = re.compile(r"([a-zA-Z0-9]+(?:\.\d+)?%?)")
_ASCII_WORDS = frozenset({"AT&T", "C#", "C++", "c#", "c++"})
_APART = re.compile("([\u3400-\u4dbf\u9fd6-\u9fff\ud800-\udfff\uf900-\ufaff\U00020000-\U0003ffff])")


def _cut(text: str, hmm: bool) -> list[str]:
    engine = _rjieba()
    if engine is None:
        return cast("list[str]", _jieba().lcut(text, HMM=hmm))
    if not _APART.search(text):
        tokens = engine(text, hmm)
    else:  # rare characters stand at odd places of the split
        tokens = []
        for i, part in enumerate(_APART.split(text)):
            tokens += [part] if i % 2 else engine(part, hmm)
    return _split_ascii(tokens) if hmm else tokens


def _split_ascii(tokens: list[str]) -> list[str]:
    runs = {token for token in filter(str.isascii, tokens) if len(token) > 1 and token not in _ASCII_WORDS}
    parts = {run: [part for part in _ASCII_PARTS.split(run) if part] for run in runs}
    split = {run: found for run, found in parts.items() if len(found) > 1}
    return [part for token in tokens for part in split.get(token, (token,))] if split else tokens


@cache
def _rjieba() -> Callable[[str, bool], list[str]] | None:
    """rjieba's cut function; None where it is not installed or not a release known to be exact."""
    try:
        import rjieba

        exact = _version("rjieba") in EXACT_RJIEBA
    except ImportError:
        return None
    return cast("Callable[[str, bool], list[str]]", rjieba.cut) if exact else None


@cache
def _jieba() -> Any:
    """A private jieba tokeniser: words that a user adds to the shared one must not change our scores.

    Its cache goes to a folder of its own that is deleted at once, so it never loads a ``jieba.cache`` that anyone left in the shared
    temporary folder. jieba reports its loading on stderr; that is silenced for the time of it.
    """
    import logging
    import tempfile
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # jieba's import touches pkg_resources
        import jieba

    logger = logging.getLogger(jieba.__name__)
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with tempfile.TemporaryDirectory() as folder:
            tokenizer = jieba.Tokenizer()
            tokenizer.tmp_dir = folder
            tokenizer.initialize()
    finally:
        logger.setLevel(level)
    return tokenizer


def _version(package: str) -> str:
    from importlib.metadata import version

    return version(package)


@cache
def _dictionary_digest() -> str:
    """First 8 hex digits of the SHA-256 of jieba's default dictionary, found without importing jieba."""
    import hashlib
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("jieba")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(
            "jieba is a dependency of legal-metrics but is not installed: pip install jieba==0.42.1"
        )
    return hashlib.sha256((Path(spec.origin).parent / "dict.txt").read_bytes()).hexdigest()[:8]


def _describe_jieba(hmm: str) -> str:
    engine = f"rjieba-{_version('rjieba')}" if _rjieba() else "jieba"
    return f"jieba-{_version('jieba')},dict={_dictionary_digest()},hmm={hmm},engine={engine}"


def _describe_hmm() -> str:
    return _describe_jieba("on")


def _describe_no_hmm() -> str:
    return _describe_jieba("off")


JIEBA = Tokeniser("jieba", cut_jieba, _describe_hmm)
JIEBA_NO_HMM = Tokeniser("jieba_no_hmm", cut_jieba_no_hmm, _describe_no_hmm)
CHARACTERS = Tokeniser("characters", cut_characters)
