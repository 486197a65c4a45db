"""The field: a unit against every unit that it is measured by."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.core.points import Points, to_points
from rulesets.game import Game
from rulesets.matchups.fairness.entrants import (
    Entrant,
    EntrantVariant,
    characters,
    entrant,
    entrant_variants,
    entrants,
)
from rulesets.matchups.unit_worth import UnitChances, many_chances, unit_worth
from rulesets.odds.match_up import Fighter

UNITS, CHARACTERS = "units", "characters"
"""Groups of a book: each is measured by its like alone."""

CASTER = (
    "Every unit of its category is a single model, and it knows spells: these are in no"
    " fight here, and what it fights for says too little of what it is worth."
)
NO_CHARACTERS = "The field has no characters that it could be compared with."

OTHER_SIZES = (0.5, 2.0)
"""A unit also fights at so many times the points at which units are compared."""


@dataclass(frozen=True, slots=True)
class Field:
    """Those by whom units are measured, and those by whom characters are."""

    units: tuple[Entrant, ...]
    characters: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldFight:
    """A unit against one of the field.

    Parameters
    ----------
    score : float, optional
        Wins of 100 fights, of those that nobody wins a half; none where no fight is
        worked out.
    wins, loses, shot : float, optional
        As `UnitChances` has them.
    is_silent : bool
        Whether it shoots and its shots are not worked out.
    worth : float, optional
        The better worth of 100 of its points, by fighting or by shooting [points].
    by : str
        What it does best.
    problem : str
        Why there is no worth.
    ways : tuple of (float, float)
        Gain and loss of fighting and of shooting, where they are worked out: 100 points
        of the unit are worth its gain by its price, less its loss [points].
    """

    score: float | None = None
    wins: float | None = None
    loses: float | None = None
    shot: float | None = None
    is_silent: bool = False
    worth: float | None = None
    by: str = ""
    problem: str = ""
    ways: tuple[tuple[float, float], ...] = ()


def field_fight(
    game: Game, own: Fighter, enemy: Fighter, chances: UnitChances
) -> FieldFight:
    """Return what comes of a unit against one enemy, by its chances."""
    worth = unit_worth(game, chances, own, enemy)
    score = None
    if chances.wins is not None and chances.loses is not None:
        score = 50 * (1 + chances.wins - chances.loses)
    problem = chances.problem if score is None else ""
    per_100 = None
    if worth.best is not None and own.points > 0:
        per_100 = 100 * worth.best / float(own.points)
    elif chances.is_silent:
        problem = problem or "Its shots are not worked out, and it loses this fight."
    loses = chances.loses or 0.0
    ways = []
    if worth.fighting is not None:
        gain = worth.fighting + loses * float(own.points)
        ways.append((100 * gain, 100 * loses))
    if worth.shooting is not None:
        ways.append((100 * worth.shooting, 0.0))
    return FieldFight(
        score=score,
        wins=chances.wins,
        loses=chances.loses,
        shot=chances.shot,
        is_silent=chances.is_silent,
        worth=per_100,
        by=worth.by,
        problem=problem,
        ways=tuple(ways),
    )


def field_of(game: Game, books: Sequence[Book], points: Points) -> Field:
    """Return the units of some books by which others are measured, by their groups.

    Characters who cast spells are in neither.
    """
    units, leaders = [], []
    for book in books:
        apart = characters(game, book)
        for one in entrants(book, points):
            if one.fighter is None:
                continue
            if one.key not in apart:
                units.append(one)
            elif not one.casts:
                leaders.append(one)
    return Field(tuple(units), tuple(leaders))


def unit_row(
    game: Game,
    book: Book,
    key: str,
    field: Field,
    points: Points,
    step: Callable[[], None] = lambda: None,
    *,
    with_options: bool = True,
    apart: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return a unit against its like in a field as JSON values.

    ``step`` is called after each enemy; units ``apart`` are characters. With its
    options and loadouts come these; ``sizes`` are its fights with fewer models, and
    with more.
    """
    own = entrant(book, key, points)
    group = CHARACTERS if key in apart else UNITS
    row: dict[str, Any] = {
        "key": key,
        "name": own.name,
        "group": group,
        "models": own.models,
        "points": float(own.points),
        "why_not": own.why_not,
        "fights": [],
        "left_out": [],
        "sizes": [],
        "variants": [],
    }
    likes = field.characters if group == CHARACTERS else field.units
    if group == CHARACTERS and not row["why_not"]:
        row["why_not"] = CASTER if own.casts else "" if likes else NO_CHARACTERS
    if own.fighter is None or row["why_not"]:
        return row
    found, rules = _against(game, own.fighter, likes, step)
    row["fights"] = [asdict(one) for one in found]
    row["left_out"] = rules
    row["why_not"] = _why_not(found)
    if row["why_not"]:
        return row
    row["sizes"] = [*_other_sizes(game, book, own, likes, points, step)]
    if with_options:
        row["variants"] = [
            _variant(game, one, likes, step)
            for one in entrant_variants(book, key, points)
        ]
    return row


def _other_sizes(
    game: Game,
    book: Book,
    own: Entrant,
    likes: Sequence[Entrant],
    points: Points,
    step: Callable[[], None],
) -> Iterator[dict[str, Any]]:
    """Yield a unit's fights at other sizes, where its rules allow any."""
    known = {own.models}
    for times in OTHER_SIZES:
        other = entrant(book, own.key, to_points(round(float(points) * times, 2)))
        if other.fighter is not None and other.models not in known:
            known.add(other.models)
            found, _ = _against(game, other.fighter, likes, step)
            yield {
                "models": other.models,
                "points": float(other.points),
                "fights": [asdict(one) for one in found],
            }


def _against(
    game: Game, own: Fighter, field: Sequence[Entrant], step: Callable[[], None]
) -> tuple[list[FieldFight], list[dict[str, str]]]:
    enemies = [one.fighter for one in field if one.fighter is not None]
    fights, rules = [], dict[str, str]()
    for enemy, chances in zip(enemies, many_chances(game, own, enemies), strict=True):
        fights.append(field_fight(game, own, enemy, chances))
        rules |= {rule.rule: rule.why for rule in chances.left_out}
        step()
    return fights, [{"rule": rule, "why": why} for rule, why in rules.items()]


def _why_not(fights: Sequence[FieldFight]) -> str:
    """Return why a unit is not compared; "" where it is.

    A unit whose shots are not worked out is told by the fights that it wins alone, so
    it is not compared either.
    """
    silent = [one for one in fights if one.score is not None and one.worth is None]
    if silent:
        return "Its shots are not worked out, so its fights say too little."
    if all(one.worth is None for one in fights):
        told = (one.problem for one in fights if one.problem)
        return next(told, "No fight of it is worked out.")
    return ""


def _variant(
    game: Game,
    one: EntrantVariant,
    field: Sequence[Entrant],
    step: Callable[[], None],
) -> dict[str, Any]:
    found, rules = _against(game, one.fighter, field, step)
    return {
        "left_out": rules,
        "kind": one.kind,
        "label": one.label,
        "points": float(one.points),
        "bought": one.bought,
        "fights": [asdict(each) for each in found],
    }
