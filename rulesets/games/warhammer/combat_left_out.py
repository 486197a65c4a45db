"""What stands on a unit and is not in the numbers, said openly."""

from collections.abc import Iterator

from rulesets.games.warhammer.combat_profile import Profile
from rulesets.games.warhammer.combat_rules import (
    AGAINST_BLOWS,
    AGAINST_SHOTS,
    ON_BLOWS,
    ON_SHOTS,
    title_of,
    works,
)
from rulesets.games.warhammer.rules import EXACT, RULES
from rulesets.matchup import Gear
from rulesets.odds.answer import NotModelled

WORKED_OUT = EXACT | {
    *ON_BLOWS,
    *ON_SHOTS,
    *AGAINST_BLOWS,
    *AGAINST_SHOTS,
    "animosity",
    "blessing-of-the-lady",
    "crazed",
    "flying-cavalry",
    "fusillade",
    "grail-vow",
    "grand-master",
    "impetuous",
    "lance-formation",
    "quell-animosity",
    "questing-vow",
}
"""Rules that change dice here: those of all armies, and those of single books."""

IN_THE_FIGURES = frozenset(
    {
        "big-uns",
        "fills-hands",
        "magic-weapon",
        "mounted-only",
        "on-foot-only",
        "shield-only",
        "shield-or-buckler-only",
        "thick-skinned",
        "warpaint",
    }
)
"""Rules that the stat line and what is in hand already show."""

ASKED = frozenset(
    {
        "defensive-stakes",
        "fear-elves",
        "hate-dwarfs",
        "peasants-duty",
        "righteous-fury",
    }
)
"""Rules that hang on what the situation asks: hatred, fear, stakes, Leadership."""

ELSEWHERE = frozenset(
    {
        "aura-of-the-lady",
        "big-waaagh",
        "blessings-of-sigmar",
        "detachment",
        "electoral-banner",
        "extra-crewman",
        "flyer",
        "ignore-goblin-panic",
        "ignore-greenskin-panic",
        "knights-vow",
        "little-waaagh",
        "living-saints",
        "magic-resistance",
        "magical-attacks",
        "master-of-ballistics",
        "purebreed",
        "scouts",
        "stone-trolls",
        "wizard",
    }
)
"""Rules of movement, panic, magic and challenges, which are not part of a match-up."""

PLAIN = frozenset(
    {
        "additional-choppa",
        "additional-hand-weapon",
        "biting-blade",
        "bow",
        "brace-of-pistols",
        "cavalry-hammer",
        "choppa",
        "crew-spear",
        "crossbow",
        "empire-handgun",
        "enchanted-shield",
        "flail",
        "full-plate",
        "great-weapon",
        "halberd",
        "hand-weapon",
        "handgun",
        "heavy-armour",
        "lance",
        "light-armour",
        "long-bow",
        "morning-star",
        "pistol",
        "repeater-handgun",
        "repeater-pistol",
        "shield",
        "short-bow",
        "spear-infantry",
        "spear-mounted",
        "sword-of-battle",
        "sword-of-might",
        "sword-of-striking",
        "talisman-of-protection",
        "war-banner",
        "warpaint",
    }
)
"""Gear whose whole effect is in figures and rules that count here."""

OF_MAGIC = frozenset({"dispel-scroll", "power-stone", "staff-of-sorcery"})
"""Gear of the magic phase."""


ON_THE_WAY = {
    "flyer": "it moves by its Movement on the ground",
    "flying-cavalry": "it moves by its Movement on the ground",
    "scouts": "it begins at the distance that is asked",
}
"""Rules that tell only in the turns before contact, and why they are left out."""

COUNTED_OF_BOOKS = (
    (WORKED_OUT | ASKED | IN_THE_FIGURES) - frozenset(RULES) - frozenset(ON_THE_WAY)
)
"""Rules of single books that count wholly: in dice, by a question, in stat lines."""


def not_modelled(own: Profile, kind: str = "") -> tuple[NotModelled, ...]:
    """Return the unit's rules, gear and parts that the numbers leave out.

    Parameters
    ----------
    own : Profile
    kind : str
        The kind of match-up.
    """
    if kind == "engagement":
        left = tuple(
            NotModelled(title_of(key)[0], own.side, why)
            for key, why in ON_THE_WAY.items()
            if own.has(key)
        )
        return (*not_modelled(own), *left)
    known = WORKED_OUT | IN_THE_FIGURES | ASKED | ELSEWHERE
    found = list(own.left_out)
    keys = {key: x for group in own.groups for key, x in group.rules.items()}
    for key, x in keys.items():
        name = title_of(key)[0]
        if key not in known:
            why = "its dice are not worked out here"
            found.append(NotModelled(name, own.side, why))
        elif not works(key, x):
            why = "how many wounds is not said: a D3 or a D6"
            found.append(NotModelled(name, own.side, why))
    why = "its figures count; what else it does is not worked out"
    found += [NotModelled(name, own.side, why) for name in _gear(own)]
    return tuple(dict.fromkeys(found))


def _gear(own: Profile) -> Iterator[str]:
    for group in own.groups:
        yield from (piece.name for piece in group.gear if not _is_plain(piece))


def _is_plain(piece: Gear) -> bool:
    """Return whether all that a piece does is in the numbers."""
    if piece.kind == "mount" or piece.key in PLAIN | OF_MAGIC:
        return True
    magic = any(rule.key == "magic-weapon" for rule in piece.rules)
    return piece.base in PLAIN and not magic and piece.kind in ("melee", "ranged")
