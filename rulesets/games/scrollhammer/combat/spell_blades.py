"""Spells that are weapons of close combat: the dice for them, and how surely."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    shooting_spells,
    spell_blades,
)
from rulesets.games.scrollhammer.combat.power_dice import (
    Manner,
    cast_once,
    two_fights,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import Power, ScrollhammerSide, first_turn
from rulesets.games.scrollhammer.weapon_rules import is_blade
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.company import Company, Hurt
from rulesets.odds.volley import Floats
from rulesets.odds.volley_kernels import Share, Shares, kernels
from rulesets.odds.volley_pools import Volley

BY_ABSORBING = "it is not cast as a weapon where blows give wounds back"

Sides = tuple[ScrollhammerSide, ScrollhammerSide]


@dataclass(frozen=True, slots=True)
class Blade:
    """A spell that a group casts as a weapon before its blows.

    Parameters
    ----------
    weapon : ScrollhammerWeapon
    pairs : bool
        True if it brings an attack more, as the second of two weapons.
    dice : int
        Power dice that each caster has for this fight [dice].
    chance : float
        That a caster casts it [chance].
    """

    weapon: ScrollhammerWeapon
    pairs: bool
    dice: int
    chance: float


@kept_by_identity(most=512)
def casts_blades(profile: ScrollhammerUnit) -> bool:
    """Return whether any of a unit's models may cast a spell as a weapon."""
    return any(
        group.mg and spell_blades(profile, group, charging=False)
        for group in profile.groups
    )


@kept_by_identity(most=512)
def shoots_spells(profile: ScrollhammerUnit) -> bool:
    """Return whether any of a unit's models may cast a spell that shoots."""
    return any(shooting_spells(profile, group) for group in profile.groups)


def with_power_dice(
    sides: Sides, manner: Manner, shot: Collection[str] = frozenset()
) -> Sides:
    """Return two sides whose casters may cast weapons, as the first round begins.

    The first round is fought in the turn of who charged, or of side a.

    Parameters
    ----------
    sides : tuple of ScrollhammerSide
    manner : Manner
        In which they spend their dice.
    shot : collection of str
        Sides whose dice for the first round all went into shots (house).
    """
    casters = any(casts_blades(unit) for side in sides for unit in side.units)
    if not casters or _drinking(sides):
        return sides
    turn = first_turn(sides)
    a, b = (replace(one, power=_first(one, turn, shot), manner=manner) for one in sides)
    return a, b


def _drinking(sides: Sides) -> bool:
    """Return whether blows of any round may give wounds back."""
    return any(absorbs(unit) for side in sides for unit in side.units)


def barred_by_switching(sides: Sides) -> Iterator[NotModelled]:
    """Yield the weapons of magic that are not cast for what is in hand in later rounds.

    Where blows of the first round give wounds back already, it is said of the units.
    """
    if any(absorbs(side.profile) for side in sides) or not _drinking(sides):
        return
    for side in sides:
        if any(map(casts_blades, side.units)):
            for piece in filter(is_blade, side.profile.spells):
                yield NotModelled(piece.name, side.profile.side, BY_ABSORBING)


def _first(side: ScrollhammerSide, turn: str, shot: Collection[str]) -> Power:
    if not any(map(casts_blades, side.units)):
        return "none"
    if side.profile.side in shot:
        return "spent"
    return "own" if side.profile.side == turn else "kept"


def in_the_turn(sides: Sides, turn: str) -> Sides:
    """Return two sides with the dice that their casters have in a turn after the first.

    References
    ----------
    Scrollhammer Rulebook, Power Dice.
    """
    return _later(sides[0], turn), _later(sides[1], turn)


def _later(side: ScrollhammerSide, turn: str) -> ScrollhammerSide:
    power: Power = "kept" if side.power == "own" else side.power
    if side.power != "none" and side.profile.side == turn:
        power = "own"
    return side if power == side.power else replace(side, power=power)


def blades_of(
    side: ScrollhammerSide, group: ScrollhammerGroup, *, charging: bool
) -> Iterator[Blade]:
    """Yield the spells that a group can cast as weapons with the dice of this fight."""
    if side.power in ("none", "spent"):
        return
    magicka = side.manner.held or group.mg
    for weapon, pairs in spell_blades(side.profile, group, charging=charging):
        own, kept = two_fights(weapon.cost, magicka, side.manner)
        dice = own if side.power == "own" else kept
        chance = cast_once(weapon.cost, dice, side.manner)
        if chance:
            yield Blade(weapon, pairs, dice, chance)


@dataclass(frozen=True, slots=True)
class CastersPart:
    """The part of a group that makes some blows: those who have cast, or have not.

    Parameters
    ----------
    blade : Blade
        That all of them tried to cast.
    cast : bool
        True if they did.
    """

    blade: Blade
    cast: bool


def kernels_cast(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: tuple[Volley, ...],
    places: Sequence[int],
    parts: Sequence[CastersPart | None],
) -> Floats:
    """Return `rulesets.odds.volley_kernels.kernels`, the mean over who has cast.

    Parameters
    ----------
    company, kinds, volleys
        Each volley counts all models of a group for those of its blows that are made
        after a casting, and for those that are made without.
    places : sequence of int
        Of the groups of each of the blows.
    parts : sequence of CastersPart, optional
        Of the groups that make each of the blows; none for whole groups.
    """
    return kernels(company, kinds, volleys, shares_of(places, parts))


def shares_of(places: Sequence[int], parts: Sequence[CastersPart | None]) -> Shares:
    """Return which blows those make who have cast, or have not; none for all of them.

    The parameters are those of `kernels_cast`.
    """
    shares = tuple(
        None if part is None else Share(place, part.blade.chance, part.cast)
        for place, part in zip(places, parts, strict=True)
    )
    return shares if any(shares) else ()
