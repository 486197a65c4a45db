"""Two armies, or two states of one, as a page compares them: in words and figures."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.odds.loadout_odds import loadout_odds
from armybuilder.armies.odds.unit_odds import OddsBasis
from rulesets.core.points import Currency, Points, points_text
from rulesets.game import Game
from rulesets.reviews.differences import (
    ArmyDifference,
    PartDifference,
    ProfileDifference,
    UnitDifference,
)
from rulesets.reviews.review import UNITS, Line


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure before and after; either is "" where there is none."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ComparedUnit:
    """A unit that differs: points, purchases, figures, and how it fights.

    `more` is by how many points the second is worth more, with its sign.
    """

    difference: UnitDifference
    points: ComparedFigure
    more: str
    models: ComparedFigure | None
    joins: ComparedFigure | None
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    figures: tuple[ComparedFigure, ...]
    odds: tuple[ComparedFigure, ...]
    why_no_odds: str


@dataclass(frozen=True, slots=True)
class ComparedArmies:
    """Two reviews side by side; ``same`` are the names of the units that are alike."""

    difference: ArmyDifference
    more: str
    units: tuple[ComparedUnit, ...]
    same: tuple[str, ...]


def compared(
    difference: ArmyDifference, basis: OddsBasis, *, odds: bool = True
) -> ComparedArmies:
    """Return differences as a page shows them, with odds against the basis' target."""
    game = difference.after.game
    return ComparedArmies(
        difference=difference,
        more=more_text(difference.added_points, game.currency),
        units=tuple(
            _unit(game, unit, basis if odds else None) for unit in difference.changed
        ),
        same=tuple(unit.shown.title for unit in difference.same),
    )


def more_text(points: Points, currency: Currency) -> str:
    """Return a difference of points: `+12 points`, `−1 point`, `as many points`."""
    if not points:
        return f"as many {currency.many}"
    return f"{'+' if points > 0 else '−'}{currency.text(max(points, -points))}"


def _unit(game: Game, unit: UnitDifference, basis: OddsBasis | None) -> ComparedUnit:
    before, after = unit.points
    then, now = unit.models
    many = ComparedFigure("Models", str(then or ""), str(now or ""))
    joins = ComparedFigure("Joins", *unit.joins)
    told = _odds(game, unit, basis) if basis is not None else ((), "")
    return ComparedUnit(
        difference=unit,
        points=ComparedFigure(
            game.currency.title,
            "" if unit.is_new else points_text(before),
            "" if unit.is_gone else points_text(after),
        ),
        more=more_text(after - before, game.currency) if after != before else "",
        models=many if then != now else None,
        joins=joins if joins.before != joins.after else None,
        gained=tuple(_part(p) for p in unit.parts if p.after > p.before),
        lost=tuple(_part(p) for p in unit.parts if p.after <= p.before),
        figures=tuple(
            figure for one in unit.profiles for figure in _figures(game, one)
        ),
        odds=told[0],
        why_no_odds=told[1],
    )


def _part(part: PartDifference) -> str:
    """Return a purchase that differs: `Shields`, `Halberdiers 20 → 21`."""
    if part.is_unknown:
        return f"{part.name} (no longer in the book)"
    if part.before and part.after:
        return f"{part.name} {part.before} → {part.after}"
    number = max(part.before, part.after)
    return f"{number} × {part.name}" if number > 1 else part.name


def _figures(game: Game, profile: ProfileDifference) -> Iterator[ComparedFigure]:
    for column in game.columns:
        before, after = column.text(profile.before), column.text(profile.after)
        if before != after:
            yield ComparedFigure(f"{profile.name}, {column.heading}", before, after)


# -- odds ---------------------------------------------------------------------------


def _odds(
    game: Game, unit: UnitDifference, basis: OddsBasis
) -> tuple[tuple[ComparedFigure, ...], str]:
    """Return how a unit fights before and after, and why there are no figures."""
    then, now = (_measured(game, line, basis) for line in (unit.before, unit.after))
    why_not = next((one.why_not for one in (now, then) if one and one.why_not), "")
    if why_not:
        return (), why_not
    return tuple(_fights(then, now)) or tuple(_wounds(then, now)), ""


def _measured(game: Game, line: Line | None, basis: OddsBasis) -> LoadoutOdds | None:
    if line is None or line.kind not in UNITS:
        return None
    return loadout_odds(game, line, basis.target, "", basis.purse)


def _fights(
    then: LoadoutOdds | None, now: LoadoutOdds | None
) -> Iterator[ComparedFigure]:
    """Yield the chance to win of each fight that one of two units has."""
    fights = {one.key: one.against for o in (then, now) if o for one in o.fights}
    for key, name in fights.items():
        was, is_now = (o.begun(key) if o else None for o in (then, now))
        yield ComparedFigure(
            f"{name}, wins",
            was.rounded if was else "",
            is_now.rounded if is_now else "",
        )


def _wounds(
    then: LoadoutOdds | None, now: LoadoutOdds | None
) -> Iterator[ComparedFigure]:
    """Yield the wounds on average of the phase in which a unit wounds most."""
    was, is_now = (o.most if o else None for o in (then, now))
    if was is None and is_now is None:
        return
    name = is_now.name if is_now else was.name if was else ""
    yield ComparedFigure(
        f"{name}, wounds on average",
        was.expected if was else "",
        is_now.expected if is_now else "",
    )
