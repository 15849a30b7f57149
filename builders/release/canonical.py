"""The canonical form of rows: what digests are taken of, independent of Parquet, its version and its compression."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def canonical_line(row: Mapping[str, Any]) -> bytes:
    """One row as JSON: keys sorted, no blanks, UTF-8, LF at the end.

    Raises: ValueError for NaN and infinity, UnicodeEncodeError for lone surrogates: neither has a JSON form.

    >>> canonical_line({"b": "法", "a": None})
    b'{"a":null,"b":"\\xe6\\xb3\\x95"}\\n'
    """
    return (json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n").encode()


class RowsDigest:
    """Running SHA-256, number and size of canonical rows.

    >>> digest = RowsDigest()
    >>> digest.add({"id": "a"})
    >>> digest.rows, digest.bytes, digest.digest8
    (1, 11, '3b18c8bf')
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.rows = 0
        self.bytes = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in one more row."""
        line = canonical_line(row)
        self._hash.update(line)
        self.rows += 1
        self.bytes += len(line)

    @property
    def sha256(self) -> str:
        """``rows_sha256`` of the rows so far."""
        return self._hash.hexdigest()

    @property
    def digest8(self) -> str:
        """The part of it that stands in file names."""
        return self.sha256[:8]
