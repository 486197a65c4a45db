"""Points: what a thing is worth in an army."""

from decimal import Decimal

Points = int | Decimal
"""A number of points: whole as int, else an exact decimal; never a float."""


def to_points(number: int | float | str | Decimal) -> Points:
    """Return a number of a document as exact points.

    Parameters
    ----------
    number : int, float, str or Decimal
        As read from JSON; a float is taken as it was written (0.5, not its binary).

    Returns
    -------
    Points
        An int where the number is whole, else a Decimal.

    Examples
    --------
    >>> to_points(7.0), to_points(0.5)
    (7, Decimal('0.5'))
    """
    exact = Decimal(str(number))
    return int(exact) if exact == exact.to_integral_value() else exact.normalize()


def points_text(points: Points) -> str:
    """Return points as a player reads them, without an exponent.

    Examples
    --------
    >>> points_text(1250), points_text(Decimal("7.50"))
    ('1,250', '7.5')
    """
    return f"{to_points(points):,}"


def points_number(points: Points | None) -> int | float | None:
    """Return points as a JSON number; none stays none.

    Examples
    --------
    >>> points_number(7), points_number(Decimal("0.5"))
    (7, 0.5)
    """
    return points if points is None or isinstance(points, int) else float(points)
