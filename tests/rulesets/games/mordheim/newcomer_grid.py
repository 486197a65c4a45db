"""Fights of Mordheim into which one more charges in a later turn."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m

ALL: dict[str, MatchUp] = {
    "one comes to the help of who charged": m(
        f("sword", name="A"), f("axe", name="B", w=2, ws=4), {"a.joins": 2}
    ),
    "one comes to the help of who was charged": m(
        f("double-handed-weapon", name="A", w=2, a=2, t=4, ws=5),
        f("spear shield", name="B", sv=6),
        {"b.joins": 1},
    ),
    "a third comes late": m(
        f("sword buckler", name="A"),
        f("axe sword", name="B", a=2, w=3, t=4, ws=5),
        {"a.fighters": 2, "a.joins": 3},
    ),
    "they fight already when a frenzied flail comes": m(
        f("flail", "frenzy hatred", name="A", i=4),
        f("sword lucky-charm", name="B", w=2, a=2),
        {"charge": "none", "a.joins": 1, "a.hates": True},
    ),
    "one comes to who lies, and three turns are asked": m(
        f("morning-star", "resilient", name="A"),
        f("fighting-claws", "thick-skull", name="B", i=3),
        {"charge": "none", "a.posture": "knocked-down", "a.joins": 2},
        rounds=4,
    ),
    "nobody has come yet": m(
        f("sword", name="A"), f("axe", name="B", w=2), {"a.joins": 4}, rounds=3
    ),
    "a fearsome one comes": m(
        f("sword", name="A", ws=4, w=2, a=2, ld=6),
        f("", "fear natural-weapons no-pain", name="B", w=2, t=4),
        {"b.joins": 1},
    ),
    "one who is afraid comes, or does not": m(
        f("", "fear natural-weapons", name="A", a=2, t=4, w=2),
        f("sword", name="B", ld=6),
        {"b.joins": 1},
    ),
    "a stupid one comes with a whip": m(
        f("halberd", name="A", w=2, a=2),
        f("steel-whip", "stupidity", name="B", ld=5),
        {"b.joins": 1},
    ),
    "spines of one, and one more with spines": m(
        f("axe", "spines", name="A", w=2, t=4),
        f("sword", "spines", name="B", w=2, t=2),
        {"b.joins": 1},
    ),
    "one comes in the ruins where two fight one": m(
        f("club-mace-or-hammer dagger", name="A"),
        f("sword", name="B", a=3, w=2, ws=5, ld=9),
        {"a.fighters": 2, "charge": "b", "a.joins": 2, "b.friend-near": True},
    ),
}
