"""Wounds that a lost combat costs a side whose rule says so, one for each point."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerSave
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.result import OUTCOMES, scores
from rulesets.games.scrollhammer.combat.fights.round import Sides
from rulesets.games.scrollhammer.combat.fights.standings import Facing, turning
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, as_losses, transitions
from rulesets.odds.dice import ALWAYS
from rulesets.odds.fight.model import Round, Toll
from rulesets.odds.volley import Floats

MOST = 1_000_000
"""Pairs of pairs of states above which these wounds are left out and named."""

TOO_LARGE = "the wounds that it takes for a lost combat: both units are too large"


def pays(profile: ScrollhammerUnit) -> bool:
    """Return whether a unit takes a wound for each point that it loses by."""
    return profile.does("must", "act:take-wounds")


def is_paid(sides: Sides) -> bool:
    """Return whether such wounds are worked out in a combat."""
    pairs = sides[0].profile.company.states * sides[1].profile.company.states
    return pairs**2 <= MOST and any(pays(side.profile) for side in sides)


def unpaid(profile: ScrollhammerUnit, why: str) -> Iterator[NotModelled]:
    """Yield the rules of a unit by which it takes such wounds, as left out."""
    for key in sorted(profile.rules):
        if rule_of(key).says("must", "act:take-wounds"):
            yield NotModelled(rule_of(key).name, profile.side, why)


@kept_arrays(megabytes=4)
def price(profile: ScrollhammerUnit, most: int) -> Floats:
    """Return ``[points, before, after]``: the states after up to so many wounds.

    They are dealt out as those of a volley, and saved by armour or ward; nothing
    pierces the armour (house).
    """
    needs = (
        save_need(ScrollhammerSave(group.sv, group.ward), 0)[0]
        for group in profile.groups
    )
    effects = tuple(effect(Attack(to_hit=ALWAYS, save=need)) for need in needs)
    return transitions(profile.company, Hurt((0.0, 1.0), effects), range(most + 1))


def toll_of(standing: Facing, readings: ScrollhammerReadings) -> Toll:
    """Return what a side takes after a round: a wound for each point it lost by.

    It takes them before anybody leaves or turns, and who loses its last models so is
    destroyed.
    """
    sides = standing.sides
    of_a, of_b = (scores(side, readings) for side in sides)
    most = of_b.max() - of_a.min(), of_a.max() - of_b.min()
    a, b = (
        _falls(side.profile, max(int(behind), 0)) if pays(side.profile) else None
        for side, behind in zip(sides, most, strict=True)
    )
    shape = tuple(side.profile.company.states for side in sides)
    turns = [np.broadcast_to(one, shape) for one in turning(standing, readings)]
    gone = OUTCOMES.index("a-destroyed"), OUTCOMES.index("b-destroyed")
    return Toll(of_a, of_b, (a, b), gone, np.stack(turns))


def with_tolls(
    found: Sequence[Facing], led: Sequence[Round], readings: ScrollhammerReadings
) -> tuple[Round, ...]:
    """Return the rounds of all standings with what each side takes after them."""
    return tuple(
        replace(played, toll=toll_of(one, readings))
        for one, played in zip(found, led, strict=True)
    )


@kept_arrays(megabytes=2)
def _falls(profile: ScrollhammerUnit, most: int) -> Floats:
    """Return ``[points, before, lost]``: the states lost for up to so many wounds."""
    return as_losses(price(profile, most).copy())
