"""Template filters: the verdict of a reviewed army."""

from django import template

from rulesets.reviews.verdict import verdict_sign, verdict_text, waived_titles

register = template.Library()
register.filter("verdict_text", verdict_text)
register.filter("verdict_sign", verdict_sign)
register.filter("waived_titles", waived_titles)
