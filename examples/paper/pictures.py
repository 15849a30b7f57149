"""The figures of a page as SVG files that stand by themselves: colours of the light page, a white ground, the reader's own CJK font."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

_FIGURE = re.compile(r"<figure><h3>(.*?)</h3><div class=\"wide\">(<svg.*?</svg>)", re.DOTALL)
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_VARIABLE = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6})")
_FONTS = "'Noto Sans CJK TC', 'Noto Sans CJK SC', 'Noto Sans CJK JP', 'PingFang TC', 'Microsoft JhengHei', sans-serif"


def pictures(page: str) -> dict[str, str]:
    """File name -> SVG of every figure of the page, named after its title."""
    colours = dict(_VARIABLE.findall(page[: page.index("prefers-color-scheme: dark")]))
    found = {}
    for title, svg in _FIGURE.findall(page):
        name = "-".join(re.findall(r"[a-z0-9]+", title.lower()))
        found[f"{name}.svg"] = _standing_alone(svg, colours)
    return found


def write_pictures(page: str, folder: Path) -> None:
    """Write them, and take away pictures of figures that the page no longer has."""
    made = pictures(page)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.svg"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def photograph(page: str, part: str, out: Path, *, width: int = 1240, height: int = 900) -> bool:
    """A part of the page as a browser shows it, in few colours; False where there is no chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        return False
    from PIL import Image

    begin = page.index(f'<h2 id="{part}">')
    alone = page[: page.index("<body>")] + "<body>" + page[begin : page.index("<h2 id=", begin + 1)]
    with tempfile.TemporaryDirectory() as folder:
        cut, shot = Path(folder) / "part.html", Path(folder) / "part.png"
        cut.write_text(alone, encoding="utf-8", newline="\n")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}", f"--screenshot={shot}"]
        subprocess.run([browser, *options, cut.as_uri()], check=True, capture_output=True)
        with Image.open(shot) as image:
            image.convert("RGB").quantize(32).save(out, optimize=True)
    return True


def _standing_alone(svg: str, colours: dict[str, str]) -> str:
    width, height = _BOX.search(svg).groups()  # type: ignore[union-attr]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="{_FONTS}"'
    ground = f'<rect width="{width}" height="{height}" fill="{colours["page"]}"/>'
    text = svg.replace("<svg", opening, 1).replace(">", f">{ground}", 1)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colours[found[1]], text) + "\n"
