"""Combats of several units of Charge played out die by die: an independent witness.

Written from the rule text alone; it shares no code with the odds.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.match_up import Fighter, Further, MatchUp
from tests.rulesets.games.charge.simulator import (
    Flags,
    Numbers,
    Table,
    active_side,
    attack,
    bonuses,
    figure,
    has,
    is_stuck,
    met,
    morale_test,
    morale_value,
    name_of,
    piercing,
    pivoted,
    rolled,
    set_up,
)

Words = NDArray[np.str_]
MILD = ("flees", "falls-back", "broken", "destroyed")


PLACES = ("first", "second", "third")
"""Enemies in its front at which a unit is said to strike first."""

MOST_WOUNDS = 1_000


@dataclass
class Body:
    """A unit on the table: its wounds and what became of it, fight by fight.

    ``places`` tells where each enemy touches it, "" where he does not.
    """

    key: str
    fighter: Fighter
    said: dict[str, Any]
    wounds: Numbers
    fate: Words
    walled: Flags
    places: dict[str, Words] = field(default_factory=dict)

    @property
    def side(self) -> str:
        return self.key[0]

    def stands(self) -> Flags:
        stands: Flags = self.fate == "stands"
        return stands

    def alive(self) -> Flags:
        alive: Flags = self.wounds > 0
        return alive


@dataclass
class Brawl:
    """A combat: all units by their names, and when each fight was over."""

    table: Table
    question: MatchUp
    bodies: dict[str, Body]
    over: Numbers
    arrived: dict[str, int] = field(default_factory=dict)
    driven: dict[str, int] = field(default_factory=dict)
    ran: Counter[str] = field(default_factory=Counter)

    def foes(self, body: Body) -> list[Body]:
        return [self.bodies[key] for key in sorted(body.places)]

    def touching(self, body: Body) -> Flags:
        """Tell where a unit still touches an enemy."""
        found = np.zeros(len(body.wounds), dtype=bool)
        for foe in self.foes(body):
            found |= self.meet(body, foe)
        return found

    def meet(self, body: Body, foe: Body) -> Flags:
        """Tell where two units touch."""
        touching: Flags = body.places[foe.key] != ""
        return body.stands() & foe.stands() & touching

    def going(self) -> Flags:
        found = np.zeros(len(self.over), dtype=bool)
        for body in self.bodies.values():
            found |= self.touching(body)
        return found

    def of_side(self, side: str) -> list[Body]:
        return [self.bodies[key] for key in sorted(self.bodies) if key[0] == side]

    def endings(self) -> list[str]:
        """Return the key of how each fight ended."""
        told = {side: self._side_fates(side) for side in "ab"}
        going = self.going()
        return [
            "undecided" if on else ("parted" if a == b == "holds" else named(a, b))
            for on, a, b in zip(
                going.tolist(), told["a"].tolist(), told["b"].tolist(), strict=True
            )
        ]

    def _side_fates(self, side: str) -> Words:
        bodies = self.of_side(side)
        fate = np.full(len(self.over), "holds", dtype="U12")
        gone = np.logical_and.reduce([~body.stands() for body in bodies])
        for word in MILD[::-1]:
            some = np.logical_or.reduce([body.fate == word for body in bodies])
            fate[gone & some] = word
        return fate


def named(a: str, b: str) -> str:
    return name_of(a, b, fall_back_ends=True)


def keys_of(question: MatchUp) -> dict[str, Further]:
    """Return the units beside A and B by their keys: a2, a3 and so on."""
    found: dict[str, Further] = {}
    for one in question.further:
        number = 2 + sum(key[0] == one.side for key in found)
        found[f"{one.side}{number}"] = one
    return found


def lay_out(question: MatchUp, fights: int, seed: int) -> Brawl:
    """Put all units on the table, each where it is said to touch an enemy."""
    table = set_up(question, fights, seed)
    situation = dict(question.situation)
    told: dict[str, tuple[Fighter, dict[str, Any]]] = {}
    for side, fighter in (("a", question.a), ("b", question.b)):
        own = {k[2:]: v for k, v in situation.items() if k.startswith(f"{side}.")}
        told[side] = fighter, own
    named = keys_of(question)
    for key, one in named.items():
        told[key] = one.fighter, dict(one.situation)
    bodies = {
        key: Body(
            key,
            fighter,
            said,
            np.full(
                fights, figure(fighter, "wounds") - int(said.get("wounds-lost", 0))
            ),
            np.full(fights, "stands", dtype="U12"),
            np.zeros(fights, dtype=bool),
        )
        for key, (fighter, said) in told.items()
    }

    def meet(own: str, other: str, in_own: str, in_other: str) -> None:
        if other not in bodies[own].places:
            bodies[own].places[other] = np.full(fights, in_own, dtype="U16")
            bodies[other].places[own] = np.full(fights, in_other, dtype="U16")

    usual = [told[side][1].get("touched-in", "front") for side in "ab"]
    meet("a", "b", *usual)
    for key, one in named.items():
        other = one.touches or {"a": "b", "b": "a"}[one.side]
        said = told[key][1]
        meet(key, other, said.get("touched-in", "front"), said.get("contact", "front"))
    return Brawl(table, question, bodies, np.full(fights, -1))


def brawl(question: MatchUp, fights: int, seed: int) -> Brawl:
    """Fight a combat of several units many times, to its end."""
    return fight_on(lay_out(question, fights, seed), question)


def fight_on(found: Brawl, question: MatchUp) -> Brawl:
    """Fight on until nobody touches an enemy, or the rounds are over."""
    found.over[~found.going()] = 0
    number = 0
    while found.going().any() and number != question.rounds:
        fight_round(found, number)
        found.over[~found.going() & (found.over < 0)] = number
        number += 1
    return found


def fight_round(fight: Brawl, number: int) -> None:
    """Fight one round: all of the active player, then all others, then Morale."""
    readings = dict(fight.question.readings)
    active = active_side(number, readings)
    if number and readings.get("engaged-pivot"):
        for body in fight.of_side(active):
            pivot(fight, body)
    before = {key: body.wounds.copy() for key, body in fight.bodies.items()}
    there = {key: fight.touching(body) for key, body in fight.bodies.items()}
    for side in (active, "b" if active == "a" else "a"):
        for body in fight.of_side(side):
            strike(fight, body, there[body.key], before, readings)
    judge(fight, there, before, readings)
    if readings.get("shield-wall-lasts", "round") == "round":
        for body in fight.bodies.values():
            body.walled[:] = False


def pivot(fight: Brawl, body: Body) -> None:
    """Turn a unit by a quarter where it touches no enemy in its front."""
    faces = np.zeros(len(body.wounds), dtype=bool)
    for foe in fight.foes(body):
        faces |= fight.meet(body, foe) & (body.places[foe.key] == "front")
    turns = fight.touching(body) & ~faces
    for key, place in body.places.items():
        body.places[key] = np.where(turns, pivoted(place, 1), place)


def strike(
    fight: Brawl,
    body: Body,
    there: Flags,
    before: dict[str, Numbers],
    readings: dict[str, Any],
) -> None:
    """Put all attacks of a unit into one enemy in its front."""
    foes = fight.foes(body)
    # A foe in the front who has not been destroyed in this round.
    able = {
        foe.key: there & foe.stands() & foe.alive() & (body.places[foe.key] == "front")
        for foe in foes
    }
    chosen = choices(fight, body, able, before)
    left = body.wounds
    if readings.get("dead-strike"):
        left = np.where(left > 0, left, before[body.key])
    for foe in foes:
        at = np.flatnonzero(able[foe.key] & (chosen == foe.key))
        if not len(at):
            continue
        dice = rolled(
            body.fighter, figure(body.fighter, "melee-dice"), left[at], readings
        )
        need = figure(body.fighter, "melee-need")
        save = np.where(
            foe.walled[at],
            np.maximum(figure(foe.fighter, "save") - 1, 2),
            figure(foe.fighter, "save"),
        )
        save = save + piercing(body.fighter)
        _, wounds = attack(
            fight.table,
            dice,
            need - bonuses(foe.places[body.key][at], readings),
            save,
            has(body.fighter, "poisoned-attacks"),
        )
        foe.wounds[at] = np.maximum(foe.wounds[at] - wounds, 0)


def choices(
    fight: Brawl, body: Body, able: dict[str, Flags], before: dict[str, Numbers]
) -> Words:
    """Return the name of the enemy that a unit strikes at: of those able the first."""
    del fight
    strikes_at = body.said.get("strikes-at", "first")
    turns = []
    for place, key in enumerate(able):
        turn = np.full(len(body.wounds), place)
        if strikes_at in PLACES[place : place + 1]:
            turn[:] = -1
        if strikes_at == "fewest":
            turn = before[key]
        turns.append(np.where(able[key], turn, MOST_WOUNDS))
    names: Words = np.array([*able], dtype="U2")[np.argmin(turns, axis=0)]
    return names


def judge(
    fight: Brawl,
    there: dict[str, Flags],
    before: dict[str, Numbers],
    readings: dict[str, Any],
) -> None:
    """Take the Morale tests of all who lost a wound, and let who failed leave."""
    begun = {key: body.stands() for key, body in fight.bodies.items()}
    fates = {}
    for key, body in fight.bodies.items():
        fate = body.fate.copy()
        left = np.zeros(len(fate), dtype=bool)
        for foe in fight.foes(body):
            left |= begun[foe.key] & foe.alive() & (body.places[foe.key] != "")
        tests = there[key] & (body.wounds < before[key]) & body.alive()
        if not readings.get("test-after-destroying"):
            tests &= left
        at = np.flatnonzero(tests)
        said = {f"{body.side}.{word}": answer for word, answer in body.said.items()}
        value = morale_value(body.fighter, body.side, said)
        rolls = morale_test(fight.table, len(at), value)
        if not is_stuck(body.fighter):
            flights = fight.table.two_dice(int((rolls == "broken").sum()))
            asked = {f"{key}.{word}": answer for word, answer in body.said.items()}
            fight.ran.update(met(asked, key, flights))
        if is_stuck(body.fighter):
            rolls = np.where(rolls == "falls-back", "holds", rolls)
        fate[at] = np.where(rolls == "holds", "stands", rolls)
        fate[there[key] & ~body.alive()] = "destroyed"
        fates[key] = fate
    if not readings.get("fall-back-ends", True):
        fates = followed(fight, fates)
    for key, fate in fates.items():
        fight.bodies[key].fate = fate


def followed(fight: Brawl, fates: dict[str, Words]) -> dict[str, Words]:
    """Keep in contact whoever fell back while an enemy is there to follow."""
    found = {}
    for key, fate in fates.items():
        some = np.zeros(len(fate), dtype=bool)
        for foe in fight.foes(fight.bodies[key]):
            follows = np.isin(fates[foe.key], ["stands", "falls-back"])
            some |= follows & (fight.bodies[key].places[foe.key] != "")
        found[key] = np.where((fate == "falls-back") & some, "stands", fate)
    return found
