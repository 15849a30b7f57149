"""The YAML at the head of a card, written without a YAML library: mappings, lists, numbers and texts are all that it holds.

Every text is written as JSON, which YAML reads as a quoted string, unless it is a plain word: versions such as 1.10 and words such as
"no" can then never turn into numbers and truth values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_NOT_TEXT = frozenset({"y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf"})


def front_matter(values: Mapping[str, Any]) -> str:
    """``values`` between the two lines of dashes, which must be the first bytes of the card.

    >>> print(front_matter({"license": "other", "configs": [{"config_name": "ljp", "version": "0.1.0"}]}), end="")
    ---
    license: other
    configs:
    - config_name: ljp
      version: "0.1.0"
    ---
    """
    return "---\n" + "".join(f"{line}\n" for line in _mapping(values)) + "---\n"


def _mapping(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield f"{_scalar(key)}:"
            yield from (f"  {line}" for line in _mapping(value))
        elif isinstance(value, list) and value:
            yield f"{_scalar(key)}:"
            yield from _list(value)
        else:
            yield f"{_scalar(key)}: {_scalar(value)}"


def _list(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, Mapping) and value:
            first, *rest = _mapping(value)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
        else:
            yield f"- {_scalar(value)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT:
        return value
    return json.dumps(value, ensure_ascii=False)
