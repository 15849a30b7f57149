"""Where sentences of Chinese text end."""

from __future__ import annotations

import re

from legal_metrics.arguments import check_text

_SENTENCE = re.compile("[^。！？；\r\n]*[。！？；]|[^。！？；\r\n]+")


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, each with its mark: one ends behind every 。！？； and at every line end, which belongs to none.

    Sentences of white space alone are left out. Linear; raises WrongTypeError for what is no text.

    >>> split_sentences("被告無罪。\\n檢察官上訴？駁回")
    ['被告無罪。', '檢察官上訴？', '駁回']
    """
    check_text("text", text)
    return [sentence for sentence in _SENTENCE.findall(text) if not sentence.isspace()]
