"""The page about the odds names every reading and every rule that there is."""

from pathlib import Path

import pytest

from rulesets.games.charge.combat.readings import READINGS
from rulesets.games.charge.special_rules import RULES
from rulesets.odds.match_up import Question

PAGE = (Path(__file__).parents[4] / "docs" / "odds.md").read_text(encoding="utf-8")


def printed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("question", READINGS, ids=[q.key for q in READINGS])
def test_a_reading_stands_in_the_table_with_its_default(question: Question) -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    rows = [line for line in lines if f"`{question.key}`" in line.split("|")[1]]
    assert len(rows) == 1
    assert f"`{printed(question.default)}`" in rows[0].split("|")[2]


@pytest.mark.parametrize("name", [rule.name for rule in RULES.values()])
def test_a_rule_stands_in_the_table_of_those_that_count(name: str) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| {name}")]
    assert len(rows) == 1
