"""Changes of blows and shots by special rules: their terms and moments.

The effects are in the tables of special rules and gear.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.blows.injuries import PLAIN, Trauma
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.odds.effects import CLOSED, Amount, DiceTerm, Holds, by_key, holds
from rulesets.odds.vocabulary import TermPlace, Vocabulary

BARE = ("fist", "natural", "claws")
"""Bases of what is struck with bare hands."""


@dataclass(frozen=True, slots=True)
class BlowMoment:
    """The moment of a blow, as the rules ask for it.

    Parameters
    ----------
    charging, charged : bool
        True in the first turn for who charged, and for who was charged.
    first : bool
        True in the first turn of the combat.
    calm : bool
        True if the striker was in frenzy and lost it.
    afraid : bool
        True if he was charged, failed his test of fear and needs a 6 to hit.
    hates : bool
        True if he hates the enemy.
    several : bool
        True if he fights more than one enemy.
    indoors : bool
        True in buildings and ruins.
    holy, unholy : bool
        True if the striker, or the enemy, is undead, possessed or a daemon; ``holy``
        says that the striker is none.
    shot, spell : bool
        True for a missile, and for the hit of a spell.
    aim : int
        What range, cover and movement add to a shot's roll to hit [pips].
    dive : int
        What a diving charge adds to his Strength; 0 where he did not dive [pips].
    """

    charging: bool = False
    charged: bool = False
    first: bool = False
    calm: bool = False
    afraid: bool = False
    hates: bool = False
    several: bool = False
    indoors: bool = False
    holy: bool = True
    unholy: bool = False
    shot: bool = False
    spell: bool = False
    aim: int = 0
    dive: int = 0


@dataclass(frozen=True, slots=True)
class BlowPlace:
    """The place of a blow: its striker, weapon, target and moment."""

    striker: Warrior
    weapon: MordheimWeapon
    enemy: Warrior
    moment: BlowMoment


@dataclass(frozen=True, slots=True)
class AttackModifiers:
    """A blow while the rules change it.

    Parameters
    ----------
    skill : int
        Weapon Skill, or Ballistic Skill of a shot [pips].
    easier : int
        How much better it hits; negative if worse [pips].
    again : bool
        True if a miss is rolled again.
    strength : int
        For the save modifier [pips].
    weaker : int
        How much less of it counts to wound [pips].
    wound_easier : int
        How much better it wounds [pips].
    wounds_on : int
        A roll that wounds in any case; 7 for none [pips].
    pierces : int
        How much worse saves are beside Strength; negative if better [pips].
    save : int
        The enemy's [pips].
    blocks_all : bool
        True if no armour saves.
    avoided, dodged : float
        Chances to avoid a wound, and a hit [chance].
    alight : float
        Chance that a hit sets its victim alight [chance].
    critical, critical_bonus : int
        Lowest roll to wound that is critical; added on the table [pips].
    times : int
        What each wound counts [wounds].
    d3, lotus, may_parry : bool
        As `Blow` has them.
    trauma : Trauma
    """

    skill: int
    strength: int
    save: int
    easier: int = 0
    again: bool = False
    weaker: int = 0
    wound_easier: int = 0
    wounds_on: int = 7
    pierces: int = 0
    blocks_all: bool = False
    avoided: float = 0.0
    dodged: float = 0.0
    alight: float = 0.0
    critical: int = 6
    critical_bonus: int = 0
    times: int = 1
    d3: bool = False
    lotus: bool = False
    may_parry: bool = True
    trauma: Trauma = PLAIN


def _enemy(at: BlowPlace, word: str) -> bool:
    return at.moment.unholy if word == "unholy" else at.enemy.has(word)


MOMENTS: Mapping[str, Callable[[BlowPlace, str], bool]] = {
    "in-combat": lambda at, _: not (at.moment.shot or at.moment.spell),
    "shooting": lambda at, _: at.moment.shot,
    "charging": lambda at, _: at.moment.charging,
    "first-turn": lambda at, _: at.moment.first,
    "calm": lambda at, _: at.moment.calm,
    "several": lambda at, _: at.moment.several,
    "indoors": lambda at, _: at.moment.indoors,
    "living": lambda at, _: at.moment.holy,
    "mounted": lambda at, _: at.striker.mounted,
    "enemy": _enemy,
    "base": lambda at, word: at.weapon.base == word,
    "weapon": lambda at, word: at.weapon.has(word),
    "bare-hands": lambda at, _: at.weapon.base in BARE,
    "own-strength": lambda at, _: at.weapon.strength is not None,
    "powder": lambda at, _: at.weapon.save_modifier is not None,
}
"""Moments by their word; those of the striker hold for the rules of the enemy too.

