"""Long lists of an army's page, drawn by plain functions: limits, rules, its states."""

from collections.abc import Iterable

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template import Context, Engine
from django.utils.html import escape
from django.utils.safestring import SafeString

from armybuilder.armies.budgets import ShownGauge
from armybuilder.armies.builder import State
from rulesets.reviews.review import Ruling

register = template.Library()

HIDDEN = "armies/_hidden.html"
"""The fields that every form of an army has."""

PAST = {"over": " – too many", "short": " – too few"}


@register.simple_tag
def gauges(shown: tuple[ShownGauge, ...]) -> SafeString:
    """Return limits with how far each is used up; nothing for none."""
    if not shown:
        return SafeString()
    return SafeString(f'<ul class="gauges">{"".join(map(_gauge, shown))}</ul>')


def _gauge(gauge: ShownGauge) -> str:
    title, meter = escape(gauge.title), ""
    past = f"<b>{PAST[gauge.state]}</b>" if gauge.state in PAST else ""
    if gauge.percent is not None:
        over = "meter--over" if gauge.state == "over" else ""
        meter = (
            f'<progress class="meter meter--thin {over}" aria-label="{title}"'
            f' value="{gauge.percent}" max="100">{gauge.percent}%</progress>'
        )
    return (
        f'<li class="gauge gauge--{gauge.state}">'
        f'<span class="gauge-title">{title}</span>'
        f'<span class="gauge-text">{escape(gauge.text)}{past}</span>{meter}</li>'
    )


@register.simple_tag
def history(states: Iterable[State]) -> SafeString:
    """Return the states of an army as the rows of a list."""
    return SafeString(
        "".join(
            f'<li value="{state.number}">{escape(state.label)}'
            f' <span class="muted">{naturaltime(state.at)}</span></li>'
            for state in states
        )
    )


@register.simple_tag(takes_context=True)
def rulings(
    context: Context, those: Iterable[Ruling], address: str, query: str
) -> SafeString:
    """Return rules with their treatment; forms switch those that may be switched.

    `address` is where edits are sent, `query` the panes that stay open.
    """
    action = f'action="{escape(address + query)}" hx-post="{escape(address)}"'
    hidden = Engine.get_default().get_template(HIDDEN).render(context)
    return SafeString("".join(_ruling(one, action, hidden) for one in those))


def _ruling(ruling: Ruling, action: str, hidden: str) -> str:
    title, source = escape(ruling.title), escape(ruling.source)
    status, look = ruling.status, ""
    if ruling.is_waived:
        status, look = "waived", "badge--warning"
    elif ruling.status == "enforced":
        look = "badge--legal"
    told = f' <span class="muted small">{source}</span>' if source else ""
    switch = _switch(ruling, action, hidden) if ruling.switchable else ""
    return (
        f'<li><span class="badge {look}">{escape(status)}</span>'
        f'<span class="grow"><strong>{title}</strong>{told}</span>{switch}</li>'
    )


def _switch(ruling: Ruling, action: str, hidden: str) -> str:
    key, is_off = escape(ruling.key), ruling.status == "off"
    return (
        f'<form method="post" {action} id="switch-{key}">{hidden}'
        '<input type="hidden" name="edit" value="switch">'
        f'<input type="hidden" name="rule" value="{key}"><input type="hidden"'
        f' name="on" value="{"yes" if is_off else "no"}">'
        '<button class="button button--small button--quiet" type="submit"'
        f' id="switch-{key}-button">Switch {"on" if is_off else "off"}'
        f'<span class="visually-hidden">: {escape(ruling.title)}</span></button></form>'
    )
