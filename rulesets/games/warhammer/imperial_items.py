"""Magic items and banners of the Empire: their rows of `item_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, IN_THE_FIGURES, asked
from rulesets.games.warhammer.item_effects import (
    HITS_ON_TWO,
    IGNORES_FIRST_WOUND,
    KNOWS_NO_LOSSES,
    NO_SAVE,
    ON_DEMAND,
    REACH,
    SAVES_AGAIN,
    USED_UP,
    WOUNDS_AGAIN,
    WOUNDS_ALWAYS,
    item,
    quiet,
    shown,
)
from rulesets.games.warhammer.sources import EMPIRE

ITEMS = f"{EMPIRE}, Magic items"
USES = ("in-combat", "state:uses-item")

WEAPONS = (
    item(ITEMS, "runefang", "Runefang", WOUNDS_ALWAYS, NO_SAVE),
    item(
        ITEMS,
        "mace-of-helstrum",
        "The Mace of Helstrum",
        RuleEffect("attacks", "at-most", 1, when=("state:uses-item",)),
        RuleEffect("strength", "at-least", 10, when=("state:uses-item",)),
        RuleEffect("damage", "roll", 6, when=USES),
        fate=ON_DEMAND,
    ),
    item(
        ITEMS,
        "sword-of-fate",
        "Sword of Fate",
        RuleEffect("to-wound", "at-most", 2, when=USES),
        RuleEffect("damage", "roll", 3, when=USES),
        RuleEffect("save", "never", when=USES),
        fate=ON_DEMAND,
    ),
    item(ITEMS, "sword-of-righteous-steel", "Sword of Righteous Steel", HITS_ON_TWO),
    item(ITEMS, "hammer-of-judgement", "Hammer of Judgement", fate=COUNTED),
    item(ITEMS, "sword-of-justice", "Sword of Justice", WOUNDS_AGAIN),
    item(
        ITEMS,
        "wyrmslayer-sword",
        "Wyrmslayer Sword",
        RuleEffect("to-wound", "at-most", 4, when=("in-combat",)),
        left_out="no list says which save of a large target is that of its scales",
    ),
    *shown(
        ITEMS,
        (
            ("sword-of-sigismund", "Sword of Sigismund"),
            ("sword-of-power", "Sword of Power"),
            ("dragon-bow", "Dragon Bow"),
        ),
    ),
)

ARMOUR = (
    item(ITEMS, "gilded-armour", "The Gilded Armour", fate=COUNTED),
    item(ITEMS, "dawn-armour", "Dawn Armour", SAVES_AGAIN),
    *shown(
        ITEMS,
        (
            ("armour-of-tarnus", "Armour of Tarnus"),
            ("armour-of-meteoric-iron", "Armour of Meteoric Iron"),
        ),
    ),
    item(ITEMS, "shield-of-the-gorgon", "Shield of the Gorgon", fate=COUNTED),
    item(ITEMS, "bronze-shield", "Bronze Shield", left_out=USED_UP),
    item(
        ITEMS,
        "helm-of-the-skavenslayer",
        "Helm of the Skavenslayer",
        fate=IN_THE_FIGURES,
        left_out="only Skaven fear it: say of them that they fear this enemy",
    ),
)

TALISMANS = (
    *shown(
        ITEMS,
        (
            ("shroud-of-magnus", "Shroud of Magnus"),
            ("holy-relic", "Holy Relic"),
            ("white-cloak", "The White Cloak"),
        ),
    ),
    item(ITEMS, "jade-amulet", "Jade Amulet", IGNORES_FIRST_WOUND),
    *quiet(ITEMS, (("sigil-of-sigmar", "Sigil of Sigmar"),)),
    item(
        ITEMS,
        "crimson-amulet",
        "The Crimson Amulet",
        RuleEffect("test:characteristic", "pass"),
    ),
)

ENCHANTED = (
    item(
        ITEMS,
        "laurels-of-victory",
        "Laurels of Victory",
        RuleEffect("result:wounds", "multiply", 2),
        left_out="the wounds of his mount count twice as well",
    ),
    item(
        ITEMS,
        "rod-of-command",
        "Rod of Command",
        RuleEffect("test:first-break", "pass"),
    ),
    item(
        ITEMS,
        "icon-of-magnus",
        "Icon of Magnus",
        RuleEffect("test:fear", "skip"),
        RuleEffect("test:terror", "read", "fear"),
    ),
    *quiet(
        ITEMS,
        (
            ("silver-horn", "The Silver Horn"),
            ("orb-of-thunder", "The Orb of Thunder"),
            ("aldreds-casket-of-sorcery", "Aldred's Casket of Sorcery"),
        ),
    ),
    item(ITEMS, "ring-of-volans", "Ring of Volans", fate=asked("spell-hits")),
    item(ITEMS, "doomfire-ring", "Doomfire Ring", fate=asked("casts")),
    item(
        ITEMS,
        "van-horstmanns-speculum",
        "Van Horstmann's Speculum",
        fate=ON_DEMAND,
        left_out="of figures exchanged with a champion or a character who is not alone "
        "nothing is worked out",
    ),
)

ARCANE = quiet(
    ITEMS,
    (
        ("hexstaff", "Hexstaff"),
        ("grey-wand", "Grey Wand"),
        ("seal-of-destruction", "Seal of Destruction"),
        ("rod-of-power", "Rod of Power"),
        ("luckstone", "Luckstone"),
        ("crystal-ball", "Crystal Ball"),
        ("wizards-staff", "Wizard's Staff"),
    ),
)

BANNERS = (
    item(
        ITEMS,
        "imperial-banner",
        "Imperial Banner",
        RuleEffect("test:psychology", "re-roll", "failures"),
        RuleEffect("test:restraint", "re-roll", "failures"),
    ),
    *shown(ITEMS, (("banner-of-sigismund", "Banner of Sigismund"),)),
    item(
        ITEMS,
        "griffon-standard",
        "Griffon Standard",
        RuleEffect("result:ranks", "multiply", 2),
        RuleEffect("act:pursue", "may-not"),
    ),
    item(
        ITEMS,
        "banner-of-ulric",
        "Banner of Ulric",
        RuleEffect("test:fear", "start", whose="against"),
    ),
    item(ITEMS, "banner-of-valour", "Banner of Valour", KNOWS_NO_LOSSES),
    *quiet(ITEMS, (("standard-of-arcane-warding", "Standard of Arcane Warding"),)),
    item(
        ITEMS,
        "steel-standard",
        "Steel Standard",
        RuleEffect(REACH, "roll", 3),
    ),
    item(
        ITEMS,
        "banner-of-duty",
        "Banner of Duty",
        RuleEffect("test:rally", "re-roll", "failures"),
    ),
)

OF_EMPIRE = (*WEAPONS, *ARMOUR, *TALISMANS, *ENCHANTED, *ARCANE, *BANNERS)
"""In the order of the book."""
