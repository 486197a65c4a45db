"""The page about the odds names every reading of Mordheim and the rules that count."""

from pathlib import Path

import pytest

from rulesets.games.mordheim.book_rules import OF_BOOKS
from rulesets.games.mordheim.combat.questions.readings import READINGS
from rulesets.games.mordheim.special_rules import RULES, keys_of
from rulesets.odds.match_up import Question

PAGE = (Path(__file__).parents[4] / "docs" / "odds.md").read_text(encoding="utf-8")
OURS = PAGE.partition("## Mordheim: what is read")[2]


@pytest.mark.parametrize("question", READINGS, ids=[q.key for q in READINGS])
def test_a_reading_stands_in_the_table_with_its_default(question: Question) -> None:
    rows = [row for row in OURS.splitlines() if row.startswith(f"| `{question.key}`")]
    assert len(rows) == 1
    default = question.default
    told = str(default).lower() if isinstance(default, bool) else str(default)
    assert f"`{told}`" in rows[0].split("|")[2]


COUNTED = keys_of((*RULES.values(), *OF_BOOKS), "counted")


@pytest.mark.parametrize("key", sorted(COUNTED))
def test_a_rule_that_counts_is_named(key: str) -> None:
    assert f"`{key}`" in OURS
