"""Engagements of groups with caltrops and flash powder, to be played out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import g

RUNNER = f("axe", name="A", i=4)

STREWN: dict[str, MatchUp] = {
    "two run at two among caltrops": g(
        RUNNER,
        f("bow axe caltrops", name="B", bs=4),
        (2, 2),
        {"b.caltrops": True, "distance": 20},
    ),
    "three run at one with caltrops": g(
        f("axe", name="A", w=2),
        f("bow sword caltrops", name="B", w=3, a=2),
        (3, 1),
        {"b.caltrops": True, "distance": 16},
    ),
    "one runs at three among caltrops": g(
        f("axe", name="A", w=3, t=4, a=2),
        f("bow axe caltrops", name="B"),
        (1, 3),
        {"b.caltrops": True, "distance": 14},
    ),
    "two leap at two with flash powder": g(
        f("axe", "leap", name="A", w=2),
        f("bow axe flash-powder", name="B", bs=4, w=2),
        (2, 2),
        {"b.flash": True, "distance": 20},
    ),
    "three charge one with flash powder": g(
        f("axe", name="A", i=2),
        f("sword flash-powder", name="B", w=3, t=4, a=2),
        (3, 1),
        {"b.flash": True, "distance": 14},
    ),
    "powder and caltrops of both sides": g(
        f("axe caltrops flash-powder", name="A", i=2, w=2),
        f("sword caltrops flash-powder", name="B", m=5),
        (2, 3),
        {
            "closing": "both",
            "a.caltrops": True,
            "a.flash": True,
            "b.caltrops": True,
            "b.flash": True,
            "distance": 20,
        },
    ),
    "powder and caltrops of those who frighten": g(
        f("axe", "frenzy", name="A", ld=6),
        f("bow axe caltrops flash-powder", "fear", name="B"),
        (3, 2),
        {"b.caltrops": True, "b.flash": True, "distance": 18},
    ),
    "caltrops below two who dive": g(
        f("axe", name="A", i=4, w=2),
        f("axe caltrops flash-powder", name="B"),
        (2, 2),
        {"a.above": 4, "b.caltrops": True, "b.flash": True, "distance": 9},
    ),
    "caltrops at the foot of a ladder": g(
        RUNNER,
        f("bow sword caltrops", name="B"),
        (2, 2),
        {"b.above": 3, "b.caltrops": True, "distance": 12},
    ),
}
"""Groups among goods against charges."""
