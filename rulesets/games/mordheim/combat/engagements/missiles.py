"""Missiles of a Mordheim fighter on his way: what he shoots, and what he throws."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.games.mordheim.combat.blows.powder import may_misfire
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.combat.shots.throws import THROWS, thrown


@dataclass(frozen=True, slots=True)
class Missiles:
    """The missile weapons of a fighter, then the goods that he throws.

    Parameters
    ----------
    weapons : tuple of MordheimWeapon
    throws : mapping
        The keys of goods by their place among the weapons.
    empties, reloads : int
        Bits of those that a shot empties, and of those that can be loaded again.
    """

    weapons: tuple[MordheimWeapon, ...] = ()
    throws: Mapping[int, str] = field(default_factory=dict)
    empties: int = 0
    reloads: int = 0

    @property
    def shot(self) -> tuple[MordheimWeapon, ...]:
        """Return the weapons without the goods that are thrown."""
        return self.weapons[: len(self.weapons) - len(self.throws)]


UNARMED = Missiles()
"""Nothing to shoot or to throw."""


def missiles_of(warrior: Warrior, context: MordheimContext) -> Missiles:
    """Return what a fighter shoots or throws."""
    own = _own_missiles(warrior)
    guns = _guns(own) if context.readings.misfires else 0
    goods = thrown(warrior, context.situation.of(warrior.side)) if warrior.bs else ()
    throws = dict(enumerate(goods, start=len(own)))
    return Missiles(
        (*own, *(THROWS[key].weapon(warrior.s) for key in goods)),
        throws,
        _bits(warrior, own, again=False) | sum(1 << place for place in throws),
        _bits(warrior, own, again=True) | guns,
    )


def _own_missiles(warrior: Warrior) -> tuple[MordheimWeapon, ...]:
    """Return a fighter's missile weapons: in hand, then those he carries."""
    able = (*warrior.missiles, *(one for one in warrior.carried if one.range))
    found = {one.key: one for one in reversed(able)}
    return tuple(found.values())[::-1] if warrior.bs else _sure(tuple(found.values()))


def _sure(missiles: tuple[MordheimWeapon, ...]) -> tuple[MordheimWeapon, ...]:
    return tuple(one for one in missiles if one.has("shot-line"))


def _bits(
    warrior: Warrior, missiles: tuple[MordheimWeapon, ...], *, again: bool
) -> int:
    """Return the weapons that a shot empties, or those of them that can be loaded."""
    found = 0
    for place, one in enumerate(missiles):
        slow = one.has("prepare-shot") and not _always_loaded(warrior, one)
        if slow or (one.has("shot-line") and not again):
            found |= 1 << place
    return found


def _guns(missiles: tuple[MordheimWeapon, ...]) -> int:
    """Return bits of the weapons that may misfire."""
    return sum(1 << place for place, one in enumerate(missiles) if may_misfire(one))


def _always_loaded(warrior: Warrior, one: MordheimWeapon) -> bool:
    quick = warrior.has("hunter") and one.key.endswith(("handgun", "hunting-rifle"))
    practised = one.has("pistol") and warrior.has("pistolier")
    return quick or practised or one.key.endswith("-brace")
