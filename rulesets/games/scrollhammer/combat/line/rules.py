"""The rounds of a multiple combat: blows, result, break tests, sweeps, and the turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from functools import cached_property, partial
from itertools import product

from rulesets.games.scrollhammer.combat.fights.leadership import (
    leadership,
    morale,
    passes_morale,
    tested,
)
from rulesets.games.scrollhammer.combat.fights.result import MOST_DIFFERENCE, leaving
from rulesets.games.scrollhammer.combat.fights.round import useless
from rulesets.games.scrollhammer.combat.fights.way_back import way_back
from rulesets.games.scrollhammer.combat.line.bites import worth_of
from rulesets.games.scrollhammer.combat.line.blow_cases import CountedBlows
from rulesets.games.scrollhammer.combat.line.defeats import DefeatPrices
from rulesets.games.scrollhammer.combat.line.field import (
    DESTROYED,
    FLED,
    IN,
    LEFT,
    NEXT_TURN,
    PRICE,
    RUN_DOWN,
    MultipleCombat,
    MultipleMode,
)
from rulesets.games.scrollhammer.combat.line.ground import fates_away, sunk_of
from rulesets.games.scrollhammer.combat.line.nerve import UnitNerve, nerves_of
from rulesets.games.scrollhammer.combat.line.points import difference_in
from rulesets.games.scrollhammer.combat.line.recovery import drinking_in, mended
from rulesets.games.scrollhammer.combat.line.strikes import MultipleStrikes
from rulesets.games.scrollhammer.combat.line.sweeps import caught_by, left_by
from rulesets.games.scrollhammer.combat.line.tracks import BiteTrack, LossTrack, Track
from rulesets.games.scrollhammer.combat.side import FLANK
from rulesets.odds.battle_line.model import Blow, Recovery, RoundMoment
from rulesets.odds.battle_line.regains import Regain
from rulesets.odds.battle_line.round_codes import Digit, code_of
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.posts import signs_of
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Ints

SPAN = 2 * MOST_DIFFERENCE + 1
"""Differences that are told apart."""

Branch = tuple[MultipleMode, float]


@dataclass(frozen=True, slots=True)
class MultipleEnd:
    """A class of rounds: what tests, sweeps and turning depend on.

    Parameters
    ----------
    difference : int
        Points of A less those of B.
    nerves : dict
        Of each unit that fought.
    """

    difference: int
    nerves: dict[int, UnitNerve]


@dataclass(eq=False)
class MultipleRules:
    """The rules of a multiple combat, as `LineRules`."""

    field: MultipleCombat
    ordered: dict[MultipleMode, tuple[Blow, ...]] = member(default_factory=dict)
    known: dict[tuple[MultipleMode, int], list[Branch]] = member(default_factory=dict)

    @cached_property
    def strikes(self) -> MultipleStrikes:
        """Return the blows of all rounds."""
        return MultipleStrikes(self.field)

    @cached_property
    def prices(self) -> DefeatPrices:
        """Return the wounds that lost rounds cost."""
        return DefeatPrices(self.field)

    @cached_property
    def traps(self) -> Sequence[float]:
        """Return the chance that each unit is trapped if it falls back [chance]."""
        return [way_back(one).trapped() for one in self.field.answers]

    @cached_property
    def blows(self) -> CountedBlows:
        """Return these blows with their kernels."""
        return CountedBlows(self.strikes)

    @cached_property
    def bites(self) -> Sequence[int]:
        """Return a pool of nothing, whose tracks count bites, if there are any."""
        bites = any(isinstance(one, BiteTrack) for one in self.strikes.tracks)
        return [0] if bites else []

    @property
    def pools(self) -> Sequence[int]:
        """Return the last state of each unit: its losses lower the number."""
        states = [profile.company.states - 1 for profile in self.field.profiles]
        return [*states, *self.bites]

    @property
    def sides(self) -> Sequence[int]:
        """Return 1 for each pool of side A, and -1 for each of B."""
        return [*signs_of(self.field.posts), *self.bites]

    @cached_property
    def tracks(self) -> Sequence[int]:
        """Return the pool of each track."""
        return [self._pool_of(track) for track in self.strikes.tracks]

    def _pool_of(self, track: Track) -> int:
        if isinstance(track, BiteTrack):
            return len(self.field.posts)
        if isinstance(track, LossTrack):
            return track.unit
        company = self.field.profiles[track.unit].company
        worth, most = worth_of(company, track.place), company.states - 1
        return Regain(track.unit, worth, most)

    def recovers(self, mode: MultipleMode) -> Recovery:
        """Return the wounds that come back as a turn begins.

        Nothing does before the first round, nor to a unit that fights no more (house).
        """
        there = self.field.engaged(mode) if mode.number else ()
        back = {unit: mended(self.field, mode, unit) for unit in there}
        return {unit: moves for unit, moves in back.items() if moves is not None}

    def orders(self, mode: MultipleMode) -> Sequence[tuple[float, Sequence[Blow]]]:
        """Return the blows of a round in their order."""
        if not any(self.field.casters):
            mode = replace(mode, turn="")
        if mode.draughts:
            mode = replace(mode, draughts=(), thirsty=())
        if mode not in self.ordered:
            self.ordered[mode] = (
                *self.blows.in_mode(mode),
                *self._paid(mode),
            )
        return [(1.0, self.ordered[mode])]

    def _paid(self, mode: MultipleMode) -> Iterator[Blow]:
        """Yield the wounds that units take for a lost round, after all blows."""
        for unit in self.field.payers:
            if self.field.foes(unit, mode):
                track = self.strikes.track_of(unit, PRICE)
                blow = self.prices.blow(unit, track, mode)
                if blow is not None:
                    yield blow

    def classify(self, mode: MultipleMode, moment: RoundMoment) -> Ints:
        """Return the number of a `MultipleEnd`."""
        difference = difference_in(self.field, mode, moment) + MOST_DIFFERENCE
        digits: list[Digit] = [(difference, SPAN)]
        for unit in self.field.engaged(mode):
            nerves, which = nerves_of(self.field, mode, unit)
            digits.append((looked_up(which, moment.now(unit)), len(nerves)))
        return code_of(digits)

    def branches(self, mode: MultipleMode, kind: int) -> Sequence[Branch]:
        """Return what a round of a class leads to, with the chances."""
        key = mode, kind
        if key not in self.known:
            found: dict[MultipleMode, float] = {}
            for after, chance in self._after(mode, self._read(mode, kind)):
                found[after] = found.get(after, 0.0) + chance
            self.known[key] = [*found.items()]
        return self.known[key]

    def _read(self, mode: MultipleMode, kind: int) -> MultipleEnd:
        rest, difference = divmod(kind, SPAN)
        found = {}
        for unit in self.field.engaged(mode):
            nerves, _ = nerves_of(self.field, mode, unit)
            rest, which = divmod(rest, len(nerves))
            found[unit] = nerves[which]
        return MultipleEnd(difference - MOST_DIFFERENCE, found)

    def is_over(self, mode: MultipleMode) -> bool:
        """Return whether no enemies touch each other any more."""
        return not self.field.engaged(mode)

    def _after(self, mode: MultipleMode, end: MultipleEnd) -> Iterator[Branch]:
        """Yield the modes after a round, with their chances."""
        fates = tuple(
            DESTROYED if unit in end.nerves and not end.nerves[unit].is_left else fate
            for unit, fate in enumerate(mode.fates)
        )
        left = replace(mode, fates=fates)
        losers = self._losers(left, end)
        breaks = [self._breaks(mode, unit, end) for unit in losers]
        for fled in product((False, True), repeat=len(losers)):
            chance = 1.0
            for runs, share in zip(fled, breaks, strict=True):
                chance *= share if runs else 1 - share
            running = [unit for unit, runs in zip(losers, fled, strict=True) if runs]
            if chance > 0:
                for swept, part in self._swept(mode, left, running, end):
                    for after, last in self._left(mode, swept, end):
                        for turned, share in self._turned(mode, after, end):
                            yield turned, chance * part * last * share

    def _losers(self, left: MultipleMode, end: MultipleEnd) -> list[int]:
        """Return the units that test: all of the side that lost, if both are left."""
        there = [unit for unit in end.nerves if left.fates[unit] == IN]
        posts = self.field.posts
        if {posts[unit].side for unit in there} != {*SIDES} or not end.difference:
            return []
        lost = "b" if end.difference > 0 else "a"
        return [unit for unit in there if posts[unit].side == lost]

    def _breaks(self, mode: MultipleMode, unit: int, end: MultipleEnd) -> float:
        """Return the chance that a beaten unit falls back [chance].

        References
        ----------
        Scrollhammer Rulebook, Check Morale; Our Weapons Are Useless; Multiple Combats:
        they all use the same penalty.
        """
        profile = self.field.profile_in(unit, mode)
        if passes_morale(profile, self.field.readings):
            return 0.0
        if self.field.answers[unit].yields and self.is_useless(mode, unit):
            return 1.0
        nerve, lost_by = end.nerves[unit], abs(end.difference)
        return 1 - float(morale(tested(nerve.ld, lost_by, stubborn=nerve.stubborn)))

    def is_useless(self, mode: MultipleMode, unit: int) -> bool:
        """Return whether a unit can hurt none of the enemies that it touches.

        Who holds its blows could.
        """
        return all(
            useless(self.strikes.blows(unit, foe, mode))
            and not self.field.side(unit, foe, mode).holds_blows
            for foe in self.field.foes(unit, mode)
        )

    def _swept(
        self,
        mode: MultipleMode,
        left: MultipleMode,
        running: list[int],
        end: MultipleEnd,
    ) -> Iterator[Branch]:
        """Yield who of those that fall back is caught, with the chances.

        References
        ----------
        Scrollhammer Rulebook, Multiple Combats: a winner only sweeps if all units that
        it was locked in combat with fall back or are wiped out.
        """
        if not running:
            yield left, 1.0
            return
        hunters = []
        for unit, nerve in end.nerves.items():
            foes = [foe for foe in self.field.foes(unit, mode) if left.fates[foe] == IN]
            if left.fates[unit] == IN and foes and {*foes} <= {*running}:
                hunters.append((nerve.i, tuple(foes)))
        flights = tuple((unit, end.nerves[unit].i) for unit in running)
        ties = self.field.readings.sweep_ties == "caught"
        for caught, chance in caught_by(tuple(hunters), flights, ties=ties).items():
            fates = [*left.fates]
            for unit in running:
                fates[unit] = RUN_DOWN if unit in caught else FLED
            away = {
                unit: (self.traps[unit], end.nerves[unit].falls)
                for unit in running
                if unit not in caught
            }
            for after, share in fates_away(fates, away):
                yield replace(left, fates=after), chance * share

    def _left(
        self, mode: MultipleMode, left: MultipleMode, end: MultipleEnd
    ) -> Iterator[Branch]:
        """Yield who leaves a combat that goes on, with the chances."""
        leavers = [
            (unit, self.field.posts[unit].side, chance)
            for unit in self.field.engaged(left)
            if (chance := self._leaves(mode, left, unit, end.nerves[unit])) > 0
        ]
        if not leavers:
            yield left, 1.0
            return
        locked = partial(self._is_locked, left)
        for gone, chance in left_by(leavers, locked).items():
            falls = {unit: end.nerves[unit].falls for unit in sorted(gone)}
            for sunk, share in sunk_of(falls):
                there = self._without(left, gone)
                yield self._without(there, sunk, DESTROYED), chance * share

    def _leaves(
        self, mode: MultipleMode, left: MultipleMode, unit: int, nerve: UnitNerve
    ) -> float:
        """Return the chance that a unit passes its test to leave [chance].

        Skirmishers leave where all enemies that they touch fight in ranks.
        """
        foes = self.field.foes(unit, left)
        loose = [foe for foe in foes if self.field.profiles[foe].formation != "Ranks"]
        foe = (loose or foes)[0]
        own, other = self.field.side(unit, foe, mode), self.field.side(foe, unit, mode)
        readings, by_rule = self.field.readings, nerve.may_leave
        return leaving(own, other, nerve.i, readings, by_rule=by_rule)

    def _without(
        self, mode: MultipleMode, gone: frozenset[int], as_one: str = LEFT
    ) -> MultipleMode:
        fates = (
            as_one if unit in gone else fate for unit, fate in enumerate(mode.fates)
        )
        return replace(mode, fates=tuple(fates))

    def _is_locked(self, mode: MultipleMode, unit: int, gone: frozenset[int]) -> bool:
        return bool(self.field.foes(unit, self._without(mode, gone)))

    def _turned(
        self, mode: MultipleMode, left: MultipleMode, end: MultipleEnd
    ) -> Iterator[Branch]:
        """Yield the modes of the next round, who turns to face a flank told apart.

        References
        ----------
        Scrollhammer Rulebook, Fight in Ranks: Flanks. A unit tests at the start of its
        own Movement phase, if it is locked with the enemy in its flank alone.
        """
        if not self.field.engaged(left):
            yield MultipleMode(left.fates), 1.0
            return
        number = min(mode.number + 1, self.field.last_number)
        turn = NEXT_TURN[mode.turn]
        later = replace(left, number=number)
        tests = [
            unit
            for unit in self.field.engaged(later)
            if self.field.posts[unit].side == turn
            and len(self.field.foes(unit, later)) == 1
            and self.field.is_aside(unit, later)
        ]
        for passed in product((False, True), repeat=len(tests)):
            chance, after = 1.0, later
            for unit, turns in zip(tests, passed, strict=True):
                nerve = end.nerves[unit]
                passes = float(leadership(nerve.ld))
                chance *= passes if turns else 1 - passes
                if turns:
                    after = self._facing(after, unit, nerve.ranks)
            if chance > 0:
                after = self.field.with_turn(after, turn)
                hurt = {unit: nerve.hurt for unit, nerve in end.nerves.items()}
                for drinking, share in drinking_in(self.field, after, hurt):
                    yield drinking, chance * share

    def _facing(self, mode: MultipleMode, unit: int, ranks: int) -> MultipleMode:
        """Return a mode in which a unit has turned to its only enemy where it stands.

        Along its rear it is as wide as before.
        """
        (foe,) = self.field.foes(unit, mode)
        turned, wide = [*mode.turned], [*mode.files]
        turned[unit] = True
        if self.field.touched[unit, foe] == FLANK and ranks:
            wide[unit] = ranks
        return replace(mode, turned=tuple(turned), files=tuple(wide))
