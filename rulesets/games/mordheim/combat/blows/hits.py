"""Hits without a roll to hit in Mordheim: those of spells and of falls."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rulesets.games.mordheim.combat.blows.attack import (
    NEVER,
    SURE,
    BlowRule,
    strength_modifier,
    toughness,
    with_rules,
    wound_need,
)
from rulesets.games.mordheim.combat.blows.attack_rules import (
    AttackModifiers,
    BlowMoment,
    BlowPlace,
)
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.strikes import (
    ChanceRows,
    Striking,
    power,
    sparse,
)
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior, rule_step
from rulesets.games.mordheim.special_rules import row_of, rules_that
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True)
class Unaimed:
    """A hit that nobody rolls for: its key and name, its Strength, if armour saves.

    ``group`` are all such hits, in words; ``burns`` says that nobody regenerates them.
    """

    key: str
    name: str
    strength: int
    saves: bool = True
    group: str = "spells"
    burns: bool = False


@dataclass(frozen=True, slots=True)
class SpellHits:
    """A spell that is cast turn after turn.

    Parameters
    ----------
    works : float
        Chance that it is cast and not shaken off [chance].
    blow : MordheimBlow
    hits : tuple of Fraction
        Chance of 0, 1, 2 … hits [chance].
    range : int, optional
        How far it reaches, none for any distance [inches].
    """

    works: float
    blow: MordheimBlow
    hits: tuple[Fraction, ...]
    range: int | None = None

    def reaches(self, inches: float) -> bool:
        """Return whether it reaches so far."""
        return self.range is None or inches <= self.range

    def rows(self, target: Striking) -> ChanceRows:
        """Return the states of a body after it by those before, with their chances."""
        size = len(target.states)
        struck = hits_matrix(target, self.blow, self.hits)
        return sparse(self.works * struck + (1 - self.works) * np.eye(size))


def unaimed_blow(
    hit: Unaimed, striker: Warrior, struck: Warrior, context: MordheimContext
) -> MordheimBlow:
    """Return a hit that is never critical.

    It is dodged, or its wound avoided, only by what helps against any (house).
    """
    rules = {"burns": 0} if hit.burns else {}
    weapon = MordheimWeapon(hit.key, hit.name, "spell", rules=rules)
    at = BlowPlace(striker, weapon, struck, BlowMoment(spell=True))
    modifiers = AttackModifiers(skill=0, strength=hit.strength, save=struck.save)
    for key in (*rules_that("roll", "avoid"), *rules_that("roll", "dodge")):
        if struck.carries(key):
            context.trace.add(rule_step(struck, key, f"counts against {hit.group}"))
            rule = BlowRule(row_of(key), struck, 0, "against")
            modifiers = with_rules(modifiers, (rule,), at, context.untraced())
    best = 2 if context.readings.ones_fail_saves else 1
    save = min(NEVER, max(best, modifiers.save + strength_modifier(hit.strength)))
    return MordheimBlow(
        faces=SURE,
        to_wound=wound_need(hit.strength, toughness(struck)),
        save=save if hit.saves else NEVER,
        critical=NEVER,
        avoided=modifiers.avoided,
        dodged=modifiers.dodged,
    )


def hits_matrix(
    target: Striking, one: MordheimBlow, hits: Sequence[Fraction]
) -> Floats:
    """Return the matrix of hits on a body, none of them critical.

    Parameters
    ----------
    target : Striking
    one : MordheimBlow
    hits : sequence of Fraction
        Chance of 0, 1, 2 … hits [chance].

    Returns
    -------
    array
        A row and a column for each state of the body.
    """
    size = len(target.states)
    single = target.hit(one)[:size, :size]
    found: Floats = np.zeros((size, size))
    for number, share in enumerate(hits):
        if share:
            found += float(share) * power(single, number)
    return found
