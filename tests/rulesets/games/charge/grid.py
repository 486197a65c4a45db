"""The match-ups of Charge that are played out die by die, of every kind."""

from dataclasses import replace

from rulesets.core.values import RuleUse
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    BOARS,
    CANNON,
    CAPTAIN,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
    match_up,
)

SKIRMISHERS = replace(
    ARCHERS,
    name="Skirmishers",
    rules=(RuleUse("fire-and-flee"), RuleUse("volley-fire")),
)

GRID: dict[str, MatchUp] = {
    "orcs and jade warriors take turns": match_up("fight", ORCS, JADE),
    "half strength, side b later, three rounds": match_up(
        "fight",
        ORCS,
        RATMEN,
        {"b.kin-near": True, "a.general-near": True, "a.wounds-lost": 3},
        {"half-strength": "half-dice", "later-rounds": "b"},
        rounds=3,
    ),
    "poison against armour piercing": match_up(
        "fight", GUARD, ELVES, {"a.kin-near": True}, {"later-rounds": "a"}
    ),
    "struck in the flank, only the broken leave": match_up(
        "fight",
        RATMEN,
        CAPTAIN,
        {"b.touched-in": "flank"},
        {"fall-back-ends": False},
        rounds=8,
    ),
    "captain pivots to face ratmen in its flank": match_up(
        "fight",
        RATMEN,
        CAPTAIN,
        {"b.touched-in": "flank"},
        {"engaged-pivot": True},
    ),
    "both in each other's rear turn twice": match_up(
        "fight",
        JADE,
        ORCS,
        {"a.touched-in": "rear", "b.touched-in": "rear"},
        {"engaged-pivot": True, "fall-back-ends": False},
        rounds=9,
    ),
    "boar riders in a rear behind a wall of shields that turns": match_up(
        "charge",
        BOARS,
        JADE,
        {"contact": "rear", "reaction": "shield-wall"},
        {"engaged-pivot": True, "later-rounds": "b"},
    ),
    "friends and enemies behind both": match_up(
        "fight",
        ORCS,
        RATMEN,
        {
            "a.enemy-behind": 8,
            "a.friend-behind": 5,
            "b.enemy-behind": 4,
            "b.friend-behind": 6,
        },
    ),
    "broken by terror into an enemy": match_up(
        "charge", BEAST, RATMEN, {"b.enemy-behind": 7, "use-fearsome": True}
    ),
    "broken by terror into a friend, none is caught": match_up(
        "charge",
        WARLORD,
        ORCS,
        {"distance": 2, "b.friend-behind": 6, "a.friend-behind": 3},
        {"fear-in-reach": "away"},
    ),
    "skirmishers flee into a friend": match_up(
        "charge",
        BOARS,
        SKIRMISHERS,
        {"reaction": "fire-and-flee", "b.friend-behind": 9, "b.enemy-behind": 11},
    ),
    "artillery flees into nobody": match_up(
        "fight", CANNON, RATMEN, {"a.enemy-behind": 1, "b.enemy-behind": 2}
    ),
    "the dead strike and winners test": match_up(
        "fight",
        BEAST,
        ELVES,
        readings={"dead-strike": True, "test-after-destroying": True},
    ),
    "two tests before contact": match_up(
        "charge",
        BEAST,
        RATMEN,
        {"distance": 4, "use-fearsome": True, "b.kin-near": True},
    ),
    "broken by fear and struck in the rear": match_up(
        "charge",
        BEAST,
        RATMEN,
        {"distance": 1, "use-fearsome": True},
        {"caught-fleeing": "rear"},
    ),
    "broken by terror and caught": match_up("charge", BEAST, ORCS, {"distance": 1}),
    "terrifying, none is caught": match_up(
        "charge", WARLORD, ORCS, {"distance": 2}, {"fear-in-reach": "away"}
    ),
    "a shield wall for a round": match_up(
        "charge", BOARS, CAPTAIN, {"distance": 6, "reaction": "shield-wall"}
    ),
    "a shield wall for the fight": match_up(
        "charge",
        ELVES,
        JADE,
        {"distance": 6, "reaction": "shield-wall"},
        {"shield-wall-lasts": "fight", "later-rounds": "a"},
    ),
    "a general turns to face a flank charge": match_up(
        "charge",
        ELVES,
        WARLORD,
        {"distance": 8, "contact": "flank", "reaction": "tactical-genius"},
    ),
    "jezzails stand and shoot, pushing": match_up(
        "charge",
        ORCS,
        JEZZAILS,
        {"distance": 4, "reaction": "stand-and-shoot", "use-fearsome": True},
        {"reaction-shots-push": True},
    ),
    "skirmishers fire volleys and flee": match_up(
        "charge",
        ELVES,
        SKIRMISHERS,
        {"distance": 3, "reaction": "fire-and-flee", "volley-fire": True},
        {"caught-fleeing": "rear"},
    ),
    "skirmishers fire and are caught": match_up(
        "charge", BOARS, SKIRMISHERS, {"distance": 3, "reaction": "fire-and-flee"}
    ),
    "jezzails charged in the rear do not see whom to shoot": match_up(
        "charge",
        ORCS,
        JEZZAILS,
        {"distance": 2, "contact": "rear", "reaction": "stand-and-shoot"},
    ),
    "skirmishers charged in the flank flee without a shot": match_up(
        "charge",
        BOARS,
        SKIRMISHERS,
        {"distance": 3, "contact": "flank", "reaction": "fire-and-flee"},
    ),
    "terror does not drive artillery off": match_up(
        "charge", BEAST, CANNON, {"distance": 7, "use-fearsome": True}
    ),
    "terror breaks artillery, struck in the rear": match_up(
        "charge", BEAST, CANNON, {"distance": 3}, {"caught-fleeing": "rear"}
    ),
    "who is broken is away, artillery or not": match_up(
        "charge", WARLORD, CANNON, {"distance": 5}, {"fear-in-reach": "away"}
    ),
    "artillery does not charge": match_up("charge", CANNON, ORCS, {"distance": 1}),
    "ratmen among their own against a beast": match_up(
        "fight", RATMEN, BEAST, {"a.kin-near": True}
    ),
    "boar riders against elves on horses": match_up("fight", BOARS, ELVES),
    "captain against warlord": match_up("fight", CAPTAIN, WARLORD),
    "a general helps the guard": match_up(
        "fight", GUARD, JADE, {"a.general-near": True, "a.kin-near": True}
    ),
    "jezzails in hand to hand": match_up("fight", JEZZAILS, RATMEN),
    "a cannon's crew in the rear": match_up(
        "fight", ORCS, CANNON, {"b.touched-in": "rear"}
    ),
    "a cannon's crew stays in its fight": match_up("fight", CANNON, RATMEN),
    "flank and rear at both bonuses": match_up(
        "fight",
        GUARD,
        CAPTAIN,
        {"b.touched-in": "flank-and-rear"},
        {"flank-and-rear": "both"},
    ),
    "flank and rear at the better bonus": match_up(
        "fight", RATMEN, WARLORD, {"b.touched-in": "flank-and-rear"}
    ),
    "archers worn down by knights in one round": match_up(
        "fight", ELVES, ARCHERS, {"b.wounds-lost": 9}, rounds=1
    ),
    "both worn down at half strength": match_up(
        "fight",
        JADE,
        GUARD,
        {"a.wounds-lost": 11, "b.wounds-lost": 12},
        {"half-strength": "half-dice", "test-after-destroying": True},
    ),
    "the general himself does not count": match_up(
        "charge",
        BEAST,
        CAPTAIN,
        {"distance": 5, "reaction": "shield-wall", "b.general-near": True},
    ),
    "orcs charge a general's men in the rear": match_up(
        "charge", ORCS, JADE, {"distance": 4, "contact": "rear", "use-fearsome": True}
    ),
    "archers stand and shoot a volley": match_up(
        "charge",
        BOARS,
        ARCHERS,
        {"distance": 9, "reaction": "stand-and-shoot", "volley-fire": True},
    ),
    "worn jezzails stand and shoot at half dice": match_up(
        "charge",
        ELVES,
        JEZZAILS,
        {"distance": 8, "reaction": "stand-and-shoot", "b.wounds-lost": 3},
        {"half-strength": "half-dice"},
    ),
    "a charge out of reach": match_up("charge", RATMEN, ORCS, {"distance": 6}),
    "a reaction that the unit does not have": match_up(
        "charge", JADE, RATMEN, {"distance": 3, "reaction": "stand-and-shoot"}
    ),
    "skirmishers flee from a beast": match_up(
        "charge",
        BEAST,
        SKIRMISHERS,
        {"distance": 2, "reaction": "fire-and-flee", "use-fearsome": True},
    ),
    "elves afraid of a warlord": match_up(
        "charge", WARLORD, ELVES, {"distance": 5}, {"later-rounds": "b"}, 4
    ),
}

