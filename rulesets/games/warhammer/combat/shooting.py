"""A volley of Warhammer: who shoots, what is needed, and the wounds."""

from dataclasses import dataclass

import numpy as np

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.attack import (
    HARDEST,
    WarhammerAttack,
    done,
    needs,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.contact import front_of, models_left
from rulesets.games.warhammer.combat.fight import pool
from rulesets.games.warhammer.combat.profile import WarhammerGroup, WarhammerUnit
from rulesets.games.warhammer.combat.strikes import ward_of
from rulesets.games.warhammer.combat.terms import SHOTS, AttackMoment, effects_of, now
from rulesets.games.warhammer.hands import SHIELD_AGAINST_SHOTS
from rulesets.games.warhammer.sources import SHOOTING
from rulesets.games.warhammer.special_rules import SPECIAL_RULES, title_of
from rulesets.games.warhammer.weapon_rules import ENGINE
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.effects import apply_effects
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats, stacked, together, unsaved

PERFECT = 7
"""A shot needs this less the Ballistic Skill [pips]."""


ENGINES = tuple(
    key for key, rule in SPECIAL_RULES.items() if rule.fate.mechanism == ENGINE
)
"""Rules of war machines, whose shots are not printed in full."""


COVERS = {"open": 0, "soft": 1, "hard": 2}
"""What cover takes off the roll to hit [pips]."""


ON_FOOT_ALONE = ("infantry", "skirmishers")
"""Types of a single man, who is hard to hit."""


@dataclass(frozen=True, slots=True)
class WarhammerShots:
    """The shots of one group of a unit.

    Parameters
    ----------
    group : WarhammerGroup
    weapon : Gear
    shooters : int
        Models that shoot [models].
    swing : WarhammerAttack
        One shot; its ``attacks`` are the shots of one model.
    """

    group: WarhammerGroup
    weapon: Gear
    shooters: int
    swing: WarhammerAttack

    @property
    def dice(self) -> int:
        """Return how many shots there are [dice]."""
        return self.shooters * self.swing.attacks


def weapon_of(group: WarhammerGroup) -> Gear | None:
    """Return what a group shoots with: the first weapon that rolls to hit."""
    for piece in group.gear:
        keys = {rule.key for rule in piece.rules}
        if piece.kind == "ranged" and "guess-range" not in keys:
            return piece
    return None


def figure(own: WarhammerUnit, piece: Gear, key: str, usual: int) -> int:
    """Return a figure of a weapon; what is not printed is the usual one.

    Raises
    ------
    MatchUpError
        If it is printed as something else than a number.
    """
    value = piece.stats.get(key)
    if value is None or (key == "strength" and value == "user"):
        return usual
    if isinstance(value, bool) or not isinstance(value, int):
        text = f"{piece.name} shoots by rules of its own, which are not worked out"
        raise MatchUpError(f"/{own.side}/fighter/gear", text)
    return value


def shots_of(
    own: WarhammerUnit,
    target: WarhammerUnit,
    shooters: int,
    situation: Settled,
    steps: list[Step],
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
    if own.has(*ENGINES):
        raise MatchUpError(
            f"/{own.side}/fighter",
            f"{own.name} shoots by rules of its own, which are not worked out",
        )
    found = []
    for group in own.groups:
        weapon = weapon_of(group)
        if group.role == "mount" or weapon is None or not group.bs:
            continue
        led = own.champion
        count = min(shooters, 1) if group.role == "leader" else shooters - led
        one = _shots(
            own, group, weapon, max(count, 0), target, situation, reaction, steps
        )
        found += [one] if one is not None else []
    if not found and not steps:
        steps.append(_step(own, f"{own.name} has nothing to shoot with"))
    return tuple(found)


def _shots(
    own: WarhammerUnit,
    group: WarhammerGroup,
    weapon: Gear,
    count: int,
    target: WarhammerUnit,
    situation: Settled,
    reaction: bool,  # noqa: FBT001
    steps: list[Step],
) -> WarhammerShots | None:
    reach = figure(own, weapon, "range", 0)
    distance = int(situation["distance"])
    if reaction and distance > reach:
        distance = reach
        situation = {**situation, "distance": distance}
        text = f'{weapon.name}: shots as they come into range, at {reach}"'
        steps.append(_step(own, text))
    if distance > reach:
        text = f'{weapon.name}: out of range, {distance}" is more than {reach}"'
        steps.append(_step(own, text))
        return None
    moved = bool(situation.get("moved", False))
    keys = {rule.key for rule in weapon.rules}
    if moved and "move-or-fire" in keys:
        steps.append(_step(own, f"{weapon.name}: not in a turn of moving"))
        return None
    several = _several(own, weapon, situation)
    text, modifier = _modifiers(
        weapon, target, situation, several=several, reaction=reaction
    )
    strength = figure(own, weapon, "strength", group.strength)
    swing = WarhammerAttack(
        attacks=max(several, 1),
        strength=strength,
        to_hit=PERFECT - group.bs + modifier,
        to_wound=wound_need(strength, target.toughness),
        save=worsened(save_against_shots(target), strength),
        ward=ward_of(target, strength, situation),
        always_on_six=False,
    )
    if text:
        steps.append(_step(own, f"{weapon.name}: {text}"))
    swing = _with_rules(swing, own, group, weapon, target, steps)
    steps.append(_step(own, f"{group.name}: {count} shoot, {_told(swing)}"))
    return WarhammerShots(group, weapon, count, swing)


def _several(own: WarhammerUnit, weapon: Gear, situation: Settled) -> int:
    """Return the multiple shots of one model, 0 if it shoots once."""
    shots = figure(own, weapon, "shots", 1)
    for rule in weapon.rules:
        if rule.key == "multiple-shots" and rule.x:
            shots = max(shots, rule.x)
    return shots if shots > 1 and situation.get("all-shots", True) else 0


def _modifiers(
    weapon: Gear,
    target: WarhammerUnit,
    situation: Settled,
    *,
    several: int,
    reaction: bool,
) -> tuple[str, int]:
    """Return what makes a shot harder, in words, none for nothing, and in pips."""
    thrown = any(rule.key == "thrown" for rule in weapon.rules)
    reach = weapon.stats.get("range")
    far = isinstance(reach, int) and 2 * int(situation["distance"]) > reach
    cover = str(situation.get("cover", "open"))
    listed = (
        ("long range", int(far and not thrown)),
        ("moved", int(bool(situation.get("moved", False)) and not thrown)),
        ("target charges", int(reaction or bool(situation.get("charging", False)))),
        (f"{cover} cover", COVERS[cover]),
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


def _with_rules(
    swing: WarhammerAttack,
    own: WarhammerUnit,
    group: WarhammerGroup,
    weapon: Gear,
    target: WarhammerUnit,
    steps: list[Step],
) -> WarhammerAttack:
    held = {
        rule.key
        for piece in group.gear
        if piece.kind == "melee"
        for rule in piece.rules
    }
    others = {
        rule.key
        for piece in group.gear
        if piece.kind == "ranged" and piece is not weapon
        for rule in piece.rules
    }
    rules = {k: x for k, x in group.rules.items() if k not in held | others}
    rules |= {rule.key: rule.x or 0 for rule in weapon.rules}
    at = now(AttackMoment(shooting=True))
    for one, effects in (
        (own, effects_of(rules)),
        (target, effects_of(target.rules, "against")),
    ):
        swing, told = apply_effects(swing, effects, at, SHOTS)
        steps += [Step(*title_of(did.rule), did.text, one.side) for did in told]
    return swing


def _told(swing: WarhammerAttack) -> str:
    if swing.to_hit >= HARDEST:
        return f"{swing.to_hit} to hit: impossible"
    words = [f"{need.need}+ {need.label.lower()}" for need in needs(swing)]
    if swing.to_hit >= PERFECT:
        words[0] = f"{swing.to_hit} to hit: a 6, then {swing.to_hit - 3}+"
    return ", ".join(word for word in words if not word.startswith("7+"))


def shooters_of(own: WarhammerUnit, situation: Settled) -> int:
    """Return how many models of a unit can shoot: its front rank, two from a hill."""
    return shooters_among(own, int(models_left(own)[pool(own, situation)]), situation)


def shooters_among(own: WarhammerUnit, left: int, situation: Settled) -> int:
    """Return how many of so many models of a unit can shoot [models]."""
    width = front_of(own, situation, "front").width
    ranks = 2 if situation.get("hill", False) else 1
    if own.kind == "skirmishers" or own.has("skirmishers"):
        return left
    return min(left, width * ranks)


def volley(shots: tuple[WarhammerShots, ...], target: WarhammerUnit) -> Floats:
    """Return ``[w, v]``: the chance that a volley leaves v wounds of w."""
    size = target.pool + 1
    whole = np.eye(size)
    for one in shots:
        lost = stacked(done(one.swing), one.dice, target.pool, target.wounds)[one.dice]
        moves = np.zeros((size, size))
        left, taken = np.nonzero(lost)
        moves[left, left - taken] = lost[left, taken]
        whole = whole @ moves
    return whole


def shooting(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
) -> Odds:
    """Return the odds of one volley of a at b."""
    del readings, rounds
    steps: list[Step] = []
    own, left = pool(a, situation), pool(b, situation)
    shots = shots_of(a, b, shooters_of(a, situation), situation, steps)
    final = volley(shots, b)[left]
    made = np.ones(1)
    for one in shots:
        made = together(made, unsaved(done(one.swing), one.dice))
    lost = final[: left + 1][::-1]
    models = models_left(b)
    quarter = models <= 0.75 * int(models[left])
    return Odds(
        outcomes={"b-destroyed": float(final[0]), "b-stands": float(final[1:].sum())},
        labels=_labels(a, b),
        survivors={
            "a": _pmf(f"Wounds left of {a.name}", np.eye(own + 1)[own]),
            "b": _pmf(f"Wounds left of {b.name}", final),
        },
        wounds={"a": _pmf(f"Unsaved wounds by {a.name}", made)},
        events={
            "b-loses-a-wound": float(1 - lost[0]),
            "b-loses-a-quarter": float(final[quarter].sum()),
        },
        expected={
            "dice": float(sum(one.dice for one in shots)),
            "a-unsaved-wounds": float(made @ np.arange(len(made))),
            "b-wounds-lost": float(lost @ np.arange(len(lost))),
        },
        trace=tuple(steps),
        notes=tuple(f"{step.text}." for step in steps) if not shots else (),
    )


def _pmf(label: str, chances: Floats) -> Distribution:
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _step(own: WarhammerUnit, text: str) -> Step:
    return Step("Shooting", f"{SHOOTING}: to hit (p. 58)", text, own.side)


def _labels(a: WarhammerUnit, b: WarhammerUnit) -> dict[str, str]:
    return {
        "b-destroyed": f"{b.name} destroyed",
        "b-stands": f"{b.name} stands",
        "b-loses-a-wound": f"A wound lost by {b.name}",
        "b-loses-a-quarter": f"A quarter or more of the models of {b.name} lost",
        "dice": f"Shots of {a.name}",
        "a-unsaved-wounds": f"Unsaved wounds by {a.name}",
        "b-wounds-lost": f"Wounds lost by {b.name}",
    }
