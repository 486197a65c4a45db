"""What stands on a unit and is not in the numbers, said openly."""

from collections.abc import Iterator

from rulesets.core.special_rule import EXACT
from rulesets.core.values import Gear
from rulesets.games.warhammer.book_rules import OF_BOOKS
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.special_rules import (
    SPECIAL_RULES,
    keys_of,
    title_of,
    why_not,
)
from rulesets.games.warhammer.weapon_rules import CHARGE
from rulesets.odds.answer import NotModelled
from rulesets.odds.rule_status import RuleStatus
from rulesets.odds.settings import Settled

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
    quiet=keys_of("no dice", "elsewhere") | OF_MAGIC | IN_ANY_ARMY,
    name_of=lambda key: title_of(key)[0],
)
"""What rolls no dice of a match-up."""

ASKED = tuple(key for key, row in SPECIAL_RULES.items() if row.fate.question)
"""Rules of which the situation is asked: they are named where it says nothing."""

ON_THE_WAY = {
    key: row.fate.before_contact
    for key, row in sorted(SPECIAL_RULES.items())
    if row.fate.before_contact
}
"""Why the turns before contact leave a rule out, by its key."""

NO_DICE = STANDING.quiet - frozenset(ON_THE_WAY)
"""Rules, gear and options that have no part in any kind of match-up."""

OF_A_CHARGE = frozenset(
    key
    for key, rule in SPECIAL_RULES.items()
    if rule.fate.mechanism == CHARGE
    or any({"charging", "first-round"} & {*one.when} for one in rule.effects)
)
"""Rules with a part that tells only on a charge or in the first round after one."""

BONUSES_OF_A_CHARGE = ("charge-bonus", "first-round-bonus")
"""Figures of weapons that tell only then."""

COUNTED_OF_BOOKS = frozenset(rule.key for rule in OF_BOOKS if rule.status == EXACT)
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
    found = list(own.left_out)
    keys = {key: x for group in own.groups for key, x in group.rules.items()}
    for key, x in keys.items():
        if why := why_not(key, x):
            found.append(NotModelled(title_of(key)[0], own.side, why))
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
    for key in ASKED:
        question = SPECIAL_RULES[key].fate.question
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
