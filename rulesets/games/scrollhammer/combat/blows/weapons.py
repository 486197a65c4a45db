"""Weapons in hand with their figures, as a group of models uses them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulesets.core.values import Gear, Scalar
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.games.scrollhammer.weapon_rules import is_blade
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity

MOST_STRENGTH = 10
"""No characteristic is higher."""

PLAIN = "plain"
"""Key of what strikes in hands without a weapon."""

PLAIN_BASES = ("hand-weapon", "dagger", "spear", "natural", "whip", "")
"""Bases that strike with their user's Strength where nothing else is printed."""

TEMPLATE_REACH = 8
"""Reach of a template [inches]."""

_PIERCING = re.compile(r"(\d+)\s+(?:when\s+)?charging")
_STRENGTH = re.compile(r"user\s*(?:\+\s*(?P<more>\d+))?\s*(?P<when>.*)")


@dataclass(frozen=True, slots=True)
class ScrollhammerWeapon:
    """A weapon or a spell in use.

    Parameters
    ----------
    key, name : str
    strength, ap : int
    rules : mapping
        X by key, those of its user included.
    element : str
    shots : int
        0 for a weapon that is not shot.
    reach : tuple of int
        Least and greatest distance that it shoots [inches].
    type : str
        When it fires.
    cost : int
        Casting cost, 0 for what is no spell.
    """

    key: str
    name: str
    strength: int
    ap: int
    rules: Mapping[str, int]
    element: str = ""
    shots: int = 0
    reach: tuple[int, int] = (0, 0)
    type: str = ""
    cost: int = 0


def strength_of(printed: Scalar, user: int, base: str, *, charging: bool) -> int | None:
    """Return the Strength of a blow; none where it is not printed.

    Examples
    --------
    >>> strength_of("user +2 charging", 3, "lance", charging=True)
    5
    >>> strength_of("user +2 charging", 3, "lance", charging=False)
    3
    """
    if isinstance(printed, int):
        return printed
    if printed is None:
        return user if base in PLAIN_BASES else None
    found = _STRENGTH.fullmatch(printed.strip())
    if found is None:
        return None
    more = int(found["more"] or 0)
    if "charg" in found["when"] and not charging:
        more = 0
    return min(MOST_STRENGTH, user + more)


def piercing_of(printed: Scalar, *, charging: bool) -> int:
    """Return the piercing of a blow or a shot.

    Examples
    --------
    >>> piercing_of("2 when charging", charging=True), piercing_of(1, charging=False)
    (2, 1)
    """
    if isinstance(printed, int):
        return printed
    found = _PIERCING.fullmatch(str(printed or "").strip())
    return int(found[1]) if found and charging else 0


def _rules(
    group: ScrollhammerGroup, piece: Gear | None, *, melee: bool
) -> dict[str, int]:
    """Return the rules of a piece and of its user.

    A blast is of the piece alone, and so is the poison of what shoots.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Poisoned; a model's own is for close
    combat.
    """
    alone = rules_that("multiply", "shots")
    if not melee:
        alone |= rules_that("or", "poison")
    own = {rule.key: rule.x or 0 for rule in piece.rules} if piece else {}
    of_user = {key: x for key, x in group.rules.items() if key not in alone}
    return {**of_user, **own}


@kept_by_identity(most=1024)
def melee_weapons(
    group: ScrollhammerGroup, *, charging: bool
) -> tuple[ScrollhammerWeapon, ...]:
    """Return the weapons of a group for blows; a plain one where it holds none.

    References
    ----------
    Scrollhammer Rulebook, Which Weapons can be Used?
    """
    found = []
    for piece in group.gear:
        if piece.kind != "melee":
            continue
        rules = _rules(group, piece, melee=True)
        printed = piece.stats.get("strength")
        strength = strength_of(printed, group.s, piece.base, charging=charging)
        found.append(
            ScrollhammerWeapon(
                piece.key,
                piece.name,
                strength or group.s,
                piercing_of(piece.stats.get("ap"), charging=charging),
                rules,
                str(piece.stats.get("element") or ""),
            )
        )
    rules = _rules(group, None, melee=True)
    plain = ScrollhammerWeapon(PLAIN, "plain weapon", group.s, 0, rules)
    return tuple(found) or (plain,)


