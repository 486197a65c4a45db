"""All that the project says is what it said when the golden files were written.

``python -m pytest tests/golden --write`` writes them, ``--show KEY`` prints one answer.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulesets.combats import COMBATS
from tests.golden.answers import (
    Answers,
    comparisons,
    kinds,
    match_ups,
    reviews,
    units,
)
from tests.golden.digests import agree, digest
from tests.golden.site import site

SECTIONS: dict[str, Callable[[], Answers]] = {
    "reviews": reviews,
    "match-ups": match_ups,
    "kinds": kinds,
    "comparisons": comparisons,
    **{f"units-of-{game}": partial(units, game) for game in COMBATS},
    "site": site,
}
"""By the name of its file."""


def _file(section: str) -> Path:
    return Path(__file__).parent / f"{section}.json"


def written(section: str) -> dict[str, dict[str, Any]]:
    """Return the digests of a section by their keys."""
    digests: dict[str, dict[str, Any]] = json.loads(_file(section).read_text("utf-8"))
    return digests


def _help(section: str) -> str:
    command = f"python -m pytest tests/golden -k {section}"
    return f"to see one: {command} --show KEY; if it is meant: {command} --write"


@pytest.mark.django_db
@pytest.mark.parametrize("section", SECTIONS)
def test_one_answer_in_forty_is_as_before(
    section: str, request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--write"):
        pytest.skip("the golden file is written anew")
    before = written(section)
    answers = [*SECTIONS[section]()][::40]
    now = {key: digest(answer()) for key, answer in answers}
    other = [key for key in now if not agree(before[key], now[key])]
    assert other == [], _help(section)


@pytest.mark.django_db
@pytest.mark.parametrize("section", SECTIONS)
def test_everything_is_said_as_before(
    section: str, request: pytest.FixtureRequest
) -> None:
    answers = {key: answer() for key, answer in SECTIONS[section]()}
    show = request.config.getoption("--show")
    if show in answers:
        print(json.dumps(answers[show], indent=1, ensure_ascii=False))  # noqa: T201
    now = {key: digest(answer) for key, answer in answers.items()}
    if request.config.getoption("--write"):
        rows = (f"{json.dumps(k)}: {json.dumps(now[k])}" for k in sorted(now))
        _file(section).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    before = written(section)
    assert [*before] == sorted(now), _help(section)
    other = [key for key in before if not agree(before[key], now[key])]
    assert other == [], _help(section)
