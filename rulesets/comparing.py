"""Contenders: what a comparison sets in its rows and columns."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulesets.book import Book
from rulesets.fighters import fighter, unit_review
from rulesets.legality import new_selection
from rulesets.matchup import Fighter
from rulesets.points import Points
from rulesets.review import Line, Review


@dataclass(frozen=True, slots=True)
class Variant:
    """A fighter with a loadout; "" stands for what comes first."""

    loadout: str
    fighter: Fighter


@dataclass(frozen=True, slots=True)
class Contender:
    """A unit, or what becomes of one, with what it is called in a comparison.

    Parameters
    ----------
    label : str
        The unit's name, its loadout, or what was changed.
    variants : tuple of Variant
        The unit with what it may have in hand; of several the one counts that is best
        in each match-up. Empty where there is no unit; ``why_not`` says why.
    points : Points
        What the unit is worth [points].
    unit : str
        Key of the book's unit, or its path in the army.
    count : int
        How many equal ones it stands for.
    group : str
        What was changed: ``models``, ``options`` or ``characteristics``; "" for
        nothing.
    difference : Points, optional
        What the change adds to the points of the army [points]; none where nothing was
        bought.
    why_not : str
        What the rules say against it; "" if it is legal.
    """

    label: str
    variants: tuple[Variant, ...]
    points: Points
    unit: str = ""
    count: int = 1
    group: str = ""
    difference: Points | None = None
    why_not: str = ""

    @property
    def name(self) -> str:
        """Return the unit's own name, whatever was changed."""
        return self.variants[0].fighter.name if self.variants else self.label


def units_of_book(book: Book, *, every: bool = False) -> tuple[Contender, ...]:
    """Return the units of a book that have a stat line, with their default choices.

    ``every`` gives each of them all its loadouts, else the one that comes first.
    """
    found = []
    for key in book.units:
        (line,) = unit_review(book, new_selection(book, key)).forces[0].units
        if one := contender(line, every=every):
            found.append(replace(one, unit=key))
    return told_apart(found)


def units_of_army(reviewed: Review, *, every: bool = False) -> tuple[Contender, ...]:
    """Return the units of an army that have a stat line; equal ones stand for one."""
    found: list[Contender] = []
    for line in (unit for force in reviewed.forces for unit in force.units):
        one = contender(line, every=every)
        if one is None:
            continue
        for place, known in enumerate(found):
            if known.variants == one.variants:
                found[place] = replace(known, count=known.count + 1)
                break
        else:
            found.append(one)
    return told_apart(found)


def told_apart(found: Iterable[Contender]) -> tuple[Contender, ...]:
    """Return contenders with a number behind those that are called the same."""
    every = tuple(found)
    times = Counter(one.label for one in every)
    seen: Counter[str] = Counter()
    told = []
    for one in every:
        seen[one.label] += 1
        again = f"{one.label} ({seen[one.label]})"
        told.append(replace(one, label=again) if times[one.label] > 1 else one)
    return tuple(told)


def loadouts_of_unit(line: Line) -> tuple[Contender, ...]:
    """Return a reviewed unit once with each of its loadouts, the first one first.

    A unit of a game without hands stands alone, under its own name.
    """
    whole = contender(line, every=True)
    if whole is None:
        return ()
    return tuple(
        replace(whole, label=one.loadout or whole.label, variants=(one,), difference=0)
        for one in whole.variants
    )


def contender(
    line: Line, loadout: str = "", *, every: bool = False
) -> Contender | None:
    """Return a reviewed unit as a contender; none where it has no stat line.

    Parameters
    ----------
    line : Line
        Of a unit.
    loadout : str
        What is in hand; "" for what comes first, also where there is none of the name.
    every : bool
        True for one variant with each loadout.
    """
    try:
        first = fighter(line)
    except ValueError:
        return None
    if every and len(first.loadouts) > 1:
        variants = tuple(Variant(name, fighter(line, name)) for name in first.loadouts)
    elif loadout in first.loadouts:
        variants = (Variant(loadout, fighter(line, loadout)),)
    else:
        variants = (Variant("", first),)
    return Contender(
        label=first.name, variants=variants, points=first.points, unit=line.path
    )
