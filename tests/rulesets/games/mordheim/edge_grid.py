"""Engagements of Mordheim in which one stands at an edge above his enemies."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.engagements import m
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import g
from tests.rulesets.games.mordheim.spells import knows

BOLT = knows(f("dagger", "wizard", name="A", w=2), "hired-swords", "fires-of-uzhul")

SINGLE: dict[str, MatchUp] = {
    "bowmen shoot at each other, one at an edge": m(
        f("bow axe", name="A", bs=4, w=2),
        f("bow axe", name="B", bs=4, i=2),
        {"b.above": 6, "b.at-edge": True, "closing": "a"},
    ),
    "a tough one at a low edge is charged in the end": m(
        f("long-bow sword", name="A", bs=5, w=2),
        f("crossbow axe lucky-charm", name="B", t=4, w=2, i=3),
        {"b.above": 3, "b.at-edge": True, "distance": 20},
    ),
    "who dives from the edge is shot at before": m(
        f("axe", name="A", w=2, i=4),
        f("bow axe", name="B", bs=5, s=4),
        {"a.above": 5, "a.at-edge": True, "distance": 26},
    ),
    "who falls in his dive is at no edge any more": m(
        f("axe", "jump-up", name="A", w=3, i=2),
        f("handgun dagger", name="B", w=2),
        {"a.above": 4, "a.at-edge": True, "distance": 9},
        {"failed-dive": "charges"},
    ),
    "a gun may burst at the edge": m(
        f("axe", name="A", w=2, t=4),
        f("handgun axe", name="B", bs=4, i=1),
        {"b.above": 6, "b.at-edge": True, "distance": 24},
        {"misfires": True},
    ),
    "a spell throws one down": m(
        BOLT,
        f("bow axe", name="B", i=2, w=2),
        {"a.casts": 1, "b.above": 4, "b.at-edge": True, "distance": 16},
    ),
    "fire at the edge": m(
        f("bow fire-arrows sword", name="A", bs=5),
        f("bow axe", name="B", w=3, i=3),
        {"b.above": 5, "b.at-edge": True, "distance": 18},
    ),
}
"""Of one against one."""

GROUPS: dict[str, MatchUp] = {
    "two bowmen at an edge are shot at": g(
        f("bow axe", name="A", bs=4),
        f("bow axe", name="B", i=2),
        (2, 2),
        {"b.above": 4, "b.at-edge": True, "distance": 16},
    ),
    "two who would dive are shot at": g(
        f("axe", name="A", w=2, i=3),
        f("bow axe", name="B", bs=4),
        (2, 2),
        {"a.above": 6, "a.at-edge": True, "distance": 20},
    ),
    "three charge one at an edge": g(
        f("short-bow axe", name="A"),
        f("pistol-brace sword", name="B", w=2, i=3, bs=4),
        (3, 1),
        {"b.above": 2, "b.at-edge": True, "distance": 12},
    ),
}

KEPT: dict[str, MatchUp] = {
    "charged at an edge": m(
        f("axe", name="A", i=4, w=2),
        f("bow sword", name="B", bs=4, i=2, w=2),
        {"b.above": 4, "b.at-edge": True, "b.keeps-edge": True, "distance": 14},
    ),
    "charged at a high edge with pistols": m(
        f("sword pistol", "fear", name="A", i=5, bs=4),
        f("pistol axe lucky-charm", "frenzy", name="B", t=4, w=3, i=4),
        {"b.above": 6, "b.at-edge": True, "b.keeps-edge": True, "distance": 12},
    ),
    "he at the edge may dive himself": m(
        f("axe", name="A", w=2, i=3),
        f("sword", "jump-up", name="B", w=2, i=3),
        {
            **{"a.above": 2, "a.at-edge": True, "a.keeps-edge": True, "distance": 13},
            **{"closing": "both", "approach": "walk", "first": "b"},
        },
        rounds=9,
    ),
}
"""Of one against one, where who is charged up there still stands at the edge."""
