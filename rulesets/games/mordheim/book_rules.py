"""Special rules that only books of Mordheim print: their rows of `special_rules`.

What they are in words stands in the books, which say of what has no row why it is left
out.
"""

from dataclasses import replace

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    IN_THE_FIGURES,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
)
from rulesets.games.mordheim.gear_rules import HARDER_TO_SHOOT, grants
from rulesets.games.mordheim.skills import INDOORS
from rulesets.games.mordheim.sources import RULEBOOK

FEARLESS = (RuleEffect("test:fear", "skip"), RuleEffect("test:alone", "skip"))
UNMOVED = (*FEARLESS, RuleEffect("test:stupidity", "skip"))
"""Effects on those whom no psychology touches."""

STEADFAST = (
    RuleEffect("test:fear", "re-roll", "failures"),
    RuleEffect("test:alone", "skip"),
)
SURE_OF_MIND = RuleEffect("test:leadership", "pass")
SHAKES_OFF = RuleEffect("spell", "roll", 4, whose="against")
THICK_SKULL = RuleEffect("suffer:stunned", "roll", 3, group="skull")
FEWER_HITS = RuleEffect("to-hit", "add", -1, when=("in-combat",), whose="against")
POISON_PROOF = grants("poison-proof")
UNHOLY = RuleEffect("kind:unholy", "set")
THROUGH_COVER = RuleEffect("aim:cover", "ignore")
IN_THE_SADDLE = RuleEffect("aim:moved", "ignore", when=("mounted",))
ROUT_AGAIN = RuleEffect("test:rout", "re-roll", "failures")


def _book(
    key: str, *effects: RuleEffect, name: str = "", fate: Fate = COUNTED
) -> SpecialRule:
    name = name or key.replace("-", " ").capitalize()
    return SpecialRule(key, name, "", RULEBOOK, fate, effects)


_OF_MIND = (
    _book("deathwish", *UNMOVED),
    _book("grizzled-veteran", *UNMOVED),
    _book("daemon", *UNMOVED, POISON_PROOF, UNHOLY),
    _book("fearless", *FEARLESS),
    _book("absolute-faith", *STEADFAST),
    _book("stern", *STEADFAST),
    _book("loner", RuleEffect("test:alone", "skip")),
    _book(
        "ere-we-go",
        RuleEffect("test:fear", "skip", when=("charging",)),
        name="'Ere we go",
    ),
    _book("fanatical", SURE_OF_MIND),
    _book("drunk", SURE_OF_MIND),
    _book("cunnin-plan", ROUT_AGAIN, name="Da Cunnin' Plan"),
    _book("bellowing-roar", ROUT_AGAIN),
    _book("utter-determination", ROUT_AGAIN),
    _book("blood-oath", RuleEffect("test:one-rout", "re-roll", "failures")),
    _book("daemon-soul", SHAKES_OFF),
    _book("fey", SHAKES_OFF),
    _book("protection-of-sigmar", SHAKES_OFF),
)
"""Of two that spare a test the first is named."""

_OF_BLOWS = (
    _book("berserker", RuleEffect("to-hit", "add", when=("charging",))),
    _book("bulging-biceps"),
    _book(
        "eadbasher",
        RuleEffect("injury:knocked-down", "read", "stunned", when=("in-combat",)),
        name="'Eadbasher",
    ),
    _book(
        "ferocious-charge",
        RuleEffect("to-hit", "add", -1, when=("charging",)),
        RuleEffect("attacks", "multiply", 2, when=("charging",)),
    ),
    _book("great-claw"),
    _book("horned-one"),
    _book("ithilmar-edge", name="Ithilmar"),
    _book("monster-slayer", RuleEffect("to-wound", "or", 4, when=("in-combat",))),
    _book("perfect-killer", RuleEffect("save", "add", -1)),
    _book("pit-fighter-at-home", *INDOORS, name="Pit fighter"),
    _book("scorpion-tail"),
    _book(
        "silent-death",
        RuleEffect("critical", "set", 5, when=("bare-hands",)),
        name="Art of Silent Death",
    ),
    _book("spines"),
    _book("tentacle"),
    _book(
        "throwing-axe",
        RuleEffect("strength", "add", when=("weapon:thrown",)),
        name="Throwing axes",
    ),
    _book("trample"),
    _book(
        "venom-bearer",
        RuleEffect(
            "strength", "add", unless=("enemy:poison-proof", "powder", "bare-hands")
        ),
        name="Poisoner (dark venom)",
    ),
    _book("waaagh-charge", name="Waaagh!"),
    _book(
        "wolf-charge",
        RuleEffect("attacks", "set", 2, when=("charging",)),
        name="Slavering charge",
    ),
)
"""On blows, attacks, and the way to them."""

_OF_SHOTS = (
    _book("dead-eye-shot", THROUGH_COVER, name="Dead eye"),
    _book("expert-pistolier", grants("pistolier"), THROUGH_COVER),
    _book("lethal-marksman", grants("eagle-eyes"), THROUGH_COVER),
    _book("nimble-rider", grants("nimble"), IN_THE_SADDLE, name="Expert rider"),
    _book("steady-hands", RuleEffect("aim:long-range", "ignore")),
    _book("steady-rider", IN_THE_SADDLE, name="Expert rider"),
)

