"""Combats of several units of Scrollhammer that are played out die by die."""

from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.sides import Side
from tests.rulesets.games.scrollhammer.blades_match_ups import (
    BLACK_HANDS,
    CHILLED,
    CORSAIRS,
    HATERS,
    IN_RANKS,
    MAGI,
    MASTER,
    WITH_LEADER,
)
from tests.rulesets.games.scrollhammer.blades_match_ups import (
    GROWING as CASTERS_THAT_GROW,
)
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    CATS,
    COHORT,
    DAGI,
    DUELISTS,
    FALMER,
    GUILD,
    HELPLESS,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    PRIESTS,
    SLAVES,
    SLAYERS,
    SPIDERS,
    TROLLS,
    fighter,
    part,
    unit,
    weapon,
)


def beside(
    side: Side, fighter: Fighter, touches: str = "", **said: str | int | bool
) -> Further:
    """Return a unit beside A or B; ``at`` is where it touches its enemy."""
    names = {"at": "contact", "lost": "models-lost"}
    told = {names.get(key, key.replace("_", "-")): value for key, value in said.items()}
    return Further(fighter, side, touches=touches, situation=told)


def line(
    a: Fighter,
    b: Fighter,
    *further: Further,
    said: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = 3,
) -> MatchUp:
    """Return a combat of several units."""
    return MatchUp(
        *("scrollhammer", "battle-line", a, b, said or {}, readings or {}, rounds),
        further=further,
    )


def in_it(who: Fighter, side: Side, joins: str = "", lost: int = 0) -> Further:
    """Return a character who has joined a unit."""
    said = {"wounds-lost": lost} if lost else {}
    return Further(who, side, "character", joins=joins, situation=said)


FAST = unit(
    "Outriders", 5, "hit-and-run", i=4, ld=8, formation="Skirmish", gear=(weapon(),)
)
RAGERS = unit("Ragers", 4, "rampage", ws=4, s=4, ld=8, formation="Horde")
BANNER = unit("Bannermen", 6, "standard-bearer", ld=8, sv=5, gear=(weapon(),))
BORNE = fighter(
    part("Men", 5, ld=8, sv=5, gear=(weapon(),)),
    part("Bearer", 1, "standard-bearer", role="leader", ld=8, gear=(weapon(),)),
)
SPEARS = unit(
    "Spears", 12, ld=7, gear=(weapon("user", 0, "phalanx", base="spear", hands=2),)
)
SLOW = unit("Mauls", 5, s=4, i=2, ld=8, gear=(weapon("user+2", 1, "strikes-last"),))

GROWING = unit(
    "Growing", 3, ("regeneration", 4), s=4, w=3, a=2, ld=8, formation="Skirmish"
)
HEADS = fighter(
    part("Heads", 2, "regeneration", w=2, t=4, a=2, ld=8, formation="Skirmish"),
    part("Body", 1, ("regeneration", 5), role="leader", w=4, t=5, a=3, ld=9),
)
RANKS_THAT_GROW = unit("Growing ranks", 6, ("regeneration", 3), w=2, s=4, ld=7)

MENDING: dict[str, MatchUp] = {
    "two that grow back on one": line(GROWING, BANNER, beside("a", HEADS), rounds=4),
    "both sides grow back": line(
        GROWING, HEADS, beside("b", SLAYERS), said={"b.charges": True}, rounds=5
    ),
    "one grows back beside one who does not": line(
        SLAYERS, LEGION, beside("a", GROWING, charges=True), rounds=4
    ),
    "ranks grow back and turn to face a flank": line(
        HERO,
        RANKS_THAT_GROW,
        beside("a", OGRES, at="flank", charges=True),
        said={"b.files": 3},
        rounds=6,
    ),
    "they grow back to the end": line(GROWING, SLAYERS, beside("b", HERO), rounds=None),
    "a character among those who grow back": line(
        GROWING, BANNER, beside("a", SLAYERS), in_it(HERO, "a", "", 1), rounds=4
    ),
    "many grow back": line(
        unit("Many", 5, ("regeneration", 5), w=3, s=4, ld=8, formation="Skirmish"),
        COHORT,
        beside("a", LED),
        beside("b", OGRES),
        rounds=4,
    ),
}
"""Combats in which wounds come back at the start of a turn."""

