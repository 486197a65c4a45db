"""Match-ups over the width of Mordheim's rules, for the simulator to play out."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import forged
from tests.rulesets.games.mordheim.fighters import match_up as m

FIRST = {"main-weapon": "first"}

QUICK: dict[str, MatchUp] = {
    "sword and buckler against two weapons": m(
        f("sword buckler", name="A", ws=4),
        f("axe club-mace-or-hammer", name="B", sv=5),
        readings=FIRST,
    ),
    "a frenzied flail against a helmet": m(
        f("flail", "frenzy", name="A", w=2), f("sword helmet", name="B", a=2, w=2)
    ),
    "three against one who may flee": m(
        f("spear", name="A"), f("sword", name="B", a=2, w=2, ws=5), {"a.fighters": 3}
    ),
    "one charges two": m(
        f("double-handed-weapon", name="A", a=2, w=2, t=4),
        f("sword", name="B"),
        {"b.fighters": 2},
    ),
    "fear of a charger": m(
        f("", "fear natural-weapons no-pain", name="A", a=2, t=4),
        f("dagger sword", "hard-to-kill", name="B"),
        readings=FIRST,
    ),
    "black lotus and hatred": m(
        f("weeping-blades", "hatred perfect-killer", name="A", i=5),
        f("sword", name="B", sv=4),
    ),
    "stupid but strong, with a whip": m(
        f("steel-whip", "stupidity regeneration", name="A", s=5, w=3, ld=5),
        f("halberd", "step-aside jump-up", name="B", w=2),
        {"charge": "b"},
    ),
    "one who lies, nobody charges": m(
        f("morning-star", "resilient strike-to-injure", name="A"),
        f("fighting-claws", "thick-skull", name="B", i=3),
        {"charge": "none", "a.posture": "knocked-down"},
    ),
}
"""A few that run every time."""

_WEAPONS = {
    "ball and chain": (f("ball-and-chain", name="A"), f("axe", name="B", w=3, t=4)),
    "brass knuckles": (f("brass-knuckles", name="A", i=4), f("dagger", name="B")),
    "dwarf axes": (f("2*dwarf-axe", name="A", ws=4), f("halberd", name="B", s=4)),
    "main gauche": (f("main-gauche", name="A"), f("dagger", name="B", sv=6)),
    "sigmarite warhammer": (
        f("sigmarite-warhammer", name="A"),
        f("", "natural-weapons no-pain poison-proof", name="B", t=4),
    ),
    "starsword": (f("starsword", name="A"), f("sword", name="B", sv=3)),
    "poisoned daggers": (f("poison-daggers", name="A", s=2), f("ladle", name="B", t=5)),
    "lotus on the poison-proof": (
        f("poison-daggers", name="A"),
        f("", "poison-proof natural-weapons", name="B"),
    ),
    "venom on a mark of Nurgle": (
        f("sword dark-venom", name="A"),
        f("axe", "mark-of-nurgle", name="B", w=2),
    ),
    "lotus on Nurgle's rot": (
        f("poison-daggers poisoned-weapon", name="A"),
        f("axe", "nurgles-rot", name="B", t=4),
    ),
    "fists": (f("", name="A", a=3), f("dagger", name="B")),
    "silent death": (f("", "silent-death", name="A", a=2), f("sword", name="B")),
    "a pistol beside a sword": (
        f("sword pistol", name="A", bs=4),
        f("axe", name="B", sv=4),
    ),
    "a pistol and no other weapon": (
        f("pistol", name="A", bs=4, a=2, w=2),
        f("axe", name="B", sv=4, w=2),
    ),
    "a crossbow pistol": (
        f("sword crossbow-pistol", name="A", bs=4),
        f("axe", name="B", sv=4),
    ),
    "spear against charger": (f("ladle", name="A", i=2), f("spear", name="B", i=4)),
    "great axe": (f("great-axe", name="A"), f("sword", name="B", sv=4, i=1)),
    "strongman": (
        f("double-handed-weapon", "strongman", name="A"),
        f("sword", name="B", i=1),
    ),
    "even Initiative": (f("axe", name="A"), f("axe", name="B")),
    "spiked gauntlet": (f("sword spiked-gauntlet", name="A"), f("flail", name="B")),
    "dark venom": (f("sword dark-venom", name="A"), f("axe", name="B", sv=5)),
    "dark venom on one of two swords": (
        f("2*sword dark-venom", name="A", a=2),
        f("axe", name="B", t=4, sv=5),
    ),
    "venom on both his blades": (
        f("sword dagger", "venom-bearer", name="A"),
        f("axe", name="B", t=4, sv=5),
    ),
    "venom on the blades of one whose enemy is proof": (
        f("sword dagger", "venom-bearer", name="A"),
        f("axe", "poison-proof", name="B", t=4, sv=5),
    ),
    "a whip charged": (f("axe", name="A"), f("steel-whip", name="B", i=5)),
    "too strong to parry": (f("halberd", name="A", s=5), f("sword", name="B", w=2)),
}

_FURTHER = {
    "a rapier": (f("rapier", name="A", a=2), f("axe", name="B", t=4, sv=5)),
    "a rapier and a dagger of an expert": (
        f("rapier main-gauche", "expert-swordsman", name="A", ws=4),
        f("sword", name="B", w=2),
    ),
    "hatred with a rapier": (
        f("rapier", "hatred", name="A"),
        f("sword buckler", "hard-to-kill", name="B", t=5),
    ),
    "a warhorse and a lance": (
        f("lance warhorse", name="A", ws=4, m=8),
        f("halberd", name="B", a=2),
    ),
    "a war boar's charge": (
        f("axe war-boar", name="A", t=4, i=2),
        f("sword", name="B", sv=4, w=2),
    ),
    "a spider's bite": (f("spear giant-spider", name="A"), f("axe", name="B", sv=5)),
    "a nightmare charged": (
        f("sword", name="A"),
        f("morning-star nightmare", "fearless-mind", name="B", i=5),
    ),
}

_HORROR = f("", "fear natural-weapons", name="B", t=4, a=2)
_UNAFRAID = (
    *("fanatical", "drunk", "psychology-proof", "grizzled-veteran", "deathwish"),
    *("daemon", "fearless", "ere-we-go", "absolute-faith"),
)

_PEOPLE = {
    **{
        f"{rule} before fear": (f("axe", rule, name="A", ld=6), _HORROR)
        for rule in _UNAFRAID
    },
    "a fanatic before fear": (
        f("axe", "fanatical", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "one who is drunk before fear": (
        f("axe", "drunk", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "no psychology before fear": (
        f("axe", "psychology-proof", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "a veteran before fear": (
        f("axe", "grizzled-veteran", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "a wish to die before fear": (
        f("axe", "deathwish", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "a daemon before fear": (
        f("axe", "daemon", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "the fearless before fear": (
        f("axe", "fearless", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "a war cry before fear": (
        f("axe", "ere-we-go", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "absolute faith before fear": (
        f("axe", "absolute-faith", name="A", ld=6),
        f("", "fear natural-weapons", name="B", t=4, a=2),
    ),
    "fearsome": (f("axe", name="A", ld=7), f("sword", "fearsome", name="B", w=2)),
    "fearsome and stupid daemons": (
        f("axe", "stupidity deathwish", name="A", ld=4),
        f("sword", "stupidity daemon fearsome", name="B", ld=4),
    ),
    "animals": (f("", "animal", name="A", a=2, s=4), f("sword", name="B")),
    "a mandrake root": (f("axe mandrake-root", name="A"), f("halberd", name="B", a=2)),
    "a poisoned weapon": (f("axe poisoned-weapon", name="A"), f("axe", name="B", w=2)),
    "a ring against venom": (
        f("sword dark-venom", name="A"),
        f("poison-daggers venom-ring", name="B"),
    ),
    "tears against poison": (
        f("axe tears-of-shallaya", name="A"),
        f("axe poisoned-weapon", name="B"),
    ),
    "a peg leg": (f("axe", name="A", a=2), f("sword peg-leg", name="B", w=2)),
    "enchanted skins": (f("axe", name="A"), f("axe enchanted-skins", name="B", sv=6)),
    "a claw necklace and red teeth": (
        f("axe bear-claw-necklace", name="A"),
        f("sword red-toof-tribal-jewellery", name="B", i=5),
    ),
    "bulging biceps": (f("flail", "bulging-biceps", name="A"), f("axe", name="B", w=2)),
    "ithilmar": (forged("axe", "ithilmar-edge", name="A"), f("axe", name="B", i=4)),
}

_HATED = "hates-greenskins hates-chaos hates-dark-elves hates-sigmarites burn-the-witch"
_LOATHED = "manhater righteous-fury beastmen-vengeance"

_RULES = {
    "true grit": (f("axe", name="A", a=2), f("sword", "true-grit", name="B")),
    "a hard head": (
        f("club-mace-or-hammer", name="A", a=2),
        f("axe", "hard-to-kill hard-head", name="B"),
    ),
    "concussion on the hard to kill": (
        f("club-mace-or-hammer", name="A", a=2),
        f("axe helmet", "hard-to-kill", name="B"),
    ),
    "'ard 'ead in a helmet": (f("axe", name="A"), f("axe helmet", "ard-ead", name="B")),
    "'eadbasher": (f("axe", "eadbasher", name="A"), f("sword helmet", name="B", t=4)),
    "no pain": (f("axe", name="A"), f("axe", "no-pain", name="B", t=4)),
    "jump up in a helmet": (f("axe", name="A"), f("axe helmet", "jump-up", name="B")),
    "mighty blow and web of steel": (
        f("sword", "mighty-blow web-of-steel", name="A"),
        f("sword", name="B", sv=4, w=2),
    ),
    "expert swordsman": (f("sword", "expert-swordsman", name="A"), f("axe", name="B")),
    "berserker": (f("axe", "berserker", name="A"), f("sword", name="B")),
    "ferocious charge": (f("axe", "ferocious-charge", name="A"), f("sword", name="B")),
    "unstoppable charge": (
        f("axe", "unstoppable-charge", name="A"),
        f("sword", name="B", ws=3),
    ),
    "monster slayer": (f("axe", "monster-slayer", name="A"), f("axe", name="B", t=7)),
    "lightning reflexes": (
        f("axe", name="A", i=2),
        f("axe", "lightning-reflexes", name="B", i=4),
    ),
    "resilient": (f("axe", name="A", s=4), f("axe", "resilient", name="B", sv=5)),
    "regeneration": (f("axe", name="A", a=3), f("axe", "regeneration", name="B", w=2)),
    "excellent reflexes": (
        f("axe", name="A", a=2),
        f("axe", "excellent-reflexes", name="B"),
    ),
    "cloud of flies": (f("axe", name="A"), f("axe", "cloud-of-flies", name="B")),
    "foul odour": (f("axe", name="A"), f("axe", "foul-odour", name="B")),
    "daemonic aura": (f("halberd", name="A"), f("axe", "daemonic-aura", name="B")),
    "tentacle": (f("axe", name="A", a=2), f("axe", "tentacle", name="B")),
    "darting steel, sword and buckler": (
        f("axe", name="A", a=2),
        f("sword buckler", "darting-steel", name="B", ws=4),
    ),
    "a master of blades": (
        f("axe", name="A", a=2),
        f("sword", "master-of-blades", name="B"),
    ),
    "the sign against one who is no pain": (
        f("axe", "no-pain", name="A", a=3),
        f("axe", "sign-of-sigmar", name="B", w=2),
    ),
    "the sign against claws": (
        f("", "natural-weapons no-pain", name="A", a=1),
        f("axe", "sign-of-sigmar", name="B", w=2),
    ),
    "horns and hooves": (f("axe", "horned-one trample", name="A"), f("axe", name="B")),
    "claw and tail": (
        f("axe", "great-claw scorpion-tail", name="A"),
        f("sword", name="B"),
    ),
    "slavering charge": (
        f("", "wolf-charge natural-weapons", name="A", s=4),
        f("sword", name="B"),
    ),
    "a lucky charm": (f("axe", name="A", a=2), f("sword lucky-charm", name="B")),
    "mad caps": (f("sword mad-cap-mushrooms", name="A"), f("axe", name="B", i=5)),
    "both stupid": (f("axe", "stupidity", name="A"), f("axe", "stupidity", name="B")),
    "stern before fear": (
        f("axe", "stern", name="A"),
        f("", "fear natural-weapons", name="B", t=4),
    ),
    "fear held back": (
        f("axe", name="A", ld=5),
        f("", "fear natural-weapons", name="B"),
    ),
    "Weapon Skill 0": (f("axe", name="A", ws=0), f("axe", name="B")),
    "eight wounds": (f("axe", name="A", s=6, w=4, a=3), f("sword", name="B", w=4, a=3)),
}

_SITUATIONS = {
    "one flees from three": m(
        f("axe", name="A", ld=4, t=5, w=2),
        f("club-mace-or-hammer", name="B"),
        {"b.fighters": 3, "charge": "b"},
    ),
    "a friend is near": m(
        f("axe", name="A", ld=4, a=2),
        f("sword", name="B"),
        {"b.fighters": 2, "a.friend-near": True},
    ),
    "alone in his own turns": m(
        f("axe", name="A", ld=6, a=2),
        f("sword", name="B"),
        {"b.fighters": 2},
        {"alone": "own"},
    ),
    "a combat master": m(
        f("axe", "combat-master", name="A"), f("axe", name="B"), {"b.fighters": 2}
    ),
    "one flees from two who have no Attacks": m(
        f("axe", name="A", a=0), f("sword", name="B", ld=5), {"a.fighters": 2}
    ),
    "two against a sword that parries the first hit": m(
        f("axe", name="A", a=2), f("sword", name="B", w=2, ld=9), {"a.fighters": 2}
    ),
    "a sword against a horse and its rider": m(
        f("axe warhorse", name="A", i=5), f("sword", name="B", i=4, w=2)
    ),
    "one runs from three towards an edge 9 inches away": m(
        f("axe", name="A", a=2),
        f("sword", name="B", ld=5, w=2),
        {"a.fighters": 3, "b.table-edge": 9},
    ),
    "the charger of three runs, 14 inches from the edge": m(
        f("sword", name="A", ld=6, a=2, w=3),
        f("axe", name="B"),
        {"b.fighters": 3, "a.table-edge": 14, "a.leader-ld": 8},
        rounds=5,
    ),
    "one tests in his own turns and may rally within four turns": m(
        f("axe", name="A", a=0),
        f("sword banner", name="B", ld=6, a=0),
        {"a.fighters": 2, "b.table-edge": 20, "charge": "none"},
        {"alone": "own"},
        rounds=4,
    ),
    "one critical hit of each at one who flees": m(
        f(name="A"), f(name="B", w=7, a=0, ld=2), {"a.fighters": 2}, rounds=1
    ),
    "two of whom the second finishes who lies": m(
        f("axe", name="A", a=2),
        f("sword", name="B", w=2, ld=9),
        {"a.fighters": 2},
        {"put-down-by-another": "both"},
    ),
    "three of whom none finishes whom another put down": m(
        f("sword pistol", name="A"),
        f("axe helmet", name="B", w=2, a=2),
        {"a.fighters": 3},
        {"put-down-by-another": "neither"},
    ),
    "three whips": m(
        f("steel-whip", name="A"),
        f("sword buckler", name="B", ws=5, a=3, w=2),
        {"a.fighters": 3, "charge": "b"},
    ),
    "two who fear": m(
        f("", "fear natural-weapons", name="A", a=3, t=4),
        f("axe", name="B", ld=6),
        {"b.fighters": 2},
    ),
    "stunned from the start": m(
        f("axe", name="A"),
        f("axe", name="B", w=2),
        {"charge": "none", "b.posture": "stunned"},
    ),
    "wounds lost, a leader near": m(
        f("axe", "stupidity", name="A", w=3, ld=4),
        f("axe", name="B", w=2),
        {"a.wounds-lost": 1, "b.wounds-lost": 1, "a.leader-ld": 9},
    ),
    "a pit fighter indoors": m(
        f("axe", "pit-fighter-skill", name="A"), f("axe", name="B"), {"indoors": True}
    ),
    "a rapier that goes on and on": m(
        f("rapier", name="A", ws=5), f("axe", name="B", t=5), {}, {"rapier": "each"}
    ),
    "a warhorse that is charged": m(
        f("axe warhorse", name="A", i=1), f("spear", name="B", w=2), {"charge": "b"}
    ),
    "hatred of some enemies": m(
        f("axe", _HATED, name="A"),
        f("axe", _LOATHED, name="B", w=2),
        {"a.hates": True, "b.hates": True},
    ),
    "at home in the pit": m(
        f("axe", "pit-fighter-at-home", name="A"),
        f("axe", name="B", ws=3),
        {"indoors": True},
    ),
    "a loner against two": m(
        f("axe", "loner", name="A", ld=4, a=2), f("axe", name="B"), {"b.fighters": 2}
    ),
    "a 6 that is needed": m(
        f("axe", name="A", a=2), f("sword", name="B", t=5, w=2, sv=5)
    ),
    "a 6 that is needed and is no critical hit": m(
        f("axe", name="A", a=2),
        f("sword", name="B", t=5, w=2, sv=5),
        {},
        {"needed-sixes": "plain"},
    ),
    "two turns only": m(f("axe", name="A"), f("axe", name="B", w=3), rounds=2),
    "a relic against fear": m(
        f("axe", "fear", name="A", a=2),
        f("sword holy-unholy-relic", name="B", ld=6),
    ),
    "ale against fear, charging": m(
        f("axe bugmans-ale", name="A", ld=5), f("halberd", "fear", name="B")
    ),
    "a horn against fear": m(
        f("axe war-horn", name="A", ld=6),
        f("halberd", "fear", name="B"),
        {"a.horn": True},
    ),
    "a banner for one who is alone": m(
        f("sword", name="A"),
        f("axe banner", name="B", a=2, w=2, ws=5, ld=6),
        {"a.fighters": 3},
    ),
    "crimson shade of three": m(
        f("axe crimson-shade", name="A", i=2),
        f("double-handed-weapon", name="B", i=4, w=2),
        {"charge": "none", "a.shade": 3},
    ),
    "crimson shade on both": m(
        f("axe crimson-shade", name="A"),
        f("sword crimson-shade", "no-pain", name="B", i=4, w=2),
        {"a.shade": 1},
    ),
    "hatred that was asked about": m(
        f("axe", name="A"), f("axe", name="B"), {"b.hates": True}
    ),
}

ALL: dict[str, MatchUp] = {
    **QUICK,
    **{
        name: m(a, b)
        for name, (a, b) in {**_WEAPONS, **_FURTHER, **_PEOPLE, **_RULES}.items()
    },
    **_SITUATIONS,
}
"""All of them."""
