"""The command reads all that it is given: folders, archives, standard input."""

import gc
import io
import json
import os
import shutil
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings

from armybuilder.books.models import Edition
from rulesets.books.bookshelf import BookFolder
from rulesets.checks.armies import CheckTerms, judged_files
from rulesets.checks.files import ArmyFile
from tests.armybuilder.armies.test_check_army import ARMIES, FIXTURES, SAMPLES, run
from tests.armybuilder.editions import publish_printed
from tests.rulesets.list_text.test_roster_xml import ROSTER

BOOKS = SAMPLES / "books"
SKAVEN = FIXTURES / "skaven-1000.json"


def command(*words: str | Path) -> "subprocess.CompletedProcess[bytes]":
    """Run the command as a process of its own, where there is no database."""
    environment = {**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    whole = [sys.executable, "manage.py", "check_army", *map(str, words)]
    return subprocess.run(
        whole,
        cwd=settings.BASE_DIR,
        env=environment,
        check=False,
        capture_output=True,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder as organisers have them: capitals, folders, archives, notes."""
    inner = tmp_path / "round 1" / "late"
    inner.mkdir(parents=True)
    shutil.copy(ARMIES[0], tmp_path / "first.JSON")
    shutil.copy(ARMIES[1], inner / "second.json")
    with zipfile.ZipFile(tmp_path / "third.ZIP", "w") as archive:
        archive.write(ARMIES[2], "lists/a.json")
        archive.write(SAMPLES / "illegal-armies" / "two-generals.json", "lists/b.json")
    (tmp_path / "notes.md").write_text("to do")
    (tmp_path / "round 1" / "broken.json").write_text("{")
    return tmp_path


def test_nothing_in_a_folder_is_skipped_in_silence(folder: Path) -> None:
    code, out, err = run("--books", BOOKS, folder)
    assert code == 2
    judged = [line.split("“")[0] for line in out.splitlines() if line[0] != " "]
    assert [line.split()[0] for line in judged] == ["legal", "legal", "illegal"] * 1 + [
        "legal"
    ]
    for name in ("first.JSON", "second.json", "third.ZIP/lists/a.json", "lists/b.json"):
        assert sum(name in line for line in judged) == 1
    assert f"{folder}/notes.md: not read: no .json, .zip, .txt, .ros or .rosz" in err
    assert f"{folder}/round 1/broken.json: /: not JSON" in err


def test_texts_and_rosters_of_other_builders_in_a_folder_are_judged(
    tmp_path: Path,
) -> None:
    (tmp_path / "read me.txt").write_text("Lists of the first day")
    (tmp_path / "clear.txt").write_text("The Empire, 2000 points\n20 Halberdiers\n")
    (tmp_path / "unclear.TXT").write_text("The Empire\n20 Halbadeers of the Dawn\n")
    (tmp_path / "roster.ros").write_text(ROSTER)
    with zipfile.ZipFile(tmp_path / "roster.rosz", "w") as archive:
        archive.writestr("roster.ros", ROSTER)
    _, out, _ = run("--json", "--books", BOOKS, tmp_path)
    lines = [json.loads(line) for line in out.splitlines()]
    named = {Path(line["file"]).name for line in lines}
    assert named == {"clear.txt", "unclear.TXT", "roster.ros"}
    (unclear,) = (line for line in lines if "unclear" in line["file"])
    assert unclear["verdict"] == "unreadable"
    assert "line 2" in unclear["error"]["text"]
    assert [line["army"] for line in lines if ".ros" in line["file"]] == [
        "Reikland Muster"
    ] * 2


def test_json_has_a_line_for_every_file(folder: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"
    _, out, _ = run("--json", "--books", BOOKS, folder, gone)
    lines = [json.loads(line) for line in out.splitlines()]
    assert [Path(line["file"]).name for line in lines] == [
        "first.JSON",
        "a.json",
        "b.json",
        "broken.json",
        "second.json",
        "gone.json",
    ]
    assert [line["verdict"] for line in lines] == [
        *("legal", "legal", "illegal", "unreadable", "legal", "unreadable"),
    ]
    assert lines[-1]["error"] == {"where": "", "text": "No such file or directory"}
    assert lines[0]["army"] == json.loads(ARMIES[0].read_text())["name"]


def test_a_dash_is_standard_input() -> None:
    with mock.patch("sys.stdin", mock.Mock(buffer=io.BytesIO(SKAVEN.read_bytes()))):
        code, out, _ = run("--books", BOOKS, "-")
    assert code == 0
    assert out.startswith("legal")


@pytest.mark.slow
def test_no_database_is_needed() -> None:
    done = command(SKAVEN)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.startswith(b"legal")
    assert b"No book is published here; judging by those in" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_is_told_nothing_more(tmp_path: Path) -> None:
    many = [SKAVEN] * 400
    words = [sys.executable, "manage.py", "check_army", "--books", BOOKS, *many]
    with subprocess.Popen(
        [str(word) for word in words],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b"legal")
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=120) == 141


def test_the_first_answer_comes_before_the_second_file_is_read() -> None:
    read = []

    def files() -> Iterator[ArmyFile]:
        for number in range(3):
            read.append(number)
            yield ArmyFile(str(number), SKAVEN.read_bytes())

    verdicts = judged_files(files(), CheckTerms(), BookFolder(BOOKS))
    assert next(verdicts).word == "legal"
    assert read == [0]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_lists() -> None:
    raw = SKAVEN.read_bytes()
    bookshelf = BookFolder(BOOKS)

    def kept_after(lists: int) -> int:
        files = (ArmyFile(str(number), raw) for number in range(lists))
        assert all(
            v.word == "legal" for v in judged_files(files, CheckTerms(), bookshelf)
        )
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        kept_after(1000)
        few, many = kept_after(50), kept_after(1000)
    finally:
        tracemalloc.stop()
    assert many - few < 100_000


def test_fixes_are_tried_where_they_are_asked_for() -> None:
    path = SAMPLES / "illegal-armies" / "over-the-limit.json"
    assert "fix:" not in run("--books", BOOKS, path)[1]
    assert "fix:" in run("--books", BOOKS, "--fixes", path)[1]


def test_a_limit_for_everybody_is_given_on_the_line() -> None:
    assert run("--books", BOOKS, "--limit", "1000", SKAVEN)[0] == 0
    code, out, _ = run("--books", BOOKS, "--limit", "999", SKAVEN)
    assert code == 1
    assert "1,000 of 999" in out


# -- editions that count ------------------------------------------------------------


@pytest.fixture
def two_editions(tmp_path: Path) -> Path:
    books = tmp_path / "books"
    books.mkdir()
    for number in (1, 2):
        shutil.copy(
            BOOKS / "charge-skaven.json", books / f"charge-skaven@{number}.json"
        )
    return books


@pytest.mark.parametrize(("counts", "code"), [("any", 0), ("newest", 1)])
def test_an_older_edition_is_a_message_where_the_newest_counts(
    two_editions: Path, counts: str, code: int
) -> None:
    done, out, _ = run("--books", two_editions, "--editions", counts, SKAVEN)
    assert done == code
    assert ("Skaven: edition 1 here; edition 2 counts." in out) == bool(code)


def test_the_edition_that_counts_is_a_fix(two_editions: Path) -> None:
    words = ("--books", two_editions, "--editions", "newest", "--fixes", "--json")
    _, out, _ = run(*words, SKAVEN)
    (message,) = json.loads(out)["messages"]
    (fix,) = message["fixes"]
    assert (message["code"], fix["text"]) == (
        "other-edition",
        "Use edition 2 of Skaven",
    )
    assert fix["legal"]


def test_a_pack_says_which_editions_count(two_editions: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack.json"
    document = {
        "format": "armybuilder.pack/1",
        "key": "open",
        "name": "Open",
        "game": "charge",
        "editions": "newest",
    }
    pack.write_text(json.dumps(document))
    assert run("--books", two_editions, "--pack", pack, SKAVEN)[0] == 1
    loose = ("--books", two_editions, "--pack", pack, "--editions", "any", SKAVEN)
    assert run(*loose)[0] == 0


def test_a_folder_of_books_knows_no_days(two_editions: Path) -> None:
    _, _, err = run("--books", two_editions, "--editions", "2026-11-01", SKAVEN)
    assert "does not say when they were published" in err


def publish_at(number: int, moment: datetime) -> None:
    """Publish the same book once more at a moment."""
    with mock.patch("django.utils.timezone.now", return_value=moment):
        if number == 1:
            publish_printed("charge-skaven")
        else:
            first = Edition.objects.get(book__key="charge-skaven", number=1)
            Edition.objects.create(
                book=first.book,
                number=number,
                document=first.document,
                sha256=f"{number:064}",
            )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-05-31", "Skaven: edition 1 here; none of it counts yet."),
        ("2026-06-01", ""),
        ("2026-06-09", ""),
        ("2026-06-10", "Skaven: edition 1 here; edition 2 counts."),
    ],
)
def test_editions_count_as_of_a_day(day: str, said: str) -> None:
    publish_at(1, datetime(2026, 6, 1, 23, 59, tzinfo=UTC))
    publish_at(2, datetime(2026, 6, 10, 0, 0, tzinfo=UTC))
    code, out, _ = run("--editions", day, SKAVEN)
    assert code == bool(said)
    assert said in out


def test_what_is_no_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A pipe that nobody writes to, and links that lead round in a circle."""
    shutil.copy(ARMIES[0], tmp_path / "first.json")
    (tmp_path / "again").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.json")
    done = command("--books", BOOKS, tmp_path)
    assert done.returncode == 2
    told = done.stderr.decode().splitlines()
    assert f"{tmp_path}/again: not read: a link to a folder" in told
    assert f"{tmp_path}/pipe.json: not read: no file" in told
    assert len(done.stdout.splitlines()) == 1


def test_a_folder_that_cannot_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ARMIES[0], tmp_path / "first.json")
    (tmp_path / "closed").mkdir()
    scan = os.scandir

    def scandir(path: str | Path) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    status, _, errors = run(str(tmp_path), "--books", str(BOOKS))
    assert status == 2
    assert "closed: Permission denied" in errors


def test_without_standard_input_that_is_said() -> None:
    with mock.patch("sys.stdin", None):
        status, _, errors = run("-", "--books", str(BOOKS))
    assert (status, errors.strip()) == (2, "-: there is no standard input")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_an_answer_that_cannot_be_written_is_one_clear_error() -> None:
    words = [sys.executable, "manage.py", "check_army"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*words, "--books", str(BOOKS), str(ARMIES[0])],
            cwd=settings.BASE_DIR,
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert "cannot be written: No space left on device" in line
