"""Decisions of players in the match-ups of Warhammer."""

from rulesets.odds.decisions import Decisions

DECISIONS = Decisions(
    of_each=frozenset(
        {
            *("width", "reaction", "pursuit", "redress", "pace", "aims", "vomits"),
            *("aims-at-ridden", "uses-item", "risks-charge"),
        }
    ),
    of_a=frozenset({"shooting.all-shots", "grapeshot", "steers"}),
    of_b=frozenset({"charge.reaction"}),
    of_either=frozenset({"challenge", "refuses"}),
)
