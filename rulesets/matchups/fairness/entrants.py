"""Entrants: the units of a book at about equal points, and with each option."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.core.points import Points
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.legality import POINTS_AGREED, new_messages, new_selection
from rulesets.legality import review as reviewed
from rulesets.matchups.contenders import Contender, contender, loadouts_of_unit
from rulesets.matchups.fighter import unit_review
from rulesets.matchups.unit_edits import OPTIONS
from rulesets.matchups.unit_worth import is_of_single_fighters
from rulesets.matchups.variants import changes_of_unit
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import EditError, SetCount, apply

OPTION, LOADOUT = "option", "loadout"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A unit of a book at the size at which it is compared.

    Parameters
    ----------
    book, key, name : str
        Of the unit.
    models : int
        How many models it has as compared.
    points : Points
        What it costs then [points].
    fighter : Fighter, optional
        None where it has no stat line; ``why_not`` says so.
    why_not : str
    casts : bool
        Whether it knows spells.
    """

    book: str
    key: str
    name: str
    models: int
    points: Points
    fighter: Fighter | None
    why_not: str = ""
    casts: bool = False


@dataclass(frozen=True, slots=True)
class EntrantVariant:
    """An entrant with one option bought or dropped, or one loadout in hand.

    ``kind`` is ``option`` or ``loadout``; ``bought`` says that the option is added.
    """

    kind: str
    label: str
    points: Points
    fighter: Fighter
    bought: bool = False


def usual_points(books: Sequence[Book]) -> Points:
    """Return the points at which units are compared: what three of four cost at most.

    These are the units of the books with their default choices.
    """
    costs = sorted(
        unit_review(book, new_selection(book, key)).points
        for book in books
        for key in book.units
    )
    costs = [one for one in costs if one > 0]
    return costs[3 * (len(costs) - 1) // 4] if costs else 0


def characters(game: Game, book: Book) -> frozenset[str]:
    """Return the units of the categories of which each unit is a single model.

    They lead others, so that what they fight for says too little of their worth. There
    are none in a game of single fighters, and none where nobody else would be left.
    """
    if is_of_single_fighters(game):
        return frozenset()
    singles = {key for key in book.units if _is_single(book, key)}
    of_groups = {
        unit.category for key, unit in book.units.items() if key not in singles
    }
    found = {key for key, unit in book.units.items() if unit.category not in of_groups}
    return frozenset(found) if len(found) < len(book.units) else frozenset()


def _is_single(book: Book, key: str) -> bool:
    """Return whether a unit is one model, whatever is spent on more of them."""
    first = unit_review(book, new_selection(book, key))
    return unit_line(sized(book, key, 4 * max(1, first.points))).models == 1


def entrants(book: Book, points: Points) -> tuple[Entrant, ...]:
    """Return every unit of a book, as near to some points as its sizes allow."""
    return tuple(entrant(book, key, points) for key in book.units)


def entrant(book: Book, key: str, points: Points) -> Entrant:
    """Return a unit of a book, as near to some points as its legal sizes allow."""
    line = unit_line(sized(book, key, points))
    return entrant_of(book, key, line)


def entrant_of(book: Book, key: str, line: Line) -> Entrant:
    """Return a unit of a book as one line of a review has it."""
    found = contender(line)
    return Entrant(
        book=book.key,
        key=key,
        name=book.units[key].name,
        models=line.models,
        points=line.points,
        fighter=found.fighter if found is not None else None,
        why_not="" if found is not None else "It has no stat line.",
        casts=_casts(line, GAMES[book.game].paper.casters),
    )


def _casts(line: Line, casters: frozenset[str]) -> bool:
    """Return whether a unit, or a part of it, has a rule of those who know spells."""
    own = any(rule.key in casters for rule in line.rules)
    return own or any(_casts(part, casters) for part in line.lines)


def sized(book: Book, key: str, points: Points) -> Review:
    """Return the review of a unit with so many models that it costs about some points.

    Of a unit of several groups the first grows and shrinks. A size that the rules
    forbid is never taken, unless the default size is forbidden too.
    """
    first = unit_review(book, new_selection(book, key))
    groups = [part for part in unit_line(first).lines if part.kind == "model"]
    group = next((part for part in groups if part.models), None)
    if group is None:
        return first
    more = with_count(book, first, group, group.count + 1)
    each = more.points - first.points if more is not None else 0
    if each <= 0:
        return first
    wanted = max(1, group.count + round(float(points - first.points) / float(each)))
    legal, other = group.count, wanted
    best = first
    while legal != other:
        then = with_count(book, first, group, other)
        if then is not None:
            legal, best = other, then
            break
        step = abs(other - legal) // 2
        middle = legal + (step if other > legal else -step)
        between = with_count(book, first, group, middle) if step else None
        if between is None:
            other = middle if step else legal
        else:
            legal, best = middle, between
            other -= 1 if other > legal else -1
    return best


def with_count(book: Book, first: Review, group: Line, count: int) -> Review | None:
    """Return the unit with so many of a group; none where the rules forbid that."""
    if count == group.count:
        return first
    try:
        roster = apply(first.roster, SetCount(group.id, count))
    except EditError:
        return None
    then = reviewed(roster, {(book.key, book.edition): book})
    unit = unit_line(then)
    for error in new_messages(first.messages, then.messages):
        own = error.where == unit.path or error.where.startswith(f"{unit.path}/")
        if own and error.code != POINTS_AGREED.key:
            return None
    return then


def unit_line(review: Review) -> Line:
    """Return the line of the only unit of an army."""
    return review.forces[0].units[0]


def entrant_variants(
    book: Book, key: str, points: Points
) -> tuple[EntrantVariant, ...]:
    """Return a unit with each legal option, and with each loadout in hand."""
    now = sized(book, key, points)
    line = unit_line(now)
    if contender(line) is None:
        return ()
    options = changes_of_unit(
        now, {(book.key, book.edition): book}, line.path, alone=True
    )
    found = [*_variants(OPTION, (o for o in options if o.group == OPTIONS))]
    loadouts = loadouts_of_unit(line)
    if len(loadouts) > 1:
        found += _variants(LOADOUT, loadouts)
    return tuple(found)


def _variants(
    kind: str, some: Iterator[Contender] | Sequence[Contender]
) -> Iterator[EntrantVariant]:
    for one in some:
        if one.fighter is None or one.why_not:
            continue
        points = one.points if kind == LOADOUT else one.fighter.points
        yield EntrantVariant(
            kind,
            one.label,
            points,
            one.fighter,
            one.change.startswith("with:"),
        )
