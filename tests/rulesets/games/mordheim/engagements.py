"""Engagements over the width of Mordheim's rules, for the simulator to play out."""

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up


def m(
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = None,
) -> MatchUp:
    return match_up(a, b, situation, readings, kind="engagement", rounds=rounds)


FEW: dict[str, MatchUp] = {
    "a swordsman runs at a bowman": m(
        f("sword buckler", name="A", ws=4, w=2), f("bow sword", name="B", bs=4)
    ),
    "both close in, one with a pistol": m(
        f("sword pistol", name="A", bs=5, m=5),
        f("axe", name="B", t=4, w=2),
        {"closing": "both", "approach": "walk", "distance": 17, "first": "b"},
    ),
    "a handgun in cover, reloading": m(
        f("axe", name="A", sv=5, w=2),
        f("handgun dagger", name="B", bs=4),
        {"b.in-cover": True, "distance": 30},
    ),
    "frenzy against fear": m(
        f("axe", "frenzy", name="A", m=5, ld=8),
        f("bow", "fear natural-weapons", name="B", bs=5, a=2),
    ),
    "a leap at a crossbow": m(
        f("axe", "leap", name="A", w=2), f("crossbow dagger", name="B", bs=4)
    ),
    "a dive from a walkway": m(
        f("axe", name="A", i=4, w=2),
        f("bow sword", name="B", bs=4),
        {"a.above": 4, "distance": 14},
    ),
    "a charge up a ladder": m(
        f("sword", name="A", w=2), f("bow axe", name="B", bs=4), {"b.above": 6}
    ),
    "a handgun that may misfire": m(
        f("axe", name="A", t=4, w=2),
        f("handgun dagger", name="B", bs=4),
        {"distance": 30},
        {"misfires": True},
    ),
    "stupid and slow": m(
        f("club-mace-or-hammer", "stupidity regeneration", name="A", m=6, ld=5, t=4),
        f("sling sword", name="B", bs=4),
        {"twice": True, "distance": 20},
    ),
}
"""A few that run every time."""

