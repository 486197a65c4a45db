"""Match-ups of fighters under spells and prayers, for the simulator to play out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.spells import knows

BOLT = knows(f("dagger", "wizard", name="A"), "hired-swords", "fires-of-uzhul")

UNDER: dict[str, MatchUp] = {
    "the hammer of Sigmar against many wounds": m(
        f("club-mace-or-hammer", name="A", a=2),
        f("sword helmet", name="B", w=4, sv=4),
        {"a.under": "hammer-of-sigmar", "charge": "none"},
    ),
    "the hammer with a ball and chain": m(
        f("ball-and-chain", name="A"),
        f("axe", "regeneration", name="B", w=5, t=5),
        {"a.under": "hammer-of-sigmar", "charge": "b"},
    ),
    "the hammer against who flees": m(
        f("axe", name="A"),
        f("sword", name="B", w=4, ld=5),
        {"a.under": "hammer-of-sigmar", "a.fighters": 2},
    ),
    "hearts of steel against three who are feared": m(
        f("sword", "fear", name="A"),
        f("sword", name="B", a=2, w=2, ld=5),
        {"a.fighters": 3, "b.under": "hearts-of-steel"},
    ),
    "armour of righteousness against an axe": m(
        f("axe", name="A", s=4),
        f("sword", name="B", sv=5),
        {"b.under": "armour-of-righteousness"},
    ),
    "a vision of death charges": m(
        f("sword", name="A", i=4), f("axe", name="B", ld=6), {"a.under": "death-vision"}
    ),
    "black fury and frenzy": m(
        f("fighting-claws", "frenzy", name="A", i=5),
        f("sword buckler", name="B", w=3),
        {"a.under": "black-fury"},
    ),
    "a sword of Rezhebel on either side of the blow": m(
        f("sword", name="A", ws=2),
        f("axe", name="B", ws=5, w=2, sv=5),
        {"a.under": "sword-of-rezhebel", "charge": "b"},
    ),
    "greenskins strike first in every turn": m(
        f("axe", name="A", i=2, w=2),
        f("sword", name="B", i=6, w=2),
        {"a.under": "ledz-go", "charge": "b"},
    ),
    "a great weapon is last all the same": m(
        f("double-handed-weapon", name="A", i=2, w=2),
        f("spear", name="B", i=6, w=2),
        {"a.under": "ledz-go", "b.under": "ledz-go", "charge": "b"},
    ),
    "a club of magic": m(
        f("double-handed-weapon", name="A"),
        f("flail", "hard-to-kill", name="B", t=4, w=2),
        {"a.under": "clubba"},
    ),
    "the leap of a stag": m(
        f("axe pistol", name="A", a=2),
        f("sword", name="B", t=4, w=2),
        {"a.under": "stags-leap"},
    ),
    "a bear's paw parried no more": m(
        f("halberd", name="A", s=3),
        f("sword buckler", name="B", w=3, ws=5),
        {"a.under": "bears-paw"},
    ),
    "ale beside two": m(
        f("axe", name="A"),
        f("2*sword", name="B", a=3, w=2),
        {"a.fighters": 2, "b.under": "blessed-ale"},
    ),
    "a stench takes no last attack": m(
        f("axe", name="A"),
        f("sword", name="B", w=2),
        {"a.under": "stench-of-nurgle", "b.under": "scabrous-hide"},
    ),
    "a daemon grows hard": m(
        f("axe", name="A", a=2),
        f("", "daemonic-aura natural-weapons", name="B", a=2, w=2),
        {"b.under": "daemonic-vigour"},
    ),
    "a shield of faith against a bolt": m(
        BOLT, f("sword", name="B"), {"a.casts": 1, "b.under": "shield-of-faith"}
    ),
}
"""Pairs under spells and prayers, which count in every turn."""
