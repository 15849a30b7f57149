from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.report.markup import Markup, element, render


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str | None] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [value for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(), st.text())
def test_any_text_comes_back_as_text_and_never_as_a_tag(text: str, attribute: str) -> None:
    page = _Texts()
    page.feed(element("p", text, title=attribute))
    page.close()
    assert page.tags == ["p"]
    assert [_seen(value or "") for value in page.attributes] == [_seen(attribute)]
    assert _seen(page.text) == _seen(text)


def _seen(text: str) -> str:
    """What may differ: line ends, and characters that HTML forbids."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "?" for c in text.replace("\r\n", "\n").replace("\r", "\n")
    ).replace("\ufffd", "?")


def test_forbidden_characters_are_shown_not_dropped() -> None:
    assert render("a\x00b\x1b[31m\ud800\ufffe") == "a\ufffdb\ufffd[31m\ufffd\ufffd"


def test_only_markup_passes_unescaped() -> None:
    assert render(Markup("<i>"), ["<i>", None, 3]) == "<i>&lt;i&gt;3"
