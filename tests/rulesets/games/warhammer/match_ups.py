"""A grid of Warhammer match-ups that the engine is held to, die by die."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    ARRER_BOYZ,
    ASSASSIN,
    BLACK_ORCS,
    BOAR_BOYZ,
    BRAZIERS,
    CHARIOT,
    CHARIOTS,
    DULL_ARCHERS,
    DULL_HERO,
    DULL_LED_SPEARS,
    DULL_RIDERS,
    DULL_SPEARS,
    DULL_TROLLS,
    ERRANT,
    FEW_GOBLINS,
    FLAGELLANTS,
    FREE_COMPANY,
    GIANT,
    GIANT_SLAYERS,
    GOBLINS,
    GRAIL,
    GREATSWORDS,
    HALBERDIERS,
    HANDGUNNERS,
    HERO,
    KNIGHTS,
    LANCERS,
    LED_BY_SPEECH,
    LONE_SPEARS,
    MASTER,
    ORCS,
    PEGASI,
    PISTOLIERS,
    PISTOLMEN,
    QUESTING,
    RAUCOUS_ORCS,
    REPEATERS,
    RIVER_TROLLS,
    SAVAGE_ORCS,
    SKELETONS,
    SLAYER,
    SPEARMEN,
    SWARM,
    SWORDSMEN,
    TREE,
    TROLLS,
    YEOMEN,
    match_up,
)

STEP_UP = {"step-up": True}
AT_ONCE = {"blows": "at-once"}
AFTER = {"ranks-counted": "end", "last-rank": "full"}
ALL_FIGHT = {"frontage": "all"}

FIGHTS: dict[str, MatchUp] = {
    "halberds against swords": match_up("fight", HALBERDIERS, SWORDSMEN),
    "equal initiative, a won before": match_up(
        "fight", HALBERDIERS, SPEARMEN, {"last-won": "a"}, rounds=4
    ),
    "equal initiative, nobody won": match_up("fight", HALBERDIERS, SPEARMEN, rounds=5),
    "spears in two ranks": match_up("fight", SPEARMEN, ORCS),
    "spears in the flank": match_up(
        "fight", SPEARMEN, ORCS, {"a.touched-in": "flank"}, rounds=6
    ),
    "struck in the rear": match_up(
        "fight", SWORDSMEN, GOBLINS, {"b.touched-in": "rear", "b.general": 9}
    ),
    "great weapons strike last": match_up("fight", GREATSWORDS, ORCS),
    "unbreakable": match_up("fight", FLAGELLANTS, SWORDSMEN, rounds=8),
    "two hand weapons, stepping up": match_up(
        "fight", FREE_COMPANY, GOBLINS, {}, STEP_UP
    ),
    "all at once": match_up("fight", FREE_COMPANY, SWORDSMEN, {}, AT_ONCE),
    "ranks after casualties": match_up("fight", ORCS, SWORDSMEN, {}, AFTER),
    "ranks of five": match_up(
        "fight", HALBERDIERS, ORCS, {"a.width": 4}, {"rank-width": 5}
    ),
    "the whole front": match_up(
        "fight", GOBLINS, HALBERDIERS, {"a.width": 8, "b.width": 4}, ALL_FIGHT
    ),
    "a wide front reaches round": match_up(
        "fight", GOBLINS, HALBERDIERS, {"a.width": 9, "b.width": 4}
    ),
    "a battle standard": match_up(
        "fight",
        HALBERDIERS,
        ORCS,
        {"a.battle-standard": True, "b.battle-standard": True},
    ),
    "a general, ground and banners": match_up(
        "fight",
        HALBERDIERS,
        ORCS,
        {"a.general": 9, "higher-ground": "b", "b.bonus": 2},
    ),
    "a defended obstacle": match_up(
        "fight", ORCS, HALBERDIERS, {"defended": True, "b.pursuit": "restrains"}
    ),
    "an obstacle that was overcome": match_up(
        "fight",
        ORCS,
        HALBERDIERS,
        {"defended": True, "last-won": "a", "b.pursuit": "restrains"},
    ),
    "they try to hold back": match_up(
        "fight",
        ORCS,
        SWORDSMEN,
        {"a.pursuit": "restrains", "b.pursuit": "restrains"},
    ),
    "frenzy that is lost": match_up(
        "fight", SAVAGE_ORCS, SWORDSMEN, {"a.pursuit": "restrains"}
    ),
    "frenzy against frenzy": match_up("fight", SAVAGE_ORCS, SAVAGE_ORCS, rounds=6),
    "trolls and regeneration": match_up("fight", TROLLS, HALBERDIERS, rounds=6),
    "river trolls, a general near": match_up(
        "fight", RIVER_TROLLS, ORCS, {"a.general": 9}, rounds=6
    ),
    "trolls against trolls": match_up("fight", TROLLS, RIVER_TROLLS, rounds=5),
    "a hero alone": match_up("fight", HERO, GOBLINS),
    "killing blow on foot only": match_up(
        "fight", HERO, KNIGHTS, {}, {"killing-blow": "on-foot"}, rounds=6
    ),
    "killing blow on riders": match_up("fight", HERO, KNIGHTS, rounds=6),
    "hero against hero": match_up("fight", HERO, ASSASSIN),
    "poison, striking first": match_up("fight", ASSASSIN, ORCS),
    "a giant": match_up("fight", GIANT, GIANT_SLAYERS),
    "a tree burns": match_up("fight", GIANT_SLAYERS, TREE, rounds=6),
    "a swarm": match_up("fight", SWARM, GOBLINS, rounds=8),
    "skeletons are feared": match_up("fight", SKELETONS, HALBERDIERS),
    "wounds already lost": match_up(
        "fight", TROLLS, ORCS, {"a.wounds-lost": 4, "b.wounds-lost": 5}, rounds=6
    ),
    "knights later on": match_up("fight", KNIGHTS, ORCS, rounds=8),
    "a battle standard among knights": match_up("fight", GRAIL, HALBERDIERS, rounds=6),
    "fearless against fear": match_up("fight", MASTER, SKELETONS, rounds=6),
    "a challenge of champions": match_up(
        "fight", SWORDSMEN, ORCS, {"challenge": True}, rounds=6
    ),
    "a challenge at equal initiative": match_up(
        "fight", SPEARMEN, LONE_SPEARS, {"challenge": True}, rounds=5
    ),
    "a hero meets a champion": match_up(
        "fight", HERO, SWORDSMEN, {"challenge": True}, rounds=6
    ),
    "a master meets a champion": match_up(
        "fight", ORCS, MASTER, {"challenge": True, "b.wounds-lost": 1}
    ),
    "a challenge whose blows take several wounds": match_up(
        "fight", SLAYER, SWORDSMEN, {"challenge": True}, rounds=4
    ),
    "a challenge whose blows take several wounds, at once": match_up(
        "fight", ORCS, SLAYER, {"challenge": True}, AT_ONCE, rounds=4
    ),
    "a challenge at once": match_up(
        "fight", SWORDSMEN, ORCS, {"challenge": True}, AT_ONCE, rounds=5
    ),
    "a champion and a hero at once": match_up(
        "fight", SWORDSMEN, HERO, {"challenge": True}, AT_ONCE, rounds=6
    ),
    "a challenge, stepping up": match_up(
        "fight", SWORDSMEN, ORCS, {"challenge": True}, STEP_UP, rounds=5
    ),
    "a challenge refused": match_up(
        "fight", SWORDSMEN, ORCS, {"challenge": True, "refuses": "a"}
    ),
    "a challenge refused by few": match_up(
        "fight",
        HERO,
        SWORDSMEN,
        {"challenge": True, "refuses": "b", "b.wounds-lost": 14},
    ),
    "a challenge that a hero cannot refuse": match_up(
        "fight", HERO, ORCS, {"challenge": True, "refuses": "a"}, rounds=5
    ),
    "a challenge refused, stepping up": match_up(
        "fight",
        LED_BY_SPEECH,
        LONE_SPEARS,
        {"challenge": True, "refuses": "a", "a.wounds-lost": 4},
        STEP_UP,
    ),
    "a challenge refused, at once": match_up(
        "fight",
        LED_BY_SPEECH,
        LONE_SPEARS,
        {"challenge": True, "refuses": "a", "a.pursuit": "restrains"},
        AT_ONCE,
    ),
    "a challenge refused in stupidity": match_up(
        "fight",
        DULL_SPEARS,
        SWORDSMEN,
        {"challenge": True, "refuses": "a", "a.wounds-lost": 10},
    ),
    "trolls vomit at trolls": match_up(
        "fight",
        DULL_TROLLS,
        RIVER_TROLLS,
        {"a.vomits": True, "b.fears": True},
        {"stupid-tests": "never"},
        rounds=5,
    ),
    "stupid trolls": match_up("fight", DULL_TROLLS, HALBERDIERS),
    "stupid trolls, the others' turn": match_up(
        "fight", HALBERDIERS, DULL_TROLLS, {"b.general": 8}, rounds=6
    ),
    "stupid trolls on both sides": match_up(
        "fight", DULL_TROLLS, DULL_TROLLS, {"turn": "b"}, rounds=5
    ),
    "stupid trolls, half at the start": match_up(
        "fight", DULL_TROLLS, ORCS, {}, {"stupid-half": "start"}, rounds=6
    ),
    "stupid trolls, tested each round": match_up(
        "fight", DULL_TROLLS, ORCS, {}, {"stupid-tests": "each-round"}, rounds=6
    ),
    "stupid trolls, never tested": match_up(
        "fight", DULL_TROLLS, ORCS, {}, {"stupid-tests": "never"}, rounds=6
    ),
    "stupid spears and their champion": match_up(
        "fight", DULL_SPEARS, SWORDSMEN, {}, {"stupid-half": "start"}
    ),
    "stupid spears, stepping up": match_up(
        "fight", DULL_SPEARS, SWORDSMEN, {"a.wounds-lost": 8}, STEP_UP
    ),
    "stupid spears at once": match_up("fight", DULL_SPEARS, SWORDSMEN, {}, AT_ONCE),
    "a stupid champion in a challenge": match_up(
        "fight", DULL_SPEARS, SWORDSMEN, {"challenge": True}, rounds=6
    ),
    "a champion is left alone in a challenge": match_up(
        "fight", SWORDSMEN, FEW_GOBLINS, {"challenge": True}, rounds=4
    ),
    "few in a challenge, at once": match_up(
        "fight", FEW_GOBLINS, SWORDSMEN, {"challenge": True}, AT_ONCE, rounds=4
    ),
    "a speaker falls in a challenge": match_up(
        "fight",
        SWORDSMEN,
        LED_BY_SPEECH,
        {"challenge": True, "b.pursuit": "restrains"},
        rounds=6,
    ),
    "the stupid lose their speaker": match_up(
        "fight", DULL_LED_SPEARS, SWORDSMEN, {"challenge": True}, rounds=6
    ),
    "a stupid hero in a challenge": match_up(
        "fight", DULL_HERO, SWORDSMEN, {"challenge": True}, rounds=6
    ),
    "stupid riders lose their frenzy": match_up(
        "fight", DULL_RIDERS, SWORDSMEN, rounds=6
    ),
    "the musician decides": match_up(
        "fight", SWORDSMEN, SPEARMEN, {}, {"musician-wins": False}, rounds=4
    ),
}

CHARGES: dict[str, MatchUp] = {
    "knights charge": match_up("charge", KNIGHTS, HALBERDIERS),
    "knights charge a flank": match_up(
        "charge", KNIGHTS, SWORDSMEN, {"contact": "flank"}
    ),
    "knights charge a rear": match_up(
        "charge", KNIGHTS, SWORDSMEN, {"contact": "rear"}
    ),
    "a lance formation": match_up(
        "charge", LANCERS, SWORDSMEN, {"a.blessed": True}, rounds=6
    ),
    "a lance charged in the flank": match_up(
        "charge", HALBERDIERS, LANCERS, {"contact": "flank", "a.width": 10}, rounds=6
    ),
    "chariots charged in the flank": match_up(
        "charge",
        ORCS,
        CHARIOTS,
        {"contact": "flank", "a.width": 8, "b.width": 1},
        rounds=5,
    ),
    "a lance charged by knights": match_up(
        "charge", KNIGHTS, LANCERS, {"b.blessed": True}
    ),
    "boars charge": match_up("charge", BOAR_BOYZ, SPEARMEN),
    "choppas charge": match_up("charge", ORCS, SWORDSMEN),
    "frenzied choppas charge": match_up("charge", SAVAGE_ORCS, GREATSWORDS),
    "great weapons charge": match_up("charge", GREATSWORDS, ORCS),
    "flails charge": match_up("charge", FLAGELLANTS, KNIGHTS, rounds=6),
    "flails are charged": match_up("charge", KNIGHTS, FLAGELLANTS, rounds=6),
    "pistols in the first round": match_up("charge", PISTOLMEN, GOBLINS),
    "riders in a challenge": match_up(
        "charge", KNIGHTS, SWORDSMEN, {"challenge": True}, rounds=6
    ),
    "the lance in a challenge": match_up(
        "charge", LANCERS, KNIGHTS, {"challenge": True, "a.hates": True}, rounds=5
    ),
    "pistols from the saddle": match_up("charge", PISTOLIERS, SWORDSMEN, rounds=5),
    "pistols from the saddle, charged": match_up(
        "charge", ORCS, PISTOLIERS, {"reaction": "shoots", "distance": 7}, rounds=5
    ),
    "pegasi charge": match_up("charge", PEGASI, TROLLS, rounds=4),
    "pistols charged": match_up("charge", GOBLINS, PISTOLMEN),
    "hatred by question": match_up(
        "charge", GOBLINS, HALBERDIERS, {"a.hates": True, "a.pursuit": "restrains"}
    ),
    "hatred, wounds and fire": match_up("charge", GIANT_SLAYERS, TROLLS, rounds=6),
    "a chariot": match_up("charge", CHARIOT, HALBERDIERS, rounds=6),
    "chariots after losses": match_up(
        "charge", CHARIOTS, HALBERDIERS, {"a.wounds-lost": 4}, rounds=6
    ),
    "chariots under fire": match_up(
        "charge", CHARIOTS, HANDGUNNERS, {"reaction": "shoots", "distance": 14}
    ),
    "a hero in the flank, where no size is asked": match_up(
        "charge",
        HERO,
        ORCS,
        {"contact": "flank"},
        rounds=6,
        readings={"flank-strength": 1},
    ),
    "a chariot in the flank": match_up(
        "charge", CHARIOT, ORCS, {"contact": "flank"}, rounds=6
    ),
    "fear of the charger": match_up("charge", TROLLS, HALBERDIERS, rounds=6),
    "fear of a weak charger": match_up(
        "charge", TROLLS, HALBERDIERS, {"b.general": 9, "a.wounds-lost": 3}, rounds=6
    ),
    "fear of the charged": match_up("charge", HALBERDIERS, TROLLS, rounds=6),
    "terror": match_up("charge", GIANT, GOBLINS),
    "goblins overrun a giant": match_up("charge", GOBLINS, GIANT, {"overrun": True}),
    "halberds pursue into trolls": match_up(
        "charge", HALBERDIERS, TROLLS, {"overrun": True, "contact": "flank"}
    ),
    "a giant overruns goblins": match_up("charge", GIANT, GOBLINS, {"overrun": True}),
    "an overrun is not shot at": match_up(
        "charge", ORCS, ARCHERS, {"overrun": True, "reaction": "shoots"}
    ),
    "few in a flank, counted early": match_up(
        "charge",
        HALBERDIERS,
        ORCS,
        {"contact": "flank", "a.wounds-lost": 14},
        {"flank-bonus": "start"},
    ),
    "few in a rear, counted early": match_up(
        "fight",
        ORCS,
        HALBERDIERS,
        {"b.touched-in": "rear", "a.wounds-lost": 12},
        {"flank-bonus": "start"},
    ),
    "terror known": match_up("charge", GIANT, GOBLINS, {"terror-tested": True}),
    "terror and the fearsome": match_up("charge", GIANT, SKELETONS, rounds=6),
    "fear by question": match_up("charge", KNIGHTS, GOBLINS, {"b.fears": True}),
    "stand and shoot": match_up(
        "charge", ORCS, HANDGUNNERS, {"reaction": "shoots", "distance": 10}
    ),
    "knights are shot at": match_up(
        "charge", KNIGHTS, ARCHERS, {"reaction": "shoots", "distance": 14}
    ),
    "flight from a charge": match_up(
        "charge", ORCS, GOBLINS, {"reaction": "flees", "distance": 3}
    ),
    "shots that shake the few": match_up(
        "charge", TROLLS, HANDGUNNERS, {"reaction": "shoots", "distance": 9}, rounds=4
    ),
    "fear and flight by choice": match_up(
        "charge",
        TROLLS,
        HALBERDIERS,
        {"reaction": "flees", "distance": 5, "a.wounds-lost": 3},
        rounds=4,
    ),
    "over an obstacle": match_up(
        "charge", KNIGHTS, HANDGUNNERS, {"defended": True}, rounds=8
    ),
    "a charge at once, stepping up": match_up(
        "charge", KNIGHTS, SPEARMEN, {}, {**AT_ONCE, **STEP_UP}
    ),
    "the lance refuses a challenge": match_up(
        "charge",
        LANCERS,
        SWORDSMEN,
        {"challenge": True, "refuses": "a", "a.blessed": True, "a.wounds-lost": 3},
        rounds=6,
    ),
    "trolls vomit as they charge": match_up(
        "charge", DULL_TROLLS, KNIGHTS, {"a.vomits": True, "a.general": 9}, rounds=5
    ),
    "stupid trolls charge": match_up("charge", DULL_TROLLS, HALBERDIERS, rounds=6),
    "stupid trolls charged": match_up(
        "charge", KNIGHTS, DULL_TROLLS, {"b.general": 7}, rounds=6
    ),
    "stupid trolls charged, each round": match_up(
        "charge", KNIGHTS, DULL_TROLLS, {}, {"stupid-tests": "each-round"}, rounds=4
    ),
    "stupid spears charged by stupid trolls": match_up(
        "charge", DULL_TROLLS, DULL_SPEARS, {"a.general": 8}, rounds=5
    ),
    "narrow bases": match_up(
        "charge", KNIGHTS, GOBLINS, {"b.base": 20, "a.width": 3}, rounds=8
    ),
}

VOLLEYS: dict[str, MatchUp] = {
    "archers at long range": match_up("shooting", ARCHERS, ORCS, {"distance": 20}),
    "archers at a giant": match_up("shooting", ARCHERS, GIANT, {"distance": 10}),
    "archers need eight": match_up(
        "shooting",
        ARCHERS,
        HERO,
        {"distance": 20, "cover": "hard", "moved": True},
    ),
    "archers need seven": match_up(
        "shooting", ARCHERS, GOBLINS, {"distance": 20, "cover": "hard"}
    ),
    "archers cannot hit": match_up(
        "shooting",
        ARCHERS,
        ARCHERS,
        {"distance": 20, "cover": "hard", "moved": True, "charging": True},
    ),
    "handguns and their marksman": match_up(
        "shooting", HANDGUNNERS, KNIGHTS, {"distance": 12, "cover": "soft"}
    ),
    "handguns that moved": match_up(
        "shooting", HANDGUNNERS, KNIGHTS, {"distance": 12, "moved": True}
    ),
    "two ranks on a hill": match_up(
        "shooting", HANDGUNNERS, TROLLS, {"distance": 8, "hill": True}
    ),
    "repeaters": match_up("shooting", REPEATERS, LANCERS, {"b.blessed": True}),
    "repeaters, one shot each": match_up(
        "shooting", REPEATERS, RIVER_TROLLS, {"all-shots": False, "distance": 13}
    ),
    "javelins on the move": match_up(
        "shooting", YEOMEN, TROLLS, {"distance": 7, "moved": True}
    ),
    "handguns at pegasi": match_up("shooting", HANDGUNNERS, PEGASI, {"distance": 11}),
    "burning arrows at a tree": match_up("shooting", BRAZIERS, TREE, {"distance": 11}),
    "burning arrows at trolls": match_up(
        "shooting", BRAZIERS, TROLLS, {"distance": 20}
    ),
    "out of range": match_up("shooting", ARCHERS, ORCS, {"distance": 25}),
}

ENGAGEMENTS: dict[str, MatchUp] = {
    "knights ride at handguns": match_up("engagement", KNIGHTS, HANDGUNNERS),
    "orcs walk into arrows": match_up(
        "engagement", ORCS, ARCHERS, {"distance": 30, "first": "b"}
    ),
    "repeaters walk and shoot": match_up(
        "engagement",
        REPEATERS,
        GOBLINS,
        {"a.pace": "walks", "closing": "both", "distance": 36, "b.general": 8},
    ),
    "who charges first": match_up(
        "engagement",
        KNIGHTS,
        BOAR_BOYZ,
        {"closing": "both", "distance": 33, "contact": "flank"},
        rounds=6,
    ),
    "the standing side charged by b": match_up(
        "engagement",
        HANDGUNNERS,
        KNIGHTS,
        {"closing": "b", "first": "b", "b.cover": "soft", "higher-ground": "a"},
    ),
    "they flee from a charge": match_up(
        "engagement", GOBLINS, SWORDSMEN, {"b.reaction": "flees", "distance": 18}
    ),
    "archers flee and rally": match_up(
        "engagement",
        KNIGHTS,
        ARCHERS,
        {"b.reaction": "flees", "distance": 40, "b.battle-standard": True},
    ),
    "terror comes nearer": match_up("engagement", GIANT, GOBLINS, {"distance": 30}),
    "terror is approached": match_up(
        "engagement", HALBERDIERS, GIANT, {"distance": 12, "a.general": 8}, rounds=6
    ),
    "trolls are feared": match_up(
        "engagement", TROLLS, HANDGUNNERS, {"distance": 20}, rounds=5
    ),
    "fear keeps them off": match_up(
        "engagement",
        SPEARMEN,
        SKELETONS,
        {"distance": 10, "turns": 3, "a.wounds-lost": 4},
        rounds=5,
    ),
    "frenzy cannot wait": match_up(
        "engagement",
        SWORDSMEN,
        SAVAGE_ORCS,
        {"distance": 15, "b.reaction": "flees"},
    ),
    "a chariot never marches": match_up(
        "engagement", CHARIOT, ARCHERS, {"distance": 36}, rounds=6
    ),
    "over stakes at bowmen": match_up(
        "engagement",
        LANCERS,
        HANDGUNNERS,
        {"defended": True, "b.hill": True, "distance": 31, "a.blessed": True},
        rounds=6,
    ),
    "pistoliers ride up": match_up(
        "engagement",
        PISTOLIERS,
        ORCS,
        {"a.pace": "walks", "closing": "both", "distance": 34},
        rounds=4,
    ),
    "the fearless under fire": match_up(
        "engagement", GRAIL, BRAZIERS, {"distance": 34, "b.reaction": "flees"}
    ),
    "a hero shot at meets a champion": match_up(
        "engagement", HERO, HANDGUNNERS, {"challenge": True}, rounds=8
    ),
    "both shoot": match_up(
        "engagement",
        HANDGUNNERS,
        ARCHERS,
        {"a.pace": "walks", "distance": 26, "a.cover": "hard", "a.reaction": "holds"},
    ),
    "the questing and the impetuous": match_up(
        "engagement",
        QUESTING,
        ERRANT,
        {"distance": 30, "b.fears": True, "a.fears": True},
        rounds=6,
    ),
    "orcs quarrel as they come": match_up(
        "engagement", RAUCOUS_ORCS, HANDGUNNERS, {"distance": 26}, rounds=6
    ),
    "orcs and archers quarrel": match_up(
        "engagement",
        RAUCOUS_ORCS,
        ARRER_BOYZ,
        {"distance": 21, "a.quelled": True, "first": "b"},
        rounds=6,
    ),
    "archers quarrel before trolls": match_up(
        "engagement", TROLLS, ARRER_BOYZ, {"distance": 15, "b.general": 9}, rounds=4
    ),
    "black orcs do not quarrel": match_up(
        "engagement", BLACK_ORCS, ARCHERS, {"distance": 20}, rounds=5
    ),
    "few orcs do not quarrel": match_up(
        "engagement",
        HALBERDIERS,
        RAUCOUS_ORCS,
        {"distance": 17, "closing": "both", "b.wounds-lost": 6},
        rounds=5,
    ),
    "stupid trolls stumble on": match_up(
        "engagement", DULL_TROLLS, HANDGUNNERS, {"distance": 20, "a.general": 8}
    ),
    "stupid trolls are met": match_up(
        "engagement",
        KNIGHTS,
        DULL_TROLLS,
        {"distance": 26, "closing": "both", "first": "b", "b.general": 7},
        rounds=6,
    ),
    "stupid trolls, each round": match_up(
        "engagement",
        SWORDSMEN,
        DULL_TROLLS,
        {"distance": 14, "closing": "both"},
        {"stupid-tests": "each-round"},
        rounds=5,
    ),
    "stupid archers": match_up(
        "engagement", ORCS, DULL_ARCHERS, {"distance": 22}, rounds=6
    ),
    "a challenge refused by the charged": match_up(
        "engagement",
        SWORDSMEN,
        KNIGHTS,
        {"challenge": True, "refuses": "b", "closing": "both", "distance": 20},
        rounds=5,
    ),
    "errant knights against trolls": match_up(
        "engagement", ERRANT, TROLLS, {"distance": 14}, rounds=4
    ),
    "crazed and charged": match_up(
        "engagement", TROLLS, FLAGELLANTS, {"b.reaction": "flees"}, rounds=3
    ),
    "a hero under fire": match_up(
        "engagement", HERO, ARCHERS, {"distance": 22, "turns": 8}, rounds=8
    ),
}

GRID = {**FIGHTS, **CHARGES, **VOLLEYS, **ENGAGEMENTS}
