"""The template tag of one option: its control, its price, its words."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from armybuilder.armies.controls import Control
from armybuilder.books.templatetags.pictures import icon

register = template.Library()


@register.simple_tag
def option(control: Control, told: str = "") -> SafeString:
    """Return the control of an option; `told` is a reason that stands above it."""
    words = _words(control, told)
    if control.kind == "count":
        html = f'<div class="opt step">{_stepper(control)}{words}</div>'
    else:
        html = f'<label class="opt">{_input(control)}{words}</label>'
        if control.kind == "check":
            name = escape(control.name)
            html = f'<input type="hidden" name="{name}" value="0">{html}'
    return SafeString(html)


def _input(control: Control) -> str:
    kind = "radio" if control.kind == "radio" else "checkbox"
    checked = " checked" if control.checked else ""
    return (
        f'<input type="{kind}" name="{escape(control.name)}" id="{escape(control.id)}"'
        f' value="{escape(control.value)}"{checked}>'
    )


def _words(control: Control, told: str) -> str:
    """Return name, price, points past the limit, what it is, and why not."""
    price, over, why = control.price, control.refusal.over, control.refusal.why
    html = f'<span class="t">{escape(control.label)}</span>'
    if control.total:
        html += f"<small>{escape(price)}</small>"
        price = control.total
    html += f'<span class="p">{escape(price)}</span>'
    if over:
        html += (
            f'<small class="over">{"one more: " * control.checked}{over} over</small>'
        )
    if control.summary:
        source = f' title="{escape(control.source)}"' if control.source else ""
        html += f"<small{source}>{escape(control.summary)}</small>"
    if why and why != told:
        before = "No more: " if control.checked else ""
        html += f'<small class="why">{before}{escape(why)}</small>'
    return html


def _stepper(control: Control) -> str:
    """Return both buttons and the field; without scripts they send whole edits."""
    id, label = escape(control.id), escape(control.label)
    less = (
        f'type="submit" form="act" name="edits" value="{escape(control.less)}"'
        if control.count
        else 'type="button" aria-disabled="true"'
    )
    return (
        f'<span class="stepper" data-stepper data-first="{control.first}">'
        f'<button id="less-{id}" data-step="-1" aria-label="One {label} fewer" {less}>'
        f"{icon('minus')}</button>"
        '<input type="number" inputmode="numeric" min="0" max="1000"'
        f' name="{escape(control.name)}" id="{id}" value="{control.count}"'
        f' aria-label="How many {label}">'
        '<button type="submit" form="act" name="edits"'
        f' value="{escape(control.more)}" data-step="1" id="more-{id}"'
        f' aria-label="One {label} more">{icon("plus")}</button></span>'
    )
