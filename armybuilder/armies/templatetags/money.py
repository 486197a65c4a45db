"""Points on pages, called as their game calls them: `35 points`, `35 gold crowns`."""

from django import template

from rulesets.core.points import Currency, Points

register = template.Library()


@register.filter
def money(points: Points, currency: Currency) -> str:
    """Return points with their name."""
    return currency.text(points)


@register.filter
def brief_money(points: Points, currency: Currency) -> str:
    """Return points with their short name, for where space is small."""
    return currency.brief(points)
