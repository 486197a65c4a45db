"""Lines of a review are found by their paths."""

from pathlib import Path

import pytest

from rulesets.legality import review
from tests.real_books import real_books, sample_army

ARMIES = sorted(path.stem for path in Path("fixtures/armies").glob("*.json"))


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", ARMIES)
def test_a_line_is_found_by_its_path_and_by_no_other(name: str) -> None:
    found = review(sample_army(name), real_books())
    lines = [*found.lines()]
    assert {line.path: line for line in lines} == {
        line.path: found.line(line.path) for line in lines
    }
    for line in lines:
        beside = (f"{line.path}/none", f"{line.path}x", f"/{line.path}")
        assert not any(map(found.line, beside))
    assert found.line("") is None
    assert found.line(found.forces[0].id) is None
