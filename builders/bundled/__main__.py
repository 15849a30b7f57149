"""``python -m builders.bundled``: write the bundled corpus anew (``--check``: only say whether it is up to date)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .corpus import files

_OUT = Path(__file__).parents[2] / "data" / "bundled" / "tw"


def main() -> int:
    """Write, or with ``--check`` compare; exit 1 when the files on disk are not those of the case texts."""
    parser = argparse.ArgumentParser(prog="python -m builders.bundled", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    options = parser.parse_args()
    wanted = files()
    there = {p.relative_to(_OUT).as_posix(): p for p in (_OUT / "judgments").rglob("*.json")}
    stale = [path for path in there if path not in wanted]
    changed = [
        path for path, data in wanted.items() if not (_OUT / path).is_file() or (_OUT / path).read_bytes() != data
    ]
    if not options.check:
        for path in stale:
            there[path].unlink()
        for path in changed:
            target = _OUT / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wanted[path])
        for folder in sorted((p for p in (_OUT / "judgments").rglob("*") if p.is_dir()), reverse=True):
            if not any(folder.iterdir()):
                folder.rmdir()
    verb = "differ" if options.check else "written"
    sys.stdout.write(f"{len(wanted) - 1} judgments, {len(changed)} files {verb}, {len(stale)} stale\n")
    return int(options.check and bool(changed or stale))


if __name__ == "__main__":
    sys.exit(main())