_OF_THE_STRUCK = (
    _book("ard-ead", THICK_SKULL, name="'Ard 'ead"),
    _book("cloud-of-flies", FEWER_HITS),
    _book("darting-steel"),
    _book("daemonic-aura", RuleEffect("armour", "or", 5, whose="against")),
    _book(
        "excellent-reflexes",
        RuleEffect("dodge", "roll", 5, unless=("enemy:dodge",), whose="against"),
        RuleEffect("dodge", "roll", 4, when=("enemy:dodge",), whose="against"),
    ),
    _book(
        "foul-odour",
        RuleEffect("to-hit", "add", -1, when=("in-combat", "living"), whose="against"),
    ),
    _book("mark-of-nurgle", POISON_PROOF),
    replace(
        _book("master-of-blades", name="Master of Blades"),
        left_out="a second parry with two weapons that parry is left out",
    ),
    _book("nurgles-rot", POISON_PROOF, name="Nurgle's Rot"),
    _book("sign-of-sigmar", name="Sign of Sigmar"),
    _book("thick-skull", THICK_SKULL),
    _book("thiefs-cloak", HARDER_TO_SHOOT, name="Thief's cloak"),
    _book("true-grit", RuleEffect("suffer", "read", "grit")),
)

_HATREDS = tuple(
    _book(key, name=name, fate=asked("hates"))
    for key, name in (
        ("beastmen-vengeance", "Vengeance"),
        ("burn-the-witch", ""),
        ("hates-chaos", ""),
        ("hates-dark-elves", ""),
        ("hates-sigmarites", "Hates Sigmar's servants"),
        ("manhater", ""),
        ("righteous-fury", ""),
    )
)
"""Hatred of some enemies only: the situation asks whether this is one of them."""

_IN_FIGURES = tuple(
    _book(key, name=name, fate=IN_THE_FIGURES)
    for key, name in (
        ("shaggy-hide", ""),
        ("tail-fighting", ""),
        ("well-ard", "Well 'ard"),
    )
)
"""Saves and hands."""

_SAID = tuple(
    _book(key, name=name, fate=asked(question))
    for key, name, question in (
        ("backstabber", "", "unseen"),
        ("body-slam", "Body Slam", "slams"),
        ("bull-rush", "Bull Rush", "slams"),
        ("capture", "", "foe"),
        ("gun-rest", "", "rests"),
        ("skull-rack", "", "foe"),
        ("stupid-alone", "Stupidity", "keeper-far"),
        ("tamed", "", "keeper-far"),
    )
)
"""Rules that bring another where the situation says so: see `said_rules`."""

_OF_THE_CAMPAIGN = (
    *(
        _book(key, fate=WITHOUT_DICE)
        for key in (
            *("always-hungry", "animosity", "armourer", "bouncing"),
            *("cook", "excellent-sight", "guardian", "half-a-warrior"),
            *("infiltration", "loyal", "marketeer", "minderz"),
            *("no-strength-skills", "not-a-fighter", "not-a-threat", "pawnbroker"),
            *("plague-cart", "predator", "recluse", "reluctant"),
            *("runts", "scrounge", "second-sight", "seeker"),
            *("traps", "treasure-maps", "uneasy-ally", "unscrupulous"),
            *("wanderer", "weapons-master", "woodland"),
        )
    ),
    _book("animal-friendship", name="Animal Friendship", fate=WITHOUT_DICE),
    _book("cart-parts", name="Parts of the cart", fate=WITHOUT_DICE),
    _book("drops-a-die", name="Explorer", fate=WITHOUT_DICE),
    _book("extra-arm", name="Extra Arm", fate=WITHOUT_DICE),
    _book("extra-tough", name="Extra Tough", fate=WITHOUT_DICE),
    _book("hunters-cloak", name="Hunter's cloak", fate=WITHOUT_DICE),
    _book("infiltrate", name="Infiltration", fate=WITHOUT_DICE),
    _book("leader-12", name='Leader (12")', fate=WITHOUT_DICE),
    _book("mutant-skill", name="Mutant", fate=WITHOUT_DICE),
    _book("promoted-combat-strength", name="Few skills", fate=WITHOUT_DICE),
    _book("promoted-pit", name="Few skills", fate=WITHOUT_DICE),
    _book("resource-hunter", name="Resource Hunter", fate=WITHOUT_DICE),
    _book("stone-cutter", name="Stone Cutter", fate=WITHOUT_DICE),
    _book("tea-leaf", name="Light fingers", fate=WITHOUT_DICE),
    _book("wall-runner", name="Wall Runner", fate=WITHOUT_DICE),
    _book("instability", UNHOLY, fate=WITHOUT_DICE),
)
"""Rules that roll no dice of a fight or shot."""

OF_BOOKS = (
    *_OF_MIND,
    *_OF_BLOWS,
    *_OF_SHOTS,
    *_OF_THE_STRUCK,
    *_HATREDS,
    *_IN_FIGURES,
    _book("gauntlet-beside-morning-star", name="Gauntlet", fate=WITHOUT_DICE),
    *_OF_THE_CAMPAIGN,
    *_SAID,
)
"""Rules that single books print."""
