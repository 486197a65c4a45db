"""Marks of a drawing as SVG text: areas of a tone, text, and the whole around them.

Colours for paper stand as presentation attributes; the page's style sheet overrides
them by class.
"""

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH = 360
"""Width of every drawing [user units]; it is scaled to the page."""

FONT = "system-ui, 'DejaVu Sans', sans-serif"

PAPER = {
    "a0": "#0f3d4d",
    "a1": "#1f6f8b",
    "a2": "#5f9cb2",
    "a3": "#93bdcc",
    "a4": "#bcd8e2",
    "a5": "#e0eef3",
    "b0": "#6e3306",
    "b1": "#b4560f",
    "b2": "#dc9458",
    "b3": "#eab688",
    "b4": "#f4d6bb",
    "b5": "#fbeee2",
    "both": "#69717b",
    "open": "#dedad2",
    "open2": "#c3bdb0",
    "open3": "#f1eee8",
    "rail": "#ebe7df",
}
"""Fill on paper by tone: side A, side B, both, undecided; 0 is deepest, 1 the usual."""

DEEP = ("a0", "a1", "b0", "b1", "both")
"""Tones that carry light text on paper."""

HATCH = "url(#hatch)"
"""Fill of what is hatched; `drawing` gives every drawing a pattern of its own."""


def text_on(tone: str, x: float, y: float, text: str, *, size: float = 12.5) -> str:
    """Return text in the middle of an area of a tone."""
    ink = "#fff" if tone in DEEP else "#1b1714"
    return text_at(x, y, text, "middle", size=size, name=f"on-{tone}", fill=ink)


def area(tone: str, x: float, y: float, wide: float, tall: float) -> list[str]:
    """Return an area of a tone; those of side B are hatched, for paper in grey."""
    plain = rectangle(tone, x, y, wide, tall)
    if not tone.startswith("b") or tone == "both":
        return [plain]
    box = f"M{x:.1f} {y:.1f}h{max(wide, 0):.2f}v{max(tall, 0):.2f}h-{max(wide, 0):.2f}z"
    return [plain, f'<path class="hatched" d="{box}" fill="{HATCH}"/>']


def rectangle(tone: str, x: float, y: float, wide: float, tall: float) -> str:
    """Return a plain area of a tone."""
    return (
        f'<rect class="{tone}" x="{x:.1f}" y="{y:.1f}" width="{max(wide, 0):.2f}"'
        f' height="{max(tall, 0):.2f}" fill="{PAPER[tone]}"'
        ' stroke="#fff" stroke-width="0.5"/>'
    )


def text_at(
    x: float,
    y: float,
    text: str,
    anchor: str = "start",
    *,
    size: float = 12.5,
    name: str = "ink",
    fill: str = "#1b1714",
) -> str:
    """Return text on one line; `anchor` is the end of it that lies at `x`."""
    return (
        f'<text class="{name}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        f' font-size="{size:g}" fill="{fill}">{escape(text)}</text>'
    )


def drawing(
    key: str, title: str, words: str, height: float, marks: Iterable[str]
) -> SafeString:
    """Return the whole drawing; every text in ``marks`` is escaped already."""
    name = escape(key)
    drawn = "".join(marks)
    if HATCH in drawn:
        drawn = f"{_hatch(name)}{drawn.replace(HATCH, f'url(#{name}-hatch)')}"
    return mark_safe(  # noqa: S308
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}"'
        f' role="img" aria-labelledby="{name}-title {name}-desc"'
        f' font-family="{FONT}">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(words)}</desc>{drawn}</svg>'
    )


def _hatch(name: str) -> str:
    return (
        f'<defs><pattern id="{name}-hatch" width="5" height="5"'
        ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<line class="hatch" x1="0" y1="0" x2="0" y2="5" stroke="#fff"'
        ' stroke-opacity="0.35" stroke-width="1.6"/></pattern></defs>'
    )
