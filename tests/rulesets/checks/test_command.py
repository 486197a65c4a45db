"""`python -m rulesets.check`: what it does apart from `check_army`."""

import shutil
from pathlib import Path

import pytest

from rulesets import check
from tests.real_books import FIXTURES

SKAVEN = FIXTURES / "armies" / "skaven-1000.json"


def test_armies_are_judged_by_the_books_of_the_project(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert check.main([str(SKAVEN)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("legal    1,000 of 1,000")
    assert err == ""


def test_without_the_books_of_the_project_a_folder_is_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(check, "SHIPPED", tmp_path / "books")
    assert check.main([str(SKAVEN)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "python -m rulesets.check: there are no army books in"
        f" {tmp_path / 'books'}; name a folder of them with --books\n"
    )


def test_of_a_folder_of_books_only_the_named_ones_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(FIXTURES / "books" / "charge-skaven.json", tmp_path)
    (tmp_path / "charge-torn.json").write_text("{")
    assert check.main([str(SKAVEN), "--books", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("legal")


@pytest.mark.parametrize(
    ("word", "text", "said"),
    [
        ("--limit", "many", "expected a number from 0, found 'many'"),
        ("--limit", "-1", "expected a number from 0, found '-1'"),
        ("--limit", "NaN", "expected a number from 0, found 'NaN'"),
        (
            "--editions",
            "someday",
            "expected any, newest or a day (2026-11-01), found 'someday'",
        ),
    ],
)
def test_an_argument_that_is_wrong_is_refused_in_words(
    word: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        check.main([str(SKAVEN), f"{word}={text}"])
    assert end.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"python -m rulesets.check: error: argument {word}: {said}"
