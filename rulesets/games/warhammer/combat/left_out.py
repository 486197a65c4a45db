"""What stands on a unit and is not in the numbers, said openly."""

from collections.abc import Iterator

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.attack_rules import (
    AGAINST_BLOWS,
    AGAINST_SHOTS,
    ON_BLOWS,
    ON_SHOTS,
    title_of,
    works,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.special_rules import EXACT, RULES
from rulesets.odds.answer import NotModelled
from rulesets.odds.rule_status import RuleStatus
from rulesets.odds.settings import Settled

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

ASKED = {
    "defensive-stakes": "defended",
    "fear-elves": "fears",
    "hate-dwarfs": "hates",
    "peasants-duty": "general",
    "righteous-fury": "hates",
}
"""Rules of which the situation is asked, and by which question: a foe, stakes, whose
Leadership. They count where it is answered, and are named where it is not."""

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


IN_ANY_ARMY = frozenset({"general"})
"""Options that say who somebody is, and what that changes is asked elsewhere."""

STANDING = RuleStatus(
    quiet=ELSEWHERE | OF_MAGIC | IN_ANY_ARMY,
    name_of=lambda key: title_of(key)[0],
)
"""What rolls no dice of a match-up."""

ON_THE_WAY = {
    "flyer": "it moves by its Movement on the ground",
    "flying-cavalry": "it moves by its Movement on the ground",
    "scouts": "it begins at the distance that is asked",
}
"""Rules that tell only in the turns before contact, and why they are left out."""

NO_DICE = STANDING.quiet - frozenset(ON_THE_WAY)
"""Rules, gear and options that have no part in any kind of match-up."""
OF_A_CHARGE = frozenset(
    {
        "choppa",
        "fear",
        "fusillade",
        "hatred",
        "impact-hits",
        "impetuous",
        "lance-formation",
        "pistol",
        "scythed-wheels",
        "terror",
        "tusker-charge",
    }
)
"""Rules with a part that tells only on a charge or in the first round after one."""

BONUSES_OF_A_CHARGE = ("charge-bonus", "first-round-bonus")
"""Figures of weapons that tell only then."""

COUNTED_OF_BOOKS = (
    (WORKED_OUT | frozenset(ASKED) | IN_THE_FIGURES)
    - frozenset(RULES)
    - frozenset(ON_THE_WAY)
)
"""Rules of single books that count wholly: in dice, by a question, in stat lines."""


def not_modelled(own: WarhammerUnit, kind: str = "") -> tuple[NotModelled, ...]:
    """Return the unit's rules, gear and parts that the numbers leave out.

    Parameters
    ----------
    own : WarhammerUnit
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
    known = WORKED_OUT | IN_THE_FIGURES | frozenset(ASKED) | ELSEWHERE
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


def unasked(
    own: WarhammerUnit, situation: Settled | None = None
) -> Iterator[NotModelled]:
    """Yield the rules that count only where the situation says so, and it does not.

    Parameters
    ----------
    own : WarhammerUnit
    situation : dict, optional
        None where nothing is asked: then all of them are left out.
    """
    why = "it counts only where the situation says so"
    for key, question in ASKED.items():
        asked = question if question == "defended" else f"{own.side}.{question}"
        if own.has(key) and (
            situation is None or situation.get(asked, 1) in (0, False)
        ):
            yield NotModelled(title_of(key)[0], own.side, why)


def nobody_charged(a: WarhammerUnit, b: WarhammerUnit) -> str:
    """Return what a combat leaves out in which nobody charged, in words."""
    said = "; ".join(
        f"{own.name}: {', '.join(names)}"
        for own in (a, b)
        if (names := tuple(dict.fromkeys(_of_a_charge(own))))
    )
    text = "Nobody charged: what tells on a charge, or in the first round after one,"
    return f"{text} does not count ({said})." if said else f"{text} does not count."


def _of_a_charge(own: WarhammerUnit) -> Iterator[str]:
    rules = {key for group in own.groups for key in group.rules}
    yield from (title_of(key)[0] for key in sorted(rules & OF_A_CHARGE))
    for group in own.groups:
        for piece in group.gear:
            stats = (piece.stats.get(key) for key in BONUSES_OF_A_CHARGE)
            if any(stats) or "pistol" in (piece.key, piece.base):
                yield piece.name


def _gear(own: WarhammerUnit) -> Iterator[str]:
    carried = [piece for group in own.groups for piece in group.gear]
    for piece in (*carried, *own.banners):
        if not _is_plain(piece):
            yield piece.name


def _is_plain(piece: Gear) -> bool:
    """Return whether all that a piece does is in the numbers."""
    if piece.kind == "mount" or piece.key in PLAIN | OF_MAGIC:
        return True
    magic = any(rule.key == "magic-weapon" for rule in piece.rules)
    return piece.base in PLAIN and not magic and piece.kind in ("melee", "ranged")
