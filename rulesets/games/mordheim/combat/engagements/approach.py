"""Two Mordheim fighters who are still apart: one turn of moving and shooting."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.attack import NEEDS, harm
from rulesets.games.mordheim.combat.blows.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.blows.powder import may_misfire, misfiring
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows, sparse
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.engagements.hurls import (
    Hurl,
    ShotEnd,
    first_throw,
)
from rulesets.games.mordheim.combat.engagements.movement import (
    INCH,
    MET,
    Apart,
    MoveEnd,
    Mover,
    moved,
)
from rulesets.games.mordheim.combat.shots.loading import (
    after_loading,
    after_shot,
    freed,
    is_netted,
    netted,
    not_ready,
)
from rulesets.games.mordheim.combat.shots.misfires import (
    FINE,
    RiskyShots,
    risky_shots,
)
from rulesets.games.mordheim.combat.shots.shooting import (
    Aiming,
    MordheimVolley,
    moment_at,
    reach,
    shot,
    volley_with,
)
from rulesets.odds.answer import Step
from rulesets.odds.sides import OTHER, SIDES, Side


class MordheimContact(NamedTuple):
    """A charge that has arrived: who charged, and how both are; see `Apart`.

    ``dive`` is what a diving charge adds to his Strength, 0 for none [pips]; ``edge``
    says that the charged still stands at the edge at which he stood.
    """

    charger: Side
    a: int
    b: int
    empty_a: int
    empty_b: int
    dive: int = 0
    edge: bool = False


After = Apart | MordheimContact


@dataclass(frozen=True, slots=True)
class FiredWeapon:
    """A turn's shots: the weapon's place, -1 for none, and what they do to the target.

    ``risky`` are shots that may misfire, ``hurl`` is a throw in place of them.
    """

    which: int = -1
    rows: ChanceRows = ()
    risky: RiskyShots | None = None
    hurl: Hurl | None = None

    def after(self, firer: int, target: int) -> Iterator[tuple[ShotEnd, float]]:
        """Yield what is left of the gun, of its firer and of his target [chance]."""
        if self.hurl is not None:
            yield from self.hurl.after(firer, target)
        elif self.risky is not None:
            for (gun, own, place), share in self.risky.after(firer, target).items():
                yield (gun, own, place, False), share
        else:
            for place, share in self.rows[target]:
                yield (FINE, firer, place, False), share


@dataclass(slots=True)
class MordheimApproach:
    """Turns of two fighters who are apart."""

    movers: Mapping[Side, Mover]
    context: MordheimContext
    _rows: dict[tuple[Side, Apart], dict[After, float]] = field(default_factory=dict)
    _shots: dict[tuple[object, ...], FiredWeapon] = field(default_factory=dict)
    _spells: dict[Side, ChanceRows] = field(default_factory=dict)

    def turn(self, now: Apart, active: Side) -> dict[After, float]:
        """Return the states after a turn of one side, with the chance of each."""
        key = active, now
        if key not in self._rows:
            found: dict[After, float] = {}
            for after, share in self._turn(now, active):
                begun = self._next_begun(after, active)
                found[begun] = found.get(begun, 0.0) + share
            self._rows[key] = found
        return self._rows[key]

    def _next_begun(self, after: After, active: Side) -> After:
        """Return the states as the next turn finds them.

        Fire and nets stop one in his own turn. Who fell from an edge is on the level;
        who has met stands at none any more.
        """
        a, b = (self.movers[side].side for side in SIDES)
        if isinstance(after, MordheimContact):
            if not after.edge:
                after = after._replace(a=a.lowered[after.a], b=b.lowered[after.b])
        else:
            level = after.level or a.low[after.a] or b.low[after.b]
            after = after._replace(level=level)
        if active == "a":
            return after._replace(a=a.again[after.a], empty_a=freed(after.empty_a))
        return after._replace(b=b.again[after.b], empty_b=freed(after.empty_b))

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
        held = is_netted(_empty(now, active))
        for place, share in mover.side.rests[begun]:
            here = _with_state(now, active, place)
            for step, of in moved(mover, place, now, risen=risen, netted=held):
                if not of:
                    continue
                there = here._replace(spent=here.spent | step.spent)
                if step.falls:
                    for state, one in mover.falls[place]:
                        yield self._fallen(there, active, state), share * of * one
                    continue
                if step.distance == MET:
                    met = _contact(there, active, step.dive)
                    yield self._at_edge(met, level=there.level), share * of
                    continue
                there = there._replace(distance=step.distance)
                for after, one in self._acted(there, active, step, place):
                    yield after, share * of * one

    def _at_edge(self, met: MordheimContact, *, level: bool) -> MordheimContact:
        """Return a charge with whether it strikes one who keeps to his edge."""
        charged = OTHER[met.charger]
        keeps = self.context.situation.of(charged).keeps_edge
        return met._replace(edge=True) if keeps and not level else met

    def _fallen(self, now: Apart, active: Side, place: int) -> After:
        """Return where one is who fell in his dive: he lies 2" from his enemy."""
        there = _with_state(now, active, place)._replace(distance=2 * INCH, level=True)
        stands = self.movers[active].side.posture[place] == STANDING
        charges = self.context.readings.failed_dive == "charges"
        return _contact(there, active, 0) if stands and charges else there

    def _acted(
        self, now: Apart, active: Side, step: MoveEnd, place: int
    ) -> Iterator[tuple[Apart, float]]:
        """Yield where the shooting phase leads: a spell within reach, else a shot."""
        own = self.movers[active].side
        spell = own.party.casts
        able = own.strikes[place] and not is_netted(_empty(now, active))
        reaches = spell is not None and spell.reaches(now.distance / INCH)
        if spell is None or not reaches or not able:
            yield from self._shot(now, active, step)
            return
        target = OTHER[active]
        if active not in self._spells:
            struck = self.movers[target].side.striking
            self._spells[active] = spell.rows(struck)
        for after, share in self._spells[active][now.b if target == "b" else now.a]:
            yield _with_state(now, target, after), share

    def _shot(
        self, now: Apart, active: Side, step: MoveEnd
    ) -> Iterator[tuple[Apart, float]]:
        mover = self.movers[active]
        empty = _empty(now, active)
        fired = self.best_shot(active, empty, now.distance, step)
        if fired.which < 0:
            if step.shoots:
                now = _with_empty(
                    now, active, after_loading(empty, mover.missiles.reloads)
                )
            yield now, 1.0
            return
        target = OTHER[active]
        own, struck = (now.a, now.b) if active == "a" else (now.b, now.a)
        for (gun, firer, hurt, caught), share in fired.after(own, struck):
            left = after_shot(empty, fired.which, mover.missiles.empties, gun)
            after = _with_state(_with_empty(now, active, left), target, hurt)
            if caught:
                after = _with_empty(after, target, netted(_empty(after, target)))
            yield _with_state(after, active, firer), share

    def best_shot(
        self, active: Side, empty: int, distance: int, step: MoveEnd
    ) -> FiredWeapon:
        """Return the shots of the loaded weapon that does most from here, if one does.

        Parameters
        ----------
        active : str
        empty : int
            What is not ready; see `loading`.
        distance : int
            [half inches]
        step : MoveEnd
            The movement before it.
        """
        if not step.shoots or is_netted(empty):
            return FiredWeapon()
        empty = not_ready(empty)
        key = active, empty, distance, step.moved
        if key not in self._shots:
            self._shots[key] = self._chosen(active, empty, distance, step)
        return self._shots[key]

    def _chosen(
        self, active: Side, empty: int, distance: int, step: MoveEnd
    ) -> FiredWeapon:
        mover = self.movers[active]
        target = self.movers[OTHER[active]]
        aiming = Aiming(
            distance / INCH,
            cover=target.cover,
            moved=step.moved,
            twice=self.context.situation.twice,
        )
        if thrown := first_throw(mover, target, empty, aiming, self.context):
            return FiredWeapon(thrown[0], hurl=thrown[1])
        best: tuple[float, int, MordheimVolley | None, list[Step]] = (0.0, -1, None, [])
        for which, weapon in enumerate(mover.missiles.shot):
            if empty >> which & 1 or aiming.distance > reach(mover.warrior, weapon):
                continue
            apart = self.context.untraced()
            one = volley_with(mover.warrior, weapon, target.warrior, aiming, apart)
            if not self.context.readings.arrows_burn:
                one = replace(one, blow=replace(one.blow, alight=0.0))
            worth = one.shots * one.hits * harm(one.blow)
            if worth > best[0]:
                far = 2 * aiming.distance > reach(mover.warrior, weapon)
                best = worth, which, one, _shot_when(apart.trace.steps, aiming, far=far)
        if best[2] is None:
            return FiredWeapon()
        self.context.trace.add(*best[3])
        one, readings = best[2], self.context.readings
        rows = sparse(shot(target.side.striking, one, 1, readings))
        if not (readings.misfires and may_misfire(one.weapon)):
            return FiredWeapon(best[1], rows)
        return FiredWeapon(best[1], rows, self._risky(mover, one, target))

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


def _empty(now: Apart, side: Side) -> int:
    return now.empty_a if side == "a" else now.empty_b


def _with_state(now: Apart, side: Side, place: int) -> Apart:
    return now._replace(a=place) if side == "a" else now._replace(b=place)


def _with_empty(now: Apart, side: Side, empty: int) -> Apart:
    return now._replace(empty_a=empty) if side == "a" else now._replace(empty_b=empty)
