"""Mordheim's fights of who has spines, for the simulator to play out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.engagements import m as e
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m

MUTANT = f("axe", "spines", name="A", w=2, t=4)

FIGHTS: dict[str, MatchUp] = {
    "spines": m(MUTANT, f("sword", name="B", w=2, t=2)),
    "spines of both, a charm and a troll": m(
        f("axe lucky-charm", "spines", name="A", t=2, w=2),
        f("club-mace-or-hammer", "spines regeneration stupidity", name="B", w=3, ld=5),
        {"charge": "b"},
    ),
    "three against one with spines, who may flee": m(
        f("spear", name="A", t=2),
        f("sword", "spines", name="B", a=2, w=3, ws=5),
        {"a.fighters": 3},
    ),
    "two with spines against one": m(
        f("axe", "spines", name="A"),
        f("sword helmet", name="B", t=2, w=3, sv=5),
        {"a.fighters": 2},
    ),
    "spines at one who lies, nobody charges": m(
        f("axe", "spines", name="A", ws=2),
        f("sword", name="B", t=1, w=2),
        {"charge": "none", "b.posture": "knocked-down"},
        {"knocked-down": "to-wound", "put-down-by-another": "both"},
    ),
}

ENGAGED: dict[str, MatchUp] = {
    "who has spines runs at a bowman": e(
        f("axe", "spines", name="A", w=2), f("bow sword", name="B", bs=4, t=2)
    ),
}

GROUPS: dict[str, MatchUp] = {
    "two with spines against two": m(
        f("axe", "spines", name="A"),
        f("sword", name="B", w=2, t=2),
        {"a.fighters": 2, "b.fighters": 2},
    ),
}
