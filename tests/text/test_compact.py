"""White space out and the way back, against the definition written out: one character at a time."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legal_metrics.text import compact as module
from legal_metrics.text.compact import compact

_TEXTS = st.text(alphabet=st.sampled_from("刑法第條1 \n\r\t\u3000\u00a0\x85\u2028\x1c𠀀\ud800\udc00a"), max_size=80)


@pytest.mark.parametrize("long", [0, 10_000], ids=["with numpy", "without"])
def test_both_ways_give_the_text_and_every_offset(long: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONG", long)

    @given(_TEXTS)
    @example("\ud800 \udc00第1條")
    @example("𠀀 第 1 條")
    def check(text: str) -> None:
        kept = [offset for offset, character in enumerate(text) if not character.isspace()]
        made = compact(text)
        assert made.text == "".join(text[offset] for offset in kept)
        assert [made.original(place) for place in range(len(kept) + 2)] == [*kept, len(text), len(text)]
        for place in range(len(kept)):
            assert made.begins_piece(place) == (place == 0 or kept[place] != kept[place - 1] + 1)
            assert made.original_span(place, len(kept)) == (kept[place], kept[-1] + 1)
        assert made.original_span(0, 0) == ((kept or [len(text)])[0],) * 2

    check()
