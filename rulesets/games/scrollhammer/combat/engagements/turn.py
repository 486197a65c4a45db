"""A turn of a side as it is laid down: who comes where, whatever the chances."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import contact_at
from rulesets.games.scrollhammer.combat.engagements.course import Course
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    OTHER_MOOD,
    OTHER_ROOM,
    OWN_MOOD,
    OWN_ROOM,
    STEADY,
    Crowd,
    by_value,
    joined,
    seen_across,
)
from rulesets.odds.row_sums import told_apart
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Ints
from rulesets.odds.ways import Arrivals, Ways


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A turn of a side from some spots, while it is laid down.

    Deeds are named by what happens, whether the side then has in hand what it shoots
    with, and what more tells them apart; `deeds.deed_of` says what they do. Ends are
    named by a kind and a key.

    Parameters
    ----------
    course : Course
        As the turn goes on.
    ways : Ways
        Those of the side.
    kept : list of Crowd
        Those left apart so far.
    sunk : list of (Crowd, int or ndarray)
        Those who came to ends so far, with the targets.
    """

    course: Course
    ways: Ways
    kept: list[Crowd] = field(default_factory=list)
    sunk: list[tuple[Crowd, Ints | int]] = field(default_factory=list)

    def without_shots(self) -> "Turn":
        """Return the turn as it goes on with what the side has in hand for blows."""
        ready = self.course.ready
        return self if ready is None else replace(self, course=ready)

    def befalls(self, crowd: Crowd, what: str, *more: object) -> Crowd:
        """Return those to whom something more happens."""
        name = what, self.course.armed, *more
        return crowd.after(by_value(crowd.deeds, partial(self.ways.deed, name=name)))

    def keep(self, crowd: Crowd) -> None:
        """Leave both apart in some spots."""
        self.kept.append(crowd)

    def sink(self, crowd: Crowd, kind: str, what: object) -> None:
        """Bring some to an end, or note them for one."""
        self.sunk.append((crowd, self.ways.sink((kind, what))))

    def lose(self, side: Side, before: Crowd, *after: Crowd) -> None:
        """Note the wounds of a side that are fewer among some than before."""
        self.sink(before, "loses", side)
        for one in after:
            self.sink(one.often(-1.0), "loses", side)

    def survivors(self, side: Side, before: Crowd, after: Crowd) -> Crowd:
        """Return those of whom anybody is left of a side that is hurt; others end."""
        self.lose(side, before, after)
        return self.living(side, after)

    def living(self, side: Side, crowd: Crowd) -> Crowd:
        """Return those of whom anybody is left of a side; others end."""
        dead = self.befalls(crowd, "is-gone", side)
        self.sink(dead, "ends", f"{side}-destroyed")
        return self.befalls(crowd, "is-left", side)

    def meet(self, crowd: Crowd, *, scattered: bool) -> None:
        """Bring both in contact, by a charge of this side from some spots."""
        room = self.course.length - crowd.column(OTHER_ROOM)
        near = crowd.put(OWN_ROOM, room).put(OWN_MOOD, STEADY).put(OTHER_MOOD, STEADY)
        firsts, numbers = told_apart(near.spots)
        found = [
            self._contact(spot, scattered=scattered)
            for spot in near.spots[firsts].tolist()
        ]
        targets = np.array([one for one, _ in found])[numbers].T
        shares = np.array([one for _, one in found])[numbers].T
        for target, share in zip(targets, shares, strict=True):
            self.sunk.append((crowd.often(share), target))

    def _contact(
        self, near: int, *, scattered: bool
    ) -> tuple[tuple[int, int, int], tuple[float, float, float]]:
        """Return the targets of a contact in a spot, and the shares noted for each."""
        course = self.course
        made = course.side, scattered, course.armed
        contact, (a, b) = contact_at(course.situation, course.begun, near, made)
        met = self.ways.sink(("met", contact))
        of_a, of_b = (self.ways.sink(("on-table", (contact, side))) for side in SIDES)
        return (met, of_a, of_b), (1.0, a, b)

    def arrivals(self, number: Callable[[Ints], Ints]) -> Arrivals:
        """Return all that was noted.

        ``number`` returns the places of spots as the other side sees them.
        """
        parts = [
            (crowd, np.broadcast_to(np.int64(at), len(crowd.spots)))
            for crowd, at in self.sunk
        ]
        apart = joined(self.kept)
        if apart is not None:
            parts.append((apart, number(seen_across(apart.spots))))
        crowds = joined([crowd for crowd, _ in parts])
        if crowds is None:
            raise ValueError("a turn leads nowhere")
        targets = np.concatenate([at for _, at in parts])
        there = crowds.shares != 0
        begun, deeds = crowds.begun[there], crowds.deeds[there]
        return Arrivals(begun, deeds, targets[there], crowds.shares[there])
