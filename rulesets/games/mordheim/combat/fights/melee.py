"""A Mordheim combat: who fights, and what each strike, spell and spine does to whom.

On one side stands one fighter, on the other one to three alike.
"""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.blows.attack import SURE
from rulesets.games.mordheim.combat.blows.blows import BlowGroup, Parry
from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import (
    KNOCKED_DOWN,
    STANDING,
    STUNNED,
)
from rulesets.games.mordheim.combat.blows.spines import pricked
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows
from rulesets.games.mordheim.combat.blows.weapons import WeaponStrike, strikes
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.orders import HeldArms, MordheimTurn, States
from rulesets.games.mordheim.combat.fights.side import (
    Flight,
    Kernel,
    Parting,
    Party,
    SideStates,
    kernel,
)
from rulesets.odds.sides import Side

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

    @property
    def is_duel(self) -> bool:
        """Return whether it is of one against one, who do nothing but strike."""
        plain = all(
            len(side.warriors) == 1
            and side.party.casts is None
            and side.party.body.fire is None
            and not side.party.body.stops
            for side in self.sides
        )
        risky = self.pricks or self.context.readings.misfires
        in_order = self.sides[0].party.warrior.side == "a"
        return self.lone == 1 and plain and in_order and not risky

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