CASTING: dict[str, MatchUp] = {
    "casters beside others": line(CORSAIRS, LEGION, beside("a", SLAYERS), rounds=4),
    "casters between two": line(
        BLACK_HANDS, LEGION, beside("b", CATS), said={"b.charges": True}, rounds=4
    ),
    "casters at the second": line(
        MAGI,
        PEASANTS,
        beside("b", SLAYERS, at="flank"),
        said={"a.strikes-at": "second"},
    ),
    "spellswords are flanked and turn": line(
        HERO,
        IN_RANKS,
        beside("a", LANCERS, at="flank", charges=True),
        said={"b.files": 5},
        rounds=6,
    ),
    "casters on both sides": line(
        CORSAIRS, MASTER, beside("a", BANNER), beside("b", SLAYERS), rounds=4
    ),
    "two units of casters on one": line(
        WITH_LEADER, LED, beside("a", CHILLED, charges=True)
    ),
    "casters who rage and hate": line(HATERS, LEGION, beside("b", DAGI), rounds=2),
    "casters who grow back": line(CASTERS_THAT_GROW, BANNER, beside("a", SLAYERS)),
    "a character among casters": line(
        BLACK_HANDS, LEGION, beside("a", SLAYERS), in_it(HERO, "a")
    ),
    "a master to the end": line(MASTER, CATS, beside("b", SLAYERS), rounds=None),
    "no more after a failure": line(
        CORSAIRS,
        LEGION,
        beside("a", SLAYERS),
        readings={"casts-on": False},
    ),
}
"""Combats in which weapons of magic are cast."""

