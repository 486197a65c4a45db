"""Mordheim's fights in which somebody is set alight, for the simulator to play out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.engagements import m as e
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_engagements import g

IRON = f("brazier-iron", name="A", ws=4)
ARCHER = f("bow fire-arrows sword", name="B", bs=4)

FIGHTS: dict[str, MatchUp] = {
    "a brazier iron": m(IRON, f("axe", name="B", w=2, a=2)),
    "a brazier iron at a lucky one in armour": m(
        f("brazier-iron", name="A", a=2),
        f("sword lucky-charm helmet", name="B", w=3, sv=4),
        {"charge": "b"},
    ),
    "a brazier iron at a troll that is stupid": m(
        f("brazier-iron", name="A", s=4, w=2),
        f("club-mace-or-hammer", "regeneration stupidity", name="B", t=4, w=3, ld=5),
    ),
    "two brazier irons at one who may flee": m(
        IRON, f("sword", "step-aside", name="B", a=2, w=3, ws=5), {"a.fighters": 2}
    ),
    "a brazier iron at frenzy, blows at the fallen wound": m(
        IRON,
        f("axe peg-leg", "frenzy jump-up", name="B", w=2),
        readings={"knocked-down": "to-wound"},
    ),
    "a brazier iron at the edge": m(IRON, f("axe", name="B", w=2), {"b.edge": 4}),
}

ENGAGED: dict[str, MatchUp] = {
    "fire arrows at a runner": e(f("axe", name="A", w=3), ARCHER),
    "fire arrows at one who shoots back": e(
        f("crossbow dagger", name="A", w=2, sv=5), ARCHER, {"closing": "b"}
    ),
    "fire arrows at a stupid troll with herbs": e(
        f("axe healing-herbs", "regeneration stupidity", name="A", t=4, w=3, ld=5),
        f("long-bow fire-arrows sword", "quick-shot", name="B", bs=5),
        {"twice": True, "distance": 30},
    ),
    "a burning one crawls away": e(
        f("axe", name="A", t=4), ARCHER, {"a.crawls": "away", "distance": 20}
    ),
    "a brazier iron after a charge": e(
        f("brazier-iron", name="A", w=2), f("bow axe", name="B", bs=4, w=2)
    ),
    "fire arrows that do not burn on": e(
        f("axe", name="A", w=2), ARCHER, readings={"arrows-burn": False}
    ),
}

GROUPS: dict[str, MatchUp] = {
    "two run at a bowman with fire arrows": g(f("axe", name="A", w=2), ARCHER, (2, 1)),
    "two run at two bowmen with fire arrows": g(
        f("axe", name="A", w=2), ARCHER, (2, 2), {"distance": 18}
    ),
    "three run at three bowmen with fire arrows": g(
        f("axe", name="A"), ARCHER, (3, 3), {"distance": 18}
    ),
}
