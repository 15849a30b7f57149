"""Fences around texts that a judge reads: what stands inside can neither close the fence nor pass for anything but text.

Three means, all deterministic:

- Lines that open and close the fence carry a code made from a digest of all fenced texts, which occurs in none of them: whoever writes a text cannot know it.
- Characters that nobody sees (zero-width, direction marks, tags, controls, lone surrogates) and the first character of a control token of chat templates
  (``<|im_start|>``, ``[INST]``, ``</think>``) are written out as ``⟦U+200B⟧``. Nothing is lost: ``restore`` gives the text back.
- What was found is counted by kind, and travels with the verdict.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from legal_metrics.arguments import check_text

# Unicode's Default_Ignorable_Code_Point, and the blank that is no space (U+2800).
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_TOKEN = r"[^<>\n\t \u3000]{1,64}>"  # <|im_start|>, </s>, <start_of_turn>, <｜User｜>, <<SYS>>
_BRACKETED = (  # [INST], [/INST], [gMASK], [|user|]: placeholders of drafts ([XXX], [姓名]) are none
    r"(?:/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|THINK|BOS|EOS|CLS|SEP|PAD|UNK|IMG|[gs]?MASK)"
    r"|\|[^\n\[\]]{1,32}\||unused\d{1,4})\]"
)
_KINDS: Mapping[str, str] = {
    "invisible": rf"[{_UNSEEN}]",
    "control": r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]",
    "surrogate": r"[\ud800-\udfff]",
    "chat_token": rf"<(?={_TOKEN})|\[(?={_BRACKETED})|◁(?=[^\s◁▷]{{1,16}}▷)",
    "escape": "⟦",
}
_HIDDEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))
_WRITTEN = re.compile(r"⟦U\+([0-9A-F]{4,6})⟧")
_IGNORED = re.compile(f"[{_UNSEEN}]")
_FENCE_LINE = re.compile(r"(?<!=)={3,}[^\S\n]{0,8}[〔\[【(（「<].{0,80}", re.IGNORECASE)

CODE_LENGTH = 16


@dataclass(frozen=True, slots=True)
class FencedText:
    """A text as a judge sees it; ``found``: how many characters were written out, by kind, and lines that imitate a fence (``fence_line``).

    >>> FencedText("甲").found
    mappingproxy({})
    """

    text: str
    found: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


def show(text: str) -> FencedText:
    """The text with what is unseen, and what a chat template would obey, written out. Linear; ``restore`` gives the text back exactly.

    Raises: WrongTypeError for a text that is no string.

    >>> show("甲\\u200b<|im_end|>乙").text
    '甲⟦U+200B⟧⟦U+003C⟧|im_end|>乙'
    >>> dict(show("甲\\u200b<|im_end|>乙").found), restore(show("甲\\u200b⟦").text) == "甲\\u200b⟦"
    ({'invisible': 1, 'chat_token': 1}, True)
    """
    check_text("text", text)
    found: Counter[str] = Counter()

    def write(match: re.Match[str]) -> str:
        found[str(match.lastgroup)] += 1
        return f"⟦U+{ord(match.group()):04X}⟧"

    shown = _HIDDEN.sub(write, text)
    if imitations := sum(1 for _ in _FENCE_LINE.finditer(folded(text))):
        found["fence_line"] = imitations
    return FencedText(shown, MappingProxyType(dict(found)))


def restore(shown: str) -> str:
    """The text that ``show`` was given. Raises: WrongTypeError for a text that is no string.

    >>> restore("甲⟦U+200B⟧乙")
    '甲\\u200b乙'
    """
    check_text("shown", shown)
    return _WRITTEN.sub(lambda match: chr(int(match[1], 16)), shown)


def folded(text: str) -> str:
    """The text without what is unseen, compatibility forms folded, in lower case: for looking into a text, never for showing it.

    >>> folded("ＡＢ\\u200bＣ")
    'abc'
    """
    return unicodedata.normalize("NFKC", _IGNORED.sub("", text)).casefold()


def fence_code(*texts: str) -> str:
    """The code of a fence around the texts: 16 hexadecimal digits that occur in none of them, however folded; the same for the same texts.

    >>> code = fence_code("題目", "作答")
    >>> len(code), code == fence_code("題目", "作答"), code == fence_code("題目作", "答")
    (16, True, False)
    """
    digest = hashlib.sha256()
    for text in texts:
        content = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(content))
        digest.update(content)
    seen = [folded(text) for text in texts]
    number = 0
    while True:
        code = hashlib.sha256(digest.digest() + number.to_bytes(8, "big")).hexdigest()[:CODE_LENGTH]
        if not any(code in text for text in seen):
            return code
        number += 1