LINES: dict[str, MatchUp] = {
    "two on one in ranks": line(LEGION, BANNER, beside("a", LANCERS)),
    "one in the flank": line(
        LEGION, COHORT, beside("a", LANCERS, at="flank", charges=True), rounds=2
    ),
    "one in the rear": line(
        LEGION, BANNER, beside("a", SLAYERS, at="rear", charges=True), rounds=None
    ),
    "a flank and a rear": line(
        DAGI, BANNER, beside("a", SLAYERS, at="rear"), said={"b.flanked": True}
    ),
    "a flank that is left alone and turns": line(
        HERO,
        LEGION,
        beside("a", LANCERS, at="flank", charges=True),
        said={"b.files": 4},
        rounds=6,
    ),
    "it turns as wide as before": line(
        HERO,
        LEGION,
        beside("a", LANCERS, at="flank"),
        readings={"turned": "as-wide"},
        rounds=6,
    ),
    "two on a horde": line(LANCERS, PEASANTS, beside("a", SLAYERS), rounds=2),
    "two on a beast": line(LANCERS, BEAST, beside("a", SLAYERS)),
    "two on a beast, which meets three": line(
        LEGION, BEAST, beside("a", DAGI), said={"b.meets": 3}
    ),
    "a beast at the first": line(
        BEAST, SLAYERS, beside("b", LANCERS), said={"a.strikes-at": "first"}
    ),
    "a beast at the second": line(
        BEAST, SLAYERS, beside("b", LANCERS), said={"a.strikes-at": "second"}
    ),
    "a horde at the second": line(
        FALMER,
        SLAYERS,
        beside("b", LANCERS),
        said={"a.strikes-at": "second"},
    ),
    "ranks at the second in the flank": line(
        LEGION,
        SLAYERS,
        beside("b", LANCERS, at="flank"),
        said={"a.strikes-at": "second"},
    ),
    "two a side in a row": line(
        BANNER, LANCERS, beside("a", TROLLS), beside("b", SLAYERS, "a"), rounds=2
    ),
    "two a side, wings apart": line(
        BANNER, LANCERS, beside("a", TROLLS, "b"), beside("b", SLAYERS, "a2"), rounds=2
    ),
    "two a side, both on the second": line(
        HERO, TROLLS, beside("a", SLAYERS, "b2"), beside("b", LANCERS, "a")
    ),
    "one loses as much as all": line(
        BANNER, SLAYERS, beside("a", HELPLESS), rounds=None
    ),
    "hatred of the one that charged": line(
        PRIESTS, FAST, beside("b", LANCERS, charges=True), said={"a.foe": True}
    ),
    "a charge of both": line(
        CATS, SPEARS, beside("a", SLAYERS, charges=True), said={"a.charges": True}
    ),
    "a charge by side b": line(
        SPEARS, CATS, beside("b", LANCERS, at="flank", charges=True), rounds=4
    ),
    "spears between two": line(SPEARS, LEGION, beside("b", DAGI, at="rear")),
    "a standard beside a standard": line(
        BANNER, LANCERS, beside("a", BANNER), rounds=None
    ),
    "a standard falls with its bearer": line(
        BORNE, SLAYERS, beside("b", DAGI), rounds=2
    ),
    "ranks before casualties": line(
        BANNER, TROLLS, beside("a", LEGION), readings={"bonus-counted": "before"}
    ),
    "ties get away": line(
        DAGI, BANNER, beside("a", FAST), readings={"sweep-ties": "away"}, rounds=None
    ),
    "no neighbours": line(
        LEGION, FALMER, beside("a", SLAYERS), readings={"neighbours": False}, rounds=2
    ),
    "outriders slip away": line(
        FAST, BANNER, beside("a", SLAYERS), said={"a.leaves": True}, rounds=5
    ),
    "both slip away": line(
        FAST,
        FAST,
        beside("a", LANCERS, leaves=True),
        beside("b", FAST, "a2", leaves=True),
        said={"a.leaves": True, "b.leaves": True},
    ),
    "agile skirmishers between two": line(
        DAGI, BANNER, beside("b", SLAYERS), said={"a.leaves": True}
    ),
    "agile skirmishers before ranks": line(
        DAGI, BANNER, beside("b", LANCERS), said={"a.leaves": True}
    ),
    "outnumbered together": line(RAGERS, SLAYERS, beside("b", LANCERS)),
    "outnumbered until helped": line(RAGERS, FALMER, beside("a", DAGI), rounds=2),
    "paralyzed beside another": line(
        LANCERS, BANNER, beside("b", SLAYERS, paralyzed=True), rounds=4
    ),
    "unseen beside another": line(
        DUELISTS, BANNER, beside("a", SLAYERS, unseen="first")
    ),
    "unseen and last": line(
        BANNER, SLAYERS, beside("b", DUELISTS, unseen="last"), rounds=2
    ),
    "one of two holds its blows": line(
        SLAYERS, BANNER, beside("a", DAGI, unseen="holds", yields=True)
    ),
    "one of two slips away unseen": line(
        LANCERS, BANNER, beside("b", DUELISTS, unseen="slips")
    ),
    "mauls strike last": line(SLOW, SLAYERS, beside("b", DAGI), rounds=None),
    "a leader between two": line(LED, SLAYERS, beside("b", LANCERS), rounds=2),
    "aimed at a leader": line(DUELISTS, LED, beside("a", SLAYERS), rounds=2),
    "two units on a leader and his men": line(
        LED, DAGI, beside("b", DUELISTS), rounds=2
    ),
    "two units on two kinds of models": line(
        GUILD, TROLLS, beside("b", OGRES), rounds=2
    ),
    "two kinds of models": line(GUILD, SLAYERS, beside("b", DAGI), rounds=2),
    "an overseer beside trolls": line(SLAVES, TROLLS, beside("b", LANCERS), rounds=1),
    "crushers on two": line(OGRES, SLAYERS, beside("b", BANNER)),
    "giving up what cannot be hurt": line(
        SPIDERS, BEAST, beside("b", BEAST), said={"a.yields": True}
    ),
    "losses before": line(
        LEGION, BANNER, beside("a", CATS, lost=6), said={"a.models-lost": 5}
    ),
    "ten wide against two": line(
        COHORT, LANCERS, beside("b", SLAYERS), said={"a.files": 10}, rounds=1
    ),
    "wide ranks twice": line(
        COHORT,
        LANCERS,
        beside("b", TROLLS),
        said={"a.files": 10},
        readings={"wide-ranks": "both"},
        rounds=1,
    ),
    "a captain in one of two": line(
        BANNER, SLAYERS, beside("b", LANCERS), in_it(HERO, "b", "b2"), rounds=2
    ),
    "a captain between two": line(
        BANNER, SLAYERS, beside("b", LANCERS), in_it(HERO, "a", lost=1), rounds=2
    ),
    "one unit a side": line(BANNER, SLAYERS, rounds=None),
}
"""Small enough that forty thousand of each are fought in a second or two."""
