"""Words of army lists as data: abbreviations, spellings, headings, what is no purchase.

Words stand as `rulesets.list_text.words.words_of` gives them: small letters, singular.
"""

from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SPELLINGS: Mapping[str, str] = {
    "armor": "armour",
    "armored": "armoured",
    "gray": "grey",
    "boy": "boy",
    "boyz": "boy",
    "ladz": "lad",
    "gobbo": "goblin",
    "gobo": "goblin",
    "std": "standard",
    "stnd": "standard",
    "stand": "standard",
    "mus": "musician",
    "muso": "musician",
    "champ": "champion",
    "chmp": "champion",
    "lvl": "level",
    "lv": "level",
    "lev": "level",
    "xbow": "crossbow",
    "xbowman": "crossbowman",
    "hvy": "heavy",
    "lt": "light",
    "wpn": "weapon",
    "weap": "weapon",
    "handguner": "handgunner",
    "comp": "company",
    "eng": "engineer",
    "scr": "scroll",
    "detach": "detachment",
    "dets": "detachment",
    "det": "detachment",
    "gobb": "goblin",
    "hammerer": "hammerer",
    "mtd": "mounted",
    "cpt": "captain",
    "capt": "captain",
    "henchmen": "henchman",
}
"""Other spellings and shortenings of one word."""

ALTERNATIVES: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    ("gw",): (("great", "weapon"), ("double", "handed", "weapon"), ("greatblade",)),
    ("great", "weapon"): (("double", "handed", "weapon"),),
    ("two", "handed", "weapon"): (("great", "weapon"), ("double", "handed", "weapon")),
    ("2h", "weapon"): (("great", "weapon"), ("double", "handed", "weapon")),
    ("2hw",): (("great", "weapon"), ("double", "handed", "weapon")),
    ("dhw",): (("double", "handed", "weapon"),),
    ("2h", "hammer"): (("two", "handed", "warhammer"), ("great", "weapon")),
    ("2h", "warhammer"): (("two", "handed", "warhammer"),),
    ("2h", "sword"): (("great", "weapon"), ("double", "handed", "weapon")),
    ("hw",): (("hand", "weapon"),),
    ("ahw",): (("additional", "hand", "weapon"), ("second", "hand", "weapon")),
    ("extra", "hand", "weapon"): (
        ("additional", "hand", "weapon"),
        ("second", "hand", "weapon"),
    ),
    ("2", "hand", "weapon"): (("additional", "hand", "weapon"),),
    ("two", "hand", "weapon"): (("additional", "hand", "weapon"),),
    ("ha",): (("heavy", "armour"),),
    ("la",): (("light", "armour"),),
    ("fpa",): (("full", "plate", "armour"),),
    ("plate",): (("full", "plate", "armour"),),
    ("full", "plate"): (("full", "plate", "armour"),),
    ("plate", "mail"): (("full", "plate", "armour"),),
    ("sh",): (("shield",),),
    ("bsb",): (("battle", "standard"),),
    ("battle", "standard", "bearer"): (("battle", "standard"),),
    ("army", "standard", "bearer"): (("battle", "standard"),),
    ("army", "standard"): (("battle", "standard"),),
    ("gen",): (("general",),),
    ("hlr",): (("hochland", "long", "rifle"),),
    ("long", "rifle"): (("hochland", "long", "rifle"),),
    ("barded", "horse"): (("barded", "warhorse"),),
    ("barding", "horse"): (("barded", "warhorse"),),
    ("barded", "steed"): (("barded", "warhorse"),),
    ("horse",): (("warhorse",),),
    ("morningstar",): (("morning", "star"),),
    ("mace",): (("club", "mace", "hammer"),),
    ("club",): (("club", "mace", "hammer"),),
    ("hammer",): (("club", "mace", "hammer"),),
    ("helm",): (("helmet",),),
    ("brace", "pistol"): (("brace", "pistol"),),
    ("pistol", "brace"): (("brace", "pistol"),),
    ("2", "pistol"): (("brace", "pistol"),),
    ("two", "pistol"): (("brace", "pistol"),),
    ("volley", "gun"): (("helblaster", "volley", "gun"),),
    ("hbvg",): (("helblaster", "volley", "gun"),),
    ("gobbo",): (("goblin",),),
    ("full", "cmd"): (("full", "command"),),
    ("fc",): (("full", "command"),),
    ("cmd",): (("full", "command"),),
    ("command", "group"): (("full", "command"),),
    ("full", "command", "group"): (("full", "command"),),
    ("all", "command"): (("full", "command"),),
    ("command",): (("full", "command"),),
    ("banner", "bearer"): (("standard", "bearer"),),
    ("banner",): (("standard", "bearer"),),
    ("standard",): (("standard", "bearer"),),
    ("unit", "champion"): (("champion",),),
    ("hornblower",): (("musician",),),
    ("drummer",): (("musician",),),
    # As German builders and players write them.
    ("hellebardiere",): (("halberdier",),),
    ("hellebardier",): (("halberdier",),),
    ("hellebardentrager",): (("halberdier",),),
    ("speertrager",): (("spearman",),),
    ("schwertkampfer",): (("swordsman",),),
    ("musketenschutze",): (("handgunner",),),
    ("musketenschutzen",): (("handgunner",),),
    ("buchsenschutze",): (("handgunner",),),
    ("buchsenschutzen",): (("handgunner",),),
    ("armbrustschutze",): (("crossbowman",),),
    ("armbrustschutzen",): (("crossbowman",),),
    ("bogenschutze",): (("archer",),),
    ("bogenschutzen",): (("archer",),),
    ("bihandkampfer",): (("greatsword",),),
    ("bihander",): (("great", "weapon"), ("double", "handed", "weapon")),
    ("grosskanone",): (("great", "cannon"),),
    ("morser",): (("mortar",),),
    ("hauptmann",): (("captain",), ("mercenary", "captain")),
    ("kurfurst",): (("elector", "count"),),
    ("sigmarpriester",): (("warrior", "priest"),),
    ("kriegerpriester",): (("warrior", "priest"),),
    ("kampfzauberer",): (("battle", "wizard"),),
    ("dampfpanzer",): (("steam", "tank"),),
    ("flagellanten",): (("flagellant",),),
    ("schild",): (("shield",),),
    ("schilde",): (("shield",),),
    ("schilden",): (("shield",),),
    ("schwert",): (("sword",),),
    ("axt",): (("axe",),),
    ("bogen",): (("bow",),),
    ("armbrust",): (("crossbow",),),
    ("hellebarde",): (("halberd",),),
    ("speer",): (("spear",),),
    ("lanze",): (("lance",),),
    ("helmet",): (("helm",),),
    ("zweihandwaffe",): (("great", "weapon"), ("double", "handed", "weapon")),
    ("zweihander",): (("great", "weapon"), ("double", "handed", "weapon")),
    ("leichte", "rustung"): (("light", "armour"),),
    ("schwere", "rustung"): (("heavy", "armour"),),
    ("plattenrustung",): (("full", "plate", "armour"),),
    ("musiker",): (("musician",),),
    ("standartentrager",): (("standard", "bearer"),),
    ("standarte",): (("standard", "bearer"),),
    ("armeestandarte",): (("battle", "standard"),),
    ("armeestandartentrager",): (("battle", "standard"),),
    ("kommandoabteilung",): (("full", "command"),),
    ("kommando",): (("full", "command"),),
    ("stufe", "1"): (("level", "1"),),
    ("stufe", "2"): (("level", "2"),),
    ("stufe", "3"): (("level", "3"),),
    ("stufe", "4"): (("level", "4"),),
    ("schlachtross",): (("warhorse",),),
    ("kriegsbanner",): (("war", "banner"),),
}
"""Names that some words stand for, the most usual first."""

