"""Engagements of groups over the width of Mordheim's rules, to be played out."""

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.engagements import m
from tests.rulesets.games.mordheim.fighters import fighter as f


def g(
    a: Fighter,
    b: Fighter,
    numbers: tuple[int, int],
    situation: Answers | None = None,
    readings: Answers | None = None,
) -> MatchUp:
    """Return an engagement of so many against so many."""
    counts: Answers = {"a.fighters": numbers[0], "b.fighters": numbers[1]}
    return m(a, b, {**counts, **(situation or {})}, readings)


AXE = f("axe", name="A")
BOW = f("bow axe", name="B", bs=4)
SAVAGE = f("", "fear natural-weapons", name="A", t=4, m=6)

FEW: dict[str, MatchUp] = {
    "two run at a bowman": g(AXE, BOW, (2, 1)),
    "two run at two bowmen": g(f("sword", name="A", w=2), BOW, (2, 2)),
    "pistols that misfire on the way": g(
        f("sword pistol", name="A", w=2),
        f("axe pistol", name="B", bs=4),
        (2, 2),
        {"closing": "both", "approach": "walk", "distance": 14},
        {"misfires": True},
    ),
    "two who frighten run at two": g(SAVAGE, BOW, (2, 2)),
}
"""A few that run every time."""

