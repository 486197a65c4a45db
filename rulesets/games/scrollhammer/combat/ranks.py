"""Who may fight, and what ranks and numbers are worth, by who is left of both sides."""

import numpy as np

from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.combat.terms import effects_of
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Ints

RANK, WIDE_RANK = 5, 10
"""Models of a full rank that adds 1, and of one that adds 2 [models]."""

HORDE = 12
"""Models of a horde that add 1 to the combat result [models]."""

BESIDE = 2
"""Models that stand beside those in contact, one at each end [models]."""


def contact(own: ScrollhammerSide, other: ScrollhammerSide) -> Ints:
    """Return how many models touch an enemy, ``[own, other]`` [models].

    One meets one, unless a base is said to be wide enough for more.

    References
    ----------
    Scrollhammer Rulebook, Moving Charging Models: 1 for 1; larger bases 2 for 1, 3 for
    1, or however much is necessary.
    """
    reached = other.line()
    if own.meets != other.meets:
        reached = -(-reached * other.meets // own.meets)
    met: Ints = np.minimum(own.line()[:, None], reached[None, :])
    return met


def engaged(
    own: ScrollhammerSide, other: ScrollhammerSide, readings: ScrollhammerReadings
) -> Ints:
    """Return how many models fight, by the states of both sides.

    Parameters
    ----------
    own, other : ScrollhammerSide
    readings : dict
        ``neighbours`` is used.

    Returns
    -------
    ndarray of int
        ``[own, other]`` [models].

    References
    ----------
    Scrollhammer Rulebook, Who can Fight?: in contact with an enemy, or with a friend
    who is. The second line stands behind those in contact, the third fights with
    Phalanx.
    """
    left = own.profile.company.counts[:, None]
    line = own.line()[:, None]
    met = contact(own, other)
    beside = BESIDE if readings.neighbours else 0
    first = np.minimum(line, met + beside * (met > 0))
    third = phalanx(own.profile)
    if own.profile.formation != "Ranks":
        lines = 2 if third else 1
        spread: Ints = first + np.minimum(left - first, lines * met)
        return spread
    behind = left - line
    fighting: Ints = first + np.minimum(behind, met)
    if third:
        fighting += np.minimum(np.maximum(behind - line, 0), met)
    return fighting


def phalanx(profile: ScrollhammerUnit) -> bool:
    """Return whether a third line fights: all ordinary models hold such weapons."""
    ordinary = [group for group in profile.groups if group.role != "leader"]
    keys = rules_that("set", "ranks")
    return bool(ordinary) and all(
        any(rule.key in keys for piece in group.gear for rule in piece.rules)
        for group in ordinary
    )


def fighters(profile: ScrollhammerUnit, fighting: Ints) -> list[Ints]:
    """Return how many of each group fight: leaders first, then in their order.

    Each is ``[own, other]`` [models].
    """
    order = sorted(
        range(len(profile.groups)),
        key=lambda place: profile.groups[place].role != "leader",
    )
    counts: dict[int, Ints] = {}
    rest = fighting
    for place in order:
        alive = profile.company.alive[:, place][:, None]
        counts[place] = np.minimum(rest, alive)
        rest = rest - counts[place]
    return [counts[place] for place in range(len(profile.groups))]


def bonus(side: ScrollhammerSide, readings: ScrollhammerReadings) -> Ints:
    """Return what formation and standard add to a combat result, by state.

    References
    ----------
    Scrollhammer Rulebook, Strength in Ranks; Pressing Assault; Determine Combat
    Results.
    """
    return bonus_of(side.profile, side.files, rank_bonus(side, readings))


def rank_bonus(side: ScrollhammerSide, readings: ScrollhammerReadings) -> int:
    """Return what one full rank of a side adds: nothing while it is struck aside."""
    return 0 if side.struck_aside else rank_worth(side.files, readings)


@kept_arrays(megabytes=0.5)
def bonus_of(profile: ScrollhammerUnit, files: int, each: int) -> Ints:
    """Return `bonus` where a full rank adds so much."""
    models = profile.company.counts
    added = np.full_like(models, _result_of_rules(profile))
    if profile.formation == "Ranks":
        added += models // files * each
    elif profile.formation == "Horde":
        added += models // HORDE
    return added


def _result_of_rules(profile: ScrollhammerUnit) -> int:
    """Return what a unit's rules add to a combat result."""
    effects = effects_of(dict(profile.shared), "unit")
    return sum(int(one.amount) for one in effects if one.effect.on == "result")


def rank_worth(files: int, readings: ScrollhammerReadings) -> int:
    """Return what one full rank adds."""
    if files >= WIDE_RANK:
        return 3 if readings.wide_ranks == "both" else 2
    return 1 if files >= RANK else 0
