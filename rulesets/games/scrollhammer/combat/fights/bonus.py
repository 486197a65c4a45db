"""The bonus of a side to a combat result: its ranks or number, and its rules."""

import numpy as np

from rulesets.games.scrollhammer.combat.blows.terms import effects_of
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Ints

RANK, WIDE_RANK = 5, 10
"""Models of a full rank that adds 1, and of one that adds 2 [models]."""

HORDE = 12
"""Models of a horde that add 1 to the combat result [models]."""


def bonus(side: ScrollhammerSide, readings: ScrollhammerReadings) -> Ints:
    """Return the bonus of formation and standard to a combat result, by state.

    References
    ----------
    Scrollhammer Rulebook, Strength in Ranks; Pressing Assault; Determine Combat
    Results.
    """
    return bonus_of(side.profile, side.files, rank_bonus(side, readings))


def rank_bonus(side: ScrollhammerSide, readings: ScrollhammerReadings) -> int:
    """Return the bonus of one full rank of a side: none while it is struck aside."""
    return 0 if side.struck_aside else rank_worth(side.files, readings)


@kept_arrays(megabytes=0.5)
def bonus_of(profile: ScrollhammerUnit, files: int, each: int) -> Ints:
    """Return `bonus` where a full rank adds so much."""
    return formation_bonus(profile, files, each) + result_of_rules(profile)


def formation_bonus(profile: ScrollhammerUnit, files: int, each: int) -> Ints:
    """Return the bonus of ranks or of a horde alone."""
    models = profile.company.counts
    if profile.formation == "Ranks":
        added: Ints = models // files * each
        return added
    worth = 1 if profile.formation == "Horde" else 0
    return models // HORDE * worth


def result_of_rules(profile: ScrollhammerUnit) -> Ints:
    """Return by state the bonus of a unit's rules to a combat result.

    Where nobody is left the rules of all count.
    """
    found = np.zeros(profile.company.states, dtype=np.int64)
    for added in bonus_by_rule(profile).values():
        found += added
    return found


def bonus_by_rule(profile: ScrollhammerUnit) -> dict[str, Ints]:
    """Return by state what each of a unit's rules adds to a combat result.

    That of a standard falls with the last of its bearers (house).
    """
    company = profile.company
    found: dict[str, Ints] = {}
    for key, x in profile.shared:
        effects = effects_of({key: x}, "unit")
        amount = sum(int(one.amount) for one in effects if one.effect.on == "result")
        bears = [key in group.rules for group in profile.groups]
        borne = (company.alive[:, bears] > 0).any(axis=1) | (company.counts == 0)
        found[key] = amount * borne
    return found


def rank_worth(files: int, readings: ScrollhammerReadings) -> int:
    """Return the bonus of one full rank."""
    if files >= WIDE_RANK:
        return 3 if readings.wide_ranks == "both" else 2
    return 1 if files >= RANK else 0
