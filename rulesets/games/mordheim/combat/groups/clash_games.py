"""Clashes of Mordheim groups that come to what is not followed, rolled to their end.

A game is led along what is followed to where it leaves it, each way as often as it is
likely; from there on every die falls, until it is over or back where all is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.fights.orders import MordheimTurn
from rulesets.games.mordheim.combat.fights.turn import MeleeTurns
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Flags,
    added_before,
    drawn_between,
    drawn_of,
)
from rulesets.games.mordheim.combat.groups.bands import added_up
from rulesets.games.mordheim.combat.groups.clash_ends import Ends, all_ends
from rulesets.games.mordheim.combat.groups.clashes import (
    ROUNDING,
    UNOPENED,
    Beginning,
    LeftKinds,
    Walk,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.odds.sampling import UNDECIDED_AFTER
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.volley import Floats, Ints

SPARED = 2e-5
"""The part of all that may be up to which what is not followed is not rolled either.

That is told as error [chance].
"""


@dataclass(slots=True)
class _Live:
    """Games that go on: of which beginning, in what state, and if it left the way.

    ``by_b`` and ``states`` are what the codes say; see `Walk.states_of`.
    """

    whose: Ints
    codes: Ints
    strayed: Flags
    by_b: Flags
    states: Ints

    def some(self, which: Flags) -> "_Live":
        """Return some of the games."""
        return _Live(
            self.whose[which],
            self.codes[which],
            self.strayed[which],
            self.by_b[which],
            self.states[which],
        )


class ClashGames:
    """Games of clashes of one walk, so many of each beginning.

    Parameters
    ----------
    walk : Walk
    begun : sequence of Beginning
    games : array of int
        Of each beginning [games].
    rng : Generator
    """

    def __init__(
        self,
        walk: Walk,
        begun: Sequence[Beginning],
        games: Ints,
        rng: np.random.Generator,
    ) -> None:
        self.walk, self._rng = walk, rng
        self._begun, self._games = begun, games
        self._rolled = MeleeTurns(walk.melee, rng)
        self._free = added_before(walk.shares)
        self._ended: list[Ends] = []
        self._noted: list[tuple[_Live, int]] = []

    def at_last(self) -> Ends:
        """Return who is left of each game in the end."""
        chances, kinds = self.walk.leads()
        missing = self.walk.missing()
        live, led = self._begin(missing), self._led(missing)
        for _ in range(UNDECIDED_AFTER):
            if not len(live.codes):
                break
            live = self._turned(self._settled(live, chances, kinds), led)
        self._note(live, 0)
        return self._all_ended()

    def by_turn(self, turns: int) -> Ends:
        """Return the same after each turn, the first turn over; see `Walk.by_turn`."""
        missing = self.walk.missing_by_turn(turns)
        live = self._begin(missing[-1])
        self._note(live.some(live.strayed), 0)
        for turn, ahead in enumerate(missing[-2::-1], start=1):
            live = self._turned(live, self._led(ahead), turn)
            self._note(live.some(live.strayed), turn)
        return self._all_ended()

    def _begin(self, missing: Floats) -> _Live:
        """Return the games in the states in which they begin."""
        codes: list[Ints] = []
        for one, count in zip(self._begun, self._games.tolist(), strict=True):
            share = one.shares * missing[one.places]
            first: Ints = np.zeros(count, dtype=np.int64)
            at = drawn_of(share, first, first + len(share), self._rng)
            codes.append(self.walk.codes[one.places[at]])
        whose: Ints = np.repeat(np.arange(len(codes)), self._games)
        strayed = np.zeros(len(whose), dtype=np.bool_)
        return self._live(whose, np.concatenate(codes), strayed)

    def _live(self, whose: Ints, codes: Ints, strayed: Flags) -> _Live:
        return _Live(whose, codes, strayed, *self.walk.states_of(codes))

    def _settled(self, live: _Live, chances: Floats, kinds: LeftKinds) -> _Live:
        """End games that are back where all is known; return the others.

        A game that may still come to what is not followed is led to it once more.
        """
        places = self.walk.opened(live.codes)
        at = np.flatnonzero(live.strayed & (places != UNOPENED))
        leads = np.cumsum(chances[places[at]], axis=1)
        column = (leads <= self._rng.random(len(at))[:, np.newaxis]).sum(axis=1)
        done = column < len(kinds.many)
        whose = live.whose[at[done]]
        self._ended.append(kinds.ends(whose, 0, column[done], np.ones(len(whose))))
        live.strayed[at[~done]] = False
        goes_on = np.ones(len(places), dtype=np.bool_)
        goes_on[at[done]] = False
        return live.some(goes_on)

    def _led(self, ahead: Floats) -> Floats:
        """Return sums of the ways on, as each leads to what is missing then."""
        return added_before(self.walk.shares * ahead[self.walk.columns])

    def _turned(self, live: _Live, led: Floats, turn: int = 0) -> _Live:
        """Return games that go on after a turn; `_led` says how they are led.

        Those that end are noted as ended after so many turns.
        """
        walk = self.walk
        places = walk.opened(live.codes)
        known = places != UNOPENED
        strayed = live.strayed | ~known
        after = live.codes.copy()
        for at, sums in (
            (np.flatnonzero(known & ~strayed), led),
            (np.flatnonzero(known & strayed), self._free),
        ):
            if len(at):
                rows = walk.row[places[at]]
                ends = walk.begins[rows], walk.begins[rows + 1]
                entry = drawn_between(sums, *ends, self._rng)
                after[at] = walk.codes[walk.columns[entry]]
        for active, own in zip(SIDES, (~live.by_b, live.by_b), strict=True):
            at = np.flatnonzero(own & ~known)
            if len(at):
                came = self._rolled.turns(live.states[at], MordheimTurn(active))
                after[at] = walk.coded(OTHER[active], came.states)
        now = self._live(live.whose, after, strayed)
        over = self._rolled.ended(now.states)
        if not over.any():
            return now
        self._note(now.some(over), turn)
        return now.some(~over)

    def _note(self, live: _Live, turn: int) -> None:
        """Note some games as they stand after so many turns."""
        self._noted.append((live, turn))

    def _all_ended(self) -> Ends:
        """Return who is left of each game, of those that were noted as they stand."""
        whose, states = (
            np.concatenate(some)
            for some in zip(
                *((one.whose, one.states) for one, _ in self._noted), strict=True
            )
        )
        late = np.repeat(
            [turn for _, turn in self._noted],
            [len(one.whose) for one, _ in self._noted],
        )
        column, kinds = self.walk.kinds(states, self._rolled.ended(states))
        noted = kinds.ends(whose, late, column, np.ones(len(column)))
        return all_ends((*self._ended, noted))


class BegunClashes(NamedTuple):
    """Clashes of one walk: how each begins, and how much it counts.

    Parameters
    ----------
    walk : Walk
    begun : sequence of Beginning
    weights : array of float
        [chance]
    turns : int
        After each of how many it is asked who is left, 0 for in the end [turns].
    """

    walk: Walk
    begun: Sequence[Beginning]
    weights: Floats
    turns: int


def rolled_on(known: Ends, of: BegunClashes, remainder: Remainder) -> Ends:
    """Return the ends of clashes with what they come to that is not followed."""
    walk, turns = of.walk, of.turns
    ahead = walk.missing_by_turn(turns)[-1] if turns else walk.missing()
    missing = np.array([one.shares @ ahead[one.places] for one in of.begun])
    here = np.flatnonzero(missing * of.weights > ROUNDING)
    if missing @ of.weights < SPARED:
        return known
    games = remainder.games_for((missing * of.weights)[here])
    played = ClashGames(
        walk, [of.begun[at] for at in here.tolist()], games, remainder.rng
    )
    ends = played.by_turn(turns) if turns else played.at_last()
    each = missing[here] / games
    more = ends._replace(clash=here[ends.clash], share=each[ends.clash])
    return _each_once(all_ends((known, more)), of)


def _each_once(ends: Ends, of: BegunClashes) -> Ends:
    """Return ends, those that are alike as one."""
    many, one = (own.size for own in of.walk.bands.values())
    columns = (
        (ends.clash, len(of.begun)),
        (ends.turn, max(1, of.turns)),
        (ends.many, many),
        (ends.one, one),
        (ends.goes_on.astype(np.int64), 2),
    )
    (clash, turn, of_many, of_one, goes_on), share = added_up(columns, ends.share)
    return Ends(clash, turn, of_many, of_one, goes_on > 0, share)
