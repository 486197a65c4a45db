"""Fights and engagements of Mordheim in which spells are cast, to be played out."""

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.engagements import m as engaged
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.spells import knows, wizard

CASTS: Answers = {"a.casts": 1}
BOLT = wizard("dagger", "hired-swords", "fires-of-uzhul")


def priest(gear: str, warband: str, key: str, **figures: int) -> Fighter:
    return knows(f(gear, "prayers", name="A", **figures), warband, key)


QUICK: dict[str, MatchUp] = {
    "a wizard charges and casts": m(BOLT, f("sword", name="B", sv=5, w=2), CASTS),
    "arrows in combat": m(
        wizard("sword familiar", "hired-swords", "silver-arrows-of-arha"),
        f("axe helmet", name="B", w=3, sv=5),
        {**CASTS, "charge": "b"},
    ),
    "a wizard against two": m(BOLT, f("sword", name="B"), {**CASTS, "b.fighters": 2}),
}
"""A few that run every time."""

FIGHTS: dict[str, MatchUp] = {
    **QUICK,
    "three priests against one": m(
        priest("club-mace-or-hammer", "ostlanders", "summon-squirrels"),
        f("sword", name="B", a=2, w=3, ws=5),
        {**CASTS, "a.fighters": 3},
    ),
    "both cast": m(
        wizard("dagger", "skaven", "gnawdoom"),
        knows(f("sword", "wizard", name="B", w=2), "possessed", "word-of-pain"),
        {**CASTS, "b.casts": 1, "charge": "none"},
    ),
    "soulfire on the unholy": m(
        priest("sword", "sisters", "soulfire", w=2),
        f("", "no-pain natural-weapons fear", name="B", w=2, t=4),
        CASTS,
    ),
    "a stupid wizard": m(
        knows(f("axe", "wizard stupidity", name="A", ld=5), "orcs", "zzap"),
        f("sword", "regeneration", name="B", w=2, sv=4),
        CASTS,
    ),
    "shaken off by a fey with a charm": m(
        wizard("dagger magic-gubbinz", "orcs", "zzap"),
        f("axe lucky-charm", "fey", name="B", w=2),
        CASTS,
    ),
    "a shield spoils every spell": m(
        wizard("sword shield", "skaven", "gnawdoom"), f("axe", name="B"), CASTS
    ),
    "a second spell of one in frenzy": m(
        knows(
            f("axe", "wizard frenzy", name="A"),
            "hired-swords",
            "silver-arrows-of-arha",
            "fires-of-uzhul",
        ),
        f("flail", "frenzy", name="B", w=2),
        {"a.casts": 2},
    ),
    "pestilence at an edge": m(
        wizard("sword", "carnival", "pestilence"),
        f("axe", name="B", w=2),
        {**CASTS, "b.edge": 4},
    ),
    "dark blood after a dive": m(
        wizard("sword", "possessed", "dark-blood"),
        f("axe", name="B", w=3),
        {**CASTS, "dive": 2},
    ),
    "warpfire for three turns": m(
        wizard("sword", "skaven", "warpfire"), f("axe", name="B", w=3), CASTS, rounds=3
    ),
    "one who may flee from two who cast": m(
        BOLT, f("sword", name="B", w=3, ld=5), {**CASTS, "a.fighters": 2}
    ),
}

ENGAGED: dict[str, MatchUp] = {
    "a bolt at who runs": engaged(
        f("axe", name="A", w=2),
        knows(f("dagger", "wizard", name="B"), "hired-swords", "fires-of-uzhul"),
        {"b.casts": 1},
    ),
    "a wizard walks and casts": engaged(
        wizard("sword", "hired-swords", "silver-arrows-of-arha"),
        f("bow sword", name="B", w=2),
        {**CASTS, "approach": "walk", "distance": 30},
    ),
    "a word of pain once he is near": engaged(
        f("axe", name="A", w=2, t=4),
        knows(f("bow sword", "wizard", name="B"), "possessed", "word-of-pain"),
        {"b.casts": 1},
    ),
    "both close in and cast": engaged(
        wizard("sword", "skaven", "gnawdoom"),
        knows(f("axe", "prayers", name="B", w=2), "ostlanders", "summon-squirrels"),
        {**CASTS, "b.casts": 1, "closing": "both"},
    ),
    "a wizard falls in his dive": engaged(
        wizard("sword", "hired-swords", "fires-of-uzhul"),
        f("bow axe", name="B", w=2),
        {**CASTS, "a.above": 4, "distance": 12},
    ),
    "a stupid wizard comes near": engaged(
        knows(f("axe", "wizard stupidity", name="A", ld=6), "orcs", "zzap"),
        f("crossbow axe", name="B"),
        CASTS,
    ),
    "a spell in place of a gun": engaged(
        f("axe", name="A", w=3),
        knows(f("handgun axe", "wizard", name="B"), "hired-swords", "fires-of-uzhul"),
        {"b.casts": 1, "distance": 30},
        {"misfires": True},
    ),
}
