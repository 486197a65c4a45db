"""Magic items, banners and virtues of Bretonnia: their rows of `item_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, IN_THE_FIGURES
from rulesets.games.warhammer.item_effects import (
    BREAKS_AGAIN,
    FIRST_CHARGE,
    KNOWS_NO_LOSSES,
    ON_DEMAND,
    REACH,
    SAVES_AGAIN,
    WOUNDS_AGAIN,
    item,
    quiet,
    shown,
    slays,
)
from rulesets.games.warhammer.sources import BRETONNIA

ITEMS, VIRTUES = f"{BRETONNIA}, Magic items", f"{BRETONNIA}, Chivalric virtues"

WEAPONS = (
    item(
        ITEMS,
        "silver-lance-of-the-blessed",
        "The Silver Lance of the Blessed",
        RuleEffect("to-hit", "always", when=("in-combat", "state:blessed")),
    ),
    item(
        ITEMS,
        "sword-of-the-quest",
        "Sword of the Quest",
        RuleEffect("strength", "add", 2, when=("state:uses-item",)),
        RuleEffect(
            "order", "set", "last", when=("state:uses-item",), unless=("charging",)
        ),
        fate=ON_DEMAND,
    ),
    item(
        ITEMS,
        "sword-of-the-ladys-champion",
        "Sword of the Lady’s Champion",
        fate=COUNTED,
    ),
    item(
        ITEMS,
        "sword-of-heroes",
        "Sword of Heroes",
        RuleEffect("strength", "add", when=("enemy-toughness:5",)),
        RuleEffect("damage", "roll", 3, when=("in-combat", "enemy-toughness:5")),
    ),
    item(ITEMS, "heartwood-lance", "The Heartwood Lance", WOUNDS_AGAIN),
    item(
        ITEMS,
        "birth-sword-of-carcassonne",
        "Birth-sword of Carcassonne",
        RuleEffect("save", "re-roll", "successes", when=("in-combat",)),
    ),
    item(
        ITEMS,
        "morning-star-of-fracasse",
        "Morning Star of Fracasse",
        left_out="its magic did not come down to us; its figures count",
    ),
    item(ITEMS, "lance-of-artois", "The Lance of Artois", slays("charging")),
    item(
        ITEMS,
        "wyrmlance",
        "The Wyrmlance",
        left_out="its one breath of fire is an attack whose dice are not printed here",
    ),
)

ARMOUR = (
    *shown(
        ITEMS,
        (
            ("gilded-cuirass", "Gilded Cuirass"),
            ("armour-of-agilulf", "Armour of Agilulf"),
        ),
    ),
    item(
        ITEMS,
        "armour-of-the-midsummer-sun",
        "Armour of the Midsummer Sun",
        RuleEffect("to-hit", "add", -1, whose="against"),
    ),
    item(
        ITEMS,
        "grail-shield",
        "The Grail Shield",
        RuleEffect("ward", "or", 4, when=("state:blessed",), whose="against"),
    ),
    item(ITEMS, "gromril-great-helm", "Gromril Great Helm", SAVES_AGAIN),
    item(
        ITEMS,
        "cuirass-of-fortune",
        "Cuirass of Fortune",
        RuleEffect("to-wound", "re-roll", "ones", when=("in-combat",)),
    ),
    item(
        ITEMS,
        "orcbane-shield",
        "Orcbane Shield",
        left_out="what it does to Orcs and Goblins did not come down to us",
    ),
)

TALISMANS = (
    item(
        ITEMS,
        "siriennes-locket",
        "Sirienne’s Locket",
        RuleEffect(
            "wounds:phase", "at-most", unless=("weapon:magic",), whose="against"
        ),
    ),
    item(
        ITEMS,
        "token-of-the-damsel",
        "Token of the Damsel",
        RuleEffect("ward:first", "or", 2, whose="against"),
    ),
    item(
        ITEMS,
        "insignia-of-the-quest",
        "Insignia of the Quest",
        RuleEffect("ward:last", "or", 3, whose="against"),
    ),
    item(
        ITEMS,
        "braid-of-bordeleaux",
        "Braid of Bordeleaux",
        RuleEffect("test:first-break", "add"),
    ),
    item(
        ITEMS,
        "dragons-claw",
        "Dragon’s Claw",
        RuleEffect("ward", "or", 5, when=("state:blessed",), whose="against"),
        RuleEffect("kind:fire", "never", whose="against"),
    ),
    item(
        ITEMS,
        "mantle-of-damsel-elena",
        "Mantle of Damsel Elena",
        RuleEffect("to-hit", "ignore", "natural", whose="against"),
        RuleEffect("to-wound", "ignore", "natural", whose="against"),
    ),
)

ENCHANTED = (
    item(
        ITEMS,
        "ruby-goblet",
        "The Ruby Goblet",
        RuleEffect(
            "to-wound:hurt", "at-least", 3, unless=("weapon:magic",), whose="against"
        ),
    ),
    item(
        ITEMS,
        "mane-of-the-purebreed",
        "The Mane of the Purebreed",
        RuleEffect("strength", "add", when=("charging", "part:mount"), whose="unit"),
    ),
    item(
        ITEMS,
        "antlers-of-the-great-hunt",
        "Antlers of the Great Hunt",
        RuleEffect("act:pursue", "add"),
    ),
    item(
        ITEMS,
        "tress-of-isoulde",
        "Tress of Isoulde",
        RuleEffect("to-hit", "at-most", 2, when=("once", "state:uses-item")),
        fate=ON_DEMAND,
    ),
    item(
        ITEMS,
        "gauntlet-of-the-duel",
        "Gauntlet of the Duel",
        RuleEffect("act:refuse", "may-not", whose="against"),
    ),
    *quiet(
        ITEMS,
        (
            ("falcon-horn-of-fredemund", "Falcon-horn of Fredemund"),
            ("holy-icon", "Holy Icon"),
            ("sacrament-of-the-lady", "Sacrament of the Lady"),
            ("verdant-heart", "The Verdant Heart"),
            ("silver-mirror", "The Silver Mirror"),
            ("chalice-of-malfleur", "Chalice of Malfleur"),
            ("potion-sacre", "Potion Sacre"),
        ),
    ),
    item(
        ITEMS,
        "prayer-icon-of-quenelles",
        "Prayer Icon of Quenelles",
        left_out="to whom it gives the Blessing, the match-up may be told of that unit",
    ),
)

BANNERS = (
    item(
        ITEMS,
        "banner-of-the-lady",
        "Banner of the Lady",
        RuleEffect("result:ranks", "ignore", whose="against"),
    ),
    item(
        ITEMS,
        "valorous-standard",
        "Valorous Standard",
        RuleEffect("test:leadership", "read", "lowest-two"),
    ),
    item(
        ITEMS,
        "banner-of-defence",
        "Banner of Defence",
        RuleEffect("ward", "or", 4, when=("shooting", "strength:5"), whose="against"),
    ),
    item(
        ITEMS,
        "errantry-banner",
        "Errantry Banner",
        RuleEffect(
            "strength", "add", when=("charging",), unless=("part:mount",), whose="unit"
        ),
        RuleEffect("test:impetuous", "add", -2),
    ),
    item(
        ITEMS,
        "banner-of-chalons",
        "Banner of Châlons",
        RuleEffect("act:stand-and-shoot", "may-not", whose="against"),
    ),
    *quiet(
        ITEMS,
        (
            ("twilight-banner", "Twilight Banner"),
            ("conquerors-tapestry", "Conqueror’s Tapestry"),
        ),
    ),
)

OF_VIRTUE = (
    item(
        VIRTUES,
        "virtue-of-heroism",
        "Virtue of Heroism",
        RuleEffect(
            "to-wound",
            "natural",
            "slays",
            6,
            ("in-combat", "enemy:large-target"),
            ("weapon:magic", "part:extra"),
        ),
    ),
    item(
        VIRTUES,
        "virtue-of-knightly-temper",
        "Virtue of Knightly Temper",
        left_out="attacks that a wound earns in the same round are not worked out",
    ),
    item(VIRTUES, "virtue-of-stoicism", "Virtue of Stoicism", BREAKS_AGAIN),
    *shown(
        VIRTUES,
        (
            ("virtue-of-the-penitent", "Virtue of the Penitent"),
            ("virtue-of-the-ideal", "Virtue of the Ideal"),
        ),
    ),
    item(
        VIRTUES,
        "virtue-of-the-impetuous-knight",
        "Virtue of the Impetuous Knight",
        RuleEffect(REACH, "roll", 6, when=(FIRST_CHARGE,)),
    ),
    item(
        VIRTUES,
        "virtue-of-audacity",
        "Virtue of Audacity",
        RuleEffect("to-hit", "re-roll", "failures", when=("enemy:stronger",)),
        RuleEffect("to-wound", "re-roll", "failures", when=("enemy:stronger",)),
    ),
    item(
        VIRTUES,
        "virtue-of-confidence",
        "Virtue of Confidence",
        RuleEffect("to-hit", "re-roll", "failures", when=("challenge",)),
        RuleEffect("to-wound", "re-roll", "failures", when=("challenge",)),
    ),
    item(
        VIRTUES,
        "virtue-of-the-joust",
        "Virtue of the Joust",
        RuleEffect("to-hit", "re-roll", "failures", when=("charging", "weapon:lance")),
    ),
    item(
        VIRTUES,
        "virtue-of-noble-disdain",
        "Virtue of Noble Disdain",
        KNOWS_NO_LOSSES,
        RuleEffect("rule:hatred", "start", when=("enemy:shoots",)),
    ),
    item(VIRTUES, "virtue-of-purity", "Virtue of Purity", fate=IN_THE_FIGURES),
    item(
        VIRTUES,
        "virtue-of-discipline",
        "Virtue of Discipline",
        RuleEffect("result:number", "ignore", whose="against"),
    ),
    *quiet(VIRTUES, (("virtue-of-empathy", "Virtue of Empathy"),)),
    item(
        VIRTUES,
        "virtue-of-duty",
        "Virtue of Duty",
        RuleEffect("result", "add"),
    ),
)

OF_BRETONNIA = (*WEAPONS, *ARMOUR, *TALISMANS, *ENCHANTED, *BANNERS, *OF_VIRTUE)
"""In the order of the book."""
