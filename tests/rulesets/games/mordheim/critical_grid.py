"""Match-ups with the critical tables by weapon, for the simulator to play out."""

from dataclasses import replace

from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up

BY_WEAPON: Answers = {"criticals": "by-weapon", "main-weapon": "first"}


def m(
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    kind: str = "fight",
    rounds: int | None = None,
) -> MatchUp:
    return match_up(a, b, situation, BY_WEAPON, kind=kind, rounds=rounds)


def holding(gear: str, carried: str, name: str, **figures: int) -> Fighter:
    """Return a fighter who holds some of what he carries."""
    whole = f(f"{gear} {carried}", "", name, **figures)
    held = f(gear, "", name, **figures)
    part = FighterPart(name, "models", 1, "", whole.characteristics, (), held.gear)
    return replace(whole, parts=(part,))


FIGHTS: dict[str, MatchUp] = {
    "by weapon: blades against armour": m(
        f("sword", name="A", a=2), f("axe", name="B", w=2, sv=4)
    ),
    "by weapon: a club against a sword and a buckler": m(
        f("club-mace-or-hammer", name="A", a=2, s=4),
        f("sword buckler helmet", name="B", w=2, sv=5),
    ),
    "by weapon: a club against two weapons": m(
        f("club-mace-or-hammer", name="A", s=4),
        f("sword axe", name="B", a=2, w=2, sv=5),
    ),
    "by weapon: a flail against what is carried": m(
        f("flail", name="A", t=4),
        holding("halberd", "axe dagger", name="B", i=2, w=2, s=4),
    ),
    "by weapon: two clubs against two": m(
        f("2*club-mace-or-hammer", name="A", i=3),
        f("2*club-mace-or-hammer", "thick-skull", name="B", i=3, w=2),
    ),
    "by weapon: a hammer against a thick skull in a helmet": m(
        f("sigmarite-warhammer", name="A"),
        f("axe helmet", "hard-to-kill thick-skull", name="B", t=4),
    ),
    "by weapon: a spear against frenzy": m(
        f("spear", name="A", s=4, w=2),
        f("axe", "frenzy jump-up", name="B", w=3, i=5),
    ),
    "by weapon: a spear on horseback": m(
        f("spear warhorse", name="A"), f("spear", name="B", w=3, sv=5)
    ),
    "by weapon: beasts": m(
        f("", "natural-weapons", name="A", s=4, a=2),
        f("", "animal horned-one", name="B", w=2, t=4),
        {"charge": "b"},
    ),
    "by weapon: bare hands that kill": m(
        f("", "silent-death", name="A", a=2), f("sword helmet", name="B", w=2)
    ),
    "by weapon: a pistol and a sword": m(
        f("sword pistol", name="A"), f("club-mace-or-hammer", name="B", w=2, sv=4)
    ),
    "by weapon: a web of steel against a charm": m(
        f("club-mace-or-hammer", "web-of-steel", name="A"),
        f("spear lucky-charm", name="B", w=3),
    ),
    "by weapon: who steps aside": m(
        f("flail", "strike-to-injure", name="A", i=4),
        f("sword", "step-aside regeneration", name="B", w=3),
    ),
    "by weapon: both disarm, nobody charges": m(
        f("club-mace-or-hammer", "stupidity", name="A", ld=8),
        f("quarter-staff", name="B", t=4),
        {"charge": "none", "b.posture": "knocked-down"},
    ),
    "by weapon: one club against three": m(
        f("club-mace-or-hammer", "loner", name="A", a=3, t=4, w=2, ws=4),
        f("axe", name="B"),
        {"b.fighters": 3},
    ),
    "by weapon: three spears against one": m(
        f("spear", name="A"),
        f("sword buckler", "loner", name="B", a=2, w=3, t=4),
        {"a.fighters": 3},
    ),
    "by weapon: two clubs against one who may flee": m(
        f("club-mace-or-hammer", name="A"),
        f("axe", name="B", a=2, w=2, t=4),
        {"a.fighters": 2},
    ),
    "by weapon: kinds that are not printed": m(
        f("halberd", name="A"), f("dagger", name="B", w=2)
    ),
    "by weapon: three turns": m(
        f("club-mace-or-hammer", name="A"), f("sword", name="B", w=2), rounds=3
    ),
}

SHOTS: dict[str, MatchUp] = {
    "by weapon: bows": m(
        f("bow", name="A", bs=4),
        f(name="B", w=2, sv=4),
        {"shooters": 3, "distance": 10},
        kind="shooting",
    ),
    "by weapon: quick shots": m(
        f("bow", "quick-shot", name="A", bs=4),
        f("helmet", name="B", w=2, sv=5),
        {"twice": True},
        kind="shooting",
    ),
}

ENGAGEMENTS: dict[str, MatchUp] = {
    "by weapon: a club runs at a bow": m(
        f("club-mace-or-hammer", name="A", w=2, sv=5),
        f("bow sword", name="B", bs=4),
        kind="engagement",
    ),
}

GROUPS: dict[str, MatchUp] = {
    "by weapon: two clubs against two swords": m(
        f("club-mace-or-hammer", name="A"),
        f("sword", name="B"),
        {"a.fighters": 2, "b.fighters": 2},
    ),
}

ALL = {**FIGHTS, **SHOTS, **ENGAGEMENTS, **GROUPS}
