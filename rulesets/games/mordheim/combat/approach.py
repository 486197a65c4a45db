"""Two Mordheim fighters who are still apart: one turn of moving and shooting.

Distances are counted in half inches, since who has just stood up moves at half rate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulesets.games.mordheim.combat.attack import NEEDS, harm
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.heights import Dive, initiative_test
from rulesets.games.mordheim.combat.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.loading import (
    after_loading,
    after_shot,
    not_ready,
)
from rulesets.games.mordheim.combat.misfires import (
    FINE,
    ChanceRows,
    RiskyShots,
    may_misfire,
    misfiring,
    risky_shots,
    sparse,
)
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.combat.shooting import (
    Aiming,
    MordheimVolley,
    moment_at,
    reach,
    shot,
    volley_with,
)
from rulesets.games.mordheim.combat.side import SideStates
from rulesets.odds.answer import Step
from rulesets.odds.sides import OTHER, SIDES, Side

INCH = 2
"""Half inches."""

NEAR = 8 * INCH
"""Nobody runs with an enemy as near as this [half inches]."""

CLOSEST = 1 * INCH
"""The shortest distance without a charge [half inches]."""


class Apart(NamedTuple):
    """The states of two fighters who have not met.

    Parameters
    ----------
    a, b : int
        Their states, as places in `Body.states`.
    distance : int
        [half inches]
    empty_a, empty_b : int
        Which of their missile weapons are not ready; see `loading`.
    level : bool
        True where both stand at one height, also after a fall.
    """

    a: int
    b: int
    distance: int
    empty_a: int = 0
    empty_b: int = 0
    level: bool = True


class MordheimContact(NamedTuple):
    """A charge that has arrived: who charged, and how both are; see `Apart`.

    ``dive`` is what a diving charge adds to his Strength, 0 for none [pips].
    """

    charger: Side
    a: int
    b: int
    empty_a: int
    empty_b: int
    dive: int = 0


After = Apart | MordheimContact


@dataclass(frozen=True, slots=True)
class Mover:
    """The moves and shots of one fighter while they are apart.

    Parameters
    ----------
    side : SideStates
    moves, dashes : int
        How far he walks, and runs or charges [half inches].
    farther : mapping
        What a die adds to his charge, with the chance of each [half inches].
    closes : bool
        True if he goes for the enemy; else he stays where he is.
    runs : bool
        True if he runs where he may rather than walk and shoot.
    least : float
        Chance to arrive from which he declares a charge [chance].
    must : bool
        True if he charges whenever he may reach, for as long as he is in frenzy.
    held, held_calm : float
        Chance that fear holds back his charge, and when his frenzy is gone [chance].
    missiles : tuple of MordheimWeapon
    empties, reloads : int
        Bits of the weapons that a shot empties, and of those that can be loaded again.
    cover : int
        What his cover takes off the roll to hit him [pips].
    dive : Dive, optional
        His charge from above.
    falls : list
        Where a fall in his dive leads from each of his states [chance].
    ladder : int
        Height that he climbs to charge; 0 for none [half inches].
    """

    side: SideStates
    moves: int
    dashes: int
    farther: Mapping[int, float]
    closes: bool
    runs: bool
    least: float
    must: bool
    held: float
    held_calm: float
    missiles: tuple[MordheimWeapon, ...] = ()
    empties: int = 0
    reloads: int = 0
    cover: int = 0
    dive: Dive | None = None
    falls: ChanceRows = ()
    ladder: int = 0

    @property
    def warrior(self) -> Warrior:
        """Return the fighter himself."""
        return self.side.party.warrior


MET = -1


@dataclass(frozen=True, slots=True)
class _Step:
    """The end of a movement phase, `MET` for blows, with whether one may shoot.

    ``dive`` is what a dive adds to his Strength; ``falls`` that he fell in it.
    """

    distance: int
    shoots: bool
    moved: bool = False
    dive: int = 0
    falls: bool = False


@dataclass(frozen=True, slots=True)
class _Fired:
    """A turn's shots: the weapon's place, -1 for none, and what they do to the target.

    ``risky`` are shots that may misfire.
    """

    which: int = -1
    rows: ChanceRows = ()
    risky: RiskyShots | None = None

    def after(self, firer: int, target: int) -> dict[tuple[int, int, int], float]:
        """Return what is left of the gun, of its firer and of his target [chance]."""
        if self.risky is not None:
            return self.risky.after(firer, target)
        return {(FINE, firer, place): share for place, share in self.rows[target]}


@dataclass(slots=True)
class MordheimApproach:
    """Turns of two fighters who are apart."""

    movers: Mapping[Side, Mover]
    context: MordheimContext
    _rows: dict[tuple[Side, Apart], dict[After, float]] = field(default_factory=dict)
    _shots: dict[tuple[object, ...], _Fired] = field(default_factory=dict)

    def turn(self, now: Apart, active: Side) -> dict[After, float]:
        """Return the states after a turn of one side, with the chance of each."""
        key = active, now
        if key not in self._rows:
            found: dict[After, float] = {}
            for after, share in self._turn(now, active):
                found[after] = found.get(after, 0.0) + share
            self._rows[key] = found
        return self._rows[key]

    def over(self, now: Apart) -> bool:
        """Return whether one of them is out of action."""
        return any(
            self.movers[side].side.posture[place] >= OUT
            for side, place in zip(SIDES, (now.a, now.b), strict=True)
        )

    def _turn(self, now: Apart, active: Side) -> Iterator[tuple[After, float]]:
        mover = self.movers[active]
        begun = now.a if active == "a" else now.b
        risen = mover.side.posture[begun] == KNOCKED_DOWN
        for place, share in mover.side.recovers[begun]:
            here = _with_state(now, active, place)
            for step, of in _moved(mover, place, now, risen=risen):
                if not of:
                    continue
                if step.falls:
                    for state, one in mover.falls[place]:
                        yield self._fallen(here, active, state), share * of * one
                    continue
                if step.distance == MET:
                    yield _contact(here, active, step.dive), share * of
                    continue
                there = here._replace(distance=step.distance)
                for after, one in self._shot(there, active, step):
                    yield after, share * of * one

    def _fallen(self, now: Apart, active: Side, place: int) -> After:
        """Return where one is who fell in his dive: he lies 2" from his enemy."""
        there = _with_state(now, active, place)._replace(distance=2 * INCH, level=True)
        stands = self.movers[active].side.posture[place] == STANDING
        charges = self.context.readings.failed_dive == "charges"
        return _contact(there, active, 0) if stands and charges else there

    def _shot(
        self, now: Apart, active: Side, step: _Step
    ) -> Iterator[tuple[Apart, float]]:
        mover = self.movers[active]
        fired = self._best(now, active, step) if step.shoots else _Fired()
        empty = now.empty_a if active == "a" else now.empty_b
        if fired.which < 0:
            if step.shoots:
                now = _with_empty(now, active, after_loading(empty, mover.reloads))
            yield now, 1.0
            return
        target = OTHER[active]
        own, struck = (now.a, now.b) if active == "a" else (now.b, now.a)
        for (gun, firer, hurt), share in fired.after(own, struck).items():
            left = after_shot(empty, fired.which, mover.empties, gun)
            after = _with_state(_with_empty(now, active, left), target, hurt)
            yield _with_state(after, active, firer), share

    def _best(self, now: Apart, active: Side, step: _Step) -> _Fired:
        """Return the shots of the loaded weapon that does most from here."""
        empty = not_ready(now.empty_a if active == "a" else now.empty_b)
        key = active, empty, now.distance, step.moved
        if key not in self._shots:
            self._shots[key] = self._chosen(active, empty, now.distance, step)
        return self._shots[key]

    def _chosen(self, active: Side, empty: int, distance: int, step: _Step) -> _Fired:
        mover = self.movers[active]
        target = self.movers[OTHER[active]]
        aiming = Aiming(
            distance / INCH,
            cover=target.cover,
            moved=step.moved,
            twice=self.context.situation.twice,
        )
        best: tuple[float, int, MordheimVolley | None, list[Step]] = (0.0, -1, None, [])
        for which, weapon in enumerate(mover.missiles):
            if empty >> which & 1 or aiming.distance > reach(mover.warrior, weapon):
                continue
            apart = self.context.untraced()
            one = volley_with(mover.warrior, weapon, target.warrior, aiming, apart)
            worth = one.shots * one.hits * harm(one.blow)
            if worth > best[0]:
                far = 2 * aiming.distance > reach(mover.warrior, weapon)
                best = worth, which, one, _shot_when(apart.trace.steps, aiming, far=far)
        if best[2] is None:
            return _Fired()
        self.context.trace.add(*best[3])
        one, readings = best[2], self.context.readings
        rows = sparse(shot(target.side.striking, one, 1, readings))
        if not (readings.misfires and may_misfire(one.weapon)):
            return _Fired(best[1], rows)
        return _Fired(best[1], rows, self._risky(mover, one, target))

    def _risky(self, mover: Mover, one: MordheimVolley, target: Mover) -> RiskyShots:
        own, enemy, context = mover.warrior, target.warrior, self.context
        moment = moment_at(enemy, context)
        blow = misfiring(one.blow, own, one.weapon, enemy, moment, context)
        each = context.readings.shot_criticals == "each"
        return risky_shots(
            mover.side, target.side, blow, one.shots, one.hits, each=each
        )


