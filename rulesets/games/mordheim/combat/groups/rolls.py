"""Groups of Mordheim fighters who are still apart, rolled for many games at once.

Each die falls by the tables by which all that may be is followed; see `GroupApproach`.
A game is a column, a fighter a row: where he is, and what he is like by number.
"""

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from rulesets.games.mordheim.combat.fights.turn_tables import (
    Flags,
    in_order,
    numbered,
)
from rulesets.games.mordheim.combat.groups.approach import (
    GroupApproach,
    GroupContact,
    GroupsApart,
)
from rulesets.games.mordheim.combat.groups.before import BeforeContact
from rulesets.games.mordheim.combat.groups.dice import (
    ARRIVED,
    GOODS_BITS,
    GroupDice,
)
from rulesets.games.mordheim.combat.groups.likenesses import (
    BITS,
    GONE,
    GOODS,
    MOST,
    Likenesses,
)
from rulesets.odds.native.bindings import chased_kernel
from rulesets.odds.native.structures import CChased
from rulesets.odds.sampling import generator
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Ints

FAR = MOST - 1
"""A distance that nobody comes to, in which who is out is said to be [half inches]."""

PLACE_BITS = 3
"""Bits of a fighter's place in his group."""

NOBODY = 1 << 60
"""More than anybody's turn to shoot or to be shot at."""

MOST_GAMES = 1 << 18
"""Games that are rolled at most."""

PILOT = 1 << 10
"""Games that are rolled to see how much work they are."""

WORK = 46_000_000
"""Looks at one fighter of one game: about a third of a second of work."""

AT_ONCE = 1 << 15
"""Games that are rolled at one go: what a processor has at hand."""

OF_A_TURN = 20_000
"""Looks that take as long as what each turn takes besides."""


@dataclass(slots=True)
class _Line:
    """The fighters of a side in all games: a row each, a column for a game."""

    at: Ints
    like: Ints

    def some(self, games: Ints) -> "_Line":
        """Return the same in some of the games."""
        return _Line(self.at.take(games, axis=1), self.like.take(games, axis=1))

    @property
    def left(self) -> Flags:
        """Return in which games anybody is left."""
        found: Flags = (self.like != GONE).any(axis=0)
        return found


