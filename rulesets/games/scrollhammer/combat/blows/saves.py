"""Saves of Scrollhammer against one attack: which a model has, and the best of them."""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.blows.attack_values import (
    ScrollhammerAttack,
    ScrollhammerMoment,
    ScrollhammerSave,
)
from rulesets.games.scrollhammer.combat.blows.terms import SAVES, effects_of, now
from rulesets.games.scrollhammer.combat.blows.weapons import (
    holds_to_parry,
    parries_by_its_book,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import Reroll
from rulesets.odds.dice import NEVER
from rulesets.odds.effects import AppliedRule, apply_effects

BEST = 2
"""No roll is better: a 1 always fails [pips]."""

SHIELDS = frozenset({"shield", "buckler"})
"""Kinds of gear that are shields."""


@kept_by_identity(most=4096)
def save_of(
    group: ScrollhammerGroup,
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[ScrollhammerSave, tuple[AppliedRule, ...]]:
    """Return the saves that a model has against an attack, and the rules' words."""
    rules, parries = group.rules, holds_to_parry(group)
    if moment.melee and parries and not parries_by_its_book(group):
        rules = {"parry": 0, **rules}
    plain = ScrollhammerSave(group.sv, group.ward)
    at = now(attack, moment, readings, parries=parries)
    save, applied = apply_effects(plain, effects_of(rules, "against"), at, SAVES)
    return (replace(save, armour=NEVER) if attack.no_armour else save), applied


def save_need(save: ScrollhammerSave, ap: int, cover: int = NEVER) -> tuple[int, str]:
    """Return the best save that a model has against a wound, and which it is.

    Examples
    --------
    >>> save_need(ScrollhammerSave(3, 5), 1), save_need(ScrollhammerSave(3, 5), 2, 4)
    ((4, 'armour'), (4, 'cover'))
    """
    armour = save.armour + ap if save.armour < NEVER else NEVER
    best, kind = armour, "armour"
    if save.ward < best:
        best, kind = save.ward, "ward"
    if cover < best:
        best, kind = cover, "cover"
    return min(max(best, BEST), NEVER), kind


def cover_against(attack: ScrollhammerAttack, moment: ScrollhammerMoment) -> int:
    """Return the cover save against an attack, 7 for none [pips]."""
    return NEVER if attack.no_cover else moment.cover


def save_again(group: ScrollhammerGroup, attack: ScrollhammerAttack) -> Reroll:
    """Return the saves that a model rolls again."""
    return attack.shields_again if is_shielded(group) else "none"


def is_shielded(group: ScrollhammerGroup) -> bool:
    """Return whether models hold a shield or a buckler."""
    return any(piece.kind in SHIELDS for piece in group.gear)