``enemy:`` is followed by a rule that he has, or by unholy; ``base:`` by the base of the
weapon, ``weapon:`` by one of its rules.
"""


def now(at: BlowPlace) -> Holds:
    """Return whether a moment holds where a blow is struck."""
    return holds(MOMENTS, at)


def _share(need: Amount) -> float:
    return (7 - int(need)) / 6


def _avoids(blow: AttackModifiers, need: Amount) -> AttackModifiers:
    return replace(blow, avoided=1 - (1 - blow.avoided) * (1 - _share(need)))


def _dodges(blow: AttackModifiers, need: Amount) -> AttackModifiers:
    return replace(blow, dodged=1 - (1 - blow.dodged) * (1 - _share(need)))


def _injures(blow: AttackModifiers, pips: Amount) -> AttackModifiers:
    trauma = blow.trauma
    return replace(blow, trauma=replace(trauma, bonus=trauma.bonus + int(pips)))


def _hit_words(before: AttackModifiers, after: AttackModifiers) -> str:
    if after.lotus != before.lotus:
        return "a natural 6 to hit wounds without a roll"
    if after.again != before.again:
        return "misses are rolled again"
    return f"bonus to hit {before.easier} becomes {after.easier}"


def _save_words(before: AttackModifiers, after: AttackModifiers) -> str:
    if after.blocks_all:
        return "no armour save"
    pips = after.pierces - before.pierces
    return f"saves against it are {abs(pips)} {'worse' if pips > 0 else 'better'}"


def _wound_words(before: AttackModifiers, after: AttackModifiers) -> str:
    if after.wounds_on != before.wounds_on:
        return f"wounds on {after.wounds_on}+ at least"
    return "wounds one better"


BLOW: Mapping[str, DiceTerm[AttackModifiers]] = by_key(
    DiceTerm(
        "skill",
        "skill",
        {"add": lambda blow, n: replace(blow, skill=blow.skill + int(n))},
        lambda before, after: f"skill {before.skill} becomes {after.skill}",
    ),
    DiceTerm(
        "to-hit",
        "to hit",
        {
            "add": lambda blow, n: replace(blow, easier=blow.easier + int(n)),
            "re-roll": lambda blow, _: replace(blow, again=True),
        },
        _hit_words,
        naturals={"wounds": lambda blow, _: replace(blow, lotus=True)},
        is_roll=True,
        values={"natural": CLOSED},
    ),
    DiceTerm(
        "strength",
        "Strength",
        {"add": lambda blow, n: replace(blow, strength=blow.strength + int(n))},
        lambda before, after: f"Strength {before.strength} becomes {after.strength}",
    ),
    DiceTerm(
        "wound-strength",
        "Strength to wound",
        {"add": lambda blow, n: replace(blow, weaker=blow.weaker - int(n))},
        lambda _, __: "one Strength less counts to wound",
    ),
    DiceTerm(
        "to-wound",
        "to wound",
        {
            "add": lambda blow, n: replace(
                blow, wound_easier=blow.wound_easier + int(n)
            ),
            "or": lambda blow, need: replace(blow, wounds_on=int(need)),
        },
        _wound_words,
        is_roll=True,
    ),
    DiceTerm(
        "critical",
        "critical hits",
        {"set": lambda blow, face: replace(blow, critical=int(face))},
        lambda _, after: f"critical hits on {after.critical} and 6",
        is_roll=True,
    ),
    DiceTerm(
        "critical-table",
        "roll for a critical hit",
        {
            "add": lambda blow, n: replace(
                blow, critical_bonus=blow.critical_bonus + int(n)
            )
        },
        lambda _, __: "one more on the critical table",
    ),
    DiceTerm(
        "wounds",
        "wounds",
        {"multiply": lambda blow, n: replace(blow, times=blow.times * int(n))},
        lambda _, after: f"each wound counts {after.times} times",
    ),
    DiceTerm(
        "armour",
        "armour",
        {
            "add": lambda blow, n: replace(blow, save=blow.save - int(n)),
            "or": lambda blow, need: replace(blow, save=min(blow.save, int(need))),
        },
        lambda before, after: f"save {before.save} becomes {after.save}",
        is_roll=True,
    ),
    DiceTerm(
        "save",
        "armour save",
        {
            "add": lambda blow, n: replace(blow, pierces=blow.pierces - int(n)),
            "never": lambda blow, _: replace(blow, blocks_all=True),
        },
        _save_words,
        is_roll=True,
    ),
    DiceTerm(
        "avoid",
        "roll to avoid a wound",
        {"roll": _avoids},
        lambda _, after: f"avoids {percent(after.avoided)} of wounds",
        is_roll=True,
    ),
    DiceTerm(
        "dodge",
        "roll to avoid a hit",
        {"roll": _dodges},
        lambda _, after: f"avoids {percent(after.dodged)} of hits",
        is_roll=True,
    ),
    DiceTerm(
        "alight",
        "roll to set alight",
        {"roll": lambda blow, need: replace(blow, alight=_share(need))},
        lambda _, after: f"a hit sets its victim alight on {percent(after.alight)}",
        is_roll=True,
    ),
    DiceTerm(
        "act:parry",
        "parry",
        {"may-not": lambda blow, _: replace(blow, may_parry=False)},
        lambda _, __: "cannot be parried",
    ),
    DiceTerm(
        "injury",
        "injury roll",
        {"add": _injures},
        lambda _, __: "injury rolls are worse",
        naturals={
            "stuns": lambda blow, _: replace(
                blow, trauma=replace(blow.trauma, concussion=True)
            )
        },
        is_roll=True,
    ),
    DiceTerm(
        "injury:knocked-down",
        "knocked down",
        {
            "read": lambda blow, _: replace(
                blow, trauma=replace(blow.trauma, stuns=True)
            )
        },
        lambda _, __: "injury rolls are worse",
    ),
)
"""All that effects change of a blow or a shot."""

ATTACKS: Mapping[str, DiceTerm[int]] = by_key(
    DiceTerm(
        "attacks",
        "Attacks",
        {
            "set": lambda attacks, least: max(attacks, int(least)),
            "add": lambda attacks, more: attacks + int(more),
            "multiply": lambda attacks, times: attacks * int(times),
        },
        lambda before, after: f"{before} attacks become {after}",
    )
)
"""Blows of a fighter, before those that a second weapon adds."""


FROM_BOOKS = {
    "to-hit": BLOW["to-hit"],
    "save": BLOW["save"],
    "avoid": BLOW["avoid"],
}
"""Terms that rules of books may change."""

VOCABULARY = Vocabulary(
    (
        TermPlace(
            {key: FROM_BOOKS[key] for key in ("to-hit", "save")},
            ("own",),
            ("in-combat", "charging", "first-turn"),
        ),
        TermPlace(FROM_BOOKS, ("against",), ("in-combat",)),
    )
)
"""The effects that rules of books may have."""