SHOTS: dict[str, MatchUp] = {
    "jezzails": match_up("shooting", JEZZAILS, ORCS, {"distance": 30}),
    "poisoned bows": match_up("shooting", GUARD, BOARS, {"distance": 18}),
    "volley fire, one and hits": match_up(
        "shooting",
        ARCHERS,
        JEZZAILS,
        {"distance": 24, "volley-fire": True},
        {"push-total": "one-plus-hits"},
    ),
    "a cannon far off": match_up("shooting", CANNON, ELVES, {"distance": 90}),
    "out of range": match_up("shooting", WARLORD, ORCS, {"distance": 21}),
    "javelins": match_up("shooting", CAPTAIN, BOARS, {"distance": 18}),
    "a worn guard at half dice": match_up(
        "shooting",
        GUARD,
        RATMEN,
        {"distance": 12, "a.wounds-lost": 10, "b.wounds-lost": 15},
        {"half-strength": "half-dice"},
    ),
    "rifles against a beast": match_up("shooting", JEZZAILS, BEAST, {"distance": 36}),
    "a cannon against its like": match_up("shooting", CANNON, CANNON, {"distance": 50}),
    "bows against heavy armour": match_up("shooting", ARCHERS, CAPTAIN),
}

MARCHERS = replace(
    ORCS, name="Marchers", rules=(RuleUse("forced-march"), RuleUse("fearsome"))
)

