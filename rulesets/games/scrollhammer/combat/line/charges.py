"""Charges with which a battle line begins: who arrives, and who was falling back."""

from collections.abc import Iterator, Sequence
from itertools import product

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership
from rulesets.games.scrollhammer.combat.engagements.approach import reach
from rulesets.games.scrollhammer.combat.engagements.in_hand import scattered
from rulesets.games.scrollhammer.combat.fights.fear import dares
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.line.field import (
    CAUGHT,
    SHORT,
    MultipleCombat,
    MultipleMode,
)
from rulesets.games.scrollhammer.combat.side import leadership_of
from rulesets.games.scrollhammer.sources import COMBAT, MORALE
from rulesets.odds.answer import Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import with_unit

Openings = dict[MultipleMode, float]
"""The chances of the modes in which a combat begins."""

NOT_ARRIVED = (
    "Who is charged from a distance holds, without shooting, and all the ground is "
    "open; a charge at several units covers the distance to all. A unit that falls "
    "back, and that no charge reaches, stands as it is."
)
"""Note on battle lines that begin with charges."""


def chargers(field: MultipleCombat) -> list[int]:
    """Return the units whose charges must still arrive."""
    return [unit for unit in field.units if field.answers[unit].charge_distance]


def fleeing(field: MultipleCombat) -> list[int]:
    """Return the units that are falling back when they are charged."""
    return [unit for unit in field.units if field.answers[unit].fleeing]


def openings(field: MultipleCombat, states: tuple[int, ...]) -> Openings:
    """Return how a combat begins, with the chances; everybody in it first.

    Parameters
    ----------
    field : MultipleCombat
    states : tuple of int
        Of each unit as it begins.

    Raises
    ------
    MatchUpError
        If a unit is said to be falling back of which not every enemy has charged it.

    References
    ----------
    Scrollhammer Rulebook, Multiple Charges; Failed Charge; Regrouping and Multiple
    Charges.
    """
    _refuse_locked(field)
    opening = field.opening()
    found: Openings = {}
    runners, comers = fleeing(field), chargers(field)
    for came in product((True, False), repeat=len(comers)):
        chance = 1.0
        fates = [*opening.fates]
        for unit, arrives in zip(comers, came, strict=True):
            share = arrival(field, unit, states)
            chance *= share if arrives else 1 - share
            fates[unit] = fates[unit] if arrives else SHORT
        for after, part in _regrouped(field, fates, runners, states):
            mode = field.begun_in(after)
            found[mode] = found.get(mode, 0.0) + chance * part
    return {mode: chance for mode, chance in found.items() if chance}


def arrival(field: MultipleCombat, unit: int, states: Sequence[int]) -> float:
    """Return the chance that a unit dares to charge and arrives [chance].

    Of several enemies that it fears it takes one test (house).
    """
    own = field.answers[unit]
    foes = field.foes(unit, field.opening())
    slow = own.paralyzed or any(field.answers[foe].unseen != "none" for foe in foes)
    profiles, here = field.profiles, states[unit]
    daring = (dares(profiles[unit], profiles[foe])[here, states[foe]] for foe in foes)
    return float(min(daring) * sum(reach(difficult=slow)[own.charge_distance :]))


def regroups(field: MultipleCombat, unit: int, state: int) -> float:
    """Return the chance that who is charged as it falls back regroups [chance].

    References
    ----------
    Scrollhammer Rulebook, Regrouping When Charged: a normal Leadership test.
    """
    return float(by_leadership(field.profiles[unit], leadership)[state])


def _regrouped(
    field: MultipleCombat,
    fates: list[str],
    runners: list[int],
    states: tuple[int, ...],
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the fates once all who fall back and are reached have tested."""
    met = field.foes_of(tuple(fates))
    tested = [unit for unit in runners if met[unit]]
    for passed in product((True, False), repeat=len(tested)):
        chance, after = 1.0, [*fates]
        for unit, passes in zip(tested, passed, strict=True):
            share = regroups(field, unit, states[unit])
            chance *= share if passes else 1 - share
            after[unit] = after[unit] if passes else CAUGHT
        yield tuple(after), chance


def _refuse_locked(field: MultipleCombat) -> None:
    opening = field.opening()
    for unit in fleeing(field):
        foes = field.foes(unit, opening)
        charged = all(field.answers[foe].charges for foe in foes)
        if field.answers[unit].charges or not charged:
            post = field.posts[unit]
            text = f"{clause(post.unit.name, 'is')} in combat, and not falling back"
            raise MatchUpError(f"/situation/{post.key}.fleeing", text)


def charge_events(
    field: MultipleCombat, states: tuple[int, ...]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return how often each charge arrives, and who falls back regroups, in words."""
    events: dict[str, float] = {}
    labels: dict[str, str] = {}
    for unit in chargers(field):
        key = f"{field.posts[unit].key}-charge-arrives"
        events[key] = arrival(field, unit, states)
        labels[key] = f"The charge of {field.profiles[unit].name} arrives"
    begun = openings(field, states)
    for unit in fleeing(field):
        key = f"{field.posts[unit].key}-caught"
        events[key] = sum(
            chance for mode, chance in begun.items() if mode.fates[unit] == CAUGHT
        )
        labels[key] = f"{field.profiles[unit].name}: caught while falling back"
    return events, labels


def charge_steps(field: MultipleCombat, states: Sequence[int]) -> Iterator[Step]:
    """Yield the trace of the charges, and of the tests of who falls back."""
    for unit in chargers(field):
        own = field.profiles[unit]
        text = (
            f"{own.name}: {field.answers[unit].charge_distance} inches, reached with a "
            f"chance of {percent(arrival(field, unit, states))}"
        )
        yield Step(
            "Charge range", f"{COMBAT}: Rolling for Charge Range", text, own.side
        )
    for unit in fleeing(field):
        own = field.profiles[unit]
        text = (
            f"{own.name}: once a charge is in range, 2D6 against {leadership_of(own)}; "
            "it fights as skirmishers, or is removed, and charges go on at the others"
        )
        source = f"{MORALE}: Regrouping When Charged; Regrouping and Multiple Charges"
        yield Step("Regrouping", source, text, own.side)


def with_runners(field: MultipleCombat) -> MultipleCombat:
    """Return a combat in which those who regroup as they are charged are skirmishers.

    References
    ----------
    Scrollhammer Rulebook, Regrouping When Charged: for the duration of the combat.
    """
    posts = tuple(
        with_unit(post, scattered(post.unit)) if answers.fleeing else post
        for post, answers in zip(field.posts, field.answers, strict=True)
    )
    return field.with_posts(posts)
