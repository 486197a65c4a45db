"""A spell that is cast: the chance at the first roll, and by its surge."""

from fractions import Fraction
from functools import cache

from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.context import ScrollhammerContext
from rulesets.games.scrollhammer.combat.power_dice import (
    FACES,
    SURGE_FACES,
    dice_held,
    manner_of,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.sources import MAGIC
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import MatchUpError


def total(dice: int, surge: int) -> tuple[Fraction, ...]:
    """Return the distribution of some D6 and D3 together."""
    first, second = dice_sum(dice), dice_sum(surge, SURGE_FACES)
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        for two, more in enumerate(second):
            found[one + two] += chance * more
    return tuple(found)


@cache
def cast_chances(
    cost: int, dice: int, held: int, *, adds: bool = True
) -> tuple[Fraction, Fraction]:
    """Return the chances that a spell goes off at once, and by a surge.

    Parameters
    ----------
    cost : int
        Casting cost [pips].
    dice : int
        Power dice of the first roll [dice].
    held : int
        Power dice held; what is left of them all goes into the surge [dice].
    adds : bool
        True if the surge is added to the failed roll.

    Examples
    --------
    Four or more on one die, then on what it showed and a D3:

    >>> cast_chances(4, 1, 2)
    (Fraction(1, 2), Fraction(1, 3))
    """
    if FACES * held < cost:
        return Fraction(0), Fraction(0)
    rolled = dice_sum(dice)
    at_once = sum(rolled[cost:], Fraction(0))
    rest = held - dice
    more = dice_sum(rest, SURGE_FACES)
    surged = Fraction(0)
    if rest > 0:
        for value, chance in enumerate(rolled[:cost]):
            wanted = cost - value if adds else cost
            surged += chance * sum(more[wanted:], Fraction(0))
    return at_once, surged


def casting(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of one spell of side a.

    References
    ----------
    Scrollhammer Rulebook, Casting a Spell: Rolling to Cast a Spell; Surge.
    """
    del b, rounds
    situation, readings = context.situation, context.readings
    cost, name = _cost(a, situation.cost)
    manner = manner_of(situation, readings)
    held = max(dice_held(group, manner) for group in a.groups)
    if held == 0:
        raise MatchUpError("/situation/power", f"{clause(a.name, 'has')} no power dice")
    dice = min(situation.cast_dice or held, held)
    adds = readings.surge_adds
    at_once, surged = cast_chances(cost, dice, held, adds=adds)
    best = max(
        range(1, held + 1),
        key=lambda count: (sum(cast_chances(cost, count, held, adds=adds)), -count),
    )
    outcomes = {
        "cast": float(at_once),
        "cast-by-surge": float(surged),
        "not-cast": float(1 - at_once - surged),
    }
    plans = {
        f"with-{count}-dice": float(sum(cast_chances(cost, count, held, adds=adds)))
        for count in range(1, held + 1)
    }
    rolled = Distribution(
        "Sum of the first roll", "pips", tuple(map(float, dice_sum(dice)))
    )
    surge_dice = (held - dice) * (1 - float(at_once))
    return Odds(
        outcomes=outcomes,
        labels={
            "cast": f"{clause(name, 'is')} cast at the first roll",
            "cast-by-surge": f"{clause(name, 'is')} cast by a surge",
            "not-cast": clause(name, "fails"),
            "heals": f"{name}: a wound is given back",
            "best-dice": "First dice with the best chance",
            "surge-dice": "Dice spent on a surge, on average",
            **{
                f"with-{count}-dice": _plan(count, held) for count in range(1, held + 1)
            },
        },
        distributions={"roll": rolled},
        events={**_healing(at_once + surged, situation.heals), **plans},
        expected={"best-dice": float(best), "surge-dice": surge_dice},
        trace=tuple(_steps(a, name, cost, dice, held)),
        notes=_notes(a, cost, held),
    )


def _healing(cast: Fraction, roll: int) -> dict[str, float]:
    """Return the chance that a spell is cast and heals [chance]."""
    return {"heals": float(cast * Fraction(7 - roll, 6))} if roll else {}


def _plan(count: int, held: int) -> str:
    dice = "1 die" if count == 1 else f"{count} dice"
    rest = f", {held - count} kept for the surge" if count < held else ""
    return f"Cast in all with {dice} first{rest}"


def _cost(profile: ScrollhammerUnit, asked: int) -> tuple[int, str]:
    if asked:
        return asked, "the spell"
    for piece in profile.spells:
        cost = piece.stats.get("cost")
        if isinstance(cost, int):
            return cost, piece.name
    raise MatchUpError(
        "/situation/cost",
        f"{clause(profile.name, 'knows')} no spell with a printed cost",
    )


def _steps(
    profile: ScrollhammerUnit, name: str, cost: int, dice: int, held: int
) -> list[Step]:
    steps = [
        Step(
            "Rolling to Cast a Spell",
            f"{MAGIC}: Rolling to Cast a Spell",
            f"{name}: the sum of {dice} D6 reaches {cost}",
            profile.side,
        )
    ]
    if held > dice:
        text = f"after a failure, {held - dice} D3 are added, once"
        steps.append(Step("Surge", f"{MAGIC}: Surge", text, profile.side))
    return steps


def _notes(profile: ScrollhammerUnit, cost: int, held: int) -> tuple[str, ...]:
    if FACES * held >= cost:
        return ()
    return (
        f"{held} power dice never reach {cost}: {profile.name} may not try "
        f"({MAGIC}: Casting Cost is Too High?).",
    )