def dual_wields(group: ScrollhammerGroup) -> bool:
    """Return whether two melee weapons of one base type are in hand."""
    counts: dict[str, int] = {}
    for piece in group.gear:
        if piece.kind == "melee" and piece.base and piece.hands != 0:
            counts[piece.base] = counts.get(piece.base, 0) + piece.count
    return any(count > 1 for count in counts.values())


def spell_blades(
    profile: ScrollhammerUnit, group: ScrollhammerGroup, *, charging: bool
) -> tuple[tuple[ScrollhammerWeapon, bool], ...]:
    """Return the spells that a group casts as weapons, and whether one makes a pair.

    A pair is one with a weapon of its base that is no spell. Who holds a weapon that
    strikes at a time of its own casts none.
    """
    held = [piece for piece in group.gear if piece.kind == "melee"]
    late = rules_that("set", "order")
    if any(rule.key in late for piece in held for rule in piece.rules):
        return ()
    bases = {piece.base for piece in held if piece.hands != 0}
    found = []
    for piece in filter(is_blade, profile.spells):
        cost, printed = piece.stats.get("cost"), piece.stats.get("strength")
        strength = strength_of(printed, group.s, piece.base, charging=charging)
        if piece.name in group.casts and isinstance(cost, int) and strength:
            blade = ScrollhammerWeapon(
                piece.key,
                piece.name,
                strength,
                piercing_of(piece.stats.get("ap"), charging=charging),
                _rules(group, piece, melee=True),
                str(piece.stats.get("element") or ""),
                cost=cost,
            )
            found.append((blade, piece.base in bases))
    return tuple(found)


def holds_to_parry(group: ScrollhammerGroup) -> bool:
    """Return whether a group holds a hand weapon and a shield, or what parries as one.

    References
    ----------
    Scrollhammer 2012 beta, Special rules: Parry.
    """
    held = {(piece.kind, piece.base) for piece in group.gear}
    shields = any(piece.kind == "shield" or _parries(piece) for piece in group.gear)
    return shields and ("melee", "hand-weapon") in held


PARRYING = "parrying"
"""The moment at which a hand weapon and a shield are in hand."""


def parries_by_its_book(group: ScrollhammerGroup) -> bool:
    """Return whether a group holds something whose book prints how it parries."""
    return any(map(_parries, group.gear))


def _parries(piece: Gear) -> bool:
    effects = (one for use in piece.rules for one in rule_of(use.key).effects)
    return any(PARRYING in one.when for one in effects)


@kept_by_identity(most=1024)
def ranged_weapons(
    group: ScrollhammerGroup, touched: int = 0
) -> tuple[ScrollhammerWeapon, ...]:
    """Return the weapons in hand that shoot and whose figures are all printed.

    ``touched`` is how many models each blast touches; with 0 they stay silent.
    """
    found = []
    for piece in group.gear:
        rules = _rules(group, piece, melee=False)
        if piece.kind == "ranged" and not _why_silent(piece, group, touched):
            strength = _shot_strength(piece, group)
            reach = reach_of(piece.stats.get("range"))
            shots = piece.stats.get("shots")
            each = touched if lays_blast(piece) else 1
            if strength is None or reach is None or not isinstance(shots, int):
                continue
            found.append(
                ScrollhammerWeapon(
                    piece.key,
                    piece.name,
                    strength,
                    piercing_of(piece.stats.get("ap"), charging=False),
                    rules,
                    str(piece.stats.get("element") or ""),
                    shots * piece.count * each,
                    reach,
                    str(piece.stats.get("type") or ""),
                )
            )
    return tuple(found)


