"""A Mordheim fighter as the odds read him: his figures, weapons, guards and rules."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulesets.core.values import Gear, RuleUse
from rulesets.games.mordheim.critical_hits import TABLES
from rulesets.games.mordheim.special_rules import row_of
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, FighterPart, MatchUpError
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine

MOST = 20
"""Highest figure that is read [pips]."""

NO_SAVE = 7
"""A save that no die makes [pips]."""

ANIMALS = frozenset({"animal", "natural-weapons"})
"""Rules of fighters who need no weapon."""

_USER = re.compile(r"user(?:([+-])(\d))?$")


@dataclass(frozen=True, slots=True)
class MordheimWeapon:
    """A weapon in use.

    Parameters
    ----------
    key, name, base : str
    bonus : int
        What it adds to its user's Strength [pips].
    strength : int, optional
        Its own Strength, for what does not ask for its user's [pips].
    hands, count : int
    rules : mapping
        Special rules by key, with their X; 0 where there is none.
    range : int
        How far it shoots [inches]; 0 for what does not.
    save_modifier : int, optional
        How much worse it makes saves in all, where that is printed [pips].
    table : str
        Its own table of critical hits, "" where its kind is not printed.
    second : bool
        True for the other one of two alike, on which nothing was put.
    """

    key: str
    name: str
    base: str
    bonus: int = 0
    strength: int | None = None
    hands: int = 1
    count: int = 1
    rules: Mapping[str, int] = field(default_factory=dict)
    range: int = 0
    save_modifier: int | None = None
    table: str = ""
    second: bool = False

    def has(self, key: str) -> bool:
        """Return whether a rule is the weapon's."""
        return key in self.rules

    def hits_at(self, strength: int) -> int:
        """Return the Strength of its blows in the hand of somebody [pips]."""
        return self.strength if self.strength is not None else strength + self.bonus


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell or a prayer.

    Parameters
    ----------
    key, name : str
    difficulty : int
        What 2D6 must reach [pips].
    range : int, optional
        [inches]; none where it is not printed.
    strength, against_unholy : int, optional
        Of its hits, and where it is another against undead and possessed [pips]; none
        for what is no hit.
    hits : str
        A number, or dice such as ``2D6`` and ``D6+2``.
    saves : bool
        True if armour saves.
    """

    key: str
    name: str
    difficulty: int
    range: int | None = None
    strength: int | None = None
    against_unholy: int | None = None
    hits: str = "1"
    saves: bool = True


@dataclass(frozen=True, slots=True)
class Warrior:
    """A fighter's figures, as the rules of combat read them.

    Parameters
    ----------
    side, name : str
    m : int, optional
        Of who carries him [inches]; none where it is no whole number.
    ws, bs, s, t, w, i, a, ld : int
        As his stat line prints them.
    save : int
        Lowest roll that saves, 7 for none [pips].
    shot_save : int
        The same against shooting, with a shield on his back [pips].
    weapons, missiles : tuple of MordheimWeapon
        In hand: for combat, and to shoot with (pistols are both).
    carried : tuple of MordheimWeapon
        What he could draw: when his pistols are empty, or to shoot.
    guards : frozenset of str
        Bases and keys of what he parries with and of his shield.
    helmet : int
        Lowest roll at which a stunned result only knocks him down; 7 for none [pips].
    mounted : bool
    rules : mapping
        Special rules by key, with their X.
    gear : frozenset of str
        Keys of what is in use.
    unknown : tuple of str
        Gear whose effect stands in words only, and what belongs to the unit and does
        not fight.
    spells : tuple of Spell
    armoured : bool
        True if he wears armour in which no spell is cast, or holds a shield.
    granted : frozenset of str
        Special rules that others of his, or his gear, give him.
    """

    side: Side
    name: str
    m: int | None
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    save: int
    shot_save: int
    weapons: tuple[MordheimWeapon, ...]
    missiles: tuple[MordheimWeapon, ...]
    carried: tuple[MordheimWeapon, ...]
    guards: frozenset[str]
    helmet: int
    mounted: bool
    rules: Mapping[str, int]
    gear: frozenset[str]
    unknown: tuple[str, ...]
    spells: tuple[Spell, ...] = ()
    armoured: bool = False
    granted: frozenset[str] = frozenset()

    def has(self, *keys: str) -> bool:
        """Return whether one of some rules is his."""
        lacks = self.rules.keys().isdisjoint(keys) and self.granted.isdisjoint(keys)
        return not lacks

    def carries(self, *keys: str) -> bool:
        """Return whether he has one of some rules or pieces of gear."""
        return self.has(*keys) or not self.gear.isdisjoint(keys)


@kept_by_identity(most=512)
def read_warrior(fighter: Fighter, side: Side) -> Warrior:
    """Return a fighter's figures, those of his first part where he has parts.

    Raises
    ------
    MatchUpError
        If a figure is missing, no whole number, or out of bounds.
    """
    part = _part(fighter)
    place = f"/{side}/fighter/characteristics"
    figures = {
        key: _number(part, key, place, low)
        for key, low in (
            *(("ws", 0), ("bs", 0), ("s", 1), ("t", 1), ("w", 1)),
            *(("i", 0), ("a", 0), ("ld", 0)),
        )
    }
    weapons = tuple(_weapon(piece, side) for piece in part.gear if _is_weapon(piece))
    mounted = any(p.role == "mount" for p in fighter.parts) or any(
        piece.kind == "mount" for piece in part.gear
    )
    saves = "sv" in part.characteristics
    save = _number(part, "sv", place, 1) if saves else NO_SAVE
    rules = {use.key: use.x or 0 for use in part.rules}
    gear = frozenset(piece.key for piece in part.gear)
    return Warrior(
        side=side,
        name=fighter.name,
        m=_movement(fighter, part),
        **figures,
        save=save,
        shot_save=save - 1 if _shield_on_back(fighter, part) else save,
        weapons=tuple(one for one in weapons if not one.range),
        missiles=tuple(one for one in weapons if one.range),
        carried=tuple(
            _weapon(piece, side) for piece in fighter.gear if _is_weapon(piece)
        ),
        guards=frozenset(
            key
            for piece in part.gear
            for key in (piece.kind, piece.base, piece.key)
            if "parry" in {use.key for use in piece.rules} or piece.kind == "shield"
        ),
        helmet=_helmet(part.gear),
        mounted=mounted,
        rules=rules,
        gear=gear,
        unknown=_unknown(fighter, part),
        spells=tuple(_spells(fighter.gear)),
        armoured=any(
            piece.kind in ("armour", "shield", "buckler")
            and piece.key != "chaos-armour"
            for piece in part.gear
        ),
        granted=frozenset(_granted((*rules, *gear))) - rules.keys(),
    )


def _granted(keys: Iterable[str]) -> Iterator[str]:
    """Yield the rules that rules and gear give who has them."""
    for key in keys:
        for effect in row_of(key).effects:
            word, _, rule = effect.on.partition(":")
            if word == "rule":
                yield rule


def _spells(gear: Iterable[Gear]) -> Iterator[Spell]:
    """Yield what has a printed difficulty."""
    for piece in gear:
        difficulty = _printed(piece, "difficulty")
        if difficulty is not None:
            yield Spell(
                piece.key,
                piece.name,
                difficulty,
                range=_printed(piece, "range"),
                strength=_printed(piece, "strength"),
                against_unholy=_printed(piece, "strength-unholy"),
                hits=str(piece.stats.get("hits", 1)),
                saves=piece.stats.get("armour-saves") != "none",
            )


def _printed(piece: Gear, key: str) -> int | None:
    value = piece.stats.get(key)
    return value if isinstance(value, int) else None


def _part(fighter: Fighter) -> FighterPart:
    if fighter.parts:
        return fighter.parts[0]
    return replace(fighter.as_part(), rules=_with_gear(fighter.rules, fighter.gear))


def _movement(fighter: Fighter, part: FighterPart) -> int | None:
    """Return the Movement of a fighter, on his mount if he has one."""
    mounts = [one for one in fighter.parts if one.role == "mount"]
    value = (mounts[0] if mounts else part).characteristics.get("m")
    return value if isinstance(value, int) and 0 <= value <= MOST else None


def _with_gear(rules: Iterable[RuleUse], gear: Iterable[Gear]) -> tuple[RuleUse, ...]:
    brought = [use for piece in gear for use in piece.rules]
    return tuple({use.key: use for use in (*rules, *brought)}.values())


def _number(part: FighterPart, key: str, place: str, low: int) -> int:
    return StatLine(part.characteristics, place, part.name).number(key, low, MOST)


def _is_weapon(piece: Gear) -> bool:
    return piece.kind == "melee" or (
        piece.kind == "ranged" and isinstance(piece.stats.get("range"), int)
    )


def _weapon(piece: Gear, side: str) -> MordheimWeapon:
    bonus, strength = _strength(piece, side)
    distance = piece.stats.get("range") if piece.kind == "ranged" else 0
    modifier = piece.stats.get("save-modifier")
    return MordheimWeapon(
        key=piece.key,
        name=piece.name,
        base=piece.base,
        bonus=bonus,
        strength=strength,
        hands=1 if piece.hands is None else piece.hands,
        count=piece.count,
        rules=_rules(piece),
        range=distance if isinstance(distance, int) else 0,
        save_modifier=-modifier if isinstance(modifier, int) else None,
        table=_table(piece, side),
    )


def _rules(piece: Gear) -> dict[str, int]:
    """Return a weapon's rules with their X: how often it has one, if twice or more.

    An axe of gromril makes saves worse by its edge and by its metal.
    """
    often = Counter(use.key for use in piece.rules)
    return {
        use.key: use.x or (often[use.key] if often[use.key] > 1 else 0)
        for use in piece.rules
    }


def _table(piece: Gear, side: str) -> str:
    table = str(piece.stats.get("critical", ""))
    if table and table not in TABLES:
        raise MatchUpError(
            f"/{side}/fighter/gear/{piece.key}/stats/critical",
            f"expected one of {', '.join(TABLES)}",
        )
    return table


def _strength(piece: Gear, side: str) -> tuple[int, int | None]:
    """Return the bonus of a weapon to Strength, or its own Strength."""
    printed = piece.stats.get("strength", "user")
    if isinstance(printed, int) and not isinstance(printed, bool):
        return 0, printed
    read = _USER.match(str(printed))
    if read is None:
        raise MatchUpError(
            f"/{side}/fighter/gear/{piece.key}/stats/strength",
            "expected a whole number, or user with what is added to it",
        )
    sign, pips = read.groups()
    return (int(pips) if sign == "+" else -int(pips)) if sign else 0, None


def _helmet(gear: Iterable[Gear]) -> int:
    """Return the roll that a helmet needs; a cooking pot needs one more."""
    needs = [
        5 if piece.key == "cooking-pot-helmet" else 4
        for piece in gear
        if piece.kind == "helmet"
    ]
    return min(needs, default=NO_SAVE)


def _shield_on_back(fighter: Fighter, part: FighterPart) -> bool:
    """Return whether a shield is carried beside a weapon for both hands."""
    on_back = any(use.key == "shield-against-shooting" for use in part.rules)
    held = any(piece.kind == "shield" for piece in part.gear)
    return on_back and not held and any(p.kind == "shield" for p in fighter.gear)


def _unknown(fighter: Fighter, part: FighterPart) -> tuple[str, ...]:
    """Return the names of gear whose effect no figure and no rule tells."""
    pieces = dict.fromkeys(
        piece.key
        for piece in (*part.gear, *fighter.gear)
        if piece.kind not in _PLAIN_KINDS
    )
    return (*pieces, *fighter.left_out)


_PLAIN_KINDS = frozenset(
    {*("melee", "ranged", "armour", "shield", "buckler", "helmet", "mount"), "barding"}
)


def rule_step(warrior: Warrior, key: str, text: str) -> Step:
    """Return the trace of one of a fighter's rules."""
    rule = row_of(key)
    return Step(rule.name, rule.source, text, warrior.side)
