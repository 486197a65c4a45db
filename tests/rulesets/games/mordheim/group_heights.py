"""Groups of Mordheim that cast spells, dive and climb, to be played out."""

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.casting_grid import BOLT, CASTS, priest
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_engagements import AXE, BOW, g
from tests.rulesets.games.mordheim.spells import knows, wizard

TOUGH = f("axe", name="A", w=2)
OURS: Answers = {"b.casts": 1}


def mage(gear: str, warband: str, key: str, rules: str = "wizard") -> Fighter:
    """Return a caster of side B."""
    return knows(f(gear, rules, name="B"), warband, key)


FIRE = mage("dagger", "hired-swords", "fires-of-uzhul")

FEW: dict[str, MatchUp] = {
    "two run at two who cast": g(TOUGH, FIRE, (2, 2), OURS),
    "two dive at two bowmen": g(
        f("axe", name="A", w=2, i=4), BOW, (2, 2), {"a.above": 4, "distance": 12}
    ),
    "two climb to two bowmen": g(
        f("axe", name="A", w=2, i=4), BOW, (2, 2), {"b.above": 4}
    ),
}
"""A few that run every time."""

ALL: dict[str, MatchUp] = {
    **FEW,
    "three run at one who casts": g(TOUGH, FIRE, (3, 1), OURS),
    "one runs at three who cast": g(
        f("sword", name="A", w=3, t=4, a=2), FIRE, (1, 3), OURS
    ),
    "two wizards walk at two bowmen": g(
        wizard("sword", "hired-swords", "silver-arrows-of-arha"),
        f("bow sword", name="B", w=2),
        (2, 2),
        {**CASTS, "approach": "walk", "distance": 30},
    ),
    "a word of pain once they are near": g(
        f("axe", name="A", w=2, t=4),
        mage("bow sword", "possessed", "word-of-pain"),
        (3, 2),
        OURS,
    ),
    "both sides close in and cast": g(
        wizard("sword", "skaven", "gnawdoom"),
        mage("axe", "ostlanders", "summon-squirrels", "prayers"),
        (2, 2),
        {**CASTS, **OURS, "closing": "both", "distance": 14},
    ),
    "wizards fall in their dives": g(BOLT, BOW, (2, 1), {**CASTS, "a.above": 4}),
    "stupid wizards come near": g(
        knows(f("axe", "wizard stupidity", name="A", ld=6), "orcs", "zzap"),
        f("crossbow axe", name="B"),
        (2, 1),
        {**CASTS, "distance": 14},
    ),
    "spells in place of guns": g(
        f("axe", name="A", w=3),
        mage("handgun axe", "hired-swords", "fires-of-uzhul"),
        (2, 2),
        {**OURS, "distance": 20},
        {"misfires": True},
    ),
    "a shaken spell and charms": g(
        f("axe lucky-charm", "fey", name="A", w=2),
        mage("dagger magic-gubbinz", "orcs", "zzap"),
        (2, 3),
        OURS,
    ),
    "who is charged casts beside a friend": g(
        f("sword", "fear natural-weapons", name="A", t=4, w=2),
        mage("sword", "carnival", "pestilence"),
        (1, 2),
        {**OURS, "distance": 8},
    ),
    "three dive from 6 inches": g(
        f("sword", name="A", i=5), BOW, (3, 2), {"a.above": 6, "distance": 14}
    ),
    "divers who charge all the same": g(
        f("halberd", name="A", w=2),
        f("sword buckler", name="B", w=2),
        (2, 2),
        {"a.above": 5, "distance": 8},
        {"failed-dive": "charges", "dive-strength": "one"},
    ),
    "bowmen stand above and dive in the end": g(
        f("axe", name="A", t=4),
        f("bow sword", "frenzy", name="B", i=4),
        (2, 2),
        {"b.above": 4, "closing": "both"},
    ),
    "a ladder for three": g(
        f("axe", name="A", i=3, w=2),
        f("short-bow axe", name="B"),
        (3, 2),
        {"b.above": 3},
    ),
    "one diver at three": g(
        f("2*sword", name="A", i=5, a=2, w=2),
        f("club-mace-or-hammer", name="B"),
        (1, 3),
        {"a.above": 4, "distance": 8},
    ),
    "frightened divers": g(
        f("axe", name="A", ld=6, i=4),
        f("", "fear natural-weapons", name="B", t=4),
        (2, 2),
        {"a.above": 2, "distance": 8},
    ),
    "leaping divers with pistols": g(
        f("sword pistol", "leap", name="A", i=4, w=2),
        BOW,
        (2, 2),
        {"a.above": 4, "distance": 12, "approach": "walk"},
    ),
    "those below charge who is above": g(
        f("handgun axe", name="A", bs=4),
        f("axe", name="B", i=4, w=2),
        (2, 3),
        {"a.above": 6, "closing": "b", "distance": 20},
    ),
    "who fell is charged on the level": g(
        f("axe", name="A", i=2, w=3),
        f("sword", name="B", i=2, t=4),
        (2, 2),
        {"a.above": 4, "closing": "both", "distance": 10},
    ),
    "an inch above is on the level": g(AXE, BOW, (2, 2), {"a.above": 1}),
    "stupid divers": g(
        f("axe", "stupidity", name="A", i=4, m=5, ld=6),
        f("axe", name="B"),
        (2, 1),
        {"a.above": 4, "distance": 10},
    ),
}
"""All engagements."""

