"""Tokenisers against jieba itself: fixed sentences, mixtures, rare characters and every character of Unicode."""

from __future__ import annotations

import logging
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.text import tokenisers
from legal_metrics.text.tokenisers import CHARACTERS, JIEBA, JIEBA_NO_HMM, Tokeniser

SENTENCES = (
    "甲犯竊盜罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。",
    "乙共同犯詐欺取財罪，共貳罪，各處有期徒刑壹年貳月，應執行有期徒刑壹年捌月。",
    "核被告所為，係犯刑法第320條第1項之竊盜罪及同法第339條之4第1項第2款之加重詐欺取財罪。",
    "本院逕以簡易判決處刑如主文。",
    "被告人甲犯故意伤害罪，判处有期徒刑三年六个月，缓刑四年，并处罚金人民币二万元。",
    "依照《中华人民共和国刑法》第二百三十四条第一款、第六十七条第三款之规定，判决如下：",
    "車牌號碼AB-1234號，呼氣酒精濃度每公升0.56毫克，電話0912-345-678，e-mail：a.b@example.tw",
    "未扣案之犯罪所得新臺幣3萬5,000元沒收；海洛因1包(驗餘淨重0.15公克)、MNK-7788、100%、C++、AT&T、T恤、X光",
    "王\ue8e0○、林𠮷、\uf967服、龦、㐀\ue372",
    "第一行\r\n　　第二行\t第三行\n\n",
    "",
    " ",
    "。",
)


@pytest.fixture(scope="module")
def peer() -> Iterator[Any]:
    """jieba with a dictionary and a cache of its own."""
    import jieba

    level = logging.getLogger("jieba").level
    jieba.setLogLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = jieba.Tokenizer()
        tokenizer.tmp_dir = folder
        tokenizer.initialize()
        yield tokenizer
    jieba.setLogLevel(level)


def same(peer: Any, text: str) -> None:
    assert JIEBA(text) == peer.lcut(text, HMM=True)
    assert JIEBA_NO_HMM(text) == peer.lcut(text, HMM=False)


@pytest.fixture(scope="module", autouse=True)
def fast_engine() -> None:
    """The differential tests are of the fast engine: without it they would compare jieba with itself."""
    assert tokenisers._rjieba() is not None, "rjieba is not installed at a release in EXACT_RJIEBA"


@pytest.mark.parametrize("text", SENTENCES)
def test_fixed_sentences(peer: Any, text: str) -> None:
    same(peer, text)
    same(peer, text * 3)


def test_every_character_between_words_and_digits(peer: Any) -> None:
    """All of the BMP but for the common ideographs, of which every 50th, and every 40th character of the planes above."""
    rest = (c for c in range(0x10000) if not 0x4E00 <= c < 0x9FD6 or c % 50 == 0)
    for code in (*rest, *range(0x10000, 0x110000, 40), 0x2F982, 0x20BB7):
        c = chr(code)
        same(peer, f"我{c}們a{c}1{c}")


def test_random_mixtures(peer: Any) -> None:
    source = random.Random(0)
    words = [
        *"C#c+&ATat-._% 0123456789.5%\r\n\t　，。、的",
        "C++",
        "AT&T",
        "T恤",
        "BB机",
        "IP地址",
        "1.5",
        "有期徒刑",
        "竊盜",
        "\ue372",
    ]
    words += "".join(SENTENCES)
    for _ in range(6000):
        same(peer, "".join(source.choice(words) for _ in range(source.randint(1, 16))))


def test_random_dictionary_words(peer: Any) -> None:
    source = random.Random(1)
    words = source.sample(sorted(peer.FREQ), 5000)
    for _ in range(3000):
        same(peer, "".join(source.choice(words) for _ in range(source.randint(1, 8))))


han = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)
rare = st.characters(min_codepoint=0x3400, max_codepoint=0x4DBF) | st.characters(
    min_codepoint=0x20000, max_codepoint=0x323AF
)
asciis = st.characters(min_codepoint=0x20, max_codepoint=0x7E)


@settings(max_examples=600)
@given(
    text=st.text(
        han | rare | asciis | st.sampled_from("有期徒刑被告竊盜罪\r\n　，。\ud800") | st.characters(), max_size=40
    )
)
def test_any_text(peer: Any, text: str) -> None:
    same(peer, text)
    assert "".join(JIEBA(text)) == text
    assert "".join(CHARACTERS(text)) == "".join(text.split())


def test_ascii_words_are_those_of_the_dictionary(peer: Any) -> None:
    assert {
        word for word in peer.FREQ if word.isascii() and len(word) > 1 and peer.FREQ[word]
    } == tokenisers._ASCII_WORDS


def test_characters() -> None:
    assert CHARACTERS("無 罪。\n𠮷1") == ["無", "罪", "。", "𠮷", "1"]
    assert CHARACTERS(" \r\n") == []


@pytest.mark.parametrize("tokeniser", [JIEBA, JIEBA_NO_HMM, CHARACTERS])
def test_tokenisers_pickle_and_hash(tokeniser: Tokeniser) -> None:
    again = pickle.loads(pickle.dumps(tokeniser))
    assert again == tokeniser and hash(again) == hash(tokeniser) and again("被告無罪") == tokeniser("被告無罪")


def test_signatures_tell_the_tokens_apart() -> None:
    signatures = {t.signature for t in (JIEBA, JIEBA_NO_HMM, CHARACTERS)}
    assert len(signatures) == 3
    assert JIEBA.signature.startswith("jieba-0.42.1,dict=7197c321,hmm=on,engine=")


def test_without_the_fast_engine_the_tokens_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [(JIEBA(text), JIEBA_NO_HMM(text)) for text in SENTENCES]
    for missing in (frozenset[str](), frozenset({"0.0.1"})):
        monkeypatch.setattr(tokenisers, "EXACT_RJIEBA", missing)
        tokenisers._rjieba.cache_clear()
        try:
            assert tokenisers._rjieba() is None
            assert [(JIEBA(text), JIEBA_NO_HMM(text)) for text in SENTENCES] == fast
            assert JIEBA.signature.endswith("engine=jieba")
        finally:
            tokenisers._rjieba.cache_clear()


def test_words_added_to_the_shared_jieba_change_nothing() -> None:
    """In a process of its own: the fallback engine is private and silent, and trusts no cache that lies about."""
    code = """if True:
        import pathlib, sys, tempfile
        folder = tempfile.gettempdir()
        from legal_metrics.text import tokenisers
        tokenisers.EXACT_RJIEBA = frozenset()
        before = tokenisers.JIEBA("被告竊盜未遂")
        import jieba
        assert jieba.default_logger.level == 10, "the user's jieba must log as before"
        jieba.setLogLevel(60)
        jieba.add_word("被告竊盜未遂")
        assert jieba.lcut("被告竊盜未遂") == ["被告竊盜未遂"]
        assert tokenisers.JIEBA("被告竊盜未遂") == before != ["被告竊盜未遂"]
    """
    with tempfile.TemporaryDirectory() as folder:
        planted = Path(folder) / "jieba.cache"
        planted.write_bytes(b"not a dictionary")
        run = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={"TMPDIR": folder, "PATH": "", "PYTHONPATH": str(Path(tokenisers.__file__).parents[2])},
            cwd=folder,
        )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    "unit", ["有期徒刑", "a", "1.1.", "訇", "𠮷", "\ud800", " \r\n", "C++", "一二三", "%", "\ue372", "x9-"]
)
def test_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.perf_counter()
    JIEBA(text)
    assert time.perf_counter() - start < 20
