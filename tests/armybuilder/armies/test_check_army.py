import json
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

SAMPLES = Path(__file__).parents[3] / "fixtures"
FIXTURES = SAMPLES / "armies"
ARMIES = sorted(FIXTURES.glob("*.json"))
ILLEGAL = sorted((SAMPLES / "illegal-armies").glob("*.json"))
BROKEN = sorted((SAMPLES / "broken-armies").glob("*.json"))

pytestmark = pytest.mark.usefixtures("every_book")


def run(*arguments: str | Path) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    code: object = 0
    try:
        call_command("check_army", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as stopped:
        code = stopped.code
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


def test_legal_armies_exit_with_0() -> None:
    code, out, err = run(*ARMIES)
    assert code == 0
    assert err == ""
    assert len([line for line in out.splitlines() if line.startswith("legal")]) == len(
        ARMIES
    )


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_an_illegal_army_exits_with_1_and_says_why(path: Path) -> None:
    code, out, err = run(path)
    assert code == 1
    assert err == ""
    assert out.startswith("illegal")
    assert "error: " in out


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_exits_with_2_and_is_named_on_standard_error(path: Path) -> None:
    code, out, err = run(path)
    assert code == 2
    assert out == ""
    assert err.startswith(f"{path}: /")


def test_unreadable_wins_over_illegal_and_the_others_are_still_judged() -> None:
    code, out, _ = run(ARMIES[0], ILLEGAL[0], BROKEN[0])
    assert code == 2
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == [
        "legal",
        "illegal",
    ]


def test_json_is_one_object_a_line() -> None:
    code, out, _ = run("--json", FIXTURES / "skaven-1000.json", ILLEGAL[0])
    legal, illegal = (json.loads(line) for line in out.splitlines())
    assert code == 1
    assert legal == {
        "file": str(FIXTURES / "skaven-1000.json"),
        "army": "The Great Gnawing",
        "legal": True,
        "verdict": "legal",
        "verdict_text": "Legal",
        "waived": [],
        "points": 1000,
        "limit": 1000,
        "messages": [],
        "edition": "charge-skaven/1",
        "off": [],
        "on": [],
        "more": 0,
        "tallies": [],
    }
    assert illegal["legal"] is False
    message = illegal["messages"][0]
    assert {"code", "severity", "where", "text", "rule", "source", "fixes"} <= set(
        message
    )


def test_a_file_that_is_not_there_exits_with_2(tmp_path: Path) -> None:
    code, _, err = run(tmp_path / "gone.json")
    assert code == 2
    assert "gone.json: No such file or directory" in err


def test_an_empty_folder_is_no_success(tmp_path: Path) -> None:
    code, _, err = run(tmp_path)
    assert code == 2
    assert str(tmp_path) in err


def test_a_folder_and_an_archive_stand_for_their_documents(tmp_path: Path) -> None:
    packed = tmp_path / "armies.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(ARMIES[0], "round-1/first.json")
    code, out, _ = run(packed, SAMPLES / "illegal-armies")
    assert code == 1
    assert "armies.zip/round-1/first.json" in out
    assert len(
        [line for line in out.splitlines() if line.startswith("illegal")]
    ) == len(ILLEGAL)


def test_a_pack_sets_the_rules(tmp_path: Path) -> None:
    pack = tmp_path / "pack.json"
    document = {
        "format": "armybuilder.pack/1",
        "key": "small",
        "name": "Small event",
        "game": "charge",
        "limits": [
            {"key": "few", "title": "Few units", "of": "kind:unit", "max": 3},
        ],
    }
    pack.write_text(json.dumps(document), encoding="utf-8")
    code, out, _ = run("--pack", pack, FIXTURES / "skaven-1000.json")
    assert code == 1
    assert "Few units" in out


def test_what_an_army_switched_off_is_said_where_it_counts(tmp_path: Path) -> None:
    document = json.loads((SAMPLES / "illegal-armies/two-factions.json").read_text())
    path = tmp_path / "mixed.json"
    path.write_text(json.dumps({**document, "switches": {"one-faction": False}}))
    code, out, _ = run("--agreed", path)
    assert code == 0
    assert "waived: One faction" in out
    code, out, _ = run(path)
    assert code == 1
    assert "waived" not in out


@pytest.mark.parametrize("text", ["{}", "{", None])
def test_a_bad_pack_is_refused_with_2(tmp_path: Path, text: str | None) -> None:
    pack = tmp_path / "pack.json"
    if text is not None:
        pack.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=r"pack\.json") as refused:
        run("--pack", pack, ARMIES[0])
    assert refused.value.returncode == 2


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    document = json.loads(ARMIES[0].read_text(encoding="utf-8"))
    document["name"] = "Red \x1b[31m Army"
    path = tmp_path / "red.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    _, out, _ = run(path)
    assert "\x1b" not in out
    assert "Red [31m Army" in out
