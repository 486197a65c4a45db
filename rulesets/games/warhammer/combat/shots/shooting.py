"""The shots of a unit: its shooters, and the needs of each shot."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.core.subject import clause, verb_for
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.blows.attack import (
    HARDEST,
    WarhammerAttack,
    is_blessed,
    needs,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.blows.contact import front_of, models_left
from rulesets.games.warhammer.combat.blows.endurance import with_endurance
from rulesets.games.warhammer.combat.blows.moments import AttackMoment, now
from rulesets.games.warhammer.combat.blows.terms import SHOTS, effects_of
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerSituation
from rulesets.games.warhammer.combat.fights.fight import pool
from rulesets.games.warhammer.combat.profile import (
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
)
from rulesets.games.warhammer.combat.shots.engines import ENGINES
from rulesets.games.warhammer.hands import SHIELD_AGAINST_SHOTS
from rulesets.games.warhammer.sources import SHOOTING
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.context import Trace
from rulesets.odds.effects import apply_effects
from rulesets.odds.match_up import MatchUpError

PERFECT = 7
"""A shot needs this less the Ballistic Skill [pips]."""


COVERS = {"open": 0, "soft": 1, "hard": 2}
"""Penalties of cover to hit [pips]."""


ON_FOOT_ALONE = ("infantry", "skirmishers")
"""Unit types of a single man, hard to hit."""


@dataclass(frozen=True, slots=True)
class WarhammerShots:
    """The shots of one group of a unit.

    Parameters
    ----------
    group : WarhammerGroup
    weapon : Gear
    shooters : int
        Models that shoot [models].
    attack : WarhammerAttack
        One shot; its ``attacks`` are the shots of one model.
    """

    group: WarhammerGroup
    weapon: Gear
    shooters: int
    attack: WarhammerAttack

    @property
    def dice(self) -> int:
        """Return how many shots there are [dice]."""
        return self.shooters * self.attack.attacks


def weapon_of(group: WarhammerGroup) -> Gear | None:
    """Return the weapon of a group's shots: the first that rolls to hit."""
    for piece in group.gear:
        keys = {rule.key for rule in piece.rules}
        if piece.kind == "ranged" and "guess-range" not in keys:
            return piece
    return None


def figure(own: WarhammerUnit, piece: Gear, key: str, usual: int) -> int:
    """Return a figure of a weapon, the usual one if none is printed.

    Raises
    ------
    MatchUpError
        If it is printed as something else than a number.
    """
    value = piece.stats.get(key)
    if value is None or (key == "strength" and value == "user"):
        return usual
    if isinstance(value, bool) or not isinstance(value, int):
        text = (
            f"{clause(piece.name, 'shoots')} by special rules, which are not worked out"
        )
        raise MatchUpError(f"/{own.side}/fighter/gear", text)
    return value


@dataclass(frozen=True, slots=True)
class Shooter:
    """Models of a group that shoot one weapon at a target.

    Parameters
    ----------
    own : WarhammerUnit
        The unit of the group.
    group : WarhammerGroup
    weapon : Gear
    count : int
        Models that shoot [models].
    target : WarhammerUnit
    reaction : bool
        True for those who stand and shoot at a charger.
    """

    own: WarhammerUnit
    group: WarhammerGroup
    weapon: Gear
    count: int
    target: WarhammerUnit
    reaction: bool

    def has(self, key: str) -> bool:
        """Return whether the weapon has a rule."""
        return any(rule.key == key for rule in self.weapon.rules)

    def step(self, text: str) -> Step:
        """Return a step of the trace about the weapon."""
        return _step(self.own, f"{self.weapon.name}: {text}")


