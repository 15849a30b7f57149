"""Members of a solid RAR of the old format (RAR 1.5 to 4), which libarchive cannot read, through the optional package rars."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.sources.items import Selection, SourceError, SourceItem, safe_name

UNPACK = "unpack it with a RAR tool and give the folder"
_BATCH = 500  # members of a solid archive are unpacked in a row; one by one each would unpack all before it again


def read_with_rars(path: Path, selection: Selection) -> Iterator[SourceItem]:
    """Every file of the archive, in stored order.

    Raises: SourceError where rars is not installed, and for a truncated, damaged, encrypted or hostile archive.
    """
    try:
        rars: Any = importlib.import_module("rars")
    except ImportError as error:
        raise SourceError(path, f"solid RAR of the old format: pip install 'legal-metrics[rar]', or {UNPACK}", read=0) from error
    read = 0
    try:
        with rars.RarFile(str(path)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            names = [safe_name(member.filename, path, read=0) for member in members]
            for first in range(0, len(members), _BATCH):
                batch = range(first, min(first + _BATCH, len(members)))
                refusals = {i: selection.refusal(names[i], members[i].file_size) for i in batch}
                wanted = [i for i in batch if refusals[i] is None]
                contents = dict(zip(wanted, archive.read_many([members[i].filename for i in wanted]), strict=True))
                for i in batch:
                    yield SourceItem(names[i], contents.get(i, b""), refusals[i])
                    read += i in contents
    except UnicodeEncodeError as error:
        raise SourceError(path, "the archive's own name is not UTF-8; allowed: one that is", read=read) from error
    except rars.Error as error:
        raise SourceError(path, f"truncated, damaged or encrypted RAR archive: {error}", read=read) from error
