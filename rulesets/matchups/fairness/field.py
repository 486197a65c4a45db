"""The field: a unit against every unit that it is measured by."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.core.points import Points
from rulesets.game import Game
from rulesets.matchups.fairness.entrants import (
    Entrant,
    EntrantVariant,
    characters,
    entrant,
    entrant_variants,
    entrants,
)
from rulesets.matchups.unit_worth import UnitChances, unit_chances, unit_worth
from rulesets.odds.match_up import Fighter

CHARACTER = (
    "Every unit of its category is a single model: they lead others, and what they"
    " fight for says too little of what they are worth."
)
"""The reason of a character, who is not compared."""


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
    game: Game, own: Fighter, enemy: Fighter
) -> tuple[FieldFight, UnitChances]:
    """Return what comes of a unit against one enemy, and the chances behind it."""
    chances = unit_chances(game, own, enemy)
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
    found = FieldFight(
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
    return found, chances


def field_of(game: Game, books: Sequence[Book], points: Points) -> tuple[Entrant, ...]:
    """Return the units of some books that a unit is measured by, no characters."""
    found = []
    for book in books:
        leaders = characters(game, book)
        found += [one for one in entrants(book, points) if one.key not in leaders]
    return tuple(one for one in found if one.fighter is not None)


def unit_row(
    game: Game,
    book: Book,
    key: str,
    field: Sequence[Entrant],
    points: Points,
    step: Callable[[], None] = lambda: None,
    *,
    with_options: bool = True,
    apart: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return a unit against a field as JSON values, with its options and loadouts.

    ``step`` is called after each enemy; units ``apart`` are characters, and are not
    compared.
    """
    own = entrant(book, key, points)
    row: dict[str, Any] = {
        "key": key,
        "name": own.name,
        "models": own.models,
        "points": float(own.points),
        "why_not": own.why_not,
        "fights": [],
        "left_out": [],
        "variants": [],
    }
    if key in apart:
        row["why_not"] = CHARACTER
    if own.fighter is None or row["why_not"]:
        return row
    found, rules = _against(game, own.fighter, field, step)
    row["fights"] = [asdict(one) for one in found]
    row["left_out"] = rules
    row["why_not"] = _why_not(found)
    if with_options and not row["why_not"]:
        row["variants"] = [
            _variant(game, one, field, step)
            for one in entrant_variants(book, key, points)
        ]
    return row


def _against(
    game: Game, own: Fighter, field: Sequence[Entrant], step: Callable[[], None]
) -> tuple[list[FieldFight], list[dict[str, str]]]:
    fights, rules = [], dict[str, str]()
    for enemy in field:
        if enemy.fighter is None:
            continue
        found, chances = field_fight(game, own, enemy.fighter)
        fights.append(found)
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
