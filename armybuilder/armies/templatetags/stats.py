"""The template tag of stat lines: drawn by a function, since a page has hundreds."""

from collections.abc import Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from armybuilder.books.stat_lines import StatCell, StatLine

register = template.Library()


@register.simple_tag
def stat_table(stats: Sequence[StatLine], title: str) -> SafeString:
    """Return the stat lines of a unit as a table, "" where it has none."""
    if not stats:
        return SafeString("")
    several = len(stats) > 1
    first = '<th scope="col"><span class="visually-hidden">Profile</span></th>'
    heads = "".join(_head(cell) for cell in stats[0].cells)
    rows = "".join(_row(line, several=several) for line in stats)
    said = f"Stat line of {escape(title)}"
    return SafeString(
        f'<div class="stats-wrap" tabindex="0" role="group" aria-label="{said}">'
        f'<table class="stats"><caption class="visually-hidden">{said}</caption>'
        f"<thead><tr>{first * several}{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(line: StatLine, *, several: bool) -> str:
    name = f'<th scope="row">{escape(line.name)}</th>' if several else ""
    return f"<tr>{name}{''.join(_cell(cell) for cell in line.cells)}</tr>"


def _head(cell: StatCell) -> str:
    name = f' title="{escape(cell.name)}"' if cell.name else ""
    return f'<th scope="col"{name}>{escape(cell.heading)}</th>'


def _cell(cell: StatCell) -> str:
    if not cell.changed_by:
        return f"<td>{escape(cell.text)}</td>"
    causes = escape(", ".join(cell.changed_by))
    return f'<td class="changed" title="Changed by {causes}">{escape(cell.text)}</td>'
