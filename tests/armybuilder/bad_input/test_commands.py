"""Bad input to commands: one clear error that names the place."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.armybuilder.bad_input.bad_documents import (
    NAMES,
    ROSTERS,
    UNREADABLE,
    as_json,
)


def refused_by(command: str, path: Path, *arguments: str) -> tuple[int, str, str]:
    """Return the exit status, what is said and what is complained about."""
    out, complaints = io.StringIO(), io.StringIO()
    try:
        call_command(command, str(path), *arguments, stdout=out, stderr=complaints)
    except CommandError as problem:
        complaints.write(str(problem))
        return problem.returncode, out.getvalue(), complaints.getvalue()
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue(), complaints.getvalue()
    return 0, out.getvalue(), complaints.getvalue()


@pytest.mark.sweep(5)
@pytest.mark.parametrize("command", ["check_army", "odds", "compare", "import_book"])
@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_commands_end_with_2_on_what_is_no_document(
    tmp_path: Path, command: str, raw: bytes
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    status, said, complaints = refused_by(command, path)
    assert (status, said) == (2, "")
    assert str(path) in complaints


@pytest.mark.parametrize("command", ["check_army", "odds", "compare", "import_book"])
def test_commands_end_with_2_on_what_cannot_be_opened(
    tmp_path: Path, command: str
) -> None:
    assert refused_by(command, tmp_path / "nothing.json")[0] == 2
    (tmp_path / "folder").mkdir()
    assert refused_by(command, tmp_path / "folder")[0] == 2
    large = tmp_path / "large.json"
    large.write_bytes(b"[" + b"0," * 4_000_000 + b"0]")
    assert refused_by(command, large)[0] == 2


@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_check_army_names_the_place_in_a_bad_roster(
    tmp_path: Path, name: str, document: Any, where: str
) -> None:
    path = tmp_path / "army.json"
    path.write_bytes(as_json(document))
    for arguments in ((), ("--json",)):
        status, said, complaints = refused_by("check_army", path, *arguments)
        assert status == 2
        assert f"{path}: {where}" in complaints
        if arguments:
            assert json.loads(said)["error"]["where"].startswith(where)
        else:
            assert said == ""


@pytest.mark.parametrize("change", ["key", "units", "format", "game", "name"])
@pytest.mark.parametrize("bad", [None, 7, "<b>", [7], {"x": 1}, 10**30])
def test_import_book_names_the_place_in_a_bad_book(
    tmp_path: Path, books_folder: Path, change: str, bad: Any
) -> None:
    book = json.loads((books_folder / "charge-skaven.json").read_bytes())
    if change == "name" and bad == "<b>":
        bad = ""
    path = tmp_path / "book.json"
    path.write_bytes(as_json({**book, change: bad}))
    status, _, complaints = refused_by("import_book", path)
    assert status == 2
    assert f"/{change}" in complaints


@pytest.fixture
def books_folder() -> Path:
    return Path(__file__).parents[3] / "fixtures" / "books"
