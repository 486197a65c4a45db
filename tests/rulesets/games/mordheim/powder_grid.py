"""Match-ups of Mordheim in which a pistol's blow may misfire."""

from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m

MISFIRES: Answers = {"misfires": True, "main-weapon": "first"}

FEW: dict[str, MatchUp] = {
    "a sword and a pistol": m(
        f("sword pistol", name="A", w=2),
        f("axe", name="B", w=2, sv=5),
        {},
        MISFIRES,
    ),
    "three pistols against one that explodes": m(
        f("axe pistol", name="A"),
        f("sword pistol", name="B", w=2, a=2, ws=4, i=5),
        {"a.fighters": 3},
        MISFIRES,
    ),
}
"""A few that run every time."""

ALL: dict[str, MatchUp] = {
    **FEW,
    "a brace against a parry": m(
        f("pistol-brace", name="A"),
        f("sword buckler", name="B", a=2),
        {},
        MISFIRES,
    ),
    "hatred rolls a 1 again": m(
        f("pistol-brace", "hatred", name="A", w=2, sv=5, t=4),
        f("sword pistol", "hatred", name="B", i=5),
        {"charge": "b"},
        MISFIRES,
    ),
    "one who lies": m(
        f("sword warplock-pistol", name="A", i=4),
        f("axe pistol", name="B"),
        {"b.posture": "knocked-down"},
        MISFIRES,
    ),
    "one charges two": m(
        f("axe pistol", name="A", w=2, a=2, i=4),
        f("sword pistol", name="B"),
        {"b.fighters": 2},
        {**MISFIRES, "put-down-by-another": "both"},
    ),
    "at an edge, with a charm": m(
        f("sword pistol lucky-charm", name="A"),
        f("axe pistol", name="B"),
        {"a.edge": 4, "b.edge": 3},
        MISFIRES,
    ),
}
"""All of them, of one against one or several."""

GROUPS: dict[str, MatchUp] = {
    "two pistols against two": m(
        f("sword pistol", name="A"),
        f("axe pistol", name="B", i=4, w=2),
        {"a.fighters": 2, "b.fighters": 2},
        MISFIRES,
    ),
    "braces of two against three": m(
        f("pistol-brace", name="A", w=2),
        f("sword buckler", name="B"),
        {"a.fighters": 2, "b.fighters": 3, "charge": "b"},
        MISFIRES,
    ),
}
"""Those of groups."""

MET: dict[str, MatchUp] = {
    "two pistols, one of them shot before": m(
        f("sword pistol", name="A", bs=4),
        f("axe pistol", name="B", w=2),
        {"distance": 14},
        MISFIRES,
        kind="engagement",
    ),
}
"""Those that begin apart."""