ALL: dict[str, MatchUp] = {
    **FEW,
    "one runs at two bowmen": g(f("axe", name="A", w=2, t=4), BOW, (1, 2)),
    "one who leads little runs at two": g(
        f("axe", name="A", w=3, t=4, ld=4), f("bow axe", name="B"), (1, 2)
    ),
    "two with herbs run at two": g(
        f("sword healing-herbs", name="A", w=2), BOW, (2, 2), {"distance": 38}
    ),
    "one runs at three": g(f("sword", name="A", w=3, t=4, a=3), BOW, (1, 3)),
    "three run at two": g(AXE, BOW, (3, 2)),
    "three run at one of three wounds": g(
        AXE, f("bow sword buckler", name="B", bs=5, w=3, t=4, ld=6), (3, 1)
    ),
    "three run at three": g(AXE, f("short-bow dagger", name="B"), (3, 3)),
    "four run at two": g(AXE, f("handgun sword", name="B", bs=4, w=2), (4, 2)),
    "four run at one": g(AXE, f("bow sword", name="B", bs=5, w=2, a=2), (4, 1)),
    "five run at one who may flee": g(
        AXE, f("crossbow sword", name="B", bs=4, w=3, t=4, a=3, ld=6), (5, 1)
    ),
    "two run at five": g(f("axe", name="A", w=2, t=4), f("axe", name="B"), (2, 5)),
    "two walk at two": g(
        f("bow axe", name="A"), BOW, (2, 2), {"closing": "both", "approach": "walk"}
    ),
    "walkers with slings": g(
        f("sling axe", name="A", bs=4),
        f("sling dagger", name="B", t=4),
        (2, 2),
        {"closing": "both", "approach": "walk", "twice": True, "distance": 20},
    ),
    "two of two stand in cover": g(
        AXE, BOW, (2, 2), {"b.in-cover": True, "a.in-cover": True, "distance": 30}
    ),
    "hard cover and the second turn": g(
        f("axe", name="A", sv=5), BOW, (2, 2), {"a.in-hard-cover": True, "first": "b"}
    ),
    "handguns that load": g(
        f("axe", name="A", w=2), f("handgun dagger", name="B"), (2, 2)
    ),
    "handguns that misfire": g(
        f("axe", name="A", w=2, t=4),
        f("handgun dagger", name="B", bs=4),
        (2, 2),
        {"distance": 30},
        {"misfires": True},
    ),
    "crossbows in the second rank of nobody": g(
        f("crossbow axe", name="A", bs=4), f("axe", name="B", t=4), (2, 2)
    ),
    "both stand and shoot": g(
        f("handgun axe", name="A", bs=4),
        f("bow axe", name="B"),
        (2, 2),
        {"closing": "none", "distance": 20},
    ),
    "repeaters at two": g(
        f("axe", name="A", w=2),
        f("repeater-crossbow axe", name="B", bs=4),
        (2, 1),
        {"twice": True},
    ),
    "a blunderbuss once each": g(
        f("axe", name="A", w=2), f("blunderbuss sword", name="B"), (3, 2)
    ),
    "two pistoliers": g(
        f("axe", name="A", w=2, t=4),
        f("pistol-brace", "pistolier", name="B", bs=5),
        (2, 2),
        {"distance": 10},
    ),
    "empty pistols": g(
        f("axe", name="A", w=2, t=4),
        f("sword pistol", name="B", bs=5),
        (2, 2),
        {"distance": 9, "approach": "walk", "first": "b", "closing": "both"},
    ),
    "three with pistols at one": g(
        f("sword pistol", name="A"),
        f("axe shield", name="B", w=3, sv=5, t=4),
        (3, 1),
        {"approach": "walk", "distance": 10, "closing": "a"},
    ),
    "throwing knives on the way": g(
        f("axe throwing-knives-stars", name="A", s=4),
        f("axe", name="B"),
        (2, 2),
        {"closing": "both", "approach": "walk", "distance": 13},
    ),
    "two afraid to charge": g(
        f("axe", name="A", ld=5),
        f("bow", "fear natural-weapons", name="B"),
        (2, 1),
        {"distance": 12},
    ),
    "three afraid to charge two": g(
        f("axe", name="A", ld=6),
        f("bow", "fear natural-weapons", name="B"),
        (3, 2),
        {"distance": 8},
    ),
    "one who frightens runs at three": g(
        f("", "fear natural-weapons", name="A", t=4, m=6, w=3, a=3), BOW, (1, 3)
    ),
    "two in frenzy at two": g(
        f("axe", "frenzy", name="A"), f("axe", name="B", t=4), (1, 2), {"distance": 8}
    ),
    "frenzy under fire": g(
        f("axe", "frenzy", name="A", m=5, w=2), BOW, (1, 2), {"a.wounds-lost": 0}
    ),
    "frenzy that fears no more": g(
        f("axe", "frenzy", name="A", ld=5),
        f("bow", "fear natural-weapons", name="B", bs=4),
        (1, 2),
    ),
    "frenzy leaves its place": g(
        f("sword", name="A", w=2), f("bow axe", "frenzy", name="B"), (1, 2)
    ),
    "a lucky charm against two": g(
        f("axe lucky-charm", name="A", w=2), f("long-bow axe", name="B"), (1, 2)
    ),
    "leaps as soon as they may": g(
        f("axe", "leap", name="A"),
        f("bow axe", name="B"),
        (2, 2),
        {"charge-when": "may", "distance": 20},
    ),
    "leaps that are likely": g(f("axe", "leap", name="A", w=2), BOW, (2, 1)),
    "two orcs charge farther": g(
        f("axe", "waaagh-charge", name="A", t=4),
        f("bow axe", name="B"),
        (2, 2),
        {"charge-when": "may", "distance": 19},
    ),
    "two sprinters": g(f("axe", "sprint", name="A"), BOW, (2, 2)),
    "zombies do not run": g(
        f("", "may-not-run fear natural-weapons no-pain", name="A"), BOW, (3, 2)
    ),
    "stupid and slow": g(
        f("club-mace-or-hammer", "stupidity regeneration", name="A", m=6, ld=5, t=4),
        f("sling sword", name="B", bs=4),
        (2, 1),
        {"distance": 20},
    ),
    "both stupid, both close": g(
        f("axe", "stupidity", name="A", m=5),
        f("axe", "stupidity", name="B", m=3),
        (2, 2),
        {"closing": "both", "distance": 16},
    ),
    "those of two wounds are hurt": g(
        f("axe", name="A", w=3, t=4),
        BOW,
        (2, 2),
        {"a.wounds-lost": 1, "b.hates": True},
    ),
    "scattered against three": g(
        f("sword", name="A", w=2, a=2, ld=6),
        f("club-mace-or-hammer", name="B"),
        (2, 4),
        {"a.scattered": True, "distance": 10},
    ),
    "a leader near": g(f("axe", name="A", ld=4, w=2), BOW, (1, 3), {"a.leader-ld": 9}),
    "put down by another": g(
        f("halberd", name="A", m=5),
        f("bow sword", name="B", w=2),
        (3, 1),
        {},
        {"put-down-by-another": "both", "knocked-down": "to-wound"},
    ),
    "the stunned of both sides crawl away": g(
        f("axe", "thick-skull", name="A", m=4),
        f("bow sword", "hard-to-kill", name="B", bs=4),
        (2, 2),
        {"a.crawls": "away", "b.crawls": "away", "distance": 16},
    ),
    "the stunned crawl nearer to two": g(
        f("axe", "hard-to-kill", name="A", w=2, m=3),
        f("bow dagger", name="B", bs=5),
        (2, 2),
        {"a.crawls": "towards", "distance": 18},
    ),
    "two Vampires before garlic": g(
        f("sword", name="A", ld=6, w=2),
        f("bow axe garlic", name="B"),
        (2, 2),
        {"b.garlic": True, "distance": 14},
    ),
    "spears in doorways": g(
        f("spear shield", name="A", sv=6), f("short-bow spear", name="B"), (2, 2)
    ),
}
"""All of them."""
