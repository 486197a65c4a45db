"""Chances as a reader takes them."""

SMALL = 0.0005
"""Chances below this are named "<0.1%", those as near to 1 ">99.9%" [chance]."""


def percent(chance: float) -> str:
    """Return a chance as a reader takes it, never rounded to a false 0 or 100.

    Examples
    --------
    >>> percent(5 / 18), percent(0.0002), percent(1.0)
    ('27.8%', '<0.1%', '100%')
    """
    if chance <= 0:
        return "0%"
    if chance < SMALL:
        return "<0.1%"
    if chance >= 1:
        return "100%"
    if chance > 1 - SMALL:
        return ">99.9%"
    return f"{100 * chance:.1f}%"
