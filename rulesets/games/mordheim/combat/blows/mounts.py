"""Mounts of Mordheim's fighters: their figures and their own blows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior


@dataclass(frozen=True, slots=True)
class Steed:
    """A mount's figures.

    Parameters
    ----------
    name : str
    m : int
        [inches]
    ws, s, i, a : int
        Attacks are 0 for what does not fight.
    on_charge : int
        What its blows have more of Strength when it charges [pips].
    wounds_as : int, optional
        Strength that counts to wound, where it is not that of its save modifier [pips].
    rules : mapping
        Special rules that it gives its rider, with their X.
    """

    name: str
    m: int
    ws: int
    s: int
    i: int
    a: int
    on_charge: int = 0
    wounds_as: int | None = None
    rules: Mapping[str, int] = field(default_factory=dict)


STEEDS: Mapping[str, Steed] = {
    "horse": Steed("Horse", 8, 1, 3, 3, 0),
    "warhorse": Steed("Warhorse", 8, 3, 3, 3, 1),
    "mule": Steed("Mule", 6, 2, 3, 2, 0, rules={"never-charges": 0}),
    "nightmare": Steed("Nightmare", 8, 2, 3, 2, 1, rules={"may-not-run": 0}),
    "elven-steed": Steed("Elven steed", 9, 3, 3, 4, 1),
    "chaos-steed": Steed("Chaos steed", 8, 3, 4, 3, 1),
    "giant-wolf": Steed("Giant wolf", 9, 3, 3, 4, 1),
    "giant-spider": Steed("Giant spider", 7, 3, 3, 4, 1, wounds_as=4),
    "war-boar": Steed("War boar", 7, 3, 4, 3, 1, on_charge=2),
    "cold-one": Steed("Cold one", 7, 3, 4, 3, 1, rules={"fear": 0, "stupidity": 0}),
    "rhinox": Steed("Rhinox", 7, 3, 5, 2, 3, rules={"fear": 0}),
}
"""Figures of mounts as their list prints them, by the key of the gear."""


def steed_of(warrior: Warrior) -> Steed | None:
    """Return a fighter's mount, none if he walks or its figures are not known."""
    key = next((key for key in sorted(warrior.gear) if key in STEEDS), None)
    return STEEDS[key] if key else None


def mounted(warrior: Warrior) -> Warrior:
    """Return a fighter with the Movement and the rules that his mount gives him."""
    steed = steed_of(warrior)
    if steed is None:
        return warrior
    return replace(warrior, m=steed.m, rules={**steed.rules, **warrior.rules})


def hooves(
    warrior: Warrior, *, charging: bool
) -> tuple[Warrior, MordheimWeapon] | None:
    """Return a mount as one who strikes and what with, none for what does not fight."""
    steed = steed_of(warrior)
    if steed is None or not steed.a:
        return None
    strength = steed.s + (steed.on_charge if charging else 0)
    weaker = strength - steed.wounds_as if steed.wounds_as is not None else 0
    striker = replace(
        warrior,
        ws=steed.ws,
        s=strength,
        i=steed.i,
        a=steed.a,
        weapons=(),
        missiles=(),
        carried=(),
        rules={},
        gear=frozenset(),
        granted=frozenset(),
    )
    rules = {"wounds-stronger": -weaker} if weaker else {}
    weapon = MordheimWeapon(
        "mount", steed.name, "natural", hands=0, rules=rules, table="unarmed"
    )
    return striker, weapon
