"""Loadouts as far as numbers depend on them: those with the same are tried once.

Two loadouts of which this is the same have the same answer but for its words. Whatever
reads the gear of a unit for a number belongs here.
"""

from collections.abc import Hashable, Iterable, Iterator

from rulesets.games.scrollhammer.combat.blows.every_rule import every_rule, looks_at
from rulesets.games.scrollhammer.combat.blows.leeches import KEY, absorbs
from rulesets.games.scrollhammer.combat.blows.saves import is_shielded
from rulesets.games.scrollhammer.combat.blows.terms import SAVES
from rulesets.games.scrollhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.games.scrollhammer.combat.blows.weapons import (
    PARRYING,
    PLAIN,
    ScrollhammerWeapon,
    dual_wields,
    holds_to_parry,
    lays_blast,
    melee_weapons,
    parries_by_its_book,
    spell_blades,
)
from rulesets.games.scrollhammer.combat.plain_values import (
    AlikeUnit,
    first_alike,
    plain,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    read_profile,
)
from rulesets.games.scrollhammer.combat.ranks import in_order, is_shooter, phalanx
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import MatchUp
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.vocabulary import written_out

KINDS = ("fight", "charge", "shooting", "engagement")
"""Kinds of match-up of two units that never change what they have in hand."""

WITHOUT_SHOTS = "fight"
"""Of these the kind in which nobody shoots: shooters only stand in front."""

SAVE_OF_SHIELD = "save:shield"
"""Effects on this ask for a shield."""

PARRIES_OF_BETA = "beta-texts"
"""The reading by which hand weapon and shield parry, whatever a book says of it."""


def numbers_in_hand(match_up: MatchUp, side: Side) -> Hashable:
    """Return what numbers depend on of what a side has in hand; none if that is open.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    keys = (f"{one}.hands" for one in SIDES)
    switches = any(match_up.situation.get(key, "same") != "same" for key in keys)
    if match_up.kind not in KINDS or match_up.further or switches:
        return None
    fighters = dict(match_up.fighters())
    own, other = (
        read_profile(written_out(fighters[one], VOCABULARY), one)
        for one in (side, OTHER[side])
    )
    shields = _shields(own) if asks_for_shields(other) else ()
    beta = PARRIES_OF_BETA in match_up.readings
    if match_up.kind == WITHOUT_SHOTS:
        shooters = tuple(map(is_shooter, own.groups))
        return _numbers_of_blows(own, beta=beta), shooters, shields
    return _numbers(own, beta=beta), shields


def fights_alike(
    own: ScrollhammerUnit, enemy: ScrollhammerUnit, *, beta: bool
) -> ScrollhammerUnit:
    """Return the first unit that fights an enemy in close combat as a unit does.

    In all rounds of a combat both have the same numbers, and other words at most. Who
    takes something else in hand after the first round is alike to itself alone.

    Parameters
    ----------
    own, enemy : ScrollhammerUnit
    beta : bool
        True if hand weapon and shield parry as the beta has it.
    """
    if own.takes is not None:
        return own
    return _first_to_fight(own, beta=beta, shields=asks_for_shields(enemy))


@kept_by_identity(most=512)
def _first_to_fight(
    unit: ScrollhammerUnit, *, beta: bool, shields: bool
) -> ScrollhammerUnit:
    held = _shields(unit) if shields else ()
    stands = in_order(unit, unit.front), unit.unhurt
    value = _numbers_of_blows(unit, beta=beta), stands, shields, held, beta
    return first_alike(AlikeUnit("in combat", value, unit))


def _shields(unit: ScrollhammerUnit) -> Hashable:
    return tuple(map(is_shielded, unit.groups))


@kept_by_identity(most=512)
def asks_for_shields(unit: ScrollhammerUnit) -> bool:
    """Return whether a rule of a unit looks for shields, or one of what it has."""
    effects = (one for key in every_rule(unit) for one in rule_of(key).effects)
    return any(one.on == SAVE_OF_SHIELD for one in effects)


@kept_by_identity(most=512)
def _numbers(unit: ScrollhammerUnit, *, beta: bool) -> Hashable:
    """Return a unit without words, and without what has no part in any number."""
    shots = tuple(tuple(_of_shots(group)) for group in unit.groups)
    return _numbers_of_blows(unit, beta=beta), tuple(map(plain, unit.spells)), shots


@kept_by_identity(most=512)
def _numbers_of_blows(unit: ScrollhammerUnit, *, beta: bool) -> Hashable:
    """Return the same without what it shoots with.

    ``beta``: it is open whether hand weapon and shield parry as the beta has it.
    """
    return (
        (unit.side, unit.name, unit.formation, unit.front),
        (phalanx(unit), absorbs(unit)),
        tuple(tuple(_of_blows(unit, group, beta=beta)) for group in unit.groups),
    )


def _of_blows(
    unit: ScrollhammerUnit, group: ScrollhammerGroup, *, beta: bool
) -> Iterator[Hashable]:
    """Yield the numbers of a kind of models, and of what it strikes with.

    A plain weapon serves no more beside one that is cast.
    """
    parries = holds_to_parry(group)
    idle = frozenset() if parries else frozenset(filter(_only_parries, group.rules))
    yield plain(group)[:_RULES], _without(group.rules.items(), idle)
    yield group.post, group.lost
    for charging in (False, True):
        weapons = melee_weapons(group, charging=charging)
        blades = spell_blades(unit, group, charging=charging)
        yield tuple(_struck_with(one, idle) for one in weapons)
        yield tuple((_struck_with(one, idle), one.key, pair) for one, pair in blades)
        yield tuple(one.key == PLAIN for one in weapons) if blades else ()
    yield dual_wields(group), beta and parries and not parries_by_its_book(group)
    yield parries and any(looks_at(key, PARRYING) for key in group.rules)


def _of_shots(group: ScrollhammerGroup) -> Iterator[Hashable]:
    """Yield what a kind of models has in hand to shoot, and what it casts."""
    yield group.casts
    yield tuple(plain(one) for one in group.gear if one.kind == "ranged")
    yield any(map(lays_blast, group.gear))


_RULES = -5
"""The place of the rules among the fields of a kind of models, from their end."""


def _only_parries(key: str) -> bool:
    """Return whether a rule changes saves of those who parry, and nothing else."""
    effects = rule_of(key).effects
    return bool(effects) and all(
        one.whose == "against" and one.on in SAVES and PARRYING in one.when
        for one in effects
    )


def _without(
    rules: Iterable[tuple[str, int]], idle: frozenset[str]
) -> tuple[tuple[str, int], ...]:
    return tuple(one for one in rules if one[0] not in idle)


def _struck_with(weapon: ScrollhammerWeapon, idle: frozenset[str]) -> Hashable:
    """Return the numbers of a weapon: rules without effects, as ``idle`` ones, go."""
    rules = (
        one for one in weapon.rules.items() if one[0] == KEY or rule_of(one[0]).effects
    )
    told = _without(sorted(rules), idle)
    return weapon.strength, weapon.ap, told, weapon.element, weapon.cost