def _shot_when(steps: list[Step], aiming: Aiming, *, far: bool) -> list[Step]:
    """Return the steps of a shot; what it needs says from where it is shot."""
    when = "beyond half range" if far else "within half range"
    when += ", having moved" if aiming.moved else ""
    return [
        replace(step, text=f"{when}: {step.text}") if step.rule == NEEDS else step
        for step in steps
    ]


def _contact(now: Apart, active: Side, dive: int) -> MordheimContact:
    return MordheimContact(active, now.a, now.b, now.empty_a, now.empty_b, dive)


def _with_state(now: Apart, side: Side, place: int) -> Apart:
    return now._replace(a=place) if side == "a" else now._replace(b=place)


def _with_empty(now: Apart, side: Side, empty: int) -> Apart:
    return now._replace(empty_a=empty) if side == "a" else now._replace(empty_b=empty)


def _moved(
    mover: Mover, place: int, now: Apart, *, risen: bool
) -> Iterator[tuple[_Step, float]]:
    """Yield where a fighter's movement phase leads, with the chance of each."""
    state, distance = mover.side.states[place], now.distance
    if state.posture != STANDING:
        yield _Step(distance, shoots=False), 1.0
    elif state.dull:
        yield _Step(_nearer(distance, mover.moves // 2), shoots=False), 0.5
        yield _Step(distance, shoots=False), 0.5
    elif not risen and _declares(mover, distance, calm=state.calm):
        yield from _charged(mover, now, calm=state.calm)
    elif mover.closes:
        yield _walked(mover, distance, risen=risen), 1.0
    else:
        yield _Step(distance, shoots=True), 1.0


def arrives(mover: Mover, distance: int) -> float:
    """Return the chance that a charge arrives [chance]."""
    return sum(
        share
        for more, share in mover.farther.items()
        if mover.dashes + more >= distance
    )


def _declares(mover: Mover, distance: int, *, calm: bool) -> bool:
    chance = arrives(mover, distance)
    if mover.must and not calm:
        return chance > 0
    return mover.closes and chance > 0 and chance >= mover.least


def _charged(mover: Mover, now: Apart, *, calm: bool) -> Iterator[tuple[_Step, float]]:
    held = mover.held_calm if calm else mover.held
    chance = arrives(mover, now.distance)
    yield _Step(now.distance, shoots=False), held
    for step, share in _arrived(mover, now):
        yield step, (1 - held) * chance * share
    short = _nearer(now.distance, mover.moves)
    yield _Step(short, shoots=False), (1 - held) * (1 - chance)


def _arrived(mover: Mover, now: Apart) -> Iterator[tuple[_Step, float]]:
    """Yield where a charge leads that reaches its enemy: on the level, down, or up.

    References
    ----------
    Mordheim Rulings, Diving Charge; Charge (up ladders: an Initiative test, failed he
    ends at the bottom).
    """
    if now.level or not (mover.dive or mover.ladder):
        yield _Step(MET, shoots=False), 1.0
    elif mover.dive:
        yield _Step(MET, shoots=False, dive=mover.dive.strength), mover.dive.lands
        yield _Step(MET, shoots=False, falls=True), 1 - mover.dive.lands
    else:
        climbs = initiative_test(mover.warrior)
        yield _Step(MET, shoots=False), climbs
        bottom = min(now.distance, max(CLOSEST, mover.ladder))
        yield _Step(bottom, shoots=False), 1 - climbs


def _walked(mover: Mover, distance: int, *, risen: bool) -> _Step:
    if mover.runs and not risen and distance > NEAR:
        return _Step(_nearer(distance, mover.dashes), shoots=False)
    near = _nearer(distance, mover.moves // 2 if risen else mover.moves)
    return _Step(near, shoots=True, moved=near < distance)


def _nearer(distance: int, by: int) -> int:
    return max(min(distance, CLOSEST), distance - by)
