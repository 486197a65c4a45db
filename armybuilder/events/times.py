"""Times of an event in its own time zone: read from a form, told in words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones


class TimeError(ValueError):
    """A time of day that a time zone does not have, or has twice."""


def zones() -> list[str]:
    """Return the names of time zones that are cities, and UTC."""
    areas = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific")
    named = (name for name in available_timezones() if name.startswith(areas))
    return ["UTC", *sorted(named)]


def local(moment: datetime, zone: str) -> datetime:
    """Return a moment as the clocks of a zone show it."""
    return moment.astimezone(ZoneInfo(zone))


def told(moment: datetime, zone: str) -> str:
    """Return `Sunday 11 April 2027, 20:00:00 (Vienna, UTC+2)`, without idle seconds."""
    there = local(moment, zone)
    clock = there.strftime("%H:%M:%S" if there.second else "%H:%M")
    day = f"{there:%A} {there.day} {there:%B} {there.year}"
    place = "" if zone == "UTC" else f"{city(zone)}, "
    return f"{day}, {clock} ({place}{offset(there)})"


def city(zone: str) -> str:
    """Return the city of a zone: `Vienna`."""
    return zone.rpartition("/")[2].replace("_", " ")


def offset(there: datetime) -> str:
    """Return the offset of a local time: `UTC+2`, `UTC+5:30`, `UTC`."""
    minutes = int((there.utcoffset() or timedelta()).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    sign = "+" if minutes > 0 else "−"
    return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


def moment_of(naive: datetime, zone: str) -> datetime:
    """Return the moment of a time on the clocks of a zone, in UTC.

    Raises
    ------
    TimeError
        If the clocks skip it, or show it twice, when summer time begins or ends.
    """
    first = naive.replace(tzinfo=ZoneInfo(zone), fold=0)
    second = first.replace(fold=1)
    shown = f"{naive:%H:%M} on {naive.day} {naive:%B}"
    if first.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) != naive:
        text = f"The clocks of {city(zone)} skip {shown}: summer time begins."
        raise TimeError(f"{text} Choose another time.")
    if first.utcoffset() != second.utcoffset():
        text = f"The clocks of {city(zone)} show {shown} twice: summer time ends."
        raise TimeError(f"{text} Choose another time.")
    return first.astimezone(UTC)


def left_text(until: datetime, now: datetime) -> str:
    """Return how long it is until a moment, or since: `2 h 14 min`, `3 days`."""
    seconds = abs(int((until - now).total_seconds()))
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    if days >= 2:
        return f"{days} days"
    if days or hours >= 10:
        return f"{days * 24 + hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes >= 10 else f"{minutes} min {seconds} s"
