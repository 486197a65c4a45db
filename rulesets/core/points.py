"""Points: the worth of a thing in an army, and their name in a game."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Currency:
    """The name of a game's points: one, several, and in short where that is long.

    Examples
    --------
    >>> crowns = Currency("gold crown", "gold crowns", "gc")
    >>> crowns.text(1), crowns.text(1250), crowns.brief(35)
    ('1 gold crown', '1,250 gold crowns', '35 gc')
    """

    one: str = "point"
    many: str = "points"
    short: str = ""

    def text(self, points: Points) -> str:
        """Return points with their name: `1,250 points`."""
        return f"{points_text(points)} {self.one if points == 1 else self.many}"

    @property
    def title(self) -> str:
        """Return the name of points as a heading: `Gold crowns`."""
        return self.many.capitalize()

    def brief(self, points: Points) -> str:
        """Return points with their short name, where they have one: `35 gc`."""
        if not self.short:
            return self.text(points)
        return f"{points_text(points)} {self.short}"


POINTS = Currency()
"""The currency of most games."""


def points_number(points: Points | None) -> int | float | None:
    """Return points as a JSON number; none stays none.

    Examples
    --------
    >>> points_number(7), points_number(Decimal("0.5"))
    (7, 0.5)
    """
    return points if points is None or isinstance(points, int) else float(points)
