"""Template tags of the builder: its pieces, and a unit as one line."""

from django import template
from django.template import Context
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from armybuilder.armies.unit_rows import RowFigure, UnitRow
from armybuilder.books.templatetags.pictures import icon
from rulesets.core.points import points_text

register = template.Library()

STATES = {"bad": "breaks a rule", "todo": "not finished", "warn": "a warning"}


@register.simple_block_tag(takes_context=True)
def piece(context: Context, content: str, id: str) -> str:
    """Keep what stands within as a piece of the page: one element with this id."""
    context["pieces"].add(id, content)
    return content


@register.simple_tag(takes_context=True)
def unit_row(context: Context, row: UnitRow, here: str) -> SafeString:
    """Return a unit in one line: a link that opens it."""
    line = row.line
    kind = line.name if line.own_name else ""
    sub = row.said or " · ".join(filter(None, (kind, row.company, row.carried)))
    state = f" is-{row.state}" if row.state else ""
    opened = " is-open" if row.open else ""
    current = ' aria-current="true"' if row.open else ""
    query = urlencode({"unit": line.path})
    said = STATES.get(row.state, "no problem")
    html = (
        f'<li class="unit-row{state}{opened}" id="{escape(row.id)}">'
        f'<a id="open-{escape(line.id)}" href="{here}?{query}"{current}>'
        f'<span class="n">{row.count}</span>'
        f'<span class="what"><span class="name">{escape(line.title)}</span> '
        f'<span class="sub">{escape(sub)}</span></span>'
        f"{_figure(row.figure)}"
        f'<span class="pts">{points_text(line.points)}</span>'
        f'<span class="dot" title="{said}">'
        f'<span class="visually-hidden">{said}</span></span></a></li>'
    )
    context["pieces"].add(row.id, html)
    return SafeString(html)


def _figure(figure: RowFigure | None) -> str:
    """Return the figure of a row's odds; its bar where it is a chance."""
    if figure is None:
        return '<span class="odds"></span>'
    text = f"{icon('crosshair')}{figure.text}" if figure.is_shooting else figure.text
    bar = ""
    if figure.percent is not None:
        bar = (
            '<svg class="spark" viewBox="0 0 100 5" preserveAspectRatio="none" '
            f'aria-hidden="true"><rect width="{figure.percent}" height="5"/></svg>'
        )
    said = escape(figure.said)
    return (
        f'<span class="odds" title="{said}"><span aria-hidden="true">{text}</span>'
        f'<span class="visually-hidden">{said}</span>{bar}</span>'
    )
