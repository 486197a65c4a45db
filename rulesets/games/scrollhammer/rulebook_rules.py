"""Scrollhammer's list of special rules, A to Z: its rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import WITHOUT_DICE, SpecialRule, asked, counted_by
from rulesets.games.scrollhammer.book_rules import RALLIES
from rulesets.games.scrollhammer.sources import A_TO_G, H_TO_Q, R_TO_Z
from rulesets.games.scrollhammer.weapon_rules import BLAST, IN_PART

HEALING = "healing"
"""Mechanism of the combat that gives wounds back; see `combat.healing`."""

POWER_DICE = (
    "every turn begins with all power dice of the Magicka, whoever was hit, unless it "
    "is said how many are held"
)
"""Reason why what takes power dice away, or gives them, is left out."""

OF_RULEBOOK = (
    SpecialRule(
        "absorb-health",
        "Absorb Health(X)",
        "When it inflicts a wound, a roll of X or more gives it a lost wound back; "
        "once per model and turn.",
        A_TO_G,
        counted_by(HEALING),
        takes_x=True,
    ),
    SpecialRule(
        "absorb-magicka",
        "Absorb Magicka(X)",
        "When it hits, a roll of X or more takes power dice from the target's next "
        "turn and gives them to the attacker.",
        A_TO_G,
        takes_x=True,
        left_out=POWER_DICE,
    ),
    SpecialRule(
        "acute-senses",
        "Acute Senses",
        "Rolls again for a table edge it was given.",
        A_TO_G,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "atronach", "Atronach", "Cannot hold objectives.", A_TO_G, WITHOUT_DICE
    ),
    SpecialRule(
        "autohit",
        "Autohit",
        "Hits without a roll and does not scatter.",
        A_TO_G,
        effects=(RuleEffect("hit", "always", when=("shooting",)),),
    ),
    SpecialRule(
        "backfire",
        "Backfire",
        "A 1 to hit, after any roll again, wounds the shooter, who may save.",
        A_TO_G,
        left_out="wounds of those who shoot are not counted",
    ),
    SpecialRule(
        "barrage",
        "Barrage",
        "A blast that is lobbed; only the first lines of its rules are known.",
        A_TO_G,
        IN_PART,
        BLAST,
        left_out="it hits as a blast; the rest of its text is not known",
    ),
    SpecialRule(
        "hatred",
        "Hatred",
        "Rolls all misses again in the first round of a combat against the foe it "
        "hates, and never flees from its charge.",
        H_TO_Q,
        effects=(
            RuleEffect(
                "to-hit", "re-roll", "failures", when=("in-combat", "first-round")
            ),
            RuleEffect("act:flee", "may-not"),
        ),
    ),
    SpecialRule(
        "hit-and-run",
        "Hit and Run",
        "After an Initiative test at the end of a combat the unit may leave it, 3D6 "
        "inches away.",
        H_TO_Q,
        asked("leaves"),
        (RuleEffect("act:leave", "may"),),
    ),
    SpecialRule(
        "ignores-cover",
        "Ignores Cover",
        "No cover save against its wounds.",
        H_TO_Q,
        effects=(RuleEffect("cover", "ignore"),),
    ),
    SpecialRule(
        "immune-to-poison",
        "Immune to Poison",
        "No damage from poison; Poisoned attacks wound it by their Strength.",
        H_TO_Q,
        effects=(
            RuleEffect("kind:poison", "ignore", whose="against"),
            RuleEffect("poison", "ignore", whose="against"),
        ),
    ),
    SpecialRule(
        "immune-to-flame",
        "Immune to Flame",
        "No damage from flame.",
        H_TO_Q,
        effects=(RuleEffect("kind:flame", "ignore", whose="against"),),
    ),
    SpecialRule(
        "immune-to-frost",
        "Immune to Frost",
        "No damage from frost.",
        H_TO_Q,
        effects=(RuleEffect("kind:frost", "ignore", whose="against"),),
    ),
    SpecialRule(
        "immune-to-shock",
        "Immune to Shock",
        "No damage from shock.",
        H_TO_Q,
        effects=(RuleEffect("kind:shock", "ignore", whose="against"),),
    ),
    SpecialRule(
        "immune-to-mundane",
        "Immune to Mundane",
        "No damage that is not magic.",
        H_TO_Q,
        effects=(RuleEffect("kind:mundane", "ignore", whose="against"),),
    ),
    SpecialRule(
        "immune-to-magic",
        "Immune to Magic",
        "No damage from magic, spells included.",
        H_TO_Q,
        effects=(RuleEffect("kind:magic", "ignore", whose="against"),),
    ),
    SpecialRule(
        "immune-to-spell",
        "Immune to Spell",
        "No damage from spells.",
        H_TO_Q,
        effects=(RuleEffect("kind:spell", "ignore", whose="against"),),
    ),
    SpecialRule(
        "infiltrate",
        "Infiltrate",
        'Deploys after everybody else, 12" from the enemy out of sight or 18" in '
        "sight; may outflank.",
        H_TO_Q,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "independent-character",
        "Independent Character",
        "May join and leave units of more than one model; rules are shared only where "
        "they say so.",
        H_TO_Q,
        effects=RALLIES,
    ),
    SpecialRule(
        "instant-death",
        "Instant Death",
        "An unsaved wound slays, whatever the wounds.",
        H_TO_Q,
        effects=(RuleEffect("damage", "always", "slain"),),
    ),
    SpecialRule(
        "invisibility",
        "Invisibility",
        "Cannot be aimed at outside of combat and strikes first or last in the first "
        "round; it ends when the model attacks or casts.",
        H_TO_Q,
        asked("unseen"),
    ),
    SpecialRule(
        "magicka-drain",
        "Magicka Drain(X)",
        "The target replenishes X power dice fewer at its next turn.",
        H_TO_Q,
        takes_x=True,
        left_out=POWER_DICE,
    ),
    SpecialRule(
        "magicka-drain-total",
        "Magicka Drain (total)",
        "The target loses all its power dice and replenishes none at its next turn.",
        H_TO_Q,
        left_out=POWER_DICE,
    ),
    SpecialRule(
        "master-crafted",
        "Master-Crafted",
        "Rolls one miss of the weapon again a turn.",
        H_TO_Q,
        effects=(RuleEffect("misses", "re-roll", "one"),),
    ),
    SpecialRule(
        "monster-hunter",
        "Monster Hunter",
        "The unit rolls failed wounds against monstrous creatures again.",
        H_TO_Q,
        effects=(
            RuleEffect(
                "to-wound:monstrous-creature", "re-roll", "failures", whose="unit"
            ),
        ),
    ),
    SpecialRule(
        "move-through-cover",
        "Move Through Cover",
        "One die more in difficult terrain; not when it charges.",
        H_TO_Q,
        effects=(RuleEffect("move-dice", "add", whose="unit"),),
    ),
    SpecialRule(
        "multiple-wounds",
        "Multiple Wounds(X)",
        "Every unsaved wound counts as X wounds on that model.",
        H_TO_Q,
        effects=(RuleEffect("damage", "set", "x"),),
        takes_x=True,
    ),
    SpecialRule(
        "multiple-wounds-d3",
        "Multiple Wounds (D3)",
        "Every unsaved wound counts as D3 wounds on that model.",
        H_TO_Q,
        effects=(RuleEffect("damage", "roll", 3),),
    ),
    SpecialRule(
        "multiple-wounds-d6",
        "Multiple Wounds (D6)",
        "Every unsaved wound counts as D6 wounds on that model.",
        H_TO_Q,
        effects=(RuleEffect("damage", "roll", 6),),
    ),
    SpecialRule(
        "night-fighting",
        "Night Fighting",
        "A rule of missions that are fought at night.",
        H_TO_Q,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "night-eye",
        "Night Eye",
        "Is not hampered by Night Fighting.",
        H_TO_Q,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "outflank",
        "Outflank",
        "Comes from reserve over a side edge: 1-2 left, 3-4 right, 5-6 as you like.",
        H_TO_Q,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "paralyze",
        "Paralyze",
        "The target has WS 1 and I 1 and finds all terrain difficult, usually until "
        "the end of the next turn.",
        H_TO_Q,
        asked("paralyzed"),
    ),
    SpecialRule(
        "physical-god",
        "Physical God",
        "Ward save of 2+, and neither Instant Death, silence nor disease touch it; it "
        "is no mortal.",
        H_TO_Q,
        IN_PART,
        (RuleEffect("ward", "set", 2),),
        left_out="its ward save counts; what Eternal Warrior, Feel No Pain and silence "
        "do is not known",
    ),
    SpecialRule(
        "pinning",
        "Pinning",
        "An unsaved wound makes the unit test its morale or go to ground.",
        H_TO_Q,
        effects=(RuleEffect("test:pinning", "start"),),
    ),
    SpecialRule(
        "poisoned",
        "Poisoned(X)",
        "Wounds on X or more where that is better; in close combat failed wounds are "
        "rolled again if its Strength is at least the target's Toughness.",
        H_TO_Q,
        effects=(RuleEffect("poison", "or", "x"),),
        takes_x=True,
    ),
    SpecialRule(
        "precision",
        "Precision",
        "The attacker chooses who is struck by a 6 to hit; a character passes it on "
        "with 3 or more.",
        H_TO_Q,
        effects=(RuleEffect("aim", "natural", "leader", 6),),
    ),
    SpecialRule(
        "preferred-enemy",
        "Preferred Enemy",
        "The unit rolls 1s to hit and to wound that enemy again.",
        H_TO_Q,
        effects=(RuleEffect("to-hit-and-wound", "re-roll", "ones", whose="unit"),),
    ),
    SpecialRule(
        "rampage",
        "Rampage",
        "D3 attacks more for each model while the enemies in its combat are more.",
        R_TO_Z,
        effects=(RuleEffect("attacks", "roll", 3, when=("outnumbered",)),),
    ),
    SpecialRule(
        "regeneration",
        "Regeneration(X)",
        "At the start of its turn each lost wound comes back on X or more.",
        R_TO_Z,
        counted_by(HEALING),
        takes_x=True,
    ),
    SpecialRule(
        "relentless",
        "Relentless",
        "It may shoot and still charge with every weapon, and cast after moving.",
        R_TO_Z,
        effects=(
            RuleEffect("act:shoot", "may", when=("moved",)),
            RuleEffect("act:charge", "may", when=("shot",)),
        ),
    ),
    SpecialRule(
        "rending",
        "Rending",
        "A 6 to wound always wounds, with 5 of armour piercing.",
        R_TO_Z,
        effects=(RuleEffect("to-wound", "natural", "rends", 6),),
    ),
    SpecialRule(
        "killing-blow",
        "Killing Blow",
        "As Rending, and such a wound slays outright, except monstrous creatures and "
        "artillery.",
        R_TO_Z,
        effects=(RuleEffect("to-wound", "natural", "slays", 6),),
    ),
)
"""As the rulebook prints them."""
