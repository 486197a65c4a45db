"""Which of a Mordheim fighter's rules the odds count, and which they leave out."""

from collections.abc import Iterator

from rulesets.games.mordheim.combat.attack_rules import (
    OF_ENEMIES,
    OF_GEAR,
    OF_STRIKERS,
    OF_WEAPONS,
)
from rulesets.games.mordheim.combat.leadership import (
    AFRAID_AGAIN,
    FEARSOME,
    NEVER_AFRAID,
    NEVER_ALONE,
    NEVER_FAILS,
)
from rulesets.games.mordheim.combat.mounts import STEEDS, steed_of
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.rout import ONCE_AGAIN, ROLLED_AGAIN
from rulesets.games.mordheim.combat.shooting import SEES_THROUGH_COVER, STEADY
from rulesets.games.mordheim.combat.weapons import FRENZY
from rulesets.games.mordheim.rule_names import titled
from rulesets.games.mordheim.special_rules import COUNTED, RULES
from rulesets.odds.answer import NotModelled
from rulesets.odds.rule_status import RuleStatus

ELSEWHERE = frozenset(
    {
        *("tentacle", "thick-skull", "ard-ead", "true-grit", "bulging-biceps"),
        *("wolf-charge", "horned-one", "trample", "great-claw", "scorpion-tail"),
        *("pit-fighter-at-home", "ere-we-go", "steady-hands", "ithilmar-edge"),
        *("daemon-soul", "fey", "protection-of-sigmar", "warrior-wizard"),
        *("waaagh-charge", "never-charges", "mark-of-nurgle", "nurgles-rot"),
    }
)
"""Rules of single books that count in blows, injury or order."""

ASKED = frozenset(
    {
        *("hates-greenskins", "burn-the-witch", "hates-chaos", "hates-dark-elves"),
        *("hates-sigmarites", "manhater", "righteous-fury", "beastmen-vengeance"),
    }
)
"""Hatred of some enemies only: the situation asks whether this is one of them."""

APART = frozenset(
    {
        *("fills-hands", "shield-only", "shield-or-buckler-only", "mounted-only"),
        *("on-foot-only", "shield-against-shooting", "leader", "leader-12"),
        *("no-experience", "never-promoted", "never-leader"),
        *("slow-learner", "dwarf-armour", "grudge", "weapons-training"),
        *("weapons-expert", "battle-tongue", "streetwise", "haggle"),
        *("arcane-lore", "wyrdstone-hunter"),
        *("acrobat", "scale-sheer-surfaces", "pick-target"),
        *("always-hungry", "animal-friendship", "animosity", "armourer"),
        *("bouncing", "cook", "drops-a-die", "excellent-sight"),
        *("extra-tough", "half-a-warrior", "hunters-cloak", "infiltrate", "seeker"),
        *("infiltration", "loyal", "marketeer", "minderz", "mutant-skill"),
        *("no-strength-skills", "not-a-threat", "pawnbroker", "plague-cart"),
        *("promoted-combat-strength", "promoted-pit", "recluse"),
        *("reluctant", "resource-hunter", "runts", "scrounge", "second-sight"),
        *("stone-cutter", "tea-leaf", "traps", "treasure-maps", "uneasy-ally"),
        *("unscrupulous", "wall-runner", "wanderer"),
        *("weapons-master", "woodland", "instability"),
        *("extra-arm", "predator", "guardian", "not-a-fighter"),
        "cart-parts",
        "gauntlet-beside-morning-star",
    }
)
"""Rules that roll no dice of a fight or shot."""

IN_THE_FIGURES = frozenset({"shaggy-hide", "tail-fighting", "well-ard"})
"""Rules of single books that the stat line shows: saves and hands."""

NO_RULES = frozenset(
    {
        *("cathayan-silk-clothes", "elven-cloak", "enchanted-skins", "peg-leg"),
        *("wolfcloak", "never-charges", "wounds-stronger"),
    }
)
"""Gear and mounts that stand among rules, since they count in the same way."""

FOR_CASTERS = ("familiar", "holy-tome", "rosary", "magic-gubbinz")
"""Gear that counts in casting."""

COUNTED_GEAR = frozenset(
    {
        *OF_GEAR,
        *OF_ENEMIES,
        *FRENZY,
        *ONCE_AGAIN,
        *STEEDS,
        *FOR_CASTERS,
        *("lucky-charm", "mandrake-root", "tears-of-shallaya", "venom-ring"),
        "black-lotus",
    }
)