def shooting_spells(
    profile: ScrollhammerUnit, group: ScrollhammerGroup, touched: int = 0
) -> tuple[ScrollhammerWeapon, ...]:
    """Return the spells that a group's hands cast and that shoot, with their cost."""
    found = []
    for piece in profile.spells:
        cost, shots = piece.stats.get("cost"), piece.stats.get("shots")
        strength = _shot_strength(piece, group)
        reach = reach_of(piece.stats.get("range"))
        known = piece.name in group.casts
        each = touched if lays_blast(piece) else 1
        if not known or reach is None or not each:
            continue
        if all(isinstance(figure, int) for figure in (cost, shots, strength)):
            found.append(
                ScrollhammerWeapon(
                    piece.key,
                    piece.name,
                    int(strength or 0),
                    piercing_of(piece.stats.get("ap"), charging=False),
                    _rules(group, piece, melee=False),
                    str(piece.stats.get("element") or ""),
                    int(shots or 0) * each,
                    reach,
                    str(piece.stats.get("type") or ""),
                    int(cost or 0),
                )
            )
    return tuple(found)


def fires_on_the_move(weapon: ScrollhammerWeapon) -> bool:
    """Return whether a weapon may be shot by those who have moved."""
    return weapon.type.lower() != "move or fire" or _lets(weapon, "act:shoot")


def charges_after(weapon: ScrollhammerWeapon) -> bool:
    """Return whether those who shot with a weapon may still charge."""
    return weapon.type.lower() == "fire and charge" or _lets(weapon, "act:charge")


def _lets(weapon: ScrollhammerWeapon, act: str) -> bool:
    return not rules_that("may", act).isdisjoint(weapon.rules)


def reach_of(printed: Scalar) -> tuple[int, int] | None:
    """Return the least and greatest distance of a printed range [inches].

    Examples
    --------
    >>> reach_of("12-60"), reach_of(24), reach_of("Template")
    ((12, 60), (0, 24), (0, 8))
    """
    if isinstance(printed, int):
        return 0, printed
    if printed == "Template":
        return 0, TEMPLATE_REACH
    found = re.fullmatch(r"(\d+)\s*-\s*(\d+)", str(printed or ""))
    return (int(found[1]), int(found[2])) if found else None


def lays_blast(piece: Gear) -> bool:
    """Return whether a piece hits whom its blast or template touches."""
    blasts = rules_that("multiply", "shots")
    return any(rule.key in blasts for rule in piece.rules)


def lays_blasts(profile: ScrollhammerUnit) -> bool:
    """Return whether anything that a unit shoots hits whom it touches."""
    held = (piece for group in profile.groups for piece in group.gear)
    return any(map(lays_blast, (*held, *profile.spells)))


def _shot_strength(piece: Gear, group: ScrollhammerGroup) -> int | None:
    """Return the Strength of a shot; that of a poisoned one is 1 if none is printed.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Poisoned.
    """
    printed = piece.stats.get("strength")
    if printed is None and is_poisoned(piece):
        return 1
    return strength_of(printed, group.s, "-", charging=False)


def is_poisoned(piece: Gear) -> bool:
    """Return whether a piece wounds by poison, and so needs no Strength."""
    poisons = rules_that("or", "poison")
    return any(rule.key in poisons for rule in piece.rules)


def _why_silent(piece: Gear, group: ScrollhammerGroup, touched: int) -> str:
    if lays_blast(piece) and not touched:
        return "how many models it touches is not said, so it does not shoot"
    strength = _shot_strength(piece, group)
    shots = piece.stats.get("shots")
    if strength is None or not isinstance(shots, int):
        return "its figures are not printed, so it does not shoot"
    if reach_of(piece.stats.get("range")) is None:
        return "its range is not printed in inches, so it does not shoot"
    return ""


def unprinted(
    profile: ScrollhammerUnit, *, melee: bool, touched: int = 0
) -> Iterator[NotModelled]:
    """Yield the weapons in hand whose figures leave something open."""
    for group in profile.groups:
        for piece in group.gear:
            if melee and piece.kind == "melee":
                printed = piece.stats.get("strength")
                if strength_of(printed, group.s, piece.base, charging=True) is None:
                    why = "its figures are not printed: it strikes as a plain weapon"
                    yield NotModelled(piece.name, profile.side, why)
            elif piece.kind == "ranged" and not melee:
                why = _why_silent(piece, group, touched)
                if why:
                    yield NotModelled(piece.name, profile.side, why)