class GroupRolls:
    """Games of two groups, rolled on from all that may be before a turn.

    Parameters
    ----------
    approach : GroupApproach
    live : mapping
        How all may be [chance].
    active : str
        Whose turn it is.
    turns : int
        Turns at most from here on [turns].
    """

    def __init__(
        self,
        approach: GroupApproach,
        live: Mapping[GroupsApart, float],
        active: Side,
        turns: int,
    ) -> None:
        self.live, self.active, self.turns = live, active, turns
        movers = approach.single.movers
        likes = {side: Likenesses(movers[side].side) for side in SIDES}
        self.dice: dict[Side, GroupDice] = {
            side: GroupDice(approach, side, likes[side], likes[OTHER[side]])
            for side in SIDES
        }
        self._begins = self._lines()
        self._each = self._looks = 0.0
        self._found = BeforeContact()

    def roll(self, seed: str) -> BeforeContact:
        """Return what comes of as many games as a third of a second allows."""
        pilot = self._rolled(PILOT, np.random.default_rng(PILOT), WORK)
        room = WORK - OF_A_TURN * len(pilot.met) * MOST_GAMES // AT_ONCE
        games = room * PILOT / max(1.0, self._looks)
        games = int(min(MOST_GAMES, max(PILOT, games)))
        return self._rolled(games, generator(seed), 2 * WORK)

    def _rolled(
        self, games: int, rng: np.random.Generator, most: float
    ) -> BeforeContact:
        """Roll so many games, as long as they are not too much work."""
        whole = sum(self.live.values())
        self._each, self._looks = whole / games, 0.0
        self._found = BeforeContact(rolled=whole, games=games)
        at = self._begun(games, rng)
        for begin in range(0, games, AT_ONCE):
            some = at[begin : begin + AT_ONCE]
            lines = {side: line.some(some) for side, line in self._begins.items()}
            self._play(lines, rng, self._looks + most * len(some) / games)
        return self._found

    def _play(
        self, lines: dict[Side, _Line], rng: np.random.Generator, most: float
    ) -> None:
        found, active = self._found, self.active
        for number in range(self.turns):
            live = lines["a"].at.shape[1]
            if not live:
                return
            if self._looks + OF_A_TURN * number > most:
                return
            if number == len(found.met):
                found.met.append({})
            found.turns += self._each * live
            lines = self._turn(lines, active, rng, found.met[number])
            active = OTHER[active]
        found.add_apart(self._apart(lines))

    def _begun(self, games: int, rng: np.random.Generator) -> Ints:
        """Return how games begin, each way as often as it is likely, in any order."""
        shares = np.array([*self.live.values()])
        counts = rng.multinomial(games, shares / shares.sum())
        found: Ints = np.repeat(np.arange(len(counts)), counts)
        return found

    def _lines(self) -> dict[Side, _Line]:
        """Return all ways to begin as a column each."""
        found: dict[Side, _Line] = {}
        for side, lines in zip(SIDES, zip(*self.live, strict=True), strict=True):
            most = max(map(len, lines))
            number = self.dice[side].likes.number
            at = np.zeros((most, len(lines)), dtype=np.int64)
            like = np.full((most, len(lines)), GONE)
            for game, line in enumerate(lines):
                at[: len(line), game] = [one.at for one in line]
                like[: len(line), game] = [number(one) for one in line]
            found[side] = _Line(at, like)
        return found

    def _turn(
        self,
        lines: dict[Side, _Line],
        active: Side,
        rng: np.random.Generator,
        charges: dict[GroupContact, float],
    ) -> dict[Side, _Line]:
        """Return the games that go on after a turn of one side; add its charges."""
        own, foe = lines[active], lines[OTHER[active]]
        dice = self.dice[active]
        self._looks += own.at.size * (1 + len(foe.at))
        moved = self._charge if dice.minds_goods else self._move
        flags = moved(own, foe, active, rng)
        met: Flags = np.bitwise_or.reduce(flags) & ARRIVED > 0
        if met.any():
            here, on = np.flatnonzero(met), np.flatnonzero(~met)
            arrived = flags.take(here, axis=1) & ARRIVED > 0
            for contact, share in self._contacts(
                active, own.some(here), arrived, foe.some(here)
            ):
                charges[contact] = charges.get(contact, 0.0) + share
            own, foe, flags = own.some(on), foe.some(on), flags.take(on, axis=1)
        if dice.shoots:
            self._looks += own.at.size * (2 + len(foe.at))
            self._shoot(own, flags, foe, active, rng)
        own.like = dice.after()[own.like]
        lines = {active: own, OTHER[active]: foe}
        left = own.left & foe.left
        if left.all():
            return lines
        ended, on = np.flatnonzero(~left), np.flatnonzero(left)
        self._found.add_apart(
            self._apart({side: line.some(ended) for side, line in lines.items()})
        )
        return {side: line.some(on) for side, line in lines.items()}

    def _move(
        self, own: _Line, foe: _Line, active: Side, rng: np.random.Generator
    ) -> Ints:
        """Move all of a side; return how each has moved."""
        dice = self.dice[active]
        near = _nearest(own, foe, dice.likes.looks().up, dice.foes.looks().up)
        key = own.like << (BITS + 1) | near
        steps, like, flags = dice.moves.drawn(key.ravel(), rng)
        own.at += steps.reshape(key.shape)
        own.like = like.reshape(key.shape)
        moved: Ints = flags.reshape(key.shape)
        return moved

    def _charge(
        self, own: _Line, foe: _Line, active: Side, rng: np.random.Generator
    ) -> Ints:
        """Do the same among goods of the enemies, who is nearest the first."""
        dice, flags = self.dice[active], np.zeros_like(own.like)
        self._looks += 2 * own.at.size * (1 + len(foe.at))
        for turn in in_order(_order(own, dice, active, flags)):
            (here,) = (turn < NOBODY).nonzero()
            one = turn[here] & (1 << PLACE_BITS) - 1
            like, at = own.like[one, here], own.at[one, here]
            whom, near = self._enemies(at, like, foe, here, dice)
            target = foe.like[whom, here]
            left = dice.foes.looks().goods_left[target]
            key = (like << (BITS + 1) | near) << GOODS_BITS | left
            steps, own.like[one, here], flags[one, here], used = dice.charges.drawn(
                key, rng
            )
            own.at[one, here] = at + steps
            foe.like[whom, here] = dice.foes.after_charges_at(target, used)
        foe.like = dice.foes.after_all_charges(foe.like)
        return flags

    @staticmethod
    def _enemies(
        at: Ints, like: Ints, foe: _Line, here: Ints, dice: GroupDice
    ) -> tuple[Ints, Ints]:
        """Return whom each charges, and twice how far that is, 1 more if steep."""
        looks, up = dice.foes.looks(), dice.likes.looks().up[like]
        best = np.full(len(here), NOBODY)
        for place, (where, likes) in enumerate(zip(foe.at, foe.like, strict=True)):
            other = likes[here]
            away = np.abs(at - where[here]) << 1 | up ^ looks.up[other]
            worth = (away << GOODS | looks.goods_rank[other]) << 1 | looks.lies[other]
            worth = (worth << BITS | looks.worth[other]) << PLACE_BITS | place
            worth[other == GONE] = NOBODY
            np.minimum(best, worth, out=best)
        return best & (1 << PLACE_BITS) - 1, best >> (PLACE_BITS + BITS + 1 + GOODS)

    def _shoot(
        self,
        own: _Line,
        flags: Ints,
        foe: _Line,
        active: Side,
        rng: np.random.Generator,
    ) -> None:
        """Let all of a side shoot one after the other, who is nearest the first."""
        dice = self.dice[active]
        for turn in in_order(_order(own, dice, active, flags)):
            here = np.flatnonzero((turn < NOBODY) & foe.left)
            one = turn[here] & (1 << PLACE_BITS) - 1
            like = own.like[one, here]
            whom, distance = self._targets(own.at[one, here], foe, here, dice)
            begun = dice.begun(like, flags[one, here], distance)
            target = foe.like[whom, here]
            own.like[one, here], foe.like[whom, here] = dice.shots.drawn(
                begun << BITS | target, rng
            )

    @staticmethod
    def _targets(
        at: Ints, foe: _Line, here: Ints, dice: GroupDice
    ) -> tuple[Ints, Ints]:
        """Return whom each shoots at, and how far away that is [half inches]."""
        looks = dice.foes.looks()
        best = np.full(len(here), NOBODY)
        for place, (where, likes) in enumerate(zip(foe.at, foe.like, strict=True)):
            like = likes[here]
            away = np.abs(at - where[here])
            worth = (looks.lies[like] << BITS | away) << BITS | looks.worth[like]
            worth = worth << PLACE_BITS | place
            worth[like == GONE] = NOBODY
            np.minimum(best, worth, out=best)
        away = best >> (BITS + PLACE_BITS) & MOST - 1
        return best & (1 << PLACE_BITS) - 1, away

    def _contacts(
        self, active: Side, own: _Line, arrived: Flags, foe: _Line
    ) -> Iterator[tuple[GroupContact, float]]:
        """Yield who meets whom where a charge has arrived."""
        likes, foes = self.dice[active].likes, self.dice[active].foes
        mine_alone, theirs_alone = (
            likes.without_goods(own.like),
            foes.without_goods(foe.like),
        )
        for (mine, theirs), share in self._counted(
            mine_alone << 1 | arrived, theirs_alone
        ):
            contact = GroupContact(
                active,
                likes.throng(one >> 1 for one in mine if one & 1),
                likes.throng(one >> 1 for one in mine if not one & 1),
                foes.throng(theirs),
            )
            yield contact, share

    def _apart(self, lines: dict[Side, _Line]) -> Iterator[tuple[GroupsApart, float]]:
        a, b = (self.dice[side].likes for side in SIDES)
        for (of_a, of_b), share in self._counted(lines["a"].like, lines["b"].like):
            yield GroupsApart(a.throng(of_a), b.throng(of_b)), share

    def _counted(
        self, some: Ints, others: Ints
    ) -> Iterator[tuple[tuple[list[int], list[int]], float]]:
        """Yield what is in columns, of two kinds in any order, and how often."""
        if not some.size:
            return
        columns = in_order(some.copy()), in_order(others.copy())
        code = numbered((row, 2 * MOST) for rows in columns for row in rows)
        _, places, counts = np.unique(code, return_index=True, return_counts=True)
        for at, count in zip(places.tolist(), counts.tolist(), strict=True):
            mine, theirs = (rows[:, at].tolist() for rows in columns)
            yield (mine, theirs), count * self._each


