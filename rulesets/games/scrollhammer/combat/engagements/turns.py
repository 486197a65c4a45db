"""The turns of an engagement before contact: how two units move, shoot and charge."""

from collections.abc import Iterator

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.course import (
    APART,
    MARCH,
    MOVE,
    NEAR_ENEMY,
    RUN,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    GROUNDED,
    OTHER_MOOD,
    OWN_MOOD,
    OWN_ROOM,
    STEADY,
    Crowd,
    joined,
)
from rulesets.games.scrollhammer.combat.engagements.fall_backs import fallen_back
from rulesets.games.scrollhammer.combat.engagements.turn import Turn
from rulesets.odds.sides import OTHER

HOLDS = -1
"""Stands for the distance from which a charged unit shoots, where it does not."""


def act(turn: Turn, crowd: Crowd) -> None:
    """Let a side move, shoot or march, and charge, wherever both are at once."""
    if turn.course.regenerates:
        crowd = turn.befalls(crowd, "regenerates")
    moved = joined(_moved(turn, crowd))
    if moved is None:
        return
    charging: dict[bool, tuple[Turn, list[Crowd]]] = {}
    for then, those in _shot(turn, moved):
        charging.setdefault(then.course.armed, (then, []))[1].append(those)
    for then, several in charging.values():
        charges = joined(several)
        if charges is not None:
            _charge(then, charges)


def _moved(turn: Turn, crowd: Crowd) -> Iterator[Crowd]:
    """Yield those who may still act; others are kept.

    References
    ----------
    Scrollhammer Rulebook, The Movement Phase; Regrouping; Go to Ground.
    """
    for mood, those in crowd.parted(crowd.column(OWN_MOOD)).items():
        if mood == GROUNDED:
            turn.keep(those.put(OWN_MOOD, STEADY))
        elif mood == FALLING:
            turn.keep(turn.befalls(those.put(OWN_MOOD, STEADY), "regroups"))
            runs = turn.befalls(those, "runs-on")
            turn.keep(fallen_back(turn, turn.course.side, runs))
        elif turn.course.closing:
            for inches, going in _strides(turn, those, MOVE):
                yield from _come(turn, going, inches)
        else:
            yield those


def _strides(turn: Turn, crowd: Crowd, most: int) -> Iterator[tuple[int, Crowd]]:
    """Yield who moves or marches so far, at most.

    References
    ----------
    Scrollhammer Rulebook, Moving Through Terrain: Difficult Terrain; Marching.
    """
    if not turn.course.situation.rough:
        yield most, crowd
        return
    for inches in range(1, most + 1):
        yield inches, turn.befalls(crowd, "strides", most, inches)