ALL: dict[str, MatchUp] = {
    **FEW,
    "a leap as soon as it may": m(
        f("axe", "leap", name="A"),
        f("bow axe", name="B"),
        {"charge-when": "may", "distance": 20},
    ),
    "a leap that is certain": m(
        f("axe", "leap", name="A"),
        f("bow axe", name="B"),
        {"charge-when": "certain", "distance": 13},
    ),
    "orcs charge farther": m(
        f("axe", "waaagh-charge", name="A", t=4),
        f("bow axe", name="B"),
        {"charge-when": "may", "distance": 19},
    ),
    "herbs on the way": m(
        f("sword healing-herbs", name="A", w=3),
        f("bow axe", name="B", bs=5, s=4),
        {"distance": 44, "a.wounds-lost": 1},
    ),
    "herbs in frenzy, shot at long": m(
        f("axe healing-herbs", "frenzy", name="A", w=2, m=3),
        f("long-bow dagger", name="B", bs=6),
        {"distance": 40},
    ),
    "in the crimson shade": m(
        f("axe crimson-shade", name="A"), f("bow axe", name="B", bs=4), {"distance": 19}
    ),
    "a sprinter": m(f("axe", "sprint", name="A"), f("bow axe", name="B", bs=5)),
    "zombies do not run": m(
        f("", "may-not-run fear natural-weapons no-pain", name="A"),
        f("bow axe", name="B", bs=4),
    ),
    "hunter and his rifle": m(
        f("axe", name="A", w=3, t=4), f("handgun axe", "hunter", name="B", bs=5)
    ),
    "a pistolier": m(
        f("axe", name="A", w=3, t=4),
        f("pistol-brace", "pistolier", name="B", bs=5),
        {"distance": 10},
    ),
    "an empty pistol": m(
        f("axe", name="A", w=2, t=4),
        f("sword pistol", name="B", bs=5),
        {"distance": 9, "approach": "walk", "first": "b", "closing": "both"},
    ),
    "a blunderbuss once": m(
        f("axe", name="A", w=2), f("blunderbuss sword", name="B"), {"distance": 16}
    ),
    "hard cover on the way": m(
        f("axe", name="A"),
        f("bow axe", name="B", bs=5),
        {"a.in-hard-cover": True, "distance": 30},
    ),
    "a dive of who charges all the same": m(
        f("axe lucky-charm", name="A", i=3, w=2),
        f("handgun dagger", name="B"),
        {"a.above": 6, "distance": 9},
        {"failed-dive": "charges", "dive-strength": "one"},
    ),
    "a leap from above": m(
        f("axe", "leap", name="A", i=5),
        f("bow axe", name="B"),
        {"a.above": 2, "charge-when": "may", "distance": 13},
    ),
    "both close in, one from above": m(
        f("axe", name="A", w=2),
        f("sword", name="B", i=5, w=2),
        {"b.above": 4, "closing": "both", "distance": 20, "approach": "walk"},
    ),
    "frenzy dives": m(
        f("axe", name="A", w=2),
        f("bow axe", "frenzy", name="B", bs=4, i=4),
        {"b.above": 4},
    ),
    "fear of who dives": m(
        f("", "fear natural-weapons", name="A", t=4, i=4),
        f("bow sword", name="B", bs=4, ld=6),
        {"a.above": 2},
    ),
    "an orc up a ladder": m(
        f("axe", "waaagh-charge", name="A", t=4, i=2),
        f("bow axe", name="B"),
        {"b.above": 3, "charge-when": "may"},
    ),
    "a pistol above": m(
        f("sword pistol", name="A", bs=5, i=5),
        f("axe", name="B", t=4, w=2),
        {"a.above": 3, "closing": "both", "distance": 12},
    ),
    "one inch above": m(
        f("axe", name="A"), f("bow axe", name="B"), {"a.above": 1}, rounds=12
    ),
    "a hunter's rifle that may misfire": m(
        f("axe", name="A", w=3, t=4),
        f("handgun axe", "hunter", name="B", bs=5, sv=5),
        {"distance": 36},
        {"misfires": True},
    ),
    "both with pistols that may misfire": m(
        f("sword pistol", name="A", bs=4, w=2),
        f("axe pistol lucky-charm", name="B", w=2),
        {"closing": "both", "approach": "walk", "distance": 20},
        {"misfires": True},
    ),
    "a pistolier's brace that may misfire": m(
        f("axe", name="A", w=3, t=4),
        f("pistol-brace", "pistolier", name="B", bs=5),
        {"distance": 12},
        {"misfires": True, "shot-criticals": "one"},
    ),
    "two barrels that may misfire": m(
        f("axe", name="A", w=3, t=4),
        f("ostlander-double-barrelled-pistol axe", name="B", bs=4),
        {"distance": 15, "approach": "walk"},
        {"misfires": True},
    ),
    "a bow does not misfire": m(
        f("axe", name="A"), f("bow axe", name="B"), {}, {"misfires": True}
    ),
    "a duel of handguns that may misfire": m(
        f("handgun sword", name="A", bs=4, m=0, w=2),
        f("handgun axe", name="B", bs=5),
        {"distance": 20},
        {"misfires": True},
        rounds=9,
    ),
    "a blunderbuss does not misfire": m(
        f("axe", name="A", w=2),
        f("blunderbuss sword", name="B"),
        {"distance": 16},
        {"misfires": True},
    ),
    "walking archers": m(
        f("bow axe", name="A"),
        f("bow axe", name="B", bs=4),
        {"closing": "both", "approach": "walk", "b.in-cover": True},
    ),
    "knives on the way": m(
        f("axe throwing-knives-stars", name="A", s=4),
        f("axe", name="B"),
        {"closing": "both", "approach": "walk", "distance": 13},
    ),
    "quick shots": m(
        f("axe", "dodge", name="A", w=2),
        f("bow axe", "quick-shot", name="B", bs=4),
        {"twice": True},
    ),
    "a repeater": m(
        f("axe helmet", name="A", sv=5),
        f("repeater-crossbow axe", "eagle-eyes", name="B", bs=5),
        {"twice": True, "first": "b", "distance": 30},
    ),
    "fear of a charger": m(
        f("", "fear natural-weapons", name="A", t=4, m=6),
        f("bow sword", name="B", bs=4, ld=6),
    ),
    "afraid to charge": m(
        f("axe", name="A", ld=5),
        f("bow", "fear natural-weapons", name="B", bs=3),
        {"distance": 12},
    ),
    "frenzy leaves its place": m(
        f("axe", name="A", w=2), f("bow axe", "frenzy", name="B", bs=4)
    ),
    "a lucky charm under fire": m(
        f("axe lucky-charm", name="A"), f("long-bow axe", name="B", bs=4)
    ),
    "eight turns": m(f("axe", name="A", w=2), f("bow axe", name="B", bs=4), rounds=8),
    "a trick shooter": m(
        f("axe", name="A"),
        f("bow axe", "trick-shooter", name="B", bs=4),
        {"a.in-cover": True, "distance": 40},
    ),
    "a nimble crossbow": m(
        f("crossbow axe", "nimble", name="A", bs=4),
        f("axe elven-cloak", name="B", w=2),
        {"approach": "walk"},
    ),
    "a leader near the stupid": m(
        f("axe", "stupidity", name="A", ld=4),
        f("bow axe", name="B", bs=4),
        {"a.leader-ld": 9, "b.wounds-lost": 0, "b.hates": True},
    ),
    "expert swordsman on the charge": m(
        f("sword", "expert-swordsman unstoppable-charge", name="A"),
        f("axe", "lightning-reflexes", name="B", i=5),
        {"distance": 8},
    ),
    "the stunned crawl away from a charge": m(
        f("axe", name="A", w=2),
        f("bow sword", "hard-to-kill", name="B", bs=4, w=3),
        {"a.crawls": "away", "b.crawls": "away", "distance": 18},
    ),
    "the stunned crawl on under fire": m(
        f("sword", "thick-skull", name="A", m=3, w=2),
        f("long-bow dagger", name="B", bs=6),
        {"a.crawls": "towards", "distance": 28},
    ),
    "two bowmen, one of whom crawls away": m(
        f("bow dagger", name="A", bs=4),
        f("bow axe", name="B", bs=3, w=2),
        {"closing": "b", "b.crawls": "away"},
        rounds=9,
    ),
    "a Vampire before garlic": m(
        f("sword", "fear", name="A", ld=6, w=2),
        f("bow axe garlic", name="B", bs=4),
        {"b.garlic": True},
    ),
    "a frightened Vampire before garlic": m(
        f("axe", "frenzy", name="A", ld=7, w=2),
        f("sword garlic", "fear", name="B", w=2),
        {"b.garlic": True, "distance": 10},
    ),
    "both stupid, both close": m(
        f("axe", "stupidity", name="A", m=5),
        f("axe", "stupidity", name="B", m=3),
        {"closing": "both"},
    ),
}
"""All of them."""
