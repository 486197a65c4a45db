"""One turn of a Mordheim combat: recovery, the blows in their order, who flees.

On one side stands one fighter, on the other one to three alike. A turn leads from how
they all are to how they may be after it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.attack import SURE
from rulesets.games.mordheim.combat.blows import BlowGroup, Parry
from rulesets.games.mordheim.combat.body import BodyState
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.injuries import KNOCKED_DOWN, OUT, STANDING, STUNNED
from rulesets.games.mordheim.combat.orders import (
    NOTHING,
    Event,
    HeldArms,
    MordheimTurn,
    States,
)
from rulesets.games.mordheim.combat.side import (
    SCORED,
    TRIED,
    Flight,
    Kernel,
    Parting,
    Party,
    SideStates,
    kernel,
)
from rulesets.games.mordheim.combat.spines import pricked
from rulesets.games.mordheim.combat.strikes import ChanceRows
from rulesets.games.mordheim.combat.weapons import WeaponStrike, strikes
from rulesets.odds.sides import Side

Partial = tuple[States, int, int, States]
"""A turn on its way: how all are, and what of the phase is spent.

Two numbers are bits by fighter: who had his critical hit, whose parry is gone. Then how
each of the many found the one at his own first strike, -1 before it.
"""

Begun = tuple[States, frozenset[int], float]
"""States before the hand-to-hand phase, who stood up, and their chance [chance]."""

FINISHING: Mapping[str, frozenset[int]] = {
    "both": frozenset((KNOCKED_DOWN, STUNNED)),
    "stunned": frozenset((STUNNED,)),
    "neither": frozenset(),
}
"""Postures of one whom a friend put down in this phase that let another finish him."""

UNROLLED: Mapping[str, frozenset[int]] = {
    "to-hit": frozenset((STUNNED,)),
    "to-wound": frozenset((KNOCKED_DOWN, STUNNED)),
}
"""Postures of one whom a blow hits without a die, so that no pistol misfires."""


class Melee:
    """A combat of one against one or several."""

    def __init__(self, many: Party, one: Party, context: MordheimContext) -> None:
        self.lone = many.count
        self.context = context
        self._one = SideStates(one)
        self._many = SideStates(many)
        self.sides = (*(self._many for _ in range(many.count)), self._one)
        self.arms = HeldArms(self.sides, self.lone, context)
        self._alike: dict[tuple[bool, tuple[BlowGroup, ...]], int] = {}
        self._kernels: dict[tuple[int, int, bool, Parry | None, bool], Kernel] = {}
        self._spells: dict[bool, ChanceRows] = {}
        self._spines: dict[tuple[bool, int], ChanceRows] = {}
        self._sure: dict[Parting, Kernel] = {}
        self.pricks = any(side.pricks is not None for side in (many, one))
        self.finishing = FINISHING[context.readings.put_down_by_another]
        self.unrolled = UNROLLED[context.readings.knocked_down]
        self.parting = many.count > 1 and one.flees > 0
        self.flight = Flight(
            self._one, context.readings.alone == "every", self._sure_hit
        )
        self._turns: dict[tuple[States, MordheimTurn], dict[States, float]] = {}

    def side(self, side: Side) -> SideStates:
        """Return the side ``a`` or ``b``."""
        return next(one for one in self.sides if one.party.warrior.side == side)

    def places(self, states: tuple[BodyState, ...]) -> States:
        """Return the places of some states."""
        return tuple(
            side.striking.index[state]
            for side, state in zip(self.sides, states, strict=True)
        )

    def named(self, states: States) -> tuple[BodyState, ...]:
        """Return the states at some places."""
        return tuple(
            side.states[place] for side, place in zip(self.sides, states, strict=True)
        )

    def over(self, states: States) -> bool:
        """Return whether one side is gone."""
        many = self._many.posture
        return self._one.posture[states[-1]] >= OUT or all(
            many[place] >= OUT for place in states[:-1]
        )

    def turn(self, states: States, turn: MordheimTurn) -> dict[States, float]:
        """Return the states of all after a turn, with the chance of each."""
        key = states, turn
        if key not in self._turns:
            self._turns[key] = self._turn(states, turn)
        return self._turns[key]

    def _turn(self, states: States, turn: MordheimTurn) -> dict[States, float]:
        found: dict[States, float] = {}
        for begun, risen, share in self._cast(self._begun(states, turn), turn):
            for order, half in self.arms.ordered(begun, risen, turn):
                for struck, of in self._struck(begun, order, turn).items():
                    after = tuple(
                        side.again[place]
                        for side, place in zip(self.sides, struck, strict=True)
                    )
                    if self.lone > 1:
                        after = (*sorted(after[:-1]), after[-1])
                    found[after] = found.get(after, 0.0) + share * half * of
        return found

    def _begun(self, states: States, turn: MordheimTurn) -> list[Begun]:
        """Return the states after the recovery phase, and those who stood up."""
        found = [(states, frozenset[int](), 1.0)]
        if turn.charger:
            return found
        for fighter, place in enumerate(states):
            side = self.sides[fighter]
            if side.party.warrior.side != turn.active:
                continue
            up = frozenset((fighter,) if side.posture[place] == KNOCKED_DOWN else ())
            found = [
                (_with(now, fighter, after), risen | up, share * of)
                for now, risen, share in found
                for after, of in side.recovers[place]
            ]
        return found

    def _cast(self, begun: list[Begun], turn: MordheimTurn) -> list[Begun]:
        """Return the states after the shooting phase, in which the active side casts.

        References
        ----------
        Mordheim rulebook, Magic: in the shooting phase, also in combat.
        """
        for fighter, own in enumerate(self.sides):
            if own.party.casts is None or own.party.warrior.side != turn.active:
                continue
            found: list[Begun] = []
            for states, risen, share in begun:
                target = self._target(states, states, fighter)
                if target < 0 or not own.strikes[states[fighter]]:
                    found.append((states, risen, share))
                    continue
                found += [
                    (_with(states, target, after), risen, share * of)
                    for after, of in self.spell_rows(fighter)[states[target]]
                ]
            begun = found
        return begun

    def spell_rows(self, fighter: int) -> ChanceRows:
        """Return the states of an enemy after a fighter's spell, by those before."""
        is_lone = fighter == self.lone
        if is_lone not in self._spells:
            own, enemy = self._many, self._one
            if is_lone:
                own, enemy = enemy, own
            casts = own.party.casts
            self._spells[is_lone] = casts.rows(enemy.striking) if casts else ()
        return self._spells[is_lone]

    def _pricked(self, begun: States) -> dict[States, float]:
        """Return the states after the spines of both sides, which hit at once.

        What they do is done in this phase: who stood before it is struck as if he did.
        """
        live = {begun: 1.0}
        for fighter in range(len(begun)) if self.pricks else ():
            foes = begun[:-1] if fighter == self.lone else begun[-1:]
            posture = (self._many if fighter == self.lone else self._one).posture
            hits = sum(posture[place] < OUT for place in foes)
            rows = self.pricked_rows(fighter, hits)
            found: dict[States, float] = {}
            for states, share in live.items():
                for after, of in rows[states[fighter]]:
                    now = _with(states, fighter, after)
                    found[now] = found.get(now, 0.0) + share * of
            live = found
        return live

    def _found(self, begun: States, states: States) -> States:
        """Return how the many find the one before any blow: as he was before spines."""
        before, now = (self._one.posture[some[-1]] for some in (begun, states))
        return (before if now != before else -1,) * self.lone

    def pricked_rows(self, fighter: int, hits: int) -> ChanceRows:
        """Return one's states after so many hits of spines, by those before."""
        is_lone = fighter == self.lone
        own, foe = (self._one, self._many) if is_lone else (self._many, self._one)
        blow = foe.party.pricks
        key = is_lone, hits if blow else 0
        if key not in self._spines:
            self._spines[key] = (
                pricked(own.striking, blow, hits)
                if blow
                else [[(place, 1.0)] for place in range(len(own.states))]
            )
        return self._spines[key]

    def _struck(
        self, begun: States, order: list[Event], turn: MordheimTurn
    ) -> dict[States, float]:
        live: dict[Partial, float] = {
            (states, 0, 0, self._found(begun, states)): share
            for states, share in self._pricked(begun).items()
        }
        for number, event in enumerate(order):
            last = number + 1 == len(order)
            found: dict[Partial, float] = {}
            for partial, share in live.items():
                for after, of in self._one_strike(partial, begun, event, last=last):
                    found[after] = found.get(after, 0.0) + share * of
            live = found
        return self._fled(live, turn)

    def _one_strike(
        self, partial: Partial, begun: States, event: Event, *, last: bool
    ) -> list[tuple[Partial, float]]:
        fighter, numbers, again, bursts = event
        states, crits, spent, seen = partial
        target = self._target(states, begun, fighter)
        own = self.sides[fighter]
        number = numbers[own.loadout[states[fighter]]]
        if not own.strikes[states[fighter]] or target < 0 or number == NOTHING:
            return [(partial, 1.0)]
        view = self._view(partial, begun, fighter, target)
        if bursts:
            return (
                [(partial, 1.0)]
                if view in self.unrolled
                else [*self._burst(partial, fighter, number)]
            )
        parry = self._parry(partial, target) if view == STANDING else None
        rows = self.kernel(number, view, parry, used=bool(crits >> fighter & 1))
        if again and fighter < self.lone and seen[fighter] < 0:
            seen = _with(seen, fighter, view)
        counts = again or (self.parting and fighter < self.lone)
        bit, tries = counts << fighter, (not last) << target
        return [
            (
                (
                    (*states[:target], after, *states[target + 1 :]),
                    crits | bit if marks & SCORED else crits,
                    spent | tries if marks & TRIED else spent,
                    seen,
                ),
                share,
            )
            for after, marks, share in rows[states[target]]
        ]

    def _burst(
        self, partial: Partial, fighter: int, number: int
    ) -> Iterator[tuple[Partial, float]]:
        """Yield a turn after a pistol exploded on who fired it.

        Whom it put down is struck in this phase as if he still stood (house).
        """
        states, crits, spent, seen = partial
        own = self.sides[fighter]
        unseen = tuple(STANDING if one < 0 else one for one in seen)
        rows = self.kernel(number, STANDING, None, used=False)
        for after, _, share in rows[states[fighter]]:
            fell = fighter == self.lone and own.posture[after] != STANDING
            now = _with(states, fighter, after)
            yield (now, crits, spent, unseen if fell else seen), share

    def _target(self, states: States, begun: States, fighter: int) -> int:
        """Choose a fighter's target, -1 for none: one who stands before one who lies.

        Of equals he strikes one who did not just stand up: the sides are in order.
        """
        if fighter < self.lone:
            return -1 if self._one.posture[states[-1]] >= OUT else self.lone
        many = self._many
        if self.lone == 1:
            return -1 if many.posture[states[0]] >= OUT else 0
        worth = {STUNNED: 1, KNOCKED_DOWN: 2, STANDING: 3}
        able = [
            (
                worth[many.posture[begun[target]]] if many.posture[place] else 0,
                many.wounds[place],
                target,
            )
            for target, place in enumerate(states[:-1])
            if many.posture[place] < OUT
        ]
        return min(able)[2] if able else -1

    def _view(self, partial: Partial, begun: States, fighter: int, target: int) -> int:
        """Return the posture that counts: nobody finishes whom he just struck down."""
        if fighter == self.lone:
            return self._many.posture[begun[target]]
        known = partial[3][fighter]
        if known >= 0:
            return known
        now = self._one.posture[partial[0][-1]]
        return now if now in self.finishing else self._one.posture[begun[-1]]

    def _parry(self, partial: Partial, target: int) -> Parry | None:
        """Return the parry against blows, none if there is none or it was tried."""
        if partial[2] >> target & 1:
            return None
        return self.sides[target].parry[partial[0][target]]

    def kernel(
        self, number: int, view: int, parry: Parry | None, *, used: bool
    ) -> Kernel:
        """Return the effect of a strike on its target.

        Parameters
        ----------
        number : int
        view : int
            The posture that counts.
        parry : Parry, optional
        used : bool
            True if the striker has had his critical hit.
        """
        if view in self.unrolled:
            number = self.arms.rolled.get(number, number)
        groups = self.arms.strikes[number].groups
        at_lone = not self.arms.by_lone[number]
        alike = self._alike.setdefault((at_lone, groups), number)
        key = alike, view, at_lone, parry, used
        if key not in self._kernels:
            side = self._one if at_lone else self._many
            self._kernels[key] = kernel(side.party.body, groups, view, parry, used=used)
        return self._kernels[key]

    def _fled(
        self, ended: dict[Partial, float], turn: MordheimTurn
    ) -> dict[States, float]:
        """Return the states after the test of one who fights several alone."""
        fails = self.flight.fails(turn.active)
        found: dict[States, float] = {}
        for (states, crits, *_), share in ended.items():
            standing = [
                (self._many.loadout[place], bool(crits >> fighter & 1))
                for fighter, place in enumerate(states[:-1])
                if self._many.posture[place] == STANDING
            ]
            stands = self._one.posture[states[-1]] == STANDING
            if not fails or not stands or len(standing) < 2:
                found[states] = found.get(states, 0.0) + share
                continue
            found[states] = found.get(states, 0.0) + share * (1 - fails)
            for place, of in self.flight.fleeing(states[-1], standing).items():
                after = (*states[:-1], place)
                found[after] = found.get(after, 0.0) + share * fails * of
        return found

    def _sure_hit(self, striker: Parting) -> Kernel:
        if striker not in self._sure:
            loadout, used = striker
            side = self._many.party.warrior.side
            arms = self.arms.armed(0, MordheimTurn(side), calm=False, loadout=loadout)
            struck = (
                self.arms.strikes[arms[0]] if arms else self._without_attacks(loadout)
            )
            sure = BlowGroup(1, replace(struck.groups[0].blow, faces=SURE, lotus=False))
            body = self._one.party.body
            self._sure[striker] = kernel(body, (sure,), STANDING, used=used)
        return self._sure[striker]

    def _without_attacks(self, loadout: int) -> WeaponStrike:
        """Return what one strikes with at who flees though he has no Attacks."""
        own, usual = self._many.warriors[loadout], self._many.party.usual
        able, moment = replace(own, a=1), replace(usual, hates=False)
        enemy = self._one.party.warrior
        return strikes(able, enemy, moment, self.context.untraced())[0]


def _with(states: States, fighter: int, place: int) -> States:
    return (*states[:fighter], place, *states[fighter + 1 :])