def _come(turn: Turn, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who come nearer, and who is left of them on dangerous ground."""
    for moves, there in _nearer(turn, crowd, inches):
        yield trod(turn, there) if moves else there


def trod(turn: Turn, crowd: Crowd) -> Crowd:
    """Return who is left of this side on dangerous ground."""
    side = turn.course.side
    return turn.survivors(side, crowd, turn.befalls(crowd, "treads", side))


def _nearer(turn: Turn, crowd: Crowd, inches: int) -> Iterator[tuple[bool, Crowd]]:
    """Yield those who have come nearer, and whether they moved on dangerous ground."""
    steps = np.clip(turn.course.distances(crowd) - APART, 0, inches)
    there = crowd.put(OWN_ROOM, crowd.column(OWN_ROOM) + steps)
    if not turn.course.situation.dangerous_ground:
        yield False, there
        return
    for moves, those in there.parted(steps > 0).items():
        yield bool(moves), those


def _shot(turn: Turn, crowd: Crowd) -> Iterator[tuple[Turn, Crowd]]:
    """Yield those who may still charge, after their shots; others march or stay.

    Each come with their turn as it goes on, by what they have in hand.

    References
    ----------
    Scrollhammer Rulebook, The Shooting Phase; Equipped Items; Marching.
    """
    course = turn.course
    distances, moods = course.distances(crowd), crowd.column(OTHER_MOOD)
    kinds = (course.aims << 1 | course.charges)[distances] << 2 | moods
    for kind, those in crowd.parted(kinds).items():
        aim, charges, mood = kind >> 3, bool(kind >> 2 & 1), kind & 3
        shoots = course.shoots[aim] and not (charges and course.spares_shots)
        then = turn if shoots else turn.without_shots()
        if shoots:
            found = _after_volley(turn, aim, mood, those)
        elif course.closing and course.runs:
            found, charges = _run(turn, those), True
        elif course.closing and not charges:
            found = _marched(turn, those)
        else:
            found = [those]
        for left in found:
            if charges:
                yield then, left
            else:
                turn.keep(left)


def _after_volley(turn: Turn, aim: int, mood: int, crowd: Crowd) -> list[Crowd]:
    """Return those left after a volley and the tests of a target in some mood.

    References
    ----------
    Scrollhammer Rulebook, Morale Checks: pinning at once, casualties at the end.
    """
    other = OTHER[turn.course.side]
    stays, pins, flees = (
        turn.befalls(crowd, "shoots", aim, mood, part) for part in range(3)
    )
    turn.lose(other, crowd, stays, pins, flees)
    found = [turn.living(other, stays)]
    if mood == STEADY:
        found.append(pins.put(OTHER_MOOD, GROUNDED))
    return [*found, fallen_back(turn, other, flees)]


def _run(turn: Turn, crowd: Crowd) -> list[Crowd]:
    """Return those who have run D6 inches in place of a march (house)."""
    ran: list[Crowd] = []
    for inches in range(1, RUN + 1):
        ran += _march(turn, crowd.often(1 / RUN), inches)
    return ran


def _marched(turn: Turn, crowd: Crowd) -> list[Crowd]:
    marched = []
    near = crowd.parted(turn.course.distances(crowd) <= NEAR_ENEMY)
    for tests, those in near.items():
        if tests:
            marched.append(turn.befalls(those, "halts"))
            those = turn.befalls(those, "marches")
        for inches, going in _strides(turn, those, MARCH):
            marched += _march(turn, going, inches)
    return marched


def _march(turn: Turn, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who march so far, and those who fall back from dangerous ground.

    References
    ----------
    Scrollhammer Rulebook, Marching, in the Shooting phase; Morale Checks: a unit losing
    25% or more of its current models during a single Shooting phase.
    """
    side = turn.course.side
    for moves, there in _nearer(turn, crowd, inches):
        if not moves:
            yield there
            continue
        holds = turn.befalls(there, "treads-and-holds")
        breaks = turn.befalls(there, "treads-and-breaks")
        turn.lose(side, there, holds, breaks)
        yield turn.living(side, holds)
        yield fallen_back(turn, side, breaks)


def _charge(turn: Turn, crowd: Crowd) -> None:
    """Declare a charge where it is wanted."""
    steady = crowd.column(OWN_MOOD) == STEADY
    wanted = turn.course.charges[turn.course.distances(crowd)] & steady
    for charges, those in crowd.parted(wanted).items():
        if charges:
            declare(turn, those)
        else:
            turn.keep(those)


def declare(turn: Turn, crowd: Crowd) -> None:
    """Declare a charge, let the other react, roll the distance.

    References
    ----------
    Scrollhammer Rulebook, Charge Sub-phase; Regrouping When Charged.
    """
    course = turn.course
    crowd = _daring(turn, crowd)
    for falling, those in crowd.parted(crowd.column(OTHER_MOOD) == FALLING).items():
        if falling:
            _run_after(turn, those)
        elif course.flees:
            _run_after(turn, fallen_back(turn, OTHER[course.side], those, dice=1))
        else:
            those = _after_reaction(turn, those)
            arrives = course.arrives[course.distances(those)]
            turn.keep(those.often(1 - arrives))
            _arrived(turn, those.often(arrives), scattered=False)


def _daring(turn: Turn, crowd: Crowd) -> Crowd:
    """Return who dares to charge; who is afraid stands still in this turn."""
    if not turn.course.feared:
        return crowd
    turn.keep(turn.befalls(crowd, "balks"))
    return turn.befalls(crowd, "dares")


def _after_reaction(turn: Turn, crowd: Crowd) -> Crowd:
    """Return who charges on when the charged unit has stood and shot, where it does."""
    course = turn.course
    if not course.shoots_back:
        return crowd
    found = []
    steady = crowd.column(OTHER_MOOD) == STEADY
    shots = crowd.parted(np.where(steady, course.distances(crowd), HOLDS))
    for distance, those in shots.items():
        if distance != HOLDS:
            shot = turn.befalls(those, "is-shot", distance)
            those = turn.survivors(course.side, those, shot)
        found.append(those)
    return joined(found) or crowd


def _run_after(turn: Turn, crowd: Crowd) -> None:
    """Charge at those who fall back: caught, they regroup or are removed."""
    course = turn.course
    arrives = course.arrives[course.distances(crowd)]
    turn.keep(crowd.often(1 - arrives))
    reached = crowd.often(arrives)
    caught = turn.befalls(reached, "fails-to-stand")
    turn.sink(caught, "ends", f"{OTHER[course.side]}-caught-fleeing")
    _arrived(turn, turn.befalls(reached, "stands"), scattered=True)


def _arrived(turn: Turn, crowd: Crowd, *, scattered: bool) -> None:
    situation = turn.course.situation
    if situation.dangerous or situation.dangerous_ground:
        crowd = trod(turn, crowd)
    turn.meet(crowd, scattered=scattered)