DIVES: dict[str, MatchUp] = {
    "two dive at one": m(
        f("axe", name="A", i=4), f("sword", name="B", w=2), {"dive": 4, "a.fighters": 2}
    ),
    "three dive at two": m(
        f("sword", name="A", i=5, w=2),
        f("axe", name="B", a=2),
        {"dive": 2, "a.fighters": 3, "b.fighters": 2},
    ),
    "one dives at four": m(
        f("2*sword", name="A", i=5, a=2, w=3),
        f("club-mace-or-hammer", name="B"),
        {"dive": 4, "b.fighters": 4},
    ),
    "frightened who dive": m(
        f("axe", name="A", ld=6, i=4),
        f("", "fear natural-weapons", name="B", t=4),
        {"dive": 2, "a.fighters": 3, "b.fighters": 2},
    ),
    "who fell charges all the same": m(
        f("halberd", name="A", w=2),
        f("sword buckler", name="B"),
        {"dive": 5, "a.fighters": 2, "b.fighters": 2},
        {"failed-dive": "charges", "dive-strength": "one"},
    ),
    "side B dives": m(
        f("axe", name="A", w=2),
        f("double-handed-weapon lucky-charm", "regeneration", name="B", i=5),
        {"dive": 4, "charge": "b", "a.fighters": 2, "b.fighters": 3},
    ),
    "those who always fall": m(
        f("axe", name="A", i=0),
        f("axe", name="B"),
        {"dive": 6, "a.fighters": 2, "b.fighters": 2},
    ),
    "wizards dive": m(
        BOLT, f("sword", name="B", w=2), {**CASTS, "dive": 2, "a.fighters": 3}
    ),
    "four turns after a dive": m(
        f("sword", name="A", i=4),
        f("axe", name="B", w=2),
        {"dive": 4, "a.fighters": 3, "b.fighters": 2},
        rounds=4,
    ),
}
"""Combats of groups into which several dive."""

LONG = (
    "three dive from 6 inches",
    "frightened divers",
    "a ladder for three",
    "leaping divers with pistols",
    "stupid divers",
    "side B dives",
    "frightened who dive",
    "three dive at two",
)
"""Those that take long to roll."""

FOUGHT: dict[str, MatchUp] = {
    "two wizards charge two": m(
        BOLT, f("sword", name="B", w=2), {**CASTS, "a.fighters": 2, "b.fighters": 2}
    ),
    "four priests against one": m(
        priest("club-mace-or-hammer", "ostlanders", "summon-squirrels"),
        f("sword", name="B", a=2, w=3, ws=5),
        {**CASTS, "a.fighters": 4},
    ),
    "both sides cast": m(
        wizard("dagger", "skaven", "gnawdoom"),
        mage("sword", "possessed", "word-of-pain"),
        {**CASTS, **OURS, "charge": "none", "a.fighters": 3, "b.fighters": 2},
    ),
    "one wizard against five": m(
        knows(f("axe", "wizard", name="A", w=3, t=4, a=2), "skaven", "warpfire"),
        f("axe", name="B"),
        {**CASTS, "b.fighters": 5},
    ),
    "soulfire on two unholy": m(
        priest("sword", "sisters", "soulfire", w=2),
        f("", "no-pain natural-weapons fear", name="B", w=2, t=4),
        {**CASTS, "a.fighters": 3, "b.fighters": 2},
    ),
    "stupid wizards, one in frenzy": m(
        knows(f("axe", "wizard stupidity", name="A", ld=5), "orcs", "zzap"),
        f("flail", "frenzy regeneration", name="B", w=2),
        {**CASTS, "a.fighters": 2, "b.fighters": 3},
    ),
    "four cast at an edge": m(
        BOLT, f("sword", name="B", w=2), {**CASTS, "a.fighters": 4, "b.edge": 4}
    ),
}
"""Combats of groups."""