def shots_of(
    own: WarhammerUnit,
    target: WarhammerUnit,
    shooters: int,
    context: WarhammerContext,
    *,
    reaction: bool = False,
) -> tuple[WarhammerShots, ...]:
    """Return the shots of a unit, by its groups; none where nothing reaches.

    Parameters
    ----------
    shooters : int
        Models that may shoot, the champion among them [models].
    reaction : bool
        True for those who stand and shoot at a charger.
    """
    if own.has(*ENGINES) or _only_guesses(own):
        raise MatchUpError(
            f"/{own.side}/fighter",
            f"{clause(own.name, 'shoots')} as a war machine does, which is not worked"
            " out here",
        )
    found: list[WarhammerShots] = []
    for group in own.groups:
        weapon = weapon_of(group)
        if group.role == "mount" or weapon is None or not group.bs:
            continue
        leader = group.role == "leader"
        count = min(shooters, 1) if leader else max(shooters - own.champion, 0)
        shooter = Shooter(own, group, weapon, count, target, reaction)
        found += shots_by(shooter, context)
    if not found and not context.trace.steps:
        context.trace.add(
            _step(own, f"{clause(own.name, 'has')} nothing to shoot with")
        )
    return tuple(found)


def _only_guesses(own: WarhammerUnit) -> bool:
    """Return whether a unit has nothing to shoot with but a guessed range."""
    carried = [piece for group in own.groups for piece in group.gear]
    if own.machine is not None:
        carried += own.machine.gear
    guessed = any(rule.key == "guess-range" for one in carried for rule in one.rules)
    return guessed and all(weapon_of(group) is None for group in own.groups)


def shots_by(shooter: Shooter, context: WarhammerContext) -> Iterator[WarhammerShots]:
    """Yield the shots of a group, none where the weapon does not reach or is moved."""
    own, weapon, target = shooter.own, shooter.weapon, shooter.target
    situation, trace = context.situation, context.trace
    reach = figure(own, weapon, "range", 0)
    if shooter.reaction and situation.distance > reach:
        situation = replace(situation, distance=reach)
        trace.add(shooter.step(f'shots as they come into range, at {reach}"'))
    if situation.distance > reach:
        text = f'out of range, {situation.distance}" is more than {reach}"'
        trace.add(shooter.step(text))
        return
    if situation.moved and shooter.has("move-or-fire"):
        trace.add(shooter.step("not in a turn of moving"))
        return
    several = _several(shooter, situation)
    text, modifier = _modifiers(shooter, situation, several=several)
    if text:
        trace.add(shooter.step(text))
    strength = figure(own, weapon, "strength", shooter.group.strength)
    attack = WarhammerAttack(
        attacks=max(several, 1),
        strength=strength,
        to_hit=PERFECT - shooter.group.bs + modifier,
        to_wound=wound_need(strength, target.toughness),
        save=worsened(save_against_shots(target), strength),
        ward=ward_of(target, strength, situation),
        always_on_six=False,
    )
    attack = with_rules(attack, shooter, situation, trace)
    if trace.is_told:
        shots = f"{shooter.count} {verb_for(shooter.count, 'shoots')}"
        trace.add(_step(own, f"{shooter.group.name}: {shots}, {_words(attack)}"))
    yield WarhammerShots(shooter.group, weapon, shooter.count, attack)


def _several(shooter: Shooter, situation: WarhammerSituation) -> int:
    """Return the multiple shots of one model, 0 if it shoots once."""
    shots = figure(shooter.own, shooter.weapon, "shots", 1)
    for rule in shooter.weapon.rules:
        if rule.key == "multiple-shots" and rule.x:
            shots = max(shots, rule.x)
    return shots if shots > 1 and situation.all_shots else 0


