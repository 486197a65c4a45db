"""Departures from a combat over dangerous ground: who falls back, and who leaves.

They are solved beside the combat, once for each side, in rounds that tell apart what it
may come to. What it loses there is after the last blow: it changes nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import lefts
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fights.defeats import pays
from rulesets.games.scrollhammer.combat.fights.fates import FatedPost, posts_of
from rulesets.games.scrollhammer.combat.fights.fight import (
    fought_on,
    less_parts,
    seed_of,
)
from rulesets.games.scrollhammer.combat.fights.ground import (
    NOBODY,
    Crossing,
    crossings,
)
from rulesets.games.scrollhammer.combat.fights.result import COLUMNS
from rulesets.games.scrollhammer.combat.fights.round import Sides, begun_in, rounds_of
from rulesets.games.scrollhammer.combat.fights.way_back import Both
from rulesets.games.scrollhammer.combat.glossary import ENDINGS
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.sources import BOOK, H_TO_Q, MORALE
from rulesets.odds.answer import Odds, Step
from rulesets.odds.report import wins
from rulesets.odds.volley import Floats

COUNTED_BEFORE = "Wounds left are counted before who goes away tests dangerous ground."


@dataclass(frozen=True, slots=True, eq=False)
class Departures:
    """The chances of what one side comes to that goes away over dangerous ground.

    Parameters
    ----------
    unit : ScrollhammerUnit
    falls_back, leaves : ndarray
        ``[round, crossing]``, so far after each round and in the last row at the end:
        where it falls back to some place on the table, and where it leaves [chance].
    error, confidence : float
        As of a `FightResult`.
    """

    unit: ScrollhammerUnit
    falls_back: Floats
    leaves: Floats
    error: float
    confidence: float

    def chance(self, ends: Floats, said: Sequence[bool]) -> float:
        """Return the chance of some crossings, of those who go in one way."""
        return float(ends[-1][list(said)].sum())

    def gone(self, number: int) -> tuple[float, float]:
        """Return how often the ground took all of it, so many rounds on.

        The one of those who fell back, then of those who left [chance].
        """
        nobody = [one.after == NOBODY for one in self.kinds]
        row = min(number, len(self.leaves) - 1)
        return (
            float(self.falls_back[row, nobody].sum()),
            float(self.leaves[row, nobody].sum()),
        )

    @property
    def kinds(self) -> tuple[Crossing, ...]:
        """Return what it may come to."""
        return crossings(self.unit)[0]


def ground_steps(situation: ScrollhammerSituation) -> Iterator[Step]:
    """Yield that the ground is tested after the combat, for a trace."""
    if situation.dangerous_ground:
        text = (
            "a D6 for every model of who falls back from the combat, and of who leaves "
            "it: a wound without an armour save on a 1"
        )
        source = f"{BOOK}, Moving Through Terrain; {MORALE}: Fall Back; {H_TO_Q}: "
        yield Step("Dangerous Terrain", f"{source}Hit and Run", text)


def over_ground_all_round(
    told: Odds,
    sides: Sides,
    start: Floats,
    befalls: Both,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the same as `over_ground` of a combat that is far from the table edges.

    ``befalls`` is as of `fought_out`.
    """
    a, b = (1 - one.trapped for one in befalls)
    return over_ground(told, sides, start, (start, start), (a, b), context, rounds)