NUMBERS: Mapping[str, int] = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""Numbers as words."""

GROUPS = _words("unit regiment group squad block band mob lot batch")
"""Words for several of one unit: 3 units of 5 Knights."""

FULL_COMMAND = ("full", "command")
"""Champion, musician and standard bearer, as far as a unit has them."""

ROLES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "champion": (("champion",), ("leader",), ("unit", "leader")),
    "musician": (("musician",),),
    "standard": (("standard", "bearer"), ("standard",), ("banner",)),
}
"""Names for those who command a unit, beside their own."""

FILLERS = _words(
    "unit regiment model models strong magic item items equipment weapon "
    "weapons option options upgrade upgrades mount mounted ridden riding on "
    "foot wizard bought gear includes including incl plus character "
    "core special rare elite support henchmen henchman group "
    "warband member each total detachment size in x of the per for command mit "
    "und auf zu fuss spell lore has have "
    "pts pt point rank file troop squad all them these those"
)
"""Words that say what kind of thing stands beside them, and buy nothing."""

LABELS = _words(
    "lord lords hero heroes core special rare character characters elite "
    "support char hench henchmen henchman group bought options option equipment "
    "weapons weapon armour magic items item mount upgrades upgrade unit troops "
    "general command wargear gear detachment detachments spells spell lore "
    "skills"
)
"""Words before a colon that say what follows."""

DENIALS = frozenset(("no", "not", "without", "ohne", "kein", "keine", "minus"))
"""Words that say that the next thing is not bought."""

LABEL_PHRASES = frozenset(
    (("hired", "sword"), ("war", "machine"), ("allied", "unit"), ("magic", "item"))
)
"""The same, of several words that only together say so."""

HEADINGS = _words(
    "lord hero core special rare character elite support henchman henchmen "
    "troop unit mercenary ally allied hired sword war machine detachment "
    "warband stash infantry cavalry artillery magic wizard command monster "
    "other regiment general standard force roster army list main grosse kern "
    "seltene held kommandant 0 the and of"
)
"""Words of which lines that only divide a list consist."""

NO_PURCHASE = (
    r"created (with|by|using|in)\b",
    r"made (with|by|using)\b",
    r"exported (from|by|with)\b",
    r"generated (with|by)\b",
    r"https?://",
    r"www\.",
    r"(carries|changed|rules|note|in hand|special rules|waived|source|notes)\b.{0,60}:",
    r"(carries|changed|rules|note):",
    r"(error|warning|info):",
    r"(magic|spell|power|dispel) (dice|pool)\b",
    r"(casting pool|dispel pool|models in army|total models|model count|break point)\b",
    r"(profile|selection|categories|rules|abilities|unit profile)s?\s*:",
    r"(validation|roster) (errors?|rules)\b",
    r"warband rating\b",
    r"(number of )?warriors:? *\d*$",
    r"valid(ated)?\b.*\blist\b",
    r"game system\b",
    r"(army )?composition\b",
    r"page \d+",
)
"""Beginnings of lines that buy nothing: patterns of a line in small letters."""

ENDS = ("special rules", "items and choices", "printed rules to mind")
"""Titles after which our own texts only explain."""
