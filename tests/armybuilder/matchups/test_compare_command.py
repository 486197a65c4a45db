"""The command that works out a comparison document."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from armybuilder.api.examples import EXAMPLE_COMPARISON

pytestmark = pytest.mark.usefixtures("charge_books")


@pytest.fixture
def document() -> dict[str, Any]:
    return dict(EXAMPLE_COMPARISON.value)


def compared(tmp_path: Path, document: dict[str, Any], *options: str) -> str:
    path = tmp_path / "comparison.json"
    path.write_text(json.dumps(document))
    out = io.StringIO()
    call_command("compare", str(path), *options, stdout=out)
    return out.getvalue()


def test_the_table_has_a_row_and_a_column_for_every_side(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    said = compared(tmp_path, document)
    head, columns, ratmen, jezzails, *rest = said.splitlines()

    assert head == "Chance to win of each row against each column"
    assert columns.split() == ["1", "2"]
    assert ratmen.startswith("Ratmen ")
    assert jezzails.count("%") == 2
    assert "  1  Orcs" in rest
    assert rest[-1].startswith("Exact;")


def test_all_three_forms_tell_the_same(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    whole = json.loads(compared(tmp_path, document, "--json"))
    rows = list(csv.reader(io.StringIO(compared(tmp_path, document, "--csv"))))

    assert rows[0] == ["Chance to win", "Orcs", "Badlands Beast"]
    for row, cells in zip(rows[1:], whole["cells"], strict=True):
        assert [float(text) for text in row[1:]] == pytest.approx(
            [cell["wins"] for cell in cells], abs=1e-6
        )


def test_another_measure_may_be_asked_for(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    said = compared(tmp_path, document, "--measure", "dealt")
    assert said.startswith("Wounds dealt of each row")


def test_what_is_no_comparison_ends_with_2_and_its_place(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    with pytest.raises(CommandError, match="/kind: expected one of") as refused:
        compared(tmp_path, {**document, "kind": "duel"})
    assert refused.value.returncode == 2


def test_a_name_is_no_formula_in_a_spreadsheet(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    figures = {"speed": 6, "melee-dice": 3, "melee-need": 5, "save": 6, "wounds": 6}
    line = {**figures, "shoot-dice": 0, "shoot-need": 7, "push": 0, "morale": 8}
    side = {"fighter": {"name": "=1+1", "kind": "infantry", "characteristics": line}}
    said = compared(tmp_path, {**document, "a": [side], "b": [side]}, "--csv")
    head, row = csv.reader(io.StringIO(said))
    assert head[1] == row[0] == "'=1+1"
