"""Magic items and banners of Orcs and Goblins: their rows of `item_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, asked
from rulesets.games.warhammer.item_effects import (
    HITS_AGAIN,
    HITS_ON_TWO,
    IGNORES_FIRST_WOUND,
    SAVES_AGAIN,
    USED_UP,
    WOUNDS_ALWAYS,
    item,
    quiet,
    shown,
    slays,
)
from rulesets.games.warhammer.sources import ORCS

ITEMS = f"{ORCS}, Shiny Stuff"
EXTRA = RuleEffect("extra-attacks", "add")

WEAPONS = (
    item(
        ITEMS,
        "battleaxe-of-the-last-waaagh",
        "Battleaxe of the Last Waaagh!",
        left_out="attacks that a die tells anew in each round are not worked out",
    ),
    item(
        ITEMS,
        "kleevas-cleaver-of-cleavage",
        "Kleeva’s Cleaver of Cleavage",
        WOUNDS_ALWAYS,
    ),
    item(ITEMS, "hackas-sword-of-hackin", "Hacka’s Sword of Hackin’", HITS_ON_TWO),
    item(
        ITEMS,
        "kurbogs-curmudgeonly-clobbera",
        "Kurbog’s Curmudgeonly Clobbera",
        left_out="who is wounded and may strike no more is not followed",
    ),
    item(
        ITEMS,
        "porkos-pigstikka",
        "Porko’s Pigstikka",
        RuleEffect("strength", "add", when=("charging", "mounted")),
        left_out="its attacks for the ranks of the enemy are not worked out",
    ),
    item(ITEMS, "ulags-akkrit-axe", "Ulag’s Akk’rit Axe", HITS_AGAIN),
    item(
        ITEMS,
        "duffas-club-of-duffin",
        "Duffa’s Club of Duffin’",
        RuleEffect("attacks", "add", 3, when=("once",)),
    ),
    item(
        ITEMS,
        "owzats-club-of-smackin",
        "Owzat’s Club of Smackin’",
        left_out="who survives its wound and leaves his unit is not followed",
    ),
    item(
        ITEMS,
        "wollopas-one-hit-wunda",
        "Wollopa’s One Hit Wunda",
        left_out="it strengthens one hit of the game, which is chosen once it has hit",
    ),
    *shown(
        ITEMS,
        (
            ("krumpas-club-of-crumpin", "Krumpa’s Club of Crumpin’"),
            ("bashas-big-axe-of-bashin", "Basha’s Big Axe of Bashin’"),
            ("fumpas-club-of-fumpin", "Fumpa’s Club of Fumpin’"),
        ),
    ),
)

ARMOUR = (
    item(
        ITEMS, "armour-of-protectyness", "Armour of Protectyness", IGNORES_FIRST_WOUND
    ),
    item(ITEMS, "armour-of-gork", "Armour of Gork", SAVES_AGAIN),
    item(ITEMS, "ugbrags-lucky-shield", "Ugbrag’s Lucky Shield", left_out=USED_UP),
    *shown(
        ITEMS,
        (
            ("armour-of-mork", "Armour of Mork"),
            ("ironskin-shield", "Ironskin Shield"),
            ("drogs-dead-ard-armour", "Drog’s Dead ’Ard Armour"),
            ("nobblas-elmet", "Nobbla’s ’Elmet"),
        ),
    ),
)

ENCHANTED = (
    item(
        ITEMS,
        "warboss-imbads-iron-gnashas",
        "Warboss Imbad’s Iron Gnashas",
        EXTRA,
        slays("part:extra"),
    ),
    item(
        ITEMS,
        "biggeds-ed-kickin-boots",
        "Bigged’s ’Ed Kickin’ Boots",
        EXTRA,
        RuleEffect("to-hit", "always", when=("part:extra",)),
    ),
    item(
        ITEMS,
        "effigy-of-mork",
        "Effigy of Mork",
        RuleEffect("to-hit", "add", -1, when=("in-combat",), whose="against"),
    ),
    item(
        ITEMS,
        "guzzlas-backbone-brew",
        "Guzzla’s Backbone Brew",
        RuleEffect("test:first-break", "set", 10),
    ),
    item(
        ITEMS,
        "mad-cap-mushrooms",
        "Mad Cap Mushrooms",
        fate=asked("fanatics"),
    ),
    item(ITEMS, "nibblas-itty-ring", "Nibbla’s ’Itty Ring", fate=asked("spell-hits")),
    item(
        ITEMS,
        "eadbuttin-at",
        "’Eadbuttin’ ’At",
        RuleEffect("extra-attacks", "add", when=("challenge",)),
        RuleEffect("order", "set", "before", when=("part:extra",)),
        slays("part:extra"),
    ),
)

TALISMANS = (
    *shown(
        ITEMS,
        (
            ("warboss-umms-best-big-boss-at", "Warboss Umm’s Best Big Boss ’At"),
            ("magical-warpaint", "Magical Warpaint"),
        ),
    ),
    *quiet(
        ITEMS,
        (
            ("sizzlas-shiny-baubles", "Sizzla’s Shiny Baubles"),
            ("glowy-green-amulet", "Glowy Green Amulet"),
        ),
    ),
    item(
        ITEMS,
        "the-collar-of-zorga",
        "The Collar of Zorga",
        fate=COUNTED,
    ),
)

ARCANE = quiet(
    ITEMS,
    (
        ("staff-of-badumm", "Staff of Badumm"),
        ("buzgobs-knobbly-staff", "Buzgob’s Knobbly Staff"),
        ("dangly-wotnotz", "Dangly Wotnotz"),
        ("dittos-double-doin-doo-dahs", "Ditto’s Double Doin’ Doo-Dahs"),
        ("staff-of-sneaky-stealin", "Staff of Sneaky Stealin’"),
    ),
)

BANNERS = (
    *quiet(ITEMS, (("morks-spirit-totem", "Mork’s Spirit-Totem"),)),
    item(
        ITEMS,
        "rowdy-grotts-big-red-raggedy-banner",
        "Rowdy Grott’s Big Red Raggedy Banner",
        RuleEffect("leadership", "add"),
        RuleEffect("leadership", "at-most", 9),
    ),
    *shown(ITEMS, (("bad-moon-banner", "Bad Moon Banner"),)),
    item(
        ITEMS,
        "night-banner",
        "Night Banner",
        RuleEffect("to-hit", "add", -1, when=("shooting",), whose="against"),
    ),
    item(
        ITEMS,
        "gorks-waaagh-banner",
        "Gork’s Waaagh! Banner",
        RuleEffect("movement", "add"),
    ),
    item(
        ITEMS,
        "guffs-flag",
        "Guff’s Flag",
        RuleEffect("test:panic", "re-roll", "failures", when=("once",)),
    ),
    item(
        ITEMS,
        "noggs-banner-of-butchery",
        "Nogg’s Banner of Butchery",
        RuleEffect(
            "attacks", "add", when=("once",), unless=("part:mount",), whose="unit"
        ),
    ),
    item(
        ITEMS,
        "the-bashin-flag-of-bork",
        "The Bashin’ Flag of Bork",
        RuleEffect("test:animosity", "pass", when=("once",)),
    ),
)

OF_GREENSKINS = (*WEAPONS, *ARMOUR, *ENCHANTED, *TALISMANS, *ARCANE, *BANNERS)
"""In the order of the book."""
