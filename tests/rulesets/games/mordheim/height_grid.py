"""Match-ups of Mordheim at heights: dives and falls, for the simulator to play out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.spells import wizard

QUICK: dict[str, MatchUp] = {
    "a dive from 6 inches": m(
        f("axe", name="A", i=4), f("sword", name="B"), {"dive": 6}
    ),
    "both at an edge": m(
        f("sword", name="A", w=2, a=2),
        f("axe helmet", name="B", i=5, t=4),
        {"a.edge": 4, "b.edge": 3},
    ),
    "three against one at an edge": m(
        f("spear", name="A"),
        f("sword", name="B", a=2, w=2, ws=5),
        {"a.fighters": 3, "b.edge": 5},
    ),
}
"""A few that run every time."""

ALL: dict[str, MatchUp] = {
    **QUICK,
    "a dive of who charges all the same": m(
        f("halberd", name="A", w=2),
        f("sword buckler", name="B"),
        {"dive": 5},
        {"failed-dive": "charges", "dive-strength": "one"},
    ),
    "a charge up a ladder": m(
        f("axe", name="A", i=4), f("sword", name="B"), {"ladder": True}
    ),
    "a frightened charge up a ladder": m(
        f("axe", name="A", ld=6, i=5),
        f("", "fear natural-weapons", name="B", t=4),
        {"ladder": True, "b.edge": 6},
    ),
    "a frightened diver": m(
        f("axe", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4),
        {"dive": 2},
    ),
    "side B dives": m(
        f("axe", name="A", w=2),
        f("double-handed-weapon lucky-charm", "regeneration", name="B", i=6),
        {"dive": 4, "charge": "b"},
    ),
    "one dives at two": m(
        f("2*sword", name="A", i=5, a=2),
        f("club-mace-or-hammer", name="B"),
        {"dive": 4, "b.fighters": 2},
    ),
    "a diver with a pistol and a charm": m(
        f("sword pistol lucky-charm", name="A", t=2),
        f("axe", name="B", t=4),
        {"dive": 3},
        {"failed-dive": "charges"},
    ),
    "a diver who always slips": m(
        f("axe", name="A", i=0, w=3), f("axe", name="B"), {"dive": 2}
    ),
    "a dive with fists": m(f("", name="A", i=5), f("dagger", name="B"), {"dive": 4}),
    "a dive with a spear at a spear": m(
        f("spear", name="A", i=5), f("spear", name="B", i=4), {"dive": 2}
    ),
    "a dive at a sword that parries": m(
        f("axe", name="A", i=5), f("sword", name="B", s=3), {"dive": 6}
    ),
    "a dive of two turns at most": m(
        f("axe", name="A", i=5), f("sword", name="B", w=2), {"dive": 2}, rounds=2
    ),
    "jumps up at an edge": m(
        f("axe", name="A"), f("sword", "jump-up", name="B", w=2), {"b.edge": 6}
    ),
    "no pain at an edge": m(
        f("axe", name="A"),
        f("", "no-pain natural-weapons", name="B", i=1),
        {"b.edge": 6},
    ),
    "an edge 12 inches high": m(
        f("axe", name="A", a=2), f("sword", name="B", w=3, t=5), {"b.edge": 12}
    ),
    "frenzy at an edge": m(
        f("flail", "frenzy", name="A", w=2), f("sword", name="B", w=2), {"a.edge": 3}
    ),
    "spears that knock down at an edge": m(
        f("spear", name="A", a=2),
        f("sword", name="B", w=3),
        {"b.edge": 4, "a.edge": 4},
        {"criticals": "by-weapon"},
    ),
    "an edge of who may flee": m(
        f("axe", name="A"),
        f("sword", name="B", ld=5, w=2),
        {"a.fighters": 2, "b.edge": 4},
    ),
    "two at an edge against one": m(
        f("axe", name="A"),
        f("sword", name="B", a=2, w=2),
        {"a.fighters": 2, "a.edge": 6},
    ),
    "one who lies at an edge": m(
        f("axe", name="A"),
        f("sword", name="B", w=2),
        {"charge": "none", "b.posture": "knocked-down", "b.edge": 4, "a.edge": 4},
    ),
    "regeneration and a wooden leg at an edge": m(
        f("axe", name="A"),
        f("sword peg-leg", "regeneration", name="B", w=2),
        {"b.edge": 8},
    ),
    "who lies is rolled to wound at an edge": m(
        f("sword", name="A", a=2),
        f("axe", name="B", t=4, sv=5),
        {"b.edge": 5, "a.edge": 2},
        {"knocked-down": "to-wound"},
    ),
}
"""All fights."""


SHOTS: dict[str, MatchUp] = {
    "a bow at one on a roof": m(
        f("bow", name="A", bs=4), f(name="B"), {"b.edge": 6}, kind="shooting"
    ),
    "five crossbows at one on a roof": m(
        f("crossbow", name="A"),
        f("helmet", name="B", w=2, t=4, i=4),
        {"b.edge": 9, "shooters": 5},
        kind="shooting",
    ),
    "two barrels at one on a wall": m(
        f("ostlander-double-barrelled-pistol", name="A", bs=5),
        f("lucky-charm", "no-pain", name="B", i=2),
        {"b.edge": 3},
        kind="shooting",
    ),
    "one who lies at the edge already": m(
        f("bow", name="A", bs=5),
        f(name="B"),
        {"b.edge": 6, "b.posture": "knocked-down"},
        kind="shooting",
    ),
}

SPELLS: dict[str, MatchUp] = {
    "a bolt at one on a roof": m(
        wizard("dagger", "hired-swords", "fires-of-uzhul"),
        f(name="B", sv=4),
        {"b.edge": 6},
        kind="casting",
    ),
    "squirrels at an edge": m(
        wizard("", "ostlanders", "summon-squirrels", "prayers"),
        f(name="B", t=2, w=2),
        {"b.edge": 4},
        kind="casting",
    ),
}
