"""Pieces of printed papers that are drawn by plain functions: many of them a page."""

import segno
from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.armies.papers.compact import size_fits
from armybuilder.armies.papers.letters import text_width
from armybuilder.armies.papers.paper import Paper
from armybuilder.armies.papers.paper_unit import PaperCell, PaperLine, PaperUnit
from armybuilder.books.crests import drawn

register = template.Library()

ROOM = 24.2
"""Width of the names of stat lines beside half a page [mm]; others in proportion."""

USUAL, SMALLER = 8.6, 7.4
"""Sizes of names, and of those that do not fit at the usual one [points]."""

FEW = 8
"""Columns up to which a single stat line goes without its name, which is the unit's."""


WIDE, NARROW = "MW", "Ifijlt"
"""Letters of headings that are wider, and narrower, than others."""

SPACE = "\u2006"
"""A sixth of the size of letters."""


@register.simple_tag
def stat_lines(lines: tuple[PaperLine, ...], form: str = "lines") -> SafeString:
    """Return stat lines as a table, or as lines of text, which draw much faster."""
    if not lines:
        return SafeString()
    drawn = _table(lines) if form == "table" else _lines(lines)
    return mark_safe(drawn)  # noqa: S308


def _lines(lines: tuple[PaperLine, ...]) -> str:
    heads = "".join(f"{_middle(cell.heading)}\t" for cell in lines[0].cells)
    columns = len(lines[0].cells)
    bare = _is_bare(lines)
    rows = "".join(
        f"<p>{'' if bare else _who(line.who)}{_runs(line.cells)}</p>" for line in lines
    )
    return (
        f'<div class="lines cols-{columns}{" bare" if bare else ""}"><p class="heads">'
        f"{'' if bare else _who('')}{heads}</p>{rows}</div>"
    )


def _is_bare(lines: tuple[PaperLine, ...]) -> bool:
    """Return whether a stat line goes without its name, which is the unit's."""
    return len(lines) == 1 and len(lines[0].cells) <= FEW


def _who(name: str) -> str:
    """Return the name of a line: lines do not break, so long ones are set smaller."""
    sizes = {"": USUAL, " long": SMALLER}
    fits = (look for look, size in sizes.items() if text_width(name, size) <= ROOM)
    more = next(fits, " longer")
    return f'<span class="who{more}">{escape(name)}</span>'


def _runs(cells: tuple[PaperCell, ...]) -> str:
    """Return figures with a tab behind each, those that repeat set apart."""
    runs: list[str] = []
    was: bool | None = None
    for cell in cells:
        if cell.same is not was:
            if was:
                runs.append("</span>")
            if cell.same:
                runs.append('<span class="same">')
            was = cell.same
        runs.append(f"{_figure(cell.text, len(cells))}\t")
    return "".join(runs) + ("</span>" if was else "")


def _figure(text: str, columns: int) -> str:
    """Return a figure that ends before its tab: `2D6` is smaller among many."""
    if len(text) > 2 and columns > FEW:
        return f'<span class="narrow">{escape(text)}</span>'
    return f"{SPACE if len(text) == 1 else ''}{escape(text)}"


def _middle(heading: str) -> str:
    """Return a heading that stands over the middle of two figures."""
    widths = (0.77 if c in WIDE else 0.28 if c in NARROW else 0.54 for c in heading)
    return SPACE * max(0, round(6 * (0.9 - sum(widths) / 2))) + escape(heading)


def _table(lines: tuple[PaperLine, ...]) -> str:
    heads = "".join(
        f'<th scope="col" title="{escape(cell.name)}">{escape(cell.heading)}</th>'
        for cell in lines[0].cells
    )
    whose = [f'<th scope="row" class="who">{escape(line.who)}</th>' for line in lines]
    first = '<th class="who" scope="col"><span class="unseen">Profile</span></th>'
    if _is_bare(lines):
        whose, first = [""], ""
    rows = "".join(
        f"<tr>{who}{''.join(_cell(cell) for cell in line.cells)}</tr>"
        for who, line in zip(whose, lines, strict=True)
    )
    return (
        f'<table class="stats"><thead><tr>{first}{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _cell(cell: PaperCell) -> str:
    look = ' class="same"' if cell.same else ""
    return f"<td{look}>{escape(cell.text)}</td>"


@register.simple_tag
def paper_crest(paper: Paper, place: int = 0) -> SafeString:
    """Return the crest of the army's book, in lines alone to spare ink.

    `place` is the number of the card that it stands on.
    """
    if paper.crest is None:
        return SafeString()
    return drawn(paper.crest, "crest", outline=paper.setup.ink, place=place)


@register.simple_tag
def size_beside(unit: PaperUnit, paper: Paper) -> bool:
    """Return whether the size of a unit stands beside its name in a compact list."""
    return size_fits(unit, len(paper.columns))


@register.simple_tag
def qr_square(address: str, side: int = 20) -> SafeString:
    """Return the square of an address that phones read, with its quiet zone.

    `side` is how wide it is on paper [mm].
    """
    square = segno.make(address, error="m", micro=False)
    width = square.symbol_size(border=3)[0]
    drawn = "".join(_dark(square.matrix))
    return mark_safe(  # noqa: S308
        f'<svg class="qr-square" width="{side}mm" height="{side}mm" role="img"'
        f' viewBox="0 0 {width} {width}">'
        f"<title>Link to the list: {escape(address)}</title>"
        f'<path d="{drawn}"/></svg>'
    )


def _dark(matrix: tuple[bytearray, ...]) -> list[str]:
    """Return the dark runs of every row as a path."""
    parts = []
    for y, row in enumerate(matrix):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                parts.append(f"M{start + 3} {y + 3}h{x - start}v1h-{x - start}z")
                start = None
    return parts
