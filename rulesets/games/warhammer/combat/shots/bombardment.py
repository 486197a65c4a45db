"""Shots of war machines: the hits of each kind of missile, and their attacks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulesets.core.percent import percent
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    needs,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.blows.contact import front_of, models_left
from rulesets.games.warhammer.combat.blows.terms import NO_SAVE
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerSituation
from rulesets.games.warhammer.combat.fights.fight import pool
from rulesets.games.warhammer.combat.profile import (
    LONG_BASES,
    WarhammerUnit,
)
from rulesets.games.warhammer.combat.shots.beside import (
    Hits,
    beside_of,
    hits_of_shots,
    other_targets,
)
from rulesets.games.warhammer.combat.shots.engines import (
    GRAPESHOT,
    Engine,
    engine_of,
    piece_of,
)
from rulesets.games.warhammer.combat.shots.landings import (
    FACE,
    Layout,
    Shot,
    ball_landings,
    hail,
    stone_landings,
)
from rulesets.games.warhammer.combat.shots.salvo import Salvo
from rulesets.games.warhammer.combat.shots.shooting import (
    Shooter,
    save_against_shots,
    shots_by,
    with_rules,
)
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.context import Context, Trace
from rulesets.odds.dice import Chances

DICE_OF_HAIL = 3
"""Artillery dice of a volley gun [dice]."""

LOOSE = 25
"""Gap between skirmishers, who stand up to an inch apart [mm]; house."""

MACHINE_BASE = 50
"""Base of a war machine as a target, its crew beside it [mm]; house."""


LED = ("cannon", "mortar-shell")
"""Machines that a Master Engineer helps, by their rule."""


def salvo_of(
    own: WarhammerUnit, target: WarhammerUnit, shooters: int, context: WarhammerContext
) -> Salvo:
    """Return the shots of a unit: those of its war machine where it has one.

    Parameters
    ----------
    shooters : int
        Models that may shoot [models].
    """
    machine = crew_of(own, target, context)
    if machine is not None:
        return machine.salvo(int(models_left(target)[pool(target, context.situation)]))
    return Salvo(hits_of_shots(own, target, shooters, context))


def layout_of(
    target: WarhammerUnit, models: int, situation: WarhammerSituation
) -> Layout:
    """Return the bases of so many models of a target, seen from its front."""
    return layouts_of(target, (models,), situation)[0]


def layouts_of(
    target: WarhammerUnit, several: Sequence[int], situation: WarhammerSituation
) -> tuple[Layout, ...]:
    """Return the same for several numbers of its models."""
    if target.machine is not None:
        return (Layout(1, 1, MACHINE_BASE, MACHINE_BASE),) * len(several)
    front = front_of(target, situation, "front")
    deep = front.base * (2 if target.kind in LONG_BASES else 1)
    loose = target.kind == "skirmishers" or target.has("skirmishers")
    gap = LOOSE if loose else 0
    return tuple(
        Layout(models, max(min(front.width, models), 1), front.base, deep, gap)
        for models in several
    )


def crew_of(
    own: WarhammerUnit, target: WarhammerUnit, context: WarhammerContext
) -> "MachineCrew | None":
    """Return a war machine at a target, none where the unit has no machine."""
    engine = engine_of(own)
    if engine is None:
        return None
    grape = engine.flight == "ball" and context.situation.grapeshot
    return MachineCrew(own, target, GRAPESHOT if grape else engine, context)


@dataclass(frozen=True)
class MachineCrew:
    """A crew that shoots its machine at a target.

    Parameters
    ----------
    own, target : WarhammerUnit
    engine : Engine
        What is shot.
    context : WarhammerContext
    """

    own: WarhammerUnit
    target: WarhammerUnit
    engine: Engine
    context: WarhammerContext

    @cached_property
    def silent(self) -> str:
        """Return why nothing is shot, in words; "" if it shoots."""
        situation, engine = self.context.situation, self.engine
        if situation.moved:
            return "not in a turn of moving"
        if not engine.guesses and situation.distance > engine.high:
            reach = f'{situation.distance}" is more than {engine.high}"'
            return f"out of range, {reach}"
        return ""

    def salvo(self, models: int) -> Salvo:
        """Return the shots at so many models that are left of the target [models]."""
        if self.silent:
            self.step(self.silent)
            return Salvo()
        layout = self.layout(models)
        if self.engine.flight == "bolt":
            return self._bolt(layout)
        if self.engine.flight == "ball":
            landings = ball_landings(layout, self.shot(layout), self.misfires)
            self.step(
                f'aimed {landings.short}" short of the target, where it hits most'
                f"{self._guess_words()}; through up to {layout.ranks} ranks"
            )
            return Salvo((), None, self.around, (landings.hits,), self.misfires)
        if self.engine.flight == "stone":
            return self._stone(layout)
        return self._hail()

    def step(self, text: str) -> None:
        """Add a step to the trace, about the machine."""
        title, _ = title_of(self.engine.key)
        self.context.trace.add(Step(title, self.engine.source, text, self.own.side))

    @property
    def misfires(self) -> float:
        """Return the chance that the artillery die is a misfire that stands."""
        again = self.engine.key in LED and self.context.situation.engineer
        return FACE * FACE if again else FACE

    @property
    def steers(self) -> int:
        """Return how far a stone is steered back to its aim [inches]."""
        steered = self.engine.key == "doom-diver"
        return self.context.situation.steers if steered else 0

    def shot(self, layout: Layout) -> Shot:
        """Return how the player guesses."""
        situation = self.context.situation
        return self.engine.shot(layout, situation.distance, situation.guess_within)

    def layout(self, models: int) -> Layout:
        """Return the bases of so many models, from where they are shot at."""
        return self.layouts((models,))[0]

    def layouts(self, several: Sequence[int]) -> tuple[Layout, ...]:
        """Return the same for several numbers of models."""
        situation = self.context.situation
        found = layouts_of(self.target, several, situation)
        if situation.shot_from == "flank":
            return tuple(one.turned() for one in found)
        return found

    def hits(self, strength: int, damage: Chances, dice: int, trace: Trace) -> Hits:
        """Return hits without a roll, at a machine or a mount of the target too."""
        others = [
            self._attack(one, strength, damage, Trace())
            for one in other_targets(self.target)
        ]
        attack = self._attack(self.target, strength, damage, trace)
        return Hits(
            attack, dice, beside_of(self.target, attack, others, self.context.readings)
        )

    def _attack(
        self, target: WarhammerUnit, strength: int, damage: Chances, trace: Trace
    ) -> WarhammerAttack:
        piercing = self.engine.piercing
        save = NO_SAVE
        if piercing is not None:
            save = worsened(save_against_shots(target), strength) + piercing
        attack = WarhammerAttack(
            attacks=1,
            strength=strength,
            to_hit=1,
            to_wound=wound_need(strength, target.toughness),
            save=save,
            ward=ward_of(target, strength, self.context.situation),
            automatic=True,
            damage=damage,
        )
        at_target = replace(self.shooter, target=target)
        return with_rules(attack, at_target, self.context.situation, trace)

    @property
    def shooter(self) -> Shooter:
        """Return the crew at its machine."""
        name, _ = title_of(self.engine.key)
        piece = piece_of(self.own) or Gear(self.engine.key, name, {}, "ranged")
        figures = {"range": self.engine.high, "strength": self.engine.strength}
        machine = replace(piece, stats={**piece.stats, **figures})
        if self.engine is GRAPESHOT:
            machine = replace(machine, rules=())
        return Shooter(
            self.own, self.own.ranks, machine, 1, self.target, reaction=False
        )

    @cached_property
    def is_far(self) -> bool:
        """Return whether a hail comes from beyond half of its range."""
        if self.engine is GRAPESHOT:
            return False
        return 2 * self.context.situation.distance > self.engine.high

    @cached_property
    def around(self) -> Hits:
        """Return a hit of the missile, not in the middle of a template."""
        far = self.engine.flight == "hail" and self.is_far
        strength = self.engine.centre if far else self.engine.strength
        found, steps = self._told(self.engine, strength, self.engine.damage)
        self.context.trace.add(*steps)
        self._tell(found.attack)
        return found

    @cached_property
    def middle(self) -> Hits:
        """Return the hit in the middle of a template: no armour saves there."""
        engine = replace(self.engine, piercing=None)
        return self._told(engine, engine.centre, engine.centre_damage)[0]

    def _told(
        self, engine: Engine, strength: int, damage: Chances
    ) -> tuple[Hits, tuple[Step, ...]]:
        """Return a hit of a missile from wherever it comes, and its trace."""
        situation = replace(self.context.situation, distance=0)
        anywhere: WarhammerContext = Context(situation, self.context.readings)
        return _told_hit(self.own, self.target, engine, anywhere, strength, damage)

    @cached_property
    def struck(self) -> Hits | None:
        """Return the first hit of a bolt, none where it does not reach."""
        shots = [*shots_by(self.shooter, self.context)]
        if not shots:
            return None
        damage, others = self.engine.damage, []
        for other in other_targets(self.target):
            at_other = replace(self.shooter, target=other)
            (again,) = shots_by(at_other, self.context.untraced())
            others.append(replace(again.attack, damage=damage))
        attack = replace(shots[0].attack, damage=damage)
        return Hits(
            attack, 1, beside_of(self.target, attack, others, self.context.readings)
        )

    @cached_property
    def onward(self) -> tuple[WarhammerAttack, ...]:
        """Return the hits of a bolt on all further ranks."""
        strengths = range(self.engine.strength - 1, 0, -1)
        damage = self.engine.damage
        return tuple(self.hits(s, damage, 1, Trace()).attack for s in strengths)

    def _bolt(self, layout: Layout) -> Salvo:
        """Return a bolt: through a rank as long as it slays, weaker by 1 for each."""
        struck = self.struck
        if struck is None or struck.beside is not None:
            return Salvo() if struck is None else Salvo((struck,))
        bolt = (struck.attack, *self.onward[: layout.ranks - 1])
        self.step(
            f"goes through up to {len(bolt)} ranks, weaker by 1 for each, as long as "
            "it slays"
        )
        return Salvo(bolt=bolt)

    def _stone(self, layout: Layout) -> Salvo:
        """Return a stone or a shell: models under a template, one in its middle."""
        engine = self.engine
        counts = stone_landings(
            layout, self.shot(layout), engine.diameter, self.misfires, self.steers
        )
        if self.context.trace.is_told:
            self.step(
                f'a template of {engine.diameter}" on the middle model'
                f"{self._guess_words()}; the middle of it lies on a model in "
                f"{percent(sum(counts[1]))} of all shots"
            )
        return Salvo((), self.middle, self.around, counts, self.misfires)

    def _hail(self) -> Salvo:
        """Return as many hits as artillery dice say."""
        dice, far = self.dice_of_hail, ", halved far off" if self.is_far else ""
        rolled = "an artillery die says" if dice == 1 else f"{dice} artillery dice say"
        self.step(f"as many hits as {rolled}{far}")
        misfires = 1 - (1 - self.misfires) ** dice
        return Salvo((), None, self.around, (self.hail,), misfires)

    @property
    def dice_of_hail(self) -> int:
        """Return how many artillery dice a hail rolls [dice]."""
        return 1 if self.engine is GRAPESHOT else DICE_OF_HAIL

    @property
    def hail(self) -> tuple[float, ...]:
        """Return the chances of 0, 1, 2 … hits of a hail [chance]."""
        lost = self.context.readings.volley_misfire == "all"
        return hail(self.dice_of_hail, self.misfires, halves=self.is_far, lost=lost)

    def _tell(self, attack: WarhammerAttack) -> None:
        words = [f"{need.need}+ {need.label.lower()}" for need in needs(attack)]
        told = ", ".join(word for word in words if not word.startswith("7+"))
        self.step(f"each hit at Strength {attack.strength}: {told}")

    def _guess_words(self) -> str:
        within = self.context.situation.guess_within
        return f', the guess off by up to {within}"' if within else ""


@kept_by_identity(most=256, objects=2)
def _told_hit(
    own: WarhammerUnit,
    target: WarhammerUnit,
    engine: Engine,
    context: WarhammerContext,
    strength: int,
    damage: Chances,
) -> tuple[Hits, tuple[Step, ...]]:
    crew = MachineCrew(own, target, engine, context)
    found = crew.hits(strength, damage, 1, context.trace)
    return found, tuple(context.trace.steps)
