"""Many files by one command: by several processes, and gone on after an interruption.

The command with one process and without a journal is the witness.
"""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from rulesets import check
from rulesets.checks import processes
from rulesets.checks.files import ArmyFile
from rulesets.checks.processes import ProcessLost, judged_apart
from tests.real_books import FIXTURES

ROOT = FIXTURES.parent
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an archive of 75 files: legal, illegal, broken, twins, no lists."""
    path = tmp_path_factory.mktemp("many") / "lists.zip"
    small = [*sorted((FIXTURES / "armies").glob("*-500.json"))[:8]]
    small += sorted((FIXTURES / "illegal-armies").glob("*.json"))[:8]
    small += sorted((FIXTURES / "broken-armies").glob("*.json"))[:4]
    with zipfile.ZipFile(path, "w") as archive:
        for again in range(4):
            for file in small:
                text = file.read_text().replace("{", "{" + " " * again, 1)
                archive.writestr(f"{again}/{file.name}", text)
        archive.writestr("twin.json", small[0].read_text())
        archive.writestr("empty.json", "")
        archive.writestr("map.png", b"\x89PNG")
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: str | Path) -> tuple[int, str, str]:
        code = check.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return command


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_several_processes_say_the_same_in_the_same_order(
    run: Run, lists: Path, form: tuple[str, ...]
) -> None:
    alone = run(lists, *form)
    code, out, err = run(lists, "--jobs", "2", *form)
    *complaints, counted = err.splitlines(keepends=True)
    assert (code, out, "".join(complaints)) == alone
    assert code == 2
    assert counted == "75 files: 24 illegal, 17 unreadable, 33 legal, 1 no list\n"


def test_what_is_no_list_and_what_is_there_twice_is_said(run: Run, lists: Path) -> None:
    _, _, err = run(lists)
    first = sorted((FIXTURES / "armies").glob("*-500.json"))[0].name
    assert f"twin.json: byte for byte the same as {lists}/0/{first}" in err
    assert f"{lists}/map.png: no list: a picture" in err
    assert f"{lists}/empty.json: the file is empty" in err


@pytest.mark.parametrize("kept", [0, 1, 2, 30, 75, 76], ids="{} lines".format)
@pytest.mark.parametrize("torn", [b"", b'{"file": "0'], ids=["whole", "torn"])
def test_an_interrupted_check_goes_on_and_says_all_of_it(
    run: Run, lists: Path, tmp_path: Path, kept: int, torn: bytes
) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    alone = run(lists, "--json")
    assert run(lists, "--json", "--resume", whole) == alone
    written = whole.read_bytes().splitlines(keepends=True)
    assert len(written) == 76
    part.write_bytes(b"".join(written[:kept]) + (torn if kept else b""))
    assert run(lists, "--json", "--resume", part) == alone
    assert part.read_bytes() == whole.read_bytes()


def test_what_a_journal_has_is_not_judged_again(
    run: Run, lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal"
    first = run(lists, "--resume", journal)
    monkeypatch.setattr("rulesets.checks.command.judged_files", None)
    assert run(lists, "--resume", journal) == first


def test_from_the_first_other_file_on_all_are_judged(
    run: Run, lists: Path, tmp_path: Path
) -> None:
    journal, one, two = (tmp_path / name for name in ("journal", "1.json", "2.json"))
    one.write_bytes(b"{}")
    two.write_bytes(b"[]")
    run(one, two, "--resume", journal)
    one.write_bytes(b"{ }")
    assert run(one, two, "--resume", journal) == run(one, two)
    assert len(journal.read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("{}\n", (), "is no journal of a check"),
        ("[1]\n", (), "is no journal of a check"),
        (None, ("--limit", "100"), "is the journal of a check by other terms"),
        (None, ("--json",), "is the journal of a check by other terms"),
    ],
)
def test_a_journal_of_something_else_is_refused(
    run: Run,
    lists: Path,
    tmp_path: Path,
    text: str | None,
    words: tuple[str, ...],
    said: str,
) -> None:
    journal = tmp_path / "journal"
    if text is None:
        run(tmp_path, "--resume", journal)
    else:
        journal.write_text(text)
    before = journal.read_bytes()
    code, out, err = run(lists, "--resume", journal, *words)
    assert (code, out) == (2, "")
    assert said in err
    assert journal.read_bytes() == before


def test_a_journal_that_cannot_be_written_is_one_clear_error(
    run: Run, lists: Path, tmp_path: Path
) -> None:
    code, _, err = run(lists, "--resume", tmp_path / "nowhere" / "journal")
    assert code == 2
    assert err.endswith("journal: No such file or directory\n")


@pytest.mark.parametrize("text", ["0", "-1", "many", "65", "1e3"])
def test_a_number_of_processes_is_refused_in_words(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        check.main(["x.json", f"--jobs={text}"])
    assert end.value.code == 2
    assert "expected a number from 1 to 64" in capsys.readouterr().err


def test_a_system_that_cannot_fork_says_so(
    run: Run, lists: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesets.checks.command.can_fork", lambda: False)
    code, _, err = run(lists, "--jobs", "2")
    assert (code, "cannot fork" in err) == (2, True)


def test_few_files_are_under_way_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "OF_A_PARCEL", 2)
    read: list[str] = []

    def files() -> object:
        for number in range(60):
            read.append(str(number))
            yield ArmyFile(str(number))

    answers = judged_apart(files(), file_name, 2)  # type: ignore[arg-type]
    assert next(answers) == "0"
    assert len(read) <= 2 * processes.PARCELS_AHEAD * 2
    assert [*answers] == [str(number) for number in range(1, 60)]


def file_name(file: ArmyFile) -> str:
    return file.name


def end_itself(file: ArmyFile) -> str:
    if file.name == "40":
        os.kill(os.getpid(), signal.SIGKILL)
    return file.name


def test_a_killed_process_is_said_after_the_answers_before_it() -> None:
    told: list[str] = []
    files = (ArmyFile(str(number)) for number in range(60))
    with pytest.raises(ProcessLost):
        told.extend(judged_apart(files, end_itself, 1))
    assert told == [str(number) for number in range(len(told))]
    assert len(told) <= 40


def stopped(words: list[str], journal: Path, how: signal.Signals) -> tuple[str, int]:
    """Return what a command said that was stopped after 100 lists, and its status.

    It hears an interrupt also where tests run in the background, which ignores it.
    """
    hear = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        words,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear,
    ) as running:
        end = time.monotonic() + 60
        while not journal.exists() or journal.read_bytes().count(b"\n") < 100:
            assert time.monotonic() < end
            time.sleep(0.01)
        os.killpg(running.pid, how)
        assert running.stderr is not None
        said = running.stderr.read().decode()
        return said, running.wait(timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_is_stopped_goes_on_and_misses_nothing(
    lists: Path, tmp_path: Path, how: signal.Signals
) -> None:
    journal = tmp_path / "journal"
    words = [sys.executable, "-m", "rulesets.check", *[str(lists)] * 20, "--json"]
    words += ["--jobs", "2", "--resume", str(journal)]
    for _ in range(5):  # a busy machine may let it come to its end before it is stopped
        said, code = stopped(words, journal, how)
        if journal.read_bytes().count(b"\n") < 20 * 75:
            break
        journal.unlink()
    if how == signal.SIGINT:
        assert code == 130
        assert said.splitlines()[-1].startswith("Stopped after ")
        assert "The same command goes on from" in said
        assert "Traceback" not in said
    again = subprocess.run(words, cwd=ROOT, check=False, capture_output=True)
    plain = subprocess.run(words[:-4], cwd=ROOT, check=False, capture_output=True)
    assert again.returncode == plain.returncode == 2
    assert again.stdout == plain.stdout
    files = [json.loads(line)["file"] for line in again.stdout.splitlines()]
    assert len(files) == 20 * 74
