"""Charges into combats of several units played out die by die, from the rule text."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.simulator import (
    Flags,
    Numbers,
    Table,
    come_on,
    figure,
    is_stuck,
)
from tests.rulesets.games.charge.simulator_combat import (
    Body,
    Brawl,
    fight_on,
    keys_of,
    lay_out,
)

ENDS = {
    "b-broken": "broken",
    "b-falls-back": "falls-back",
    "b-flees": "flees",
    "b-destroyed": "destroyed",
}


@dataclass
class Rush:
    """All charges of a turn: what was asked, where all will touch, and what is used."""

    fight: Brawl
    asked: dict[str, dict[str, Any]]
    coming: list[str]
    there: dict[tuple[str, str], str]
    gone: dict[str, Numbers]
    tried: dict[str, Flags]


def charged_brawl(question: MatchUp, fights: int, seed: int) -> Brawl:
    """Charge into a combat, then fight it to its end."""
    fight = lay_out(question, fights, seed)
    rush = begin(fight)
    for number in range(len(rush.coming)):
        come(rush, number)
    return fight_on(fight, question)


def begin(fight: Brawl) -> Rush:
    """Take all who charge out of contact."""
    situation = dict(fight.question.situation)
    asked = {
        key: situation if key in ("a", "b") else body.said
        for key, body in fight.bodies.items()
    }
    coming = [
        key
        for key in sorted(fight.bodies)
        if key[0] == "a" and asked[key].get("charges-from")
    ]
    there = {
        (key, foe): str(place[0])
        for key, body in fight.bodies.items()
        for foe, place in body.places.items()
    }
    for key, foe in there:
        if key in coming or foe in coming:
            fight.bodies[key].places[foe][:] = ""
    size = len(fight.over)
    return Rush(
        fight,
        asked,
        coming,
        there,
        {key: np.zeros(size, dtype=np.int64) for key in fight.bodies},
        {key: np.zeros(size, dtype=bool) for key in fight.bodies},
    )


def target_of(rush: Rush, key: str) -> str:
    """Return whom a unit charges."""
    named = keys_of(rush.fight.question)
    return named[key].touches or "b" if key in named else "b"


def come(rush: Rush, number: int) -> None:
    """Play one charge in all fights in which it may be made."""
    key = rush.coming[number]
    fight, target = rush.fight, target_of(rush, key)
    own, other = fight.bodies[key], fight.bodies[target]
    place = rush.there[target, key]
    distance = np.full(len(fight.over), int(rush.asked[key]["charges-from"]))
    if any(
        target_of(rush, before) == target and rush.there[target, before] == place
        for before in rush.coming[:number]
    ):
        distance = distance + rush.gone[target]
    may = own.stands() & other.stands() & (distance < figure(own.fighter, "speed"))
    if is_stuck(own.fighter):
        may[:] = False
    free = may_react(rush, target, number)
    fight.arrived[key] = fight.driven[key] = 0
    for reacts in (True, False):
        at = np.flatnonzero(may & (free == reacts))
        if len(at):
            play(rush, (own, other), at, distance[at], reacts)


def may_react(rush: Rush, target: str, number: int) -> Flags:
    """Tell where the target of a charge may react to it."""
    reaction = rush.asked[target].get("reaction", "none")
    if reaction == "shield-wall":
        return ~rush.tried[target]
    free = ~rush.fight.touching(rush.fight.bodies[target])
    if reaction == "tactical-genius" and number:
        free[:] = False
    return free


def play(
    rush: Rush, pair: tuple[Body, Body], at: Numbers, distance: Numbers, reacts: bool
) -> None:
    """Play a charge of one unit at another as one of two alone."""
    own, other = pair
    said = {f"a.{word}": answer for word, answer in own.said.items()}
    said |= {f"b.{word}": answer for word, answer in other.said.items()}
    said["use-fearsome"] = rush.asked[own.key].get("use-fearsome", False)
    said["volley-fire"] = rush.asked[other.key].get("volley-fire", False)
    if reacts:
        said["reaction"] = rush.asked[other.key].get("reaction", "none")
    question = MatchUp(
        "charge",
        "charge",
        own.fighter,
        other.fighter,
        said,
        rush.fight.question.readings,
    )
    place = rush.there[other.key, own.key]
    table = Table(
        dice=rush.fight.table.dice,
        wounds_a=own.wounds[at],
        wounds_b=other.wounds[at],
        distance=distance.copy(),
        stood=np.ones(len(at), dtype=bool),
        broken=np.zeros(len(at), dtype=bool),
        walled=np.zeros(len(at), dtype=bool),
        facing=np.full(len(at), place, dtype="U16"),
        ended=np.full(len(at), "", dtype="U24"),
        declared=np.zeros(len(at), dtype=bool),
    )
    come_on(table, question)
    own.wounds[at], other.wounds[at] = table.wounds_a, table.wounds_b
    own.fate[at[table.ended == "a-destroyed"]] = "destroyed"
    for ended, fate in ENDS.items():
        other.fate[at[table.ended == ended]] = fate
    for word, count in table.ran.items():
        rush.fight.ran[other.key + word.removeprefix("b")] += count
    if reacts:
        rush.tried[other.key][at[table.stood]] = True
    met = np.flatnonzero(table.ended == "")
    most = figure(own.fighter, "push") + figure(own.fighter, "speed")
    push = np.maximum(most - table.distance - figure(other.fighter, "push"), 0)
    rush.fight.arrived[own.key] += len(met)
    rush.fight.driven[own.key] += int(push[met].sum())
    left = np.where(table.stood, 0, table.distance - distance)
    leave_behind(rush, pair, at[met], push[met], left[met], table.facing[met])
    close_in(rush, pair, at[met], table.facing[met])
    other.walled[at[met]] |= table.walled[met]
    rush.gone[other.key][at[met]] += push[met] + left[met]


def leave_behind(
    rush: Rush,
    pair: tuple[Body, Body],
    at: Numbers,
    push: Numbers,
    left: Numbers,
    hit: Any,
) -> None:
    """Part whoever touched a unit that was driven back or went away."""
    _, other = pair
    read = rush.fight.question.readings.get("pushed-out", "same-side")
    for foe in rush.fight.foes(other):
        place = other.places[foe.key][at]
        parts = left > 0
        if read == "any":
            parts = parts | (push > 0)
        if read == "same-side":
            parts = parts | ((push > 0) & (place == hit))
        other.places[foe.key][at[parts]] = ""
        foe.places[other.key][at[parts]] = ""


def close_in(rush: Rush, pair: tuple[Body, Body], at: Numbers, hit: Any) -> None:
    """Let a charger touch its target, and whoever else it is said to touch."""
    own, other = pair
    for foe in rush.fight.foes(own):
        both = at[foe.stands()[at]]
        own.places[foe.key][both] = rush.there[own.key, foe.key]
        foe.places[own.key][both] = rush.there[foe.key, own.key]
    other.places[own.key][at] = hit
