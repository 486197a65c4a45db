"""Template filter: moments as lists tell them, short and to the day."""

from datetime import datetime

from django import template
from django.utils import timezone

from rulesets.core.subject import so_many

register = template.Library()
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


@register.filter
def brief_time(moment: datetime) -> str:
    """Return a past moment: `12 minutes ago`, `yesterday`, `12 October`."""
    now, then = timezone.localtime(), timezone.localtime(moment)
    seconds = int((now - then).total_seconds())
    days = (now.date() - then.date()).days
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return _ago(seconds // MINUTE, "minute")
    if seconds < DAY and days == 0:
        return _ago(seconds // HOUR, "hour")
    if days < 7:
        return "yesterday" if days <= 1 else f"{days} days ago"
    date = f"{then.day} {then:%B}"
    return date if then.year == now.year else f"{date} {then.year}"


def _ago(number: int, unit: str) -> str:
    return f"{so_many(number, unit)} ago"
