"""Words of the answers of Warhammer: outcomes, events and figures."""

from dataclasses import replace

from rulesets.games.warhammer.combat.fights.result import ENDS
from rulesets.games.warhammer.sources import COMBAT, FLIGHT, RESULT
from rulesets.odds.combat import Word
from rulesets.odds.report import FightWords, Outcome, outcomes_by_key
from rulesets.odds.volley import Floats

ENDINGS = outcomes_by_key(
    Outcome("*-destroyed", "{own}: destroyed"),
    Outcome("*-run-down", "{own}: broken and run down"),
    Outcome("*-caught", "{own}: caught in flight"),
    Outcome("*-broken", "{own}: broken, and away"),
    Outcome("*-flees", "{own} {own[flees]} from the charge"),
    Outcome("*-fled", "{own}: fled from the table"),
    Outcome("*-fleeing", "{own}: still in flight at the end"),
    Outcome("*-panics", "{own} {own[panics]} under fire"),
    Outcome("none-left", "None left on either side", befalls="both"),
    Outcome("both-destroyed", "Both destroyed", befalls="both"),
    Outcome("no-charge", "{a} {a[dares]} not charge"),
    Outcome("falls-short", "The charge of {a} falls short"),
    Outcome("no-contact", "They never meet"),
    Outcome("parted", "They part, both still standing", is_over=False),
    Outcome("undecided", "Still fighting", is_over=False),
    Outcome("b-stands", "{b} {b[stands]}", is_over=False),
)
"""Outcomes of match-ups, the gravest first."""


def named(chances: Floats) -> dict[str, float]:
    """Return the outcomes of a combat by their keys.

    Parameters
    ----------
    chances : ndarray
        In the order of `result.ENDS` [chance].
    """
    return dict(zip(ENDS, chances.tolist(), strict=True))


FIGHT = FightWords(
    outcomes=ENDINGS,
    named=named,
    labels={
        "*-wins": "{own} left standing, {other} gone",
        "*-wins-first-round": "{own} winning the first round",
        "*-slays-all-at-once": "{own} slaying all in the first round",
        "*-breaks": "{own} failing a Break test",
        "*-wounds-left": "Wounds left of {own}",
        "*-wounds-dealt": "Wounds by {own} in the first round",
        "both-gone": "Both are gone",
        "rounds": "Rounds fought",
    },
    note="A side wins when the other breaks, flees or is destroyed "
    f"({FLIGHT}). Wounds beyond those that a unit has left are lost.",
    stalled="neither side can hurt the other: there the combat",
)
"""Words of a combat that goes on, in which nobody has charged."""


AFTER_CHARGE = replace(
    FIGHT,
    labels={
        **FIGHT.labels,
        "*-slays-all-at-once": "{own} slaying all in the first round: it may overrun",
    },
)
"""Words of a combat that begins with a charge: its first round is the first."""


WORDS = (
    Word(
        "Wins",
        "Stands when the combat is over, and the other does not: it has broken,"
        " fled or been destroyed.",
        RESULT,
    ),
    Word(
        "Loses",
        "The other side wins. Where both are gone, neither does.",
        RESULT,
    ),
    Word(
        "Broken, and away",
        "Lost a round, failed the Break test, and ran further than the winner pursued.",
        FLIGHT,
    ),
    Word(
        "Broken and run down",
        "Lost a round, failed the Break test, and the pursuers rolled at least "
        "as far: all of it is removed.",
        FLIGHT,
    ),
    Word(
        "Destroyed",
        "No model is left: all were slain by blows or shots.",
        COMBAT,
    ),
    Word(
        "Wounds too many",
        "Wounds beyond those that a unit has left are lost. What several wounds"
        " for one take from a model stops at that model.",
        COMBAT,
    ),
    Word(
        "Result of a round",
        "Ranks count as they stood when the round began. More in number is by Unit"
        " Strength, after the casualties; equal strength is no bonus. Monsters,"
        " chariots, flyers and machines have no ranks (house). A draw that a musician"
        " breaks is a won round.",
        RESULT,
    ),
    Word(
        "Champion, standard bearer, musician",
        "Each counts as long as one model of the unit lives, also where the last is"
        " all three (house).",
        RESULT,
    ),
)
"""In the order in which they are told."""
