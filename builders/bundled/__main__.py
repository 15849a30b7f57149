"""``python -m builders.bundled [judgments | exams | all]``: write the bundled corpora anew (``--check``: only say whether they are up to date)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from .corpus import files

_OUT = Path(__file__).parents[2] / "data" / "bundled" / "tw"


def exam_files() -> dict[str, bytes]:
    """The files of the invented exams; their libraries are loaded only here."""
    from .exams.corpus import pdfs, texts

    return pdfs() | texts()


CORPORA: Mapping[str, tuple[str, Callable[[], dict[str, bytes]]]] = {"judgments": ("judgments", files), "exams": ("exams", exam_files)}
"""Name -> its folder, and what makes its files (path below ``data/bundled/tw`` -> bytes)."""


def main() -> int:
    """Write, or with ``--check`` compare; exit 1 when the files on disk are not those of the texts."""
    parser = argparse.ArgumentParser(prog="python -m builders.bundled", description=__doc__)
    parser.add_argument("corpus", nargs="?", default="judgments", choices=[*CORPORA, "all"])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    options = parser.parse_args()
    differs = [_renew(*CORPORA[name], check=options.check) for name in CORPORA if options.corpus in (name, "all")]
    return int(options.check and any(differs))


def _renew(folder: str, make: Callable[[], dict[str, bytes]], *, check: bool) -> bool:
    """Write or compare one corpus; whether anything on disk was not what it must be."""
    wanted = make()
    there = {p.relative_to(_OUT).as_posix(): p for p in (_OUT / folder).rglob("*") if p.is_file()}
    stale = [path for path in there if path not in wanted]
    changed = [path for path, data in wanted.items() if not (_OUT / path).is_file() or (_OUT / path).read_bytes() != data]
    if not check:
        for path in stale:
            there[path].unlink()
        for path in changed:
            target = _OUT / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wanted[path])
        for empty in sorted((p for p in (_OUT / folder).rglob("*") if p.is_dir()), reverse=True):
            if not any(empty.iterdir()):
                empty.rmdir()
    verb = "differ" if check else "written"
    count = sum(path.startswith(f"{folder}/") for path in wanted)
    sys.stdout.write(f"{count} {folder if folder == 'judgments' else 'exam files'}, {len(changed)} files {verb}, {len(stale)} stale\n")
    return bool(changed or stale)


if __name__ == "__main__":
    sys.exit(main())