ENGAGEMENTS: dict[str, MatchUp] = {
    "orcs come at archers": match_up("engagement", ORCS, ARCHERS),
    "orcs come at archers who have the first turn": match_up(
        "engagement", ORCS, ARCHERS, {"first": "b", "volley-fire": True}
    ),
    "elves come at rifles that push them back": match_up(
        "engagement",
        ELVES,
        JEZZAILS,
        {"distance": 40, "reaction": "stand-and-shoot"},
        {"reaction-shots-push": True},
    ),
    "ratmen never reach the rifles": match_up(
        "engagement", RATMEN, JEZZAILS, {"distance": 36, "turns": 5}
    ),
    "both close in on horses": match_up(
        "engagement", BOARS, ELVES, {"closing": "both", "use-fearsome": True}
    ),
    "both close in on foot": match_up(
        "engagement", RATMEN, JADE, {"closing": "both", "b.general-near": True}
    ),
    "boar riders at guards who shoot poison": match_up(
        "engagement", BOARS, GUARD, {"use-fearsome": True, "b.kin-near": True}
    ),
    "a beast in the flank of a genius": match_up(
        "engagement",
        BEAST,
        WARLORD,
        {
            "first": "b",
            "use-fearsome": True,
            "contact": "flank",
            "reaction": "tactical-genius",
        },
    ),
    "a shield wall after a long march": match_up(
        "engagement",
        MARCHERS,
        CAPTAIN,
        {"distance": 30, "reaction": "shield-wall", "use-fearsome": True},
    ),
    "a shield wall for the whole fight": match_up(
        "engagement",
        ELVES,
        JADE,
        {"distance": 25, "reaction": "shield-wall"},
        {"shield-wall-lasts": "fight", "later-rounds": "a"},
    ),
    "marchers afraid of nobody stop short": match_up(
        "engagement",
        MARCHERS,
        GUARD,
        {"use-fearsome": True},
        {"half-strength": "half-dice", "fear-in-reach": "away"},
    ),
    "marchers stay where their charge falls short": match_up(
        "engagement",
        MARCHERS,
        JEZZAILS,
        {"use-fearsome": True, "reaction": "stand-and-shoot", "distance": 20},
        {"short-charge": "stays", "reaction-shots-push": True},
    ),
    "a beast in the flank of a unit that pivots": match_up(
        "engagement",
        BEAST,
        CAPTAIN,
        {"contact": "flank", "use-fearsome": True},
        {"engaged-pivot": True, "short-charge": "stays"},
    ),
    "both sides charge with enemies behind": match_up(
        "engagement",
        BEAST,
        WARLORD,
        {
            "closing": "both",
            "distance": 20,
            "use-fearsome": True,
            "a.enemy-behind": 6,
            "b.enemy-behind": 9,
            "b.friend-behind": 3,
        },
        {"short-charge": "stays"},
    ),
    "side b comes at a worn guard": match_up(
        "engagement",
        GUARD,
        MARCHERS,
        {"use-fearsome": True, "closing": "b", "a.wounds-lost": 8},
        {"half-strength": "half-dice", "later-rounds": "b"},
    ),
    "side b runs skirmishers down": match_up(
        "engagement",
        SKIRMISHERS,
        ELVES,
        {
            "closing": "b",
            "reaction": "fire-and-flee",
            "volley-fire": True,
            "turns": 4,
        },
        {"caught-fleeing": "rear", "push-total": "one-plus-hits"},
    ),
    "skirmishers flee from side a": match_up(
        "engagement", BOARS, SKIRMISHERS, {"reaction": "fire-and-flee"}
    ),
    "two generals meet, three rounds": match_up(
        "engagement",
        WARLORD,
        CAPTAIN,
        {"closing": "both", "distance": 13, "reaction": "shield-wall"},
        {"later-rounds": "a"},
        3,
    ),
    "a terrifying side b": match_up(
        "engagement", RATMEN, BEAST, {"closing": "b", "use-fearsome": True}
    ),
    "rifles come at a cannon": match_up(
        "engagement", JEZZAILS, CANNON, {"distance": 37}
    ),
    "a cannon cannot come": match_up(
        "engagement",
        CANNON,
        JEZZAILS,
        {"closing": "a", "distance": 50, "turns": 3},
    ),
    "side b charges a cannon in the rear": match_up(
        "engagement", CANNON, BOARS, {"closing": "b", "contact": "rear", "distance": 60}
    ),
    "a beast comes at a cannon": match_up(
        "engagement", BEAST, CANNON, {"use-fearsome": True}
    ),
    "near enough to charge at once": match_up(
        "engagement", ORCS, RATMEN, {"distance": 5, "use-fearsome": True}
    ),
    "nobody shoots and side b stands": match_up("engagement", ORCS, RATMEN),
}
