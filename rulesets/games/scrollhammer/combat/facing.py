"""Flanked units that turn to face their enemy: which rounds may follow each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat.approach import leadership
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.result import nerves
from rulesets.games.scrollhammer.combat.round import Rounds, rounds_of
from rulesets.games.scrollhammer.combat.side import FLANK, ScrollhammerSide
from rulesets.odds.fight.model import Round
from rulesets.odds.volley import Floats

Sides = tuple[ScrollhammerSide, ScrollhammerSide]


@dataclass(frozen=True, slots=True)
class Facing:
    """How both sides stand in a round.

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


def standings(sides: Sides, readings: ScrollhammerReadings) -> tuple[Facing, ...]:
    """Return how two sides may stand round by round; the first round is the first.

    Turns alternate; the first round is fought in the turn of who charged, or of side
    a. A flanked unit tests at the start of each of its own turns until it passes.

    References
    ----------
    Scrollhammer Rulebook, Fight in Ranks: Flanks.
    """
    turn = "b" if sides[1].charged else "a"
    found = [(sides, True, turn)]
    led: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    while len(led) < len(found):
        here, _, turn = found[len(led)]
        turn = "b" if turn == "a" else "a"
        turner = turn if here["ab".index(turn)].struck_aside else ""
        turned = _turned(here["ab".index(turn)], readings) if turner else ()
        leads = []
        for one in (here, *(_facing(here, turner, files) for files in turned)):
            key = one, False, turn if _flanked(one) else ""
            if key not in found:
                found.append(key)
            leads.append(found.index(key))
        led.append((turner, tuple(leads), turned))
    return tuple(
        Facing(here, first, turner, leads, turned)
        for (here, first, _), (turner, leads, turned) in zip(found, led, strict=True)
    )


def _flanked(sides: Sides) -> bool:
    return any(side.struck_aside for side in sides)


def _turned(side: ScrollhammerSide, readings: ScrollhammerReadings) -> tuple[int, ...]:
    """Return how wide a side may stand once every model has turned [models]."""
    if side.struck != FLANK or readings.turned == "as-wide":
        return (0,)
    return tuple(range(1, int(side.line().max()) + 1))


def _facing(sides: Sides, turner: str, files: int) -> Sides:
    a, b = sides
    return (a.faces(files), b) if turner == "a" else (a, b.faces(files))


def rounds_in(
    found: Sequence[Facing], played: Rounds, readings: ScrollhammerReadings
) -> dict[Sides, Rounds]:
    """Return what is fought as both sides stand; ``played`` as they stand at first."""
    known = {found[0].sides: played}
    for one in found:
        if one.sides not in known:
            known[one.sides] = rounds_of(*one.sides, readings)
    return known


def rounds_led(
    found: Sequence[Facing], known: dict[Sides, Rounds], readings: ScrollhammerReadings
) -> tuple[Round, ...]:
    """Return the rounds of all standings, and what each leads to."""
    rounds = []
    for one in found:
        fought = known[one.sides]
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
    by_kind = kinds_a if standing.turner == "a" else kinds_b
    passes = np.array([float(leadership(one.ld)) for one in by_kind])
    wide = np.array([one.ranks for one in by_kind])
    split = [passes * ((wide == files) | (files == 0)) for files in standing.turned]
    shape = (1, -1, 1) if standing.turner == "a" else (1, 1, -1)
    sizes = len(table) // (len(kinds_a) * len(kinds_b)), len(kinds_a), len(kinds_b)
    columns = [
        table[:, 0] * np.broadcast_to(share.reshape(shape), sizes).reshape(-1)
        for share in (1 - sum(split), *split)
    ]
    led: Floats = np.column_stack([*columns, table[:, 1:]])
    return led
