"""Combats of several units of Scrollhammer played out die by die.

Written from the rulebook alone (Multiple Combats; Flanks; charges at several units). It
shares no code with the odds. The units stand in `simulator_line_units`, what they do in
a round in `simulator_line_round`.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.simulator import (
    drink,
    only,
    put_back,
    regrow,
)
from tests.rulesets.games.scrollhammer.simulator_departures import tread
from tests.rulesets.games.scrollhammer.simulator_line_round import Round
from tests.rulesets.games.scrollhammer.simulator_line_units import (
    AWAY,
    LEFT,
    SHORT,
    SLAIN,
    STANDS,
    STUCK,
    TAKEN,
    Scene,
    Unit,
    lay_out,
)
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    d6,
    dares,
    depth,
    take_in_hand,
)


def play(question: MatchUp, fights: int, seed: int, most: int = 60) -> Scene:
    """Fight a combat of several units many times, to its end."""
    rng = np.random.default_rng(seed)
    scene = lay_out(question, fights)
    scene.lost_first = {side: np.zeros(fights, dtype=np.int64) for side in "ab"}
    come_on(rng, scene)
    for number in range(question.rounds or most):
        if number:
            scene.turn = "b" if scene.turn == "a" else "a"
            for unit in scene.units.values():
                unit.body.paralyzed &= number < 2
                take_in_hand(unit.body, unit.body.later)
        for unit in scene.units.values():
            unit.body.dice = "own" if unit.side == scene.turn else "kept"
        fought = False
        for here in alike(scene):
            fought |= one_case(rng, scene, here, number)
        if not fought:
            break
    run_away(rng, scene)
    return scene


def run_away(rng: np.random.Generator, scene: Scene) -> None:
    """Whoever got away falls back 2D6 inches."""
    for unit in scene.units.values():
        if not unit.rear.is_open():
            inches = d6(rng, len(unit.fate), 2).sum(axis=1)
            stuck = unit.rear.run(rng, unit.fate == AWAY, inches)
            unit.fate = np.where(stuck, STUCK, unit.fate)
        cross(rng, scene, unit, (unit.fate == AWAY) | (unit.fate == LEFT))


def cross(rng: np.random.Generator, scene: Scene, unit: Unit, who: Bools) -> None:
    """Every model of those who move over dangerous ground tests."""
    if scene.question.situation.get("dangerous-ground") and who.any():
        tread(rng, unit.body, who)
        unit.fate = np.where(who & (unit.body.count() == 0), SLAIN, unit.fate)


def come_on(rng: np.random.Generator, scene: Scene) -> None:
    """Charges arrive or not; who is caught as it falls back rallies or is removed."""
    units = scene.units
    fights = len(units["a"].fate)
    for unit in units.values():
        if unit.comes_from:
            dice = np.sort(d6(rng, fights, 3), axis=1)
            hard = unit.body.paralyzed
            hard |= any(units[foe].body.unseen != "none" for foe in unit.arcs)
            reach = dice[:, :2].sum(axis=1) if hard else d6(rng, fights, 2).sum(axis=1)
            foes = [units[foe].body for foe in unit.arcs]
            afraid = [foe for foe in foes if foe.says("test:fear", "start")]
            stays = ~dares(rng, unit.body, (afraid or foes)[0])
            short = stays | (reach < unit.comes_from)
            unit.fate = np.where(short, SHORT, unit.fate)
    arrived = {key: one.comes_from > 0 for key, one in units.items()}
    came = {key: arrived[key] & (one.fate == STANDS) for key, one in units.items()}
    for unit in units.values():
        if unit.runs:
            reached = np.any([units[foe].fate == STANDS for foe in unit.arcs], axis=0)
            roll = d6(rng, fights, 2).sum(axis=1)
            rallies = (roll <= unit.body.highest("ld")) | (roll == 2)
            unit.fate = np.where(reached & ~rallies, TAKEN, unit.fate)
    for key, unit in units.items():
        cross(rng, scene, unit, came[key])


def alike(scene: Scene) -> Iterator[Bools]:
    """Yield the fights in which the same units are there and face the same way."""
    rows = np.stack([one.fate for one in scene.units.values()], axis=1)
    known, which = np.unique(rows, axis=0, return_inverse=True)
    for number in range(len(known)):
        yield which.reshape(-1) == number


def one_case(rng: np.random.Generator, scene: Scene, here: Bools, number: int) -> bool:
    """Play a round where the same units fight; tell whether any does."""
    fates = {key: str(one.fate[here][0]) for key, one in scene.units.items()}
    there = {
        key: [foe for foe in sorted(one.arcs) if fates[key] == fates[foe] == STANDS]
        for key, one in sorted(scene.units.items())
    }
    there = {key: foes for key, foes in there.items() if foes}
    if not there:
        return False
    if number:
        for key, foes in there.items():
            grow_back(rng, scene, key, here)
            turn_round(rng, scene, key, foes, here)
            drink(rng, scene.units[key].body, here)
    facing = np.stack([scene.units[key].faces for key in there], axis=1)
    known, which = np.unique(facing, axis=0, return_inverse=True)
    for row in range(len(known)):
        some = here & (which.reshape(-1) == row)
        if some.any():
            part = {
                key: replace(
                    scene.units[key],
                    body=only(scene.units[key].body, some),
                    fate=scene.units[key].fate[some],
                    faces=scene.units[key].faces[some],
                )
                for key in there
            }
            lost = Round(rng, scene.question, part, there, number == 0).fight()
            for key, one in part.items():
                put_back(scene.units[key].body, one.body, some)
                scene.units[key].fate[some] = one.fate
                if not number:
                    scene.lost_first[key[0]][some] += lost[key]
    return True


def grow_back(rng: np.random.Generator, scene: Scene, key: str, here: Bools) -> None:
    """Lost wounds of those who still fight grow back at the start of their turn."""
    unit = scene.units[key]
    if unit.side == scene.turn:
        body = only(unit.body, here)
        regrow(rng, body)
        put_back(unit.body, body, here)


def turn_round(
    rng: np.random.Generator, scene: Scene, key: str, foes: list[str], here: Bools
) -> None:
    """Turn those who are locked with the enemy in their flank alone, if they may."""
    unit = scene.units[key]
    side = unit.body
    if unit.side != scene.turn or len(foes) > 1 or side.formation != "Ranks":
        return
    if unit.arcs[foes[0]] == "front":
        return
    roll = d6(rng, len(here), 2).sum(axis=1)
    turns = here & ~unit.faces & (roll <= side.highest("ld"))
    unit.faces = unit.faces | turns
    in_place = scene.question.readings.get("turned", "in-place") == "in-place"
    if unit.arcs[foes[0]] == "flank" and in_place:
        wide = np.maximum(depth(side.count(), side.files), 1)
        side.files = np.where(turns, wide, side.files)
