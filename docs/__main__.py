"""Write the generated pages, or say which are out of date: ``python -m docs [--check]``; exit 1 if any is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from docs import other_scorers, reference, rubric_codes

FOLDER = Path(__file__).resolve().parent
PAGES: Mapping[str, Callable[[], str]] = {
    "metrics.md": reference.page,
    "other-scorers.md": other_scorers.page,
    "rubrics.md": rubric_codes.page,
}


def stale(folder: Path = FOLDER) -> list[str]:
    """The pages in the folder that are not what the code says."""
    return [name for name, page in PAGES.items() if not _is(folder / name, page())]


def main(arguments: Sequence[str]) -> int:
    """Write the pages; with ``--check`` only tell; 2 for anything else."""
    if [*arguments] not in ([], ["--check"]):
        print("usage: python -m docs [--check]", file=sys.stderr)
        return 2
    old = stale()
    for name in old:
        if arguments:
            print(f"docs/{name} is out of date: run python -m docs")
        else:
            (FOLDER / name).write_text(PAGES[name](), encoding="utf-8", newline="\n")
            print(f"docs/{name} written")
    return int(bool(old and arguments))


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
