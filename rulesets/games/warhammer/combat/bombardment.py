"""Shots of war machines: the hits of each kind of missile, and their attacks."""

from dataclasses import dataclass, replace

from rulesets.core.subject import clause
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.attack import (
    WarhammerAttack,
    needs,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.contact import front_of, models_left
from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.engines import (
    GRAPESHOT,
    Engine,
    engine_of,
    piece_of,
)
from rulesets.games.warhammer.combat.fight import pool
from rulesets.games.warhammer.combat.landings import (
    FACE,
    Layout,
    Shot,
    ball_landings,
    hail,
    shot_at,
    stone_landings,
)
from rulesets.games.warhammer.combat.profile import (
    LONG_BASES,
    WarhammerUnit,
)
from rulesets.games.warhammer.combat.shooting import (
    Shooter,
    save_against_shots,
    shots_by,
    shots_of,
    with_rules,
)
from rulesets.games.warhammer.combat.terms import NO_SAVE
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.context import Trace
from rulesets.odds.dice import Chances
from rulesets.odds.match_up import MatchUpError

DICE_OF_HAIL = 3
"""Artillery dice of a volley gun [dice]."""

LOOSE = 25
"""Gap between skirmishers, who stand up to an inch apart [mm]; house."""

MACHINE_BASE = 50
"""Base of a war machine as a target, its crew beside it [mm]; house."""


LED = ("cannon", "mortar-shell")
"""Machines that a Master Engineer helps, by their rule."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Attacks of one kind that fall together.

    Parameters
    ----------
    attack : WarhammerAttack
        On the models of the target.
    dice : int
    at_machine : WarhammerAttack, optional
        The same on the target's war machine.
    """

    attack: WarhammerAttack
    dice: int
    at_machine: WarhammerAttack | None = None


@dataclass(frozen=True, slots=True)
class Salvo:
    """One round of shots of a unit.

    Parameters
    ----------
    mix : tuple
        Pairs of a chance and the hits that come with it, in their order; the chances
        sum to 1.
    misfires : float
        Chance that a die of a war machine shows a misfire that stands [chance].
    bolt : tuple of WarhammerAttack
        On one rank after the other, as long as each slays; empty for other shots.
    """

    mix: tuple[tuple[float, tuple[Hits, ...]], ...]
    misfires: float = 0.0
    bolt: tuple[WarhammerAttack, ...] = ()

    @property
    def shown(self) -> WarhammerAttack:
        """Return the attack that a card shows: of a mixed salvo the last to fall."""
        if self.bolt:
            return self.bolt[0]
        return next(hits[-1].attack for _, hits in reversed(self.mix) if hits)

    @property
    def shoots(self) -> bool:
        """Return whether anything is shot."""
        return bool(self.bolt) or any(hits for _, hits in self.mix)

    @property
    def dice(self) -> float:
        """Return the mean of shots, or of the hits of a machine [dice]."""
        if self.bolt:
            return 1.0
        return sum(chance * sum(one.dice for one in hits) for chance, hits in self.mix)


NO_SALVO = Salvo(((1.0, ()),))


def salvo_of(
    own: WarhammerUnit, target: WarhammerUnit, shooters: int, context: WarhammerContext
) -> Salvo:
    """Return the shots of a unit: those of its war machine where it has one.

    Parameters
    ----------
    shooters : int
        Models that may shoot [models].
    """
    if engine_of(own) is not None:
        models = int(models_left(target)[pool(target, context.situation)])
        return salvo_of_machine(own, target, models, context)
    shots = shots_of(own, target, shooters, context)
    others: list[WarhammerAttack | None] = [None] * len(shots)
    if target.machine is not None:
        again = shots_of(own, _machine_alone(target), shooters, context.untraced())
        others = [one.attack for one in again]
    hits = tuple(
        Hits(one.attack, one.dice, other)
        for one, other in zip(shots, others, strict=True)
    )
    return Salvo(((1.0, hits),))


def salvo_of_machine(
    own: WarhammerUnit, target: WarhammerUnit, models: int, context: WarhammerContext
) -> Salvo:
    """Return the shots of a war machine at so many models that are left of a target.

    Raises
    ------
    MatchUpError
        If the unit has no machine that shoots.
    """
    engine = engine_of(own)
    if engine is None:
        text = f"{clause(own.name, 'has')} no machine that shoots"
        raise MatchUpError(f"/{own.side}/fighter", text)
    return _Crew(own, target, engine, context, models).salvo()


def _machine_alone(target: WarhammerUnit) -> WarhammerUnit:
    """Return a target with the Toughness and the saves of its machine."""
    if target.machine is None:
        return target
    figures = target.machine
    return replace(
        target,
        toughness=figures.toughness,
        save=figures.save,
        ward=figures.ward,
    )


@dataclass(frozen=True, slots=True)
class _Crew:
    """A machine that shoots at a target."""

    own: WarhammerUnit
    target: WarhammerUnit
    engine: Engine
    context: WarhammerContext
    models: int

    def salvo(self) -> Salvo:
        situation = self.context.situation
        if situation.moved:
            return self._silent("not in a turn of moving")
        engine = GRAPESHOT if self._loads_grapeshot() else self.engine
        crew = replace(self, engine=engine)
        if not engine.guesses and situation.distance > engine.high:
            reach = f'{situation.distance}" is more than {engine.high}"'
            return self._silent(f"out of range, {reach}")
        return {
            "bolt": crew.bolt,
            "ball": crew.ball,
            "stone": crew.stone,
            "hail": crew.hail,
        }[engine.flight]()

    def _loads_grapeshot(self) -> bool:
        return self.engine.flight == "ball" and self.context.situation.grapeshot

    def _silent(self, text: str) -> Salvo:
        self.step(text)
        return NO_SALVO

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
    def shot(self) -> Shot:
        """Return how the player guesses."""
        situation, engine = self.context.situation, self.engine
        within = situation.guess_within
        return shot_at(situation.distance, engine.low, engine.high, within)

    def layout(self) -> Layout:
        """Return the bases of the target that are left, from where it is shot at."""
        target, situation = self.target, self.context.situation
        if target.machine is not None:
            return Layout(1, 1, MACHINE_BASE, MACHINE_BASE)
        front = front_of(target, situation, "front")
        models = self.models
        deep = front.base * (2 if target.kind in LONG_BASES else 1)
        loose = target.kind == "skirmishers" or target.has("skirmishers")
        gap = LOOSE if loose else 0
        width = min(front.width, models)
        found = Layout(models, max(width, 1), front.base, deep, gap)
        return found.turned() if situation.shot_from == "flank" else found

    def hits(self, strength: int, damage: Chances, dice: int, trace: Trace) -> Hits:
        """Return hits without a roll, on the models and on a machine of the target."""
        machine = None
        if self.target.machine is not None:
            alone = _machine_alone(self.target)
            machine = self._attack(alone, strength, damage, Trace())
        attack = self._attack(self.target, strength, damage, trace)
        return Hits(attack, dice, machine)

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
        return with_rules(attack, replace(self.shooter, target=target), trace)

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

    def bolt(self) -> Salvo:
        """Return a bolt: through a rank as long as it slays, weaker by 1 for each."""
        layout = self.layout()
        first = next(iter(shots_by(self.shooter, self.context)), None)
        if first is None:
            return NO_SALVO
        struck = replace(first.attack, damage=self.engine.damage)
        if self.target.machine is not None:
            alone = replace(self.shooter, target=_machine_alone(self.target))
            (again,) = shots_by(alone, self.context.untraced())
            machine = replace(again.attack, damage=self.engine.damage)
            return Salvo(((1.0, (Hits(struck, 1, machine),)),))
        strongest = self.engine.strength
        ranks = range(1, min(layout.ranks, strongest))
        further = tuple(
            self.hits(strongest - rank, self.engine.damage, 1, Trace()).attack
            for rank in ranks
        )
        self.step(
            f"goes through up to {1 + len(further)} ranks, weaker by 1 for each, as "
            "long as it slays"
        )
        return Salvo(((1.0, ()),), bolt=(struck, *further))

    def ball(self) -> Salvo:
        """Return a cannonball: one model in each rank between where it bounces."""
        layout = self.layout()
        landings = ball_landings(layout, self.shot, self.misfires)
        self.step(
            f'aimed {landings.short}" short of the target, where it hits most'
            f"{self._guess_words()}; through up to {len(landings.hits) - 1} ranks"
        )
        engine = self.engine
        one = self.hits(engine.strength, engine.damage, 1, self.context.trace)
        self._tell(one.attack)
        mix = tuple(
            (chance, (replace(one, dice=hits),) if hits else ())
            for hits, chance in enumerate(landings.hits)
            if chance
        )
        return Salvo(mix, self.misfires)

    def stone(self) -> Salvo:
        """Return a stone or a shell: models under a template, one in its middle."""
        engine, layout = self.engine, self.layout()
        steers = self.context.situation.steers if engine.key == "doom-diver" else 0
        none, one = stone_landings(
            layout, self.shot, engine.diameter, self.misfires, steers
        )
        self.step(
            f'a template of {engine.diameter}" on the middle model'
            f"{self._guess_words()}; the middle of it lies on a model in "
            f"{100 * sum(one):.1f} % of all shots"
        )
        trace = self.context.trace
        around = self.hits(engine.strength, engine.damage, 1, trace)
        middle = self._middle()
        self._tell(around.attack)
        mix = [
            (chance, (*(() if not k else (replace(around, dice=k),)),))
            for k, chance in enumerate(none)
            if chance
        ]
        mix += [
            (chance, (middle, *(() if not k else (replace(around, dice=k),))))
            for k, chance in enumerate(one)
            if chance
        ]
        return Salvo(tuple(mix), self.misfires)

    def _middle(self) -> Hits:
        """Return the hit in the middle of a template: no armour saves there."""
        crushing = replace(self, engine=replace(self.engine, piercing=None))
        engine = crushing.engine
        return crushing.hits(engine.centre, engine.centre_damage, 1, Trace())

    def hail(self) -> Salvo:
        """Return as many hits as artillery dice say."""
        engine, situation = self.engine, self.context.situation
        far = engine is not GRAPESHOT and 2 * situation.distance > engine.high
        dice = 1 if engine is GRAPESHOT else DICE_OF_HAIL
        lost = self.context.readings.volley_misfire == "all"
        found = hail(dice, self.misfires, halves=far, lost=lost)
        strength = engine.centre if far else engine.strength
        self.step(f"{dice} artillery dice of hits" + (", halved far off" * far))
        one = self.hits(strength, engine.damage, 1, self.context.trace)
        self._tell(one.attack)
        mix = tuple(
            (chance, (replace(one, dice=hits),) if hits else ())
            for hits, chance in enumerate(found)
            if chance
        )
        return Salvo(mix, 1 - (1 - self.misfires) ** dice)

    def _tell(self, attack: WarhammerAttack) -> None:
        words = [f"{need.need}+ {need.label.lower()}" for need in needs(attack)]
        told = ", ".join(word for word in words if not word.startswith("7+"))
        self.step(f"each hit at Strength {attack.strength}: {told}")

    def _guess_words(self) -> str:
        within = self.context.situation.guess_within
        return f', the guess off by up to {within}"' if within else ""