METALS = frozenset({"gromril-weapon", "ithilmar-weapon"})
"""What a weapon is made of: its rules are the weapon's."""

QUIET_GEAR = frozenset(
    {
        *("rope-hook", "lantern", "mordheim-map", "tome-of-magic", "lock-picks"),
        *("rain-coat", "winter-furs", "small-ladder", "large-ladder", "chest"),
        *("wyrdstone-pendulum", "tarot-cards", "halfling-cookbook", "telescope"),
        *("elven-boots", "map-of-cathay", "wheelbarrow", "victuals", "compass"),
    }
)

WORDS_ONLY = {
    "chain-sticks": "what it does beside a plain blow",
    "man-catcher": "that it catches",
    "blunderbuss": "whoever else stands on its line",
    "chaos-dwarf-blunderbuss": "whoever else stands on its line",
}
"""Weapons whose words say more than their rules, and what is left out."""


OF_HANDS = frozenset(
    {
        *("fills-hands", "shield-only", "shield-or-buckler-only", "mounted-only"),
        *("on-foot-only", "shield-against-shooting", "gauntlet-beside-morning-star"),
    }
)
"""Rules that say what is held together: they show in what is in hand."""

STANDING = RuleStatus(
    quiet=(APART - OF_HANDS) | QUIET_GEAR | {"record", "promoted"},
    name_of=lambda key: RULES[key].name if key in RULES else titled(key),
)
"""What rolls no dice of a match-up."""

CASTERS = frozenset(RULES[key].name for key in ("wizard", "prayers"))
"""Names of the rules of those who cast."""


def every_key() -> frozenset[str]:
    """Return the rules that the odds count, or know to have no part in them."""
    return frozenset(
        {
            *COUNTED,
            *OF_WEAPONS,
            *OF_STRIKERS,
            *OF_ENEMIES,
            *FEARSOME,
            *NEVER_AFRAID,
            *NEVER_ALONE,
            *NEVER_FAILS,
            *AFRAID_AGAIN,
            *ROLLED_AGAIN,
            *ONCE_AGAIN,
            *SEES_THROUGH_COVER,
            *STEADY,
            *ELSEWHERE,
            *ASKED,
            *IN_THE_FIGURES,
            *APART,
        }
    )


def counted_of_books() -> frozenset[str]:
    """Return the rules of single books that the odds count."""
    return every_key() - APART - NO_RULES - ASKED - frozenset(RULES)


def not_modelled(warrior: Warrior, *, casts: bool = False) -> tuple[NotModelled, ...]:
    """Return what the numbers leave out of a fighter, and why.

    Of one who casts his spells are not left out.
    """
    left = dict.fromkeys(_left_out(warrior))
    if not casts:
        return tuple(left)
    magic = {*CASTERS, *(titled(one.key) for one in warrior.spells)}
    return tuple(one for one in left if one.rule not in magic)


def _of_mount(warrior: Warrior) -> Iterator[NotModelled]:
    """Yield what is left out of a rider: rider and mount are one model here."""
    why = "rider and mount are one; it does not fall by itself"
    if steed_of(warrior) is None:
        why = "rider and mount are one; the mount's own attacks are left out"
    if "rhinox" in warrior.gear:
        why = "rider and mount are one; what it tramples when it charges is left out"
    yield NotModelled("Mount", warrior.side, why)


def _rules_left_out(warrior: Warrior) -> Iterator[NotModelled]:
    known = every_key() - ASKED
    for key in warrior.rules:
        if key not in known:
            why = "a rule that the odds do not work out"
            if key in ASKED:
                why = "it counts only where the situation says that it hates this enemy"
            yield NotModelled(STANDING.name_of(key), warrior.side, why)


def _left_out(warrior: Warrior) -> Iterator[NotModelled]:
    side = warrior.side
    yield from _rules_left_out(warrior)
    for key in warrior.unknown:
        if key not in COUNTED_GEAR | QUIET_GEAR | METALS:
            why = "does not fight here, or works by words that the odds do not read"
            yield NotModelled(titled(key), side, why)
    for weapon in (*warrior.weapons, *warrior.missiles):
        if WORDS_ONLY.get(weapon.key):
            yield NotModelled(weapon.name, side, WORDS_ONLY[weapon.key])
    if warrior.mounted:
        yield from _of_mount(warrior)