def over_ground(
    told: Odds,
    sides: Sides,
    start: Floats,
    left: tuple[Floats, Floats],
    free: tuple[float, float],
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the answer about a combat whose departures cross dangerous ground.

    Who is trapped, or comes to the table edge, takes no test of it (house). Nor does
    who takes wounds for a lost combat: fewer go away than the result counts.

    Parameters
    ----------
    told : Odds
        As the ground were safe.
    sides, start, rounds
        As of `fought_out`.
    left : tuple of ndarray
        Of a and of b: the part of the start from where that side falls back and, not
        trapped, is still on the table [chance].
    free : tuple of float
        Of a and of b: the chance that who falls back is not trapped [chance].
    context : ScrollhammerContext

    References
    ----------
    Scrollhammer Rulebook, Fall Back; Trapped; Special rules H to Q: Hit and Run.
    """
    sides = less_parts(sides, context)
    for place in range(2):
        if not pays(sides[place].profile):
            asked = sides, place, context.readings, rounds
            gone = _departures(start, left[place], free[place], *asked)
            told = _with_departures(told, gone)
    events = {**told.events, **wins(told.outcomes, ENDINGS)}
    return replace(told, events=events, notes=(*told.notes, COUNTED_BEFORE))


def _departures(
    start: Floats,
    left: Floats,
    free: float,
    sides: Sides,
    place: int,
    readings: ScrollhammerReadings,
    rounds: int | None,
) -> Departures:
    """Return what one side comes to that goes away."""
    own = replace(sides[place], treads=True)
    pair = (own, sides[1]) if place == 0 else (sides[0], own)
    count = len(crossings(own.profile)[0])
    parts, errors, sure = [], 0.0, 1.0
    for begun, way in ((left, 0), (start, 1)):
        if not begun.any() or (way and not own.leaves):
            parts.append(np.zeros((1, count)))
            continue
        seed = partial(seed_of, pair, readings, rounds)
        played = rounds_of(*pair, readings, begun_in(begun))
        fought = fought_on(pair, begun, played, readings, rounds, seed)
        rows = np.vstack([fought.by_round, fought.outcomes])
        first = len(COLUMNS) + way * count
        parts.append(rows[:, first : first + count])
        errors, sure = errors + fought.error, sure + fought.confidence - 1
    most = max(map(len, parts))
    falls_back, leaves = (_lasting(one, most) for one in parts)
    return Departures(own.profile, free * falls_back, leaves, errors, max(sure, 0.0))


def _lasting(rows: Floats, count: int) -> Floats:
    """Return at least so many rows: the last stays as it is."""
    return np.vstack([rows, np.repeat(rows[-1:], count - len(rows), axis=0)])


def _with_departures(told: Odds, gone: Departures) -> Odds:
    """Return the answer with what the ground takes of one side."""
    side = gone.unit.side
    rows = [_fallen(row, side, gone, at) for at, row in enumerate(told.by_round)]
    events = {**told.events}
    rallies = [one.rallies for one in gone.kinds]
    events[f"{side}-regroups"] = gone.chance(gone.falls_back, rallies)
    for post in posts_of(gone.unit):
        if f"{post.key}-slain" in events:
            _slay(events, post, gone)
    return replace(
        told,
        outcomes=_fallen(told.outcomes, side, gone, len(gone.leaves)),
        by_round=tuple(rows),
        events=events,
        error=told.error + gone.error,
        confidence=max(0.0, told.confidence + gone.confidence - 1),
    )


def _fallen(
    row: Mapping[str, float], side: str, gone: Departures, number: int
) -> dict[str, float]:
    """Return outcomes in which who lost all on the ground is destroyed."""
    found = {**row}
    for key, chance in zip(("flees", "leaves"), gone.gone(number), strict=True):
        if f"{side}-{key}" in found:
            _move(found, f"{side}-{key}", f"{side}-destroyed", chance)
    return found


def _move(chances: dict[str, float], key: str, other: str, share: float) -> None:
    """Move a share of one chance to another; of a sampled one no more than it has."""
    share = min(share, chances[key])
    chances[key] -= share
    chances[other] += share


def _slay(events: dict[str, float], post: FatedPost, gone: Departures) -> None:
    """Tell of a unit without its characters, or of one of these, whom it takes."""
    is_left = [not case or case[post.at] for case in lefts(gone.unit)[0]]
    dies = [
        is_left[one.before] and (one.after == NOBODY or not is_left[one.after])
        for one in gone.kinds
    ]
    for fate, ends in (("away", gone.falls_back), ("stands", gone.leaves)):
        keys = f"{post.key}-{fate}", f"{post.key}-slain"
        _move(events, *keys, gone.chance(ends, dies))
