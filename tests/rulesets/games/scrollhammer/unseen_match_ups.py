"""Combats of the invisible who strike nobody so as to stay so."""

from itertools import product

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    HIDDEN,
    HYDRA,
    WARDED,
)
from tests.rulesets.games.scrollhammer.standing_match_ups import RANKED_PIPES
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    FALMER,
    HERO,
    LED,
    LEGION,
    OGRES,
    TROLLS,
    match_up,
    unit,
    weapon,
)

PIERCERS = unit("Piercers", 8, i=4, ws=4, gear=(weapon("user +1", 1, "ignores-cover"),))
PAIRS: tuple[tuple[Fighter, Fighter], ...] = (
    (HIDDEN, CATS),
    (HIDDEN, PIERCERS),
    (LED, FALMER),
    (HERO, OGRES),
    (COHORT, LEGION),
    (HYDRA, COHORT),
    (WARDED, CATS),
    (RANKED_PIPES, TROLLS),
)
MANNERS: tuple[Answers, ...] = (
    {"a.unseen": "holds", "charger": "b"},
    {"a.unseen": "slips", "charger": "b"},
    {"a.unseen": "slips", "b.leaves": True, "charger": "a"},
    {"a.unseen": "holds", "a.leaves": True, "a.yields": True, "charger": "none"},
    {"a.unseen": "slips", "b.unseen": "last", "charger": "a"},
)

UNSEEN: dict[str, MatchUp] = {
    f"{own.name} before {foe.name}, {number}": match_up(
        "fight", own, foe, asked, {}, 1 + (number + len(own.name)) % 4
    )
    for (own, foe), (number, asked) in product(PAIRS, enumerate(MANNERS, start=1))
}
"""By who holds its blows, before whom, and how."""
