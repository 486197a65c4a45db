"""Units of a combat of several of Scrollhammer, and how it ended for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.match_up import Fighter, Further, MatchUp
from tests.rulesets.games.scrollhammer.simulator_blades import read_blade
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Side,
    read_side,
)
from tests.rulesets.games.scrollhammer.simulator_way_back import Rear, rear_of

Words = NDArray[np.str_]
Engaged = dict[tuple[str, ...], Ints]
"""Models of a unit that are engaged with any of some enemies."""
STANDS, LEFT, AWAY, CAUGHT, SLAIN = "stands", "left", "away", "run-down", "slain"
STUCK, TAKEN, SHORT = "trapped", "caught", "short"


@dataclass
class Unit:
    """A unit of the combat, in many fights at once."""

    key: str
    body: Side
    charged: bool
    strikes_at: str
    rear: Rear
    comes_from: int = 0
    runs: bool = False
    arcs: dict[str, str] = field(default_factory=dict)
    fate: Words = field(default_factory=lambda: np.zeros(0, dtype="U8"))
    faces: Bools = field(default_factory=lambda: np.zeros(0, dtype=bool))

    @property
    def side(self) -> str:
        return self.key[0]

    def toward(self, foe: str) -> Side:
        """The unit as this enemy meets it: on its front, or where it does not face."""
        arc = "front" if self.faces.all() else self.arcs[foe]
        ranked = self.body.formation == "Ranks"
        return replace(
            self.body, flanked=ranked and arc != "front", behind=arc == "rear"
        )


@dataclass
class Scene:
    """All units of a combat, and how many wounds were lost in its first round."""

    units: dict[str, Unit]
    question: MatchUp
    turn: str
    lost_first: dict[str, Ints] = field(default_factory=dict)

    def of_side(self, side: str) -> list[Unit]:
        return [self.units[key] for key in sorted(self.units) if key[0] == side]

    def left(self, side: str) -> Ints:
        found: Ints = np.sum([one.body.wounds() for one in self.of_side(side)], axis=0)
        return found

    def endings(self) -> list[str]:
        """The key of how each fight ended."""
        rows = {key: one.fate.tolist() for key, one in self.units.items()}
        count = len(next(iter(rows.values())))
        return [
            self._ending({key: rows[key][number] for key in rows})
            for number in range(count)
        ]

    def _ending(self, fates: dict[str, str]) -> str:
        if any(fighting(self.units, fates)):
            return "undecided"
        if SHORT in fates.values() and {*fates.values()} <= {SHORT, STANDS}:
            return "no-contact"
        fates = {key: STANDS if one == SHORT else one for key, one in fates.items()}
        of = {side: {fates[key] for key in fates if key[0] == side} for side in "ab"}
        gone = {side: not of[side] & {STANDS, LEFT} for side in "ab"}
        if all(gone.values()):
            slain = all(one == {SLAIN} for one in of.values())
            return "both-destroyed" if slain else "none-left"
        for side in "ab":
            if gone[side]:
                words = (
                    (AWAY, "flees"),
                    (STUCK, "trapped"),
                    (CAUGHT, "run-down"),
                    (TAKEN, "caught-fleeing"),
                    (SLAIN, "destroyed"),
                )
                return f"{side}-" + next(
                    word for fate, word in words if fate in of[side]
                )
        quit_ = [side for side in "ab" if STANDS not in of[side]]
        return f"{quit_[0]}-leaves" if len(quit_) == 1 else "parted"


def fighting(units: dict[str, Unit], fates: dict[str, str]) -> Iterator[bool]:
    """Tell of each pair that touched whether both still fight."""
    for key, one in units.items():
        for foe in one.arcs:
            yield fates[key] == fates[foe] == STANDS


Told = tuple[Fighter, dict[str, Any], list[Further]]
"""A fighter, what is said of it, and the characters in it."""


def lay_out(question: MatchUp, fights: int) -> Scene:
    """Put all units on the table, each where it is said to touch an enemy."""
    told = who_is_there(question)
    units = {key: put_down(question, key, one, fights) for key, one in told.items()}

    def arc(key: str) -> str:
        own = told[key][1]
        return "rear" if own.get("rear") else "flank" if own.get("flanked") else "front"

    units["a"].arcs["b"], units["b"].arcs["a"] = arc("a"), arc("b")
    for key, one in further_units(question):
        foe = one.touches or ("b" if one.side == "a" else "a")
        units[foe].arcs.setdefault(key, str(one.situation.get("contact", "front")))
        units[key].arcs.setdefault(foe, arc(key))
    turn = "b" if any(one.charged for one in units.values() if one.side == "b") else "a"
    return Scene(units, question, turn)


def further_units(question: MatchUp) -> Iterator[tuple[str, Further]]:
    """Number the units of each side beside its first: a2, a3, b2, ..."""
    many = {"a": 1, "b": 1}
    for one in question.further:
        if one.role == "unit":
            many[one.side] += 1
            yield f"{one.side}{many[one.side]}", one


def who_is_there(question: MatchUp) -> dict[str, Told]:
    """All units by their keys, characters with those whom they have joined."""
    said = dict(question.situation)
    told: dict[str, Told] = {}
    for side, fighter in (("a", question.a), ("b", question.b)):
        own = {key[2:]: value for key, value in said.items() if key[:2] == f"{side}."}
        told[side] = fighter, own, []
    for key, one in further_units(question):
        told[key] = one.fighter, dict(one.situation), []
    for one in question.further:
        if one.role == "character":
            told[one.joins or one.side][2].append(one)
    return told


def put_down(question: MatchUp, key: str, told: Told, fights: int) -> Unit:
    fighter, own, joining = told
    alone = replace(
        question,
        a=fighter,
        b=fighter,
        situation={f"{key[0]}.{name}": value for name, value in own.items()},
        further=tuple(joining),
    )
    body = read_side(fighter, alone, key[0], fights)
    for kind in (*body.kinds, *(body.later or ())):
        if kind.part and not kind.post:
            kind.blade = read_blade(fighter, kind.part)
    charges = bool(own.get("charges", False))
    comes_from = int(own.get("charge-distance", 0))
    at = str(own.get("strikes-at", "share"))
    rear = rear_of(own, fights, "")
    runs = bool(own.get("fleeing", False))
    if runs:
        body.formation, body.flanked = "Skirmish", False
    unit = Unit(key, body, charges or comes_from > 0, at, rear, comes_from, runs)
    unit.fate = np.full(fights, STANDS, dtype="U8")
    unit.faces = np.zeros(fights, dtype=bool)
    return unit


def taken_in(order: Sequence[str], now: Engaged) -> dict[str, Ints]:
    """Models that each enemy finds engaged with it that no earlier one has taken."""
    found: dict[str, Ints] = {}
    for place, foe in enumerate(order):
        until, before = sorted(order[: place + 1]), sorted(order[:place])
        found[foe] = now[tuple(until)] - (now[tuple(before)] if before else 0)
    return found


def reach(models: Ints, own: Side, other: Side) -> Ints:
    """Models of a unit that so many of its enemy's find beside them."""
    return (models * other.meets + own.meets - 1) // own.meets
