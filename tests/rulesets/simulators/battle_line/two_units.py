"""Pairs of printed units that the simulated battle line and older kinds both play."""

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.units import DULL_RIDERS, DULL_SPEARS
from tests.rulesets.simulators.battle_line.scene import Post, Scene, Touch
from tests.rulesets.simulators.battle_line.units import (
    BLACK_ORCS,
    BOAR_BOYZ,
    BOWMEN,
    DETACHED,
    ERRANT,
    FEW_ORCS,
    FEW_SWORDS,
    FLAGELLANTS,
    FREE_COMPANY,
    GOBLINS,
    GRAIL,
    GREATSWORDS,
    HALBERDIERS,
    KNIGHTS,
    LED_KNIGHTS,
    MEN_AT_ARMS,
    ORCS,
    PISTOLIERS,
    REALM,
    SAVAGE_ORCS,
    SHORT_HALBERDS,
    SNOTLINGS,
    SPEARMEN,
    SWORDSMEN,
    TROLLS,
    WHITE_WOLVES,
    WOLF_RIDERS,
)


def fight(
    a: Fighter, b: Fighter, situation: Answers | None = None, **readings: str | int
) -> MatchUp:
    """Return a combat that goes on."""
    said = {key.replace("_", "-"): value for key, value in readings.items()}
    return MatchUp("warhammer", "fight", a, b, situation or {}, said)


def charge(
    a: Fighter, b: Fighter, situation: Answers | None = None, **readings: str | int
) -> MatchUp:
    """Return a charge of A."""
    said = {key.replace("_", "-"): value for key, value in readings.items()}
    return MatchUp("warhammer", "charge", a, b, situation or {}, said)


def scene_of(question: MatchUp) -> Scene:
    """Return a match-up of two units as a battle line."""
    situation = question.situation
    charges = question.kind == "charge"
    where = situation.get("contact" if charges else "b.touched-in", "front")
    touches = [Touch("a", "b", str(where))]
    if not charges and situation.get("a.touched-in", "front") != "front":
        touches.append(Touch("b", "a", str(situation["a.touched-in"])))
    return Scene(
        posts=(Post("a", question.a), Post("b", question.b)),
        touches=tuple(touches),
        charges=frozenset({"a"}) if charges else frozenset(),
        situation=situation,
        readings=question.readings,
        rounds=question.rounds,
    )


PAIRS: dict[str, MatchUp] = {
    "halberds against swords": fight(HALBERDIERS, SWORDSMEN),
    "spears against orcs": fight(SPEARMEN, ORCS),
    "spears of equal Initiative": fight(SPEARMEN, HALBERDIERS),
    "equal Initiative, a won before": fight(
        DETACHED, SHORT_HALBERDS, {"last-won": "a"}
    ),
    "free company against goblins": fight(FREE_COMPANY, GOBLINS),
    "great weapons against orcs": fight(GREATSWORDS, ORCS),
    "great weapons on both sides": fight(GREATSWORDS, BLACK_ORCS),
    "flagellants against men-at-arms": fight(FLAGELLANTS, MEN_AT_ARMS),
    "knights without a charge": fight(KNIGHTS, ORCS),
    "goblins with a general near": fight(GOBLINS, FEW_SWORDS, {"a.general": 9}),
    "a battle standard near": fight(MEN_AT_ARMS, FEW_ORCS, {"a.battle-standard": True}),
    "a wide front": fight(GOBLINS, FEW_SWORDS, {"a.width": 9, "b.width": 4}),
    "ranks of five": fight(SWORDSMEN, ORCS, {"a.width": 4}, rank_width=5),
    "ranks after the casualties": fight(
        SWORDSMEN, ORCS, ranks_counted="end", last_rank="full"
    ),
    "a flank": fight(SPEARMEN, ORCS, {"a.touched-in": "flank"}),
    "a rear": fight(SWORDSMEN, GOBLINS, {"b.touched-in": "rear"}),
    "higher ground and a bonus": fight(
        HALBERDIERS, ORCS, {"higher-ground": "b", "a.bonus": 2}
    ),
    "they hold back": fight(
        HALBERDIERS, ORCS, {"a.pursuit": "restrains", "b.pursuit": "restrains"}
    ),
    "frenzy is lost": fight(SAVAGE_ORCS, SWORDSMEN),
    "frenzy on both sides": fight(SAVAGE_ORCS, SAVAGE_ORCS),
    "snotlings": fight(SNOTLINGS, GOBLINS),
    "wounds already lost": fight(
        SNOTLINGS, BOWMEN, {"a.wounds-lost": 4, "b.wounds-lost": 2}
    ),
    "bases of 40 mm": fight(SNOTLINGS, SWORDSMEN),
    "stronger than four in the flank": fight(
        FEW_SWORDS, ORCS, {"b.touched-in": "flank", "a.wounds-lost": 4}
    ),
    "knights charge orcs": charge(KNIGHTS, ORCS),
    "led knights charge halberds": charge(LED_KNIGHTS, HALBERDIERS),
    "knights charge a flank": charge(KNIGHTS, ORCS, {"contact": "flank"}),
    "knights charge a rear": charge(KNIGHTS, SPEARMEN, {"contact": "rear"}),
    "hammers charge": charge(WHITE_WOLVES, GOBLINS),
    "a lance formation": charge(REALM, ORCS, {"a.blessed": True}),
    "errants charge knights": charge(ERRANT, KNIGHTS),
    "grail knights charge": charge(GRAIL, BLACK_ORCS),
    "boars charge knights": charge(BOAR_BOYZ, KNIGHTS),
    "orcs charge": charge(ORCS, SWORDSMEN),
    "great weapons charge": charge(BLACK_ORCS, SWORDSMEN),
    "flails charge": charge(FLAGELLANTS, ORCS),
    "wolves charge bowmen in the flank": charge(
        WOLF_RIDERS, BOWMEN, {"contact": "flank"}
    ),
    "pistols charge": charge(PISTOLIERS, FREE_COMPANY),
    "riders are charged in the flank": charge(
        FEW_SWORDS, PISTOLIERS, {"contact": "flank"}
    ),
    "savage orcs charge spears": charge(SAVAGE_ORCS, SPEARMEN),
    "stupid trolls": fight(TROLLS, SWORDSMEN),
    "stupid trolls in the other's turn": fight(TROLLS, HALBERDIERS, {"turn": "b"}),
    "stupid trolls are tested each round": fight(
        TROLLS, ORCS, {"a.general": 8}, stupid_tests="each-round", stupid_half="start"
    ),
    "stupid trolls are never tested": fight(TROLLS, ORCS, stupid_tests="never"),
    "stupid trolls charge": charge(TROLLS, SWORDSMEN),
    "stupid spears are charged": charge(KNIGHTS, DULL_SPEARS),
    "stupid spears and their champion": fight(
        DULL_SPEARS, SWORDSMEN, {"a.wounds-lost": 4}
    ),
    "stupid spears, half at the start": fight(
        DULL_SPEARS, SWORDSMEN, {"a.wounds-lost": 4}, stupid_half="start"
    ),
    "stupid riders lose their frenzy": fight(DULL_RIDERS, FEW_SWORDS),
}
