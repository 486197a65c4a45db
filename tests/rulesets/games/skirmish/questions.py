"""What Skirmish asks about a match-up, and the answers as values."""

from dataclasses import dataclass
from typing import Literal

from rulesets.odds.context import Context
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import carries, of_either
from rulesets.odds.settings import ACTS, MatchUpKind
from tests.rulesets.games.skirmish.special_rules import DOCUMENT

KINDS = (
    MatchUpKind(
        "fight",
        "Fight",
        "Two figures fight round after round, until one is destroyed or both are.",
        (
            Question(
                "charger",
                "Who charges",
                "a",
                (
                    Choice("a", "Side A"),
                    Choice("b", "Side B"),
                    Choice("none", "Nobody"),
                ),
                source=f"{DOCUMENT}, Charging",
                group=ACTS,
                matters=of_either(carries("headlong")),
            ),
        ),
    ),
)

READINGS = (
    Question(
        "charge-lasts",
        "A charge lasts for",
        "round",
        (Choice("round", "The first round"), Choice("fight", "The whole fight")),
        source=f"{DOCUMENT}, Charging",
    ),
)


@dataclass(frozen=True, slots=True)
class SkirmishSituation:
    """The situation of a match-up, as `KINDS` ask for it."""

    charger: Literal["a", "b", "none"] = "a"


@dataclass(frozen=True, slots=True)
class SkirmishReadings:
    """The readings of the rules, as `READINGS` ask for them."""

    charge_lasts: Literal["round", "fight"] = "round"


SkirmishContext = Context[SkirmishSituation, SkirmishReadings]
