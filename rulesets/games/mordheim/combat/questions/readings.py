"""Readings of Mordheim's open points.

They are what the rulebook leaves open or what players settle differently. The default
is the printed text where there is one; else a house reading, labelled so.
"""

from rulesets.games.mordheim.sources import (
    ANNUAL,
    COMBAT,
    CRITICALS,
    INJURIES,
    PSYCHOLOGY,
    RULEBOOK,
    SHOOTING,
    WEAPONS,
)
from rulesets.odds.match_up import Choice, Question

READINGS = (
    Question(
        "ones-miss",
        "A natural 1 to hit always misses",
        default=True,
        help="Not printed for hand-to-hand combat (house).",
        source=f"{COMBAT}: to hit; house",
    ),
    Question(
        "sevens",
        "Needing more than 6 to hit with a shot",
        "never",
        (
            Choice("never", "Cannot hit (house)"),
            Choice("six-and-more", "A 6, then 4+ for 7, 5+ for 8, 6 for 9"),
        ),
        source=f"{SHOOTING}: to hit; house",
    ),
    Question(
        "no-skill",
        "Weapon Skill 0, which the chart does not have",
        "two-and-six",
        (
            Choice("two-and-six", "Is hit on 2+ and hits on 6 (house)"),
            Choice("as-one", "Counts as 1"),
        ),
        source=f"{COMBAT}: Weapon Skill chart; house",
    ),
    Question(
        "ones-fail-saves",
        "A natural 1 always fails a save",
        default=True,
        help="No: a save of 1+ never fails.",
        source=f"{INJURIES}: armour saves",
    ),
    Question(
        "black-powder",
        "The printed save modifier of black powder",
        "total",
        (
            Choice("total", "Is all that there is"),
            Choice("added", "Is added to that of its Strength"),
            Choice("strength", "Is none: its Strength alone counts"),
        ),
        help="The source's own example lets a handgun of Strength 4 make 4+ a 5+.",
        source=f"{RULEBOOK}, Blackpowder weapons; Mordheim Rulings, Shooting",
    ),
    Question(
        "misfires",
        "Black powder misfires on a natural 1 to hit",
        default=False,
        help="An optional rule, for shots and for a pistol's blow in combat (house).",
        source=f"{RULEBOOK}, optional rules: misfires",
    ),
    Question(
        "heavy-charge",
        "Charging with a weapon that strikes last",
        "last",
        (
            Choice("last", "Strikes last all the same"),
            Choice("first", "Strikes with the chargers"),
        ),
        source=f"{WEAPONS}: double-handed weapons",
    ),
    Question(
        "spear-and-charger",
        "A charger against a weapon that strikes first",
        "initiative",
        (
            Choice("initiative", "The higher Initiative (house)"),
            Choice("charger", "The charger"),
            Choice("weapon", "The weapon"),
        ),
        source=f"{COMBAT}: who strikes first; house",
    ),
    Question(
        "criticals",
        "Table for critical hits",
        "general",
        (
            Choice("general", "The general one for every attack"),
            Choice("by-weapon", "The optional ones, by weapon"),
        ),
        help="Weapons whose kind is not printed keep the general one.",
        source=f"{RULEBOOK}, optional rules: critical hits",
    ),
    Question(
        "needed-sixes",
        "A 6 to wound where nothing less wounds",
        "critical",
        (
            Choice("critical", "Is a critical hit, as any 6"),
            Choice("plain", "Wounds, and is no critical hit"),
        ),
        help="The source: a 6 when rolling to wound; even the most inept warrior has "
        "a chance. The Living Rulebook: none where a 6 is needed.",
        source=f"Mordheim Rulings, Critical Hits; Living Rulebook: {CRITICALS}",
    ),
    Question(
        "knocked-down",
        "Blows at one who is knocked down",
        "to-hit",
        (
            Choice("to-hit", "Must hit; a hit takes him out of action"),
            Choice("to-wound", "Hit without a roll; a wound takes him out of action"),
        ),
        help="The source: roll to hit as normal, no roll to wound is required. The "
        "Living Rulebook: every attack hits; roll to wound and to save.",
        source="Mordheim Rulings, Warriors knocked down; "
        f"Living Rulebook: {COMBAT}, warriors knocked down",
    ),
    Question(
        "put-down-by-another",
        "Whom one attacker put down in a phase, the next one",
        "stunned",
        (
            Choice("stunned", "Finishes if he is stunned, not if he only lies"),
            Choice("both", "Finishes in both cases"),
            Choice("neither", "Strikes as if he still stood"),
        ),
        help="The source: who was knocked down when the phase began; two warriors may "
        "stun and finish, says its first text, nobody may, says its second. The Living "
        "Rulebook: another attacker may.",
        source="Mordheim Rulings, Fighting against stunned / knocked down warriors; "
        f"Warriors knocked down; Living Rulebook: {COMBAT}",
    ),
    Question(
        "critical-injuries",
        "Two wounds from a critical hit on the last wound",
        "each",
        (
            Choice("each", "An injury roll for each, the worst counts"),
            Choice("one", "One injury roll"),
        ),
        source=CRITICALS,
    ),
    Question(
        "critical-saves",
        "Armour against the two wounds of a critical hit on 1 or 2",
        "one",
        (
            Choice("one", "One save, rolled before doubling"),
            Choice("each", "A save for each wound"),
        ),
        source=CRITICALS,
    ),
    Question(
        "parry-strength",
        "Strength that cannot be parried: twice that of",
        "own",
        (
            Choice("own", "The defender himself (house)"),
            Choice("weapon", "The defender with his weapon"),
        ),
        source=f"{WEAPONS}: parry; house",
    ),
    Question(
        "rapier",
        "A rapier's blow that hits and does not wound",
        "once",
        (
            Choice("once", "Strikes once more at -1 to hit (house)"),
            Choice("each", "Goes on at -1 more each time, down to a 6"),
        ),
        source=f"{WEAPONS}: rapier; house",
    ),
    Question(
        "sling-moved",
        "A sling shoots twice after moving",
        default=False,
        source=f"{WEAPONS}: slings; house",
    ),
    Question(
        "shot-criticals",
        "Critical hits of a shooter with several shots",
        "each",
        (
            Choice("each", "Every shot may be one (house)"),
            Choice("one", "The first only"),
        ),
        source=f"{CRITICALS}; house",
    ),
    Question(
        "main-weapon",
        "Of two weapons the blows but one are struck with",
        "best",
        (
            Choice("best", "The one that hurts this enemy more (house)"),
            Choice("first", "The one listed first"),
        ),
        source=f"{COMBAT}: fighting with two weapons; house",
    ),
    Question(
        "alone",
        "A fighter alone against several tests",
        "every",
        (
            Choice("every", "At the end of every hand-to-hand phase"),
            Choice("own", "Only in his own turns"),
        ),
        source=f"{PSYCHOLOGY}: All alone",
    ),
    Question(
        "fear-proof",
        "Who causes fear fears nobody",
        default=True,
        source=f"{PSYCHOLOGY}: Fear; house",
    ),
    Question(
        "dive-strength",
        "A diving charge that succeeds adds to Strength",
        "each",
        (
            Choice("each", "1 for each full 2 inches"),
            Choice("one", "1 in all"),
        ),
        help="The source: +1 for each full 2 inches. The Living Rulebook: +1.",
        source="Mordheim Rulings, Diving Charge; Living Rulebook: Movement",
    ),
    Question(
        "failed-dive",
        "Who fails a test in a diving charge",
        "stays",
        (
            Choice("stays", "Falls, is hurt, and does not charge"),
            Choice("charges", "Falls, is hurt, and charges without a bonus if he can"),
        ),
        help="The source says only that he is hurt. The Living Rulebook: he may not "
        "charge in that turn.",
        source="Mordheim Rulings, Diving Charge; Living Rulebook: Movement",
    ),
    Question(
        "arrows-burn",
        "Who is set alight by a fire arrow burns on",
        default=True,
        help="What burning does is printed of the brazier iron: put out on 4+, else a "
        "hit of Strength 4 and only moves. Of fire arrows only that they set alight "
        "(house).",
        source=f"{ANNUAL}: fire arrows; brazier iron; house",
    ),
)
