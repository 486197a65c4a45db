"""Which special rules the odds work out, and which touch no die, by key."""

MODELLED = frozenset(
    {
        "absorb-health",
        "assassins-weapon",
        "autohit",
        "blast",
        "brass-and-coral",
        "dark-coral",
        "dragon-skin",
        "dwemer-make",
        "easily-overwhelmed",
        "hatred",
        "hit-and-run",
        "ignores-cover",
        "immune-to-flame",
        "immune-to-frost",
        "immune-to-magic",
        "immune-to-mundane",
        "immune-to-poison",
        "immune-to-shock",
        "immune-to-spell",
        "independent-character",
        "instant-death",
        "invisibility",
        "killing-blow",
        "large-blast",
        "legionnaire-drilling",
        "lowered-resists",
        "magic",
        "master-crafted",
        "monster-hunter",
        "moonsteel",
        "move-through-cover",
        "multiple-wounds",
        "multiple-wounds-d3",
        "multiple-wounds-d6",
        "musician",
        "otherworldly",
        "paralyze",
        "phalanx",
        "pinning",
        "poisoned",
        "precision",
        "preferred-enemy",
        "rampage",
        "regeneration",
        "relentless",
        "rending",
        "standard-bearer",
        "strikes-last",
        "template",
        "twisted-souls",
    }
)
"""Rules that the odds work out, some of them of single army books."""

NO_DICE = frozenset(
    {
        "acute-senses",
        "atronach",
        "character",
        "fast-company",
        "fills-hands",
        "foreign-regiments",
        "immune-to-disease",
        "infiltrate",
        "lends-its-speed",
        "lent-magician",
        "many-trades",
        "mixed-crews",
        "mounted-only",
        "night-eye",
        "night-fighting",
        "oath-of-allegiance",
        "offered-council",
        "on-foot-only",
        "one-calling",
        "outflank",
        "riders-only",
        "shield-only",
        "specialists",
        "tyrants-of-the-world-below",
    }
)
"""Rules that touch no die of a match-up, or say only who may have what."""

IN_THE_FIGURES = frozenset({"four-arms", "sothas-grace"})
"""Rules of single books that the stat line and what is in hand already show."""

ASKED = frozenset(
    {
        "hatred-servants-of-arkay",
        "hatred-undead-and-daedra",
        "preferred-enemy-undead-and-daedra",
    }
)
"""Rules against one foe: the situation asks whether the enemy is of it."""

NAMES = {
    "dwemer-make": "Dwemer-make",
    "foreign-regiments": "Foreign Regiments",
    "hatred-servants-of-arkay": "Hatred (Servants of Arkay)",
    "hatred-undead-and-daedra": "Hatred (Undead and Daedra)",
    "khajiit-traits": "Khajiit",
    "oath-of-allegiance": "Oath of Allegiance",
    "offered-council": "Offered Council",
    "preferred-enemy-undead-and-daedra": "Preferred Enemy (Undead and Daedra)",
    "press-gang": "Press-ganged",
    "stealth-of-the-cowl": "Stealth",
    "two-ways-to-shoot": "Bolt or grapeshot",
    "tyrants-of-the-world-below": "Tyrants of the World Below",
    "you-there-fight": "You there, fight!",
}
"""Names of rules of single books where their key does not say them."""