def _modifiers(
    shooter: Shooter, situation: WarhammerSituation, *, several: int
) -> tuple[str, int]:
    """Return the modifiers to hit of a shot, in words and in pips."""
    target, thrown = shooter.target, shooter.has("thrown")
    reach = shooter.weapon.stats.get("range")
    far = isinstance(reach, int) and 2 * situation.distance > reach
    listed = (
        ("long range", int(far and not thrown)),
        ("moved", int(situation.moved and not thrown)),
        ("target charges", int(shooter.reaction or situation.charging)),
        (f"{situation.cover} cover", COVERS[situation.cover]),
        ("skirmishers or a single man", int(_is_small(target))),
        ("several shots", int(several > 0)),
        ("large target", -int(target.has("large-target"))),
    )
    counted = [(name, worse) for name, worse in listed if worse]
    words = ", ".join(f"{name} {-worse:+d}" for name, worse in counted)
    return words, sum(worse for _, worse in counted)


def _is_small(target: WarhammerUnit) -> bool:
    if target.has("skirmishers", "flying-cavalry") or target.kind == "skirmishers":
        return True
    return target.models == 1 and target.kind in ON_FOOT_ALONE


def save_against_shots(target: WarhammerUnit) -> int:
    """Return a save against shots: a shield counts also beside a full hand [pips]."""
    return target.save - (1 if SHIELD_AGAINST_SHOTS in target.ranks.notes else 0)


def with_rules(
    attack: WarhammerAttack,
    shooter: Shooter,
    situation: WarhammerSituation,
    trace: Trace,
) -> WarhammerAttack:
    """Apply the effects of the shooter's and of the target's rules to a shot."""
    weapons = {
        key
        for piece in shooter.group.gear
        if piece.kind in ("melee", "ranged") and piece is not shooter.weapon
        for key in (piece.key, *(rule.key for rule in piece.rules))
    }
    rules = {k: x for k, x in shooter.group.rules.items() if k not in weapons}
    rules |= {rule.key: rule.x or 0 for rule in shooter.weapon.rules}
    own, group = shooter.own, shooter.group
    at = now(
        AttackMoment(
            shooting=True,
            frenzied=own.has("frenzy"),
            mounted=own.mounted,
            weapons=2 if is_paired(group) else 1,
        )
    )
    at_target = now(
        AttackMoment(
            shooting=True,
            blessed=is_blessed(shooter.target, situation),
            strength=attack.strength,
            weapon=frozenset({"magic"} if "magic-weapon" in rules else ()),
        )
    )
    for one, effects, holds in (
        (own, effects_of(rules), at),
        (shooter.target, effects_of(shooter.target.rules, "against"), at_target),
    ):
        attack, applied = apply_effects(attack, effects, holds, SHOTS)
        for did in applied:
            trace.add(Step(*title_of(did.rule), did.text, one.side))
    attack, by_wounds = with_endurance(attack, shooter.target, at_target)
    for did in by_wounds:
        trace.add(Step(*title_of(did.rule), did.text, shooter.target.side))
    return attack


def _words(attack: WarhammerAttack) -> str:
    if attack.to_hit >= HARDEST:
        return f"{attack.to_hit} to hit: impossible"
    words = [f"{need.need}+ {need.label.lower()}" for need in needs(attack)]
    if attack.to_hit >= PERFECT:
        words[0] = f"{attack.to_hit} to hit: a 6, then {attack.to_hit - 3}+"
    return ", ".join(word for word in words if not word.startswith("7+"))


def shooters_of(own: WarhammerUnit, situation: WarhammerSituation) -> int:
    """Return how many models of a unit can shoot: its front rank, two from a hill."""
    return shooters_among(own, int(models_left(own)[pool(own, situation)]), situation)


def shooters_among(own: WarhammerUnit, left: int, situation: WarhammerSituation) -> int:
    """Return how many of so many models of a unit can shoot [models]."""
    width = front_of(own, situation, "front").width
    ranks = 2 if situation.hill else 1
    if own.kind == "skirmishers" or own.has("skirmishers"):
        return left
    return min(left, width * ranks)


def _step(own: WarhammerUnit, text: str) -> Step:
    return Step("Shooting", f"{SHOOTING}: to hit (p. 58)", text, own.side)
