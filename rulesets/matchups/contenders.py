"""Contenders: the units in the rows and columns of a comparison."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulesets.books.book import Book
from rulesets.core.points import Points
from rulesets.legality import new_selection
from rulesets.matchups.fighter import fighter_with_alternatives, unit_review
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line, Review


@dataclass(frozen=True, slots=True)
class Contender:
    """A unit, or a variant of one, with its name in a comparison.

    Parameters
    ----------
    label : str
        The unit's name, its loadout, or what was changed.
    fighter : Fighter, optional
        None where there is no unit; ``why_not`` says why.
    points : Points
        What the unit is worth [points].
    unit : str
        Key of the book's unit, or its path in the army.
    loadout : str
        What it has in hand; "" for the best.
    count : int
        How many equal ones it stands for.
    group : str
        What was changed: ``models``, ``options`` or ``characteristics``; "" for
        nothing.
    change : str
        The change as an address names it; "" for none.
    difference : Points, optional
        What the change adds to the points of the army [points]; none where nothing was
        bought.
    why_not : str
        What the rules say against it; "" if it is legal.
    """

    label: str
    fighter: Fighter | None
    points: Points
    unit: str = ""
    loadout: str = ""
    count: int = 1
    group: str = ""
    change: str = ""
    difference: Points | None = None
    why_not: str = ""

    @property
    def name(self) -> str:
        """Return the unit's own name, whatever was changed."""
        return self.fighter.name if self.fighter is not None else self.label


def units_of_book(book: Book) -> tuple[Contender, ...]:
    """Return the units of a book that have a stat line, with their default choices."""
    found = []
    for key in book.units:
        (line,) = unit_review(book, new_selection(book, key)).forces[0].units
        if one := contender(line):
            found.append(replace(one, unit=key))
    return name_contenders_apart(found)


def units_of_army(reviewed: Review) -> tuple[Contender, ...]:
    """Return the units of an army that have a stat line; equal ones stand for one."""
    found: list[Contender] = []
    for line in (unit for force in reviewed.forces for unit in force.units):
        one = contender(line)
        if one is None:
            continue
        for place, known in enumerate(found):
            if known.fighter == one.fighter:
                found[place] = replace(known, count=known.count + 1)
                break
        else:
            found.append(one)
    return name_contenders_apart(found)


def name_contenders_apart(found: Iterable[Contender]) -> tuple[Contender, ...]:
    """Return contenders with a number behind those that are called the same."""
    every = tuple(found)
    times = Counter(one.label for one in every)
    seen: Counter[str] = Counter()
    named = []
    for one in every:
        seen[one.label] += 1
        again = f"{one.label} ({seen[one.label]})"
        named.append(replace(one, label=again) if times[one.label] > 1 else one)
    return tuple(named)


def loadouts_of_unit(line: Line) -> tuple[Contender, ...]:
    """Return a reviewed unit once with each of its loadouts, the first one first.

    A unit of a game without hands stands alone, under its own name.
    """
    whole = contender(line)
    names = whole.fighter.loadouts if whole is not None and whole.fighter else ()
    every = [contender(line, name) for name in names]
    return tuple(
        replace(one, label=one.loadout or one.label, difference=0)
        for one in every or [whole]
        if one is not None
    )


def contender(line: Line, loadout: str = "") -> Contender | None:
    """Return a reviewed unit as a contender; none where it has no stat line.

    Parameters
    ----------
    line : Line
        Of a unit.
    loadout : str
        What is in hand; "" for the best, as also where there is none of the
        name.
    """
    try:
        found = fighter_with_alternatives(line)
        if loadout in found.loadouts:
            found = fighter_with_alternatives(line, loadout)
        else:
            loadout = ""
    except ValueError:
        return None
    return Contender(
        label=found.name,
        fighter=found,
        points=found.points,
        unit=line.path,
        loadout=loadout,
    )
