"""Exam papers on one core: pages/s of ``parse_exam``, and the ratio to the raw speed, measured in turn in the same run on the same files.

The raw speed is the least that reading by position can cost: a loop of PDFium's character box and Unicode value over every character.
``python -m benchmarks.exams [--source PATH]``.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import pypdfium2.raw as pdfium

from benchmarks.aims import Aim
from builders.parse.exam_paper import parse_exam
from builders.sources import open_source

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCES = (REPOSITORY.parent / "shared" / "corpora" / "tw" / "exams", REPOSITORY / "data" / "bundled" / "tw" / "exams")
"""Real papers where they lie beside the repository, else the bundled ones, whose small fonts make the raw reading faster than real papers allow."""
ROUNDS = 5


def main(arguments: Sequence[str] = ()) -> list[Aim]:
    """Measure, print, and give back the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=next(path for path in SOURCES if path.exists()), metavar="PATH", help="folder or archive with exam PDFs")
    source = parser.parse_args(arguments).source
    pdfium.FPDF_InitLibrary()
    found = [item.data for item in open_source(source, suffixes=(".pdf",)) if item.skipped is None]
    files = [data for data in found if parse_exam(data).kind in ("mcq", "essay", "mixed")]
    runs: dict[str, Callable[[bytes], object]] = {"raw": raw, "parse": parse_exam}
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    pages = sum(map(raw, files))
    for _ in range(ROUNDS):
        spent = dict.fromkeys(runs, 0.0)
        for data in files:
            for name, run in runs.items():
                start = time.process_time()
                run(data)
                spent[name] += time.process_time() - start
        for name, value in spent.items():
            seconds[name].append(value)
    print(f"{len(files)} question papers of {len(found)} PDFs, {pages} pages, median of {ROUNDS} rounds in turn file by file, one core ({source})")
    for name, rounds in seconds.items():
        print(f"{name:<6} {pages / median(rounds):>8,.0f} pages/s")
    ratio = median(a / b for a, b in zip(seconds["raw"], seconds["parse"], strict=True))
    return [Aim("parse_exam", ratio, "of the raw speed", at_least=0.6)]


def raw(data: bytes) -> int:
    """Box and Unicode value of every character; gives the number of pages."""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        return 0
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    pages = pdfium.FPDF_GetPageCount(document)
    for number in range(pages):
        page = pdfium.FPDF_LoadPage(document, number)
        text = pdfium.FPDFText_LoadPage(page)
        for index in range(pdfium.FPDFText_CountChars(text)):
            pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top)
            pdfium.FPDFText_GetUnicode(text, index)
        pdfium.FPDFText_ClosePage(text)
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)
    return int(pages)


if __name__ == "__main__":
    import sys

    print(*main(sys.argv[1:]), sep="\n")
