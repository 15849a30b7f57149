"""PDFium calls over many indices or objects at once, without Python code for each.

``map`` drives the calls and PDFium writes into one buffer by address: about three times faster than a loop with a ``ctypes`` object for each value.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Any

import pypdfium2.raw as pdfium

_ADDRESS = ctypes.c_void_p
_INT = ctypes.c_int
_WHITE = b"\xff\0\0\0" * 3


def _address(handle: Any) -> int:
    return ctypes.cast(handle, _ADDRESS).value or 0


def _by_address(function: Any, result: Any, *arguments: Any) -> Any:
    """``function`` with plain addresses for its pointers."""
    return ctypes.CFUNCTYPE(result, *arguments)(_address(function))


_origin = _by_address(pdfium.FPDFText_GetCharOrigin, _INT, _ADDRESS, _INT, _ADDRESS, _ADDRESS)
_object = _by_address(pdfium.FPDFPage_GetObject, _ADDRESS, _ADDRESS, _INT)
_kind = _by_address(pdfium.FPDFPageObj_GetType, _INT, _ADDRESS)
_fill_colour = _by_address(pdfium.FPDFPageObj_GetFillColor, _INT, *(_ADDRESS,) * 5)


def origins(text: Any, count: int) -> tuple[list[float], list[float]]:
    """x and y, in PDF coordinates, of the first ``count`` characters of a text page; 0 where PDFium knows none."""
    values = (ctypes.c_double * (2 * count))()
    start = ctypes.addressof(values)
    end = start + 16 * count
    _run(_origin, repeat(_address(text)), range(count), range(start, end, 16), range(start + 8, end + 8, 16))
    return values[0 : 2 * count : 2], values[1 : 2 * count : 2]


def objects(page: Any) -> tuple[list[int], list[int]]:
    """The addresses of a page's objects and the kind of each."""
    found = list(map(_object, repeat(_address(page)), range(pdfium.FPDFPage_CountObjects(page))))
    return found, list(map(_kind, found))


def at(address: int) -> Any:
    """The page object at an address."""
    return ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)


def any_white(items: Sequence[int]) -> bool:
    """Whether one of the page objects at these addresses is filled in the colour of paper."""
    values = (ctypes.c_uint * (4 * len(items)))()
    start = ctypes.addressof(values)
    end = start + 16 * len(items)
    _run(_fill_colour, items, *(range(start + offset, end + offset, 16) for offset in (0, 4, 8, 12)))
    colours = bytes(values)
    place = colours.find(_WHITE)
    while place >= 0:
        if place % 16 == 0:
            return True
        place = colours.find(_WHITE, place + 1)
    return False


def _run(function: Any, *arguments: Any) -> None:
    """Call ``function`` for every set of arguments."""
    deque(map(function, *arguments), maxlen=0)
