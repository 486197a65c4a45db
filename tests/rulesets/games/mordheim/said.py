"""Match-ups of fighters whose rules count where it is said, for the simulator."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m

SAID: dict[str, MatchUp] = {
    "the hero that was picked": m(
        f("axe", "capture", name="A", w=2),
        f("sword", name="B", ws=4, w=2, sv=5),
        {"a.foe": True},
    ),
    "two who seek the same hero": m(
        f("sword", "capture", name="A"),
        f("axe", name="B", w=3, a=2),
        {"a.foe": True, "a.fighters": 2, "charge": "b"},
    ),
    "a rack of skulls": m(
        f("axe", "skull-rack", name="A"),
        f("sword", name="B", ld=5, w=2),
        {"a.foe": True, "charge": "b"},
    ),
    "a rack of skulls that charges": m(
        f("axe", "skull-rack", name="A", i=4),
        f("flail", name="B", ld=6),
        {"a.foe": True},
    ),
    "a charge out of the dark": m(
        f("double-handed-weapon", "backstabber", name="A"),
        f("sword buckler", name="B", ws=4, w=2),
        {"a.unseen": True},
    ),
    "who is charged sees nobody either": m(
        f("axe", "backstabber", name="A"),
        f("spear", name="B", i=4),
        {"a.unseen": True, "charge": "b"},
    ),
    "an ogre alone": m(
        f("2*sword", "stupid-alone", name="A", w=3, s=5, t=5, ld=4, a=3),
        f("axe helmet", name="B", w=2, s=4),
        {"a.keeper-far": True, "charge": "none"},
    ),
    "a bear away from its tamer": m(
        f("sword", name="A", w=2),
        f("fighting-claws", "tamed", name="B", w=3, s=5, ld=6, a=2),
        {"b.keeper-far": True, "b.leader-ld": 7},
    ),
    "a bear and one who hates it": m(
        f("sword", name="A", w=2),
        f("fighting-claws", "tamed", name="B", w=2, s=4, ld=5),
        {"b.keeper-far": True, "a.hates": True, "a.fighters": 2},
    ),
    "a body slam": m(
        f("2*axe", "body-slam", name="A", a=2),
        f("sword", name="B", w=2, sv=5),
        {"a.slams": True},
    ),
    "a body slam at two, criticals by weapon": m(
        f("double-handed-weapon", "body-slam", name="A", a=2, w=2, s=4),
        f("club-mace-or-hammer", name="B"),
        {"a.slams": True, "b.fighters": 2},
        {"criticals": "by-weapon"},
    ),
    "a bull rush": m(
        f("double-handed-weapon", "bull-rush", name="A"),
        f("sword helmet", "jump-up", name="B", w=3, a=2),
        {"a.slams": True},
    ),
    "two rush at frenzy by an edge": m(
        f("axe", "bull-rush", name="A"),
        f("flail", "frenzy", name="B", w=2, t=4),
        {"a.slams": True, "a.fighters": 2, "b.edge": 4},
    ),
    "a rush at one who charges": m(
        f("axe", "bull-rush", name="A"),
        f("sword", name="B"),
        {"a.slams": True, "charge": "b"},
    ),
}
"""Combats of every rule that is asked, whom it meets and who charges."""
