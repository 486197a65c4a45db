"""Standings of two sides round by round: whose turn it is, and who turns about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.fights.result import ScrollhammerNerve, nerves
from rulesets.games.scrollhammer.combat.fights.round import (
    Rounds,
    Sides,
    lasting_round,
    later_rounds,
)
from rulesets.games.scrollhammer.combat.side import (
    FLANK,
    ScrollhammerSide,
    first_turn,
)
from rulesets.games.scrollhammer.combat.spell_blades import in_the_turn
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.model import Fight, Round
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True)
class Facing:
    """The sides of a round, as they face each other.

    Parameters
    ----------
    sides : tuple of ScrollhammerSide
        Flanked or not as they are in this round.
    first : bool
        True for the round of the charge.
    turner : str
        Side that tests before the next round, "" for none.
    leads : tuple of int
        What follows: the standing after a failed test, then after a passed one, by
        each of ``turned``.
    turned : tuple of int
        Models side by side that the turner may have turned to; 0 for as many as before.
    """

    sides: Sides
    first: bool
    turner: str
    leads: tuple[int, ...]
    turned: tuple[int, ...] = ()


@kept_by_identity(most=4, objects=2)
def standings(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: ScrollhammerReadings
) -> tuple[Facing, ...]:
    """Return how two sides may stand round by round; the first round is the first."""
    return standings_of([(a, b)], readings)


def standings_of(
    begun: Sequence[Sides], readings: ScrollhammerReadings
) -> tuple[Facing, ...]:
    """Return how two sides may stand round by round.

    Turns alternate; the first round is fought in the turn of who charged, or of side
    a. A flanked unit tests at the start of each of its own turns until it passes. Who
    is paralyzed recovers at the end of the second round. Casters have new power dice in
    each of their own turns. What a side has in hand may be something else after the
    first round.

    Parameters
    ----------
    begun : sequence of tuples of ScrollhammerSide
        Both sides by each way to begin. Their first rounds are the first; ways that
        lead to the same later rounds share them.
    readings

    References
    ----------
    Scrollhammer Rulebook, Fight in Ranks: Flanks; Special rules H to Q: Paralyze, until
    the end of next turn; Equipped Items: once each turn ends, each model may switch.
    """
    last = 2 if any(side.paralyzed for sides in begun for side in sides) else 1
    found = [(sides, 0, str(first_turn(sides))) for sides in begun]
    led: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    while len(led) < len(found):
        here, number, turn = found[len(led)]
        turn = "b" if turn == "a" else "a"
        turner = turn if here["ab".index(turn)].struck_aside else ""
        turned = _turned(here["ab".index(turn)], readings) if turner else ()
        leads = []
        number = min(number + 1, last)
        for one in (here, *(_facing(here, turner, files) for files in turned)):
            after = _recovered(one) if number == 2 else one
            after = in_the_turn((_after(after[0]), _after(after[1])), turn)
            key = after, number, turn if _turns_matter(after) else ""
            if key not in found:
                found.append(key)
            leads.append(found.index(key))
        led.append((turner, tuple(leads), turned))
    return tuple(
        Facing(here, number == 0, turner, leads, turned)
        for (here, number, _), (turner, leads, turned) in zip(found, led, strict=True)
    )


def _after(side: ScrollhammerSide) -> ScrollhammerSide:
    return side.after().charge_over()


def _recovered(sides: Sides) -> Sides:
    if not any(side.paralyzed for side in sides):
        return sides
    a, b = sides
    return replace(a, paralyzed=False), replace(b, paralyzed=False)


def _turns_matter(sides: Sides) -> bool:
    """Return whether it matters in whose turn a round is fought."""
    return any(side.struck_aside or side.power != "none" for side in sides)


def _turned(side: ScrollhammerSide, readings: ScrollhammerReadings) -> tuple[int, ...]:
    """Return how wide a side may stand once every model has turned [models]."""
    if side.struck != FLANK or readings.turned == "as-wide":
        return (0,)
    return tuple(range(1, int(side.line().max()) + 1))


def _facing(sides: Sides, turner: str, files: int) -> Sides:
    a, b = sides
    return (a.faces(files), b) if turner == "a" else (a, b.faces(files))


def rounds_in(
    found: Sequence[Facing], first: Sequence[Rounds], readings: ScrollhammerReadings
) -> list[Rounds]:
    """Return the rounds of each standing; the first of them are known."""
    lasting = {one.lasting.sides: one.lasting for one in first}
    rounds = [*first]
    for one in found[len(first) :]:
        if one.sides not in lasting:
            lasting[one.sides] = lasting_round(*one.sides, readings)
        rounds.append(later_rounds(lasting[one.sides]))
    return rounds


def rounds_led(
    found: Sequence[Facing], known: Sequence[Rounds], readings: ScrollhammerReadings
) -> tuple[Round, ...]:
    """Return the rounds of all standings, and what each leads to."""
    rounds = []
    for one, fought in zip(found, known, strict=True):
        played = fought.opening if one.first else fought.cycle
        table = led_table(one, played.table, readings)
        rounds.append(replace(played, table=table, leads=one.leads))
    return tuple(rounds)


def led_table(
    standing: Facing, table: Floats, readings: ScrollhammerReadings
) -> Floats:
    """Return a round's table with a column for each way that the fight goes on."""
    if not standing.turner:
        return table
    a, b = standing.sides
    kinds_a, kinds_b = nerves(a, b, readings)[0], nerves(b, a, readings)[0]
    shape = (1, -1, 1) if standing.turner == "a" else (1, 1, -1)
    sizes = len(table) // (len(kinds_a) * len(kinds_b)), len(kinds_a), len(kinds_b)
    columns = [
        table[:, 0] * np.broadcast_to(share.reshape(shape), sizes).reshape(-1)
        for share in _turning(standing, kinds_a if standing.turner == "a" else kinds_b)
    ]
    led: Floats = np.column_stack([*columns, table[:, 1:]])
    return led


def _turning(standing: Facing, kinds: Sequence[ScrollhammerNerve]) -> list[Floats]:
    """Return the chances of each way that follows, by the nerve of who turns."""
    passes = np.array([float(leadership(one.ld)) for one in kinds])
    wide = np.array([one.ranks for one in kinds])
    split = [passes * ((wide == files) | (files == 0)) for files in standing.turned]
    return [1 - sum(split), *split]


def turning(standing: Facing, readings: ScrollhammerReadings) -> list[Floats]:
    """Return ``[a, b]`` of each way that follows: its chance by who is left of both."""
    if not standing.turner:
        return [np.ones((1, 1))]
    a, b = standing.sides
    own, other = (a, b) if standing.turner == "a" else (b, a)
    kinds, which = nerves(own, other, readings)
    shape = (-1, 1) if standing.turner == "a" else (1, -1)
    return [share[which].reshape(shape) for share in _turning(standing, kinds)]


def fight_of_standings(
    start: Floats, played: tuple[Round, ...], limit: int | None
) -> Fight:
    """Return a fight that begins in the first of some rounds."""
    begun = np.zeros((len(played), *start.shape))
    begun[0] = start
    return Fight(begun, played, limit)