def _order(own: _Line, dice: GroupDice, active: Side, flags: Ints) -> Ints:
    """Return numbers in whose order all of a side act, who is nearest the first.

    The lowest bits are the place of each; who is out of action is `NOBODY`.
    """
    ahead = own.at if active == "b" else -own.at
    rank = dice.likes.looks().rank[own.like]
    order: Ints = (((ahead + MOST) << BITS | rank) << 3 | flags & 7) << PLACE_BITS
    order += np.arange(len(order))[:, np.newaxis]
    order[own.like == GONE] = NOBODY
    return order


def _nearest(own: _Line, foe: _Line, own_up: Ints, foe_up: Ints) -> Ints:
    """Return twice how far the nearest enemy of each is, and 1 if that way is steep.

    It is 0 of who is out of action [half inches].
    """
    kernel = chased_kernel()
    if kernel is None:
        return _nearest_by_numpy(own, foe, own_up, foe_up)
    found = np.empty_like(own.at)
    lines = own.at, own.like, foe.at, foe.like, own_up, foe_up
    held = [np.ascontiguousarray(one, np.int64) for one in lines]
    told = CChased(
        own.at.shape[1],
        len(own.at),
        len(foe.at),
        GONE,
        FAR << 1,
        *(one.ctypes.data for one in held),
        found.ctypes.data,
    )
    kernel(ctypes.byref(told))
    return found


def _nearest_by_numpy(own: _Line, foe: _Line, own_up: Ints, foe_up: Ints) -> Ints:
    """Return what `_nearest` does where the kernel is not there."""
    found = np.full(own.at.shape, FAR << 1)
    for at, other in zip(foe.at, foe.like, strict=True):
        away = np.abs(own.at - at) << 1 | own_up[own.like] ^ foe_up[other]
        np.minimum(found, np.where(other == GONE, FAR << 1, away), out=found)
    found[own.like == GONE] = 0
    return found
