"""The page about the odds names every reading and every rule that counts."""

from pathlib import Path

import pytest

from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.games.warhammer.special_rules import RULES
from rulesets.odds.match_up import Question

PAGE = (Path(__file__).parents[4] / "docs" / "odds.md").read_text(encoding="utf-8")
SECTIONS = [part for part in PAGE.split("\n## ") if part.startswith("Warhammer: ")]
ROWS = [line for part in SECTIONS for line in part.splitlines() if line[:1] == "|"]


def printed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("question", READINGS, ids=[q.key for q in READINGS])
def test_a_reading_stands_in_the_table_with_its_default(question: Question) -> None:
    rows = [line for line in ROWS if line.startswith(f"| `{question.key}`")]
    assert len(rows) == 1
    assert f"`{printed(question.default)}`" in rows[0].split("|")[2]


@pytest.mark.parametrize(
    "key", sorted(key for key, rule in RULES.items() if rule.status == "exact")
)
def test_a_rule_that_counts_stands_in_the_table(key: str) -> None:
    rows = [line for line in ROWS if line.startswith(f"| {RULES[key].name} |")]
    assert len(rows) == 1


def test_no_rule_is_told_to_count_that_does_not() -> None:
    names = {rule.name for rule in RULES.values() if rule.status != "exact"}
    told = {line.split("|")[1].strip() for line in ROWS}
    assert not names & told
