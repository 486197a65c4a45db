"""`check_army` and `python -m rulesets.check` are one command, with and without a site.

The same arguments bring the same bytes and the same exit status.
"""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings

from armybuilder.armies.management.commands.check_army import Command
from rulesets import check

SAMPLES = settings.BASE_DIR / "fixtures"
BOOKS = SAMPLES / "books"
PACK = SAMPLES / "packs" / "border-patrol.json"
SKAVEN = SAMPLES / "armies" / "skaven-1000.json"
EMPIRE = SAMPLES / "armies" / "empire-2000.json"
OVER = SAMPLES / "illegal-armies" / "over-the-limit.json"
BROKEN = SAMPLES / "broken-armies" / "count-as-text.json"
GONE = SAMPLES / "armies" / "nowhere.json"

Answer = tuple[int, str, str]
Both = Callable[..., tuple[Answer, Answer]]


@pytest.fixture
def both(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Both:
    """Return what runs both commands: status, output and complaints of each."""

    def run(*words: str | Path, stdin: bytes = b"") -> tuple[Answer, Answer]:
        arguments = [*map(str, words), "--books", str(BOOKS)]
        return (
            answer(lambda: site(arguments), stdin),
            answer(lambda: check.main(arguments), stdin),
        )

    def site(arguments: list[str]) -> int:
        Command().run_from_argv(["manage.py", "check_army", *arguments])
        return 0

    def answer(command: Callable[[], int], stdin: bytes) -> Answer:
        monkeypatch.setattr(sys, "stdin", mock.Mock(buffer=io.BytesIO(stdin)))
        try:
            code: object = command()
        except SystemExit as end:
            code = end.code
        assert isinstance(code, int)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a folder, an archive, a torn one, a note and a list."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "FIRST.JSON").write_bytes(SKAVEN.read_bytes())
    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.write(OVER, "a/over.json")
        archive.write(BROKEN, "b/broken.json")
    (tmp_path / "torn.zip").write_bytes((tmp_path / "lists.zip").read_bytes()[:200])
    (tmp_path / "notes.txt").write_text("to do")
    return tmp_path


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((SAMPLES / "armies", "--agreed"), 0),
        ((SAMPLES / "illegal-armies",), 1),
        ((OVER, "--fixes"), 1),
        ((SAMPLES / "broken-armies",), 2),
        ((EMPIRE, SKAVEN, "--pack", PACK), 1),
        ((EMPIRE, "--limit", "1500"), 1),
        ((SKAVEN, "--limit", "999.5", "--editions", "newest"), 1),
        ((SKAVEN, OVER, BROKEN, GONE), 2),
    ],
    ids=lambda words: (
        " ".join(Path(word).stem for word in words)
        if isinstance(words, tuple)
        else str(words)
    ),
)
def test_both_commands_say_the_same(
    both: Both, words: tuple[str | Path, ...], code: int, form: tuple[str, ...]
) -> None:
    site, alone = both(*words, *form)
    assert alone == site
    assert alone[0] == code
    assert alone[1] or code == 2


@pytest.mark.parametrize("form", ["--json", "--agreed"])
def test_both_read_folders_and_archives_alike(
    both: Both, folder: Path, form: str
) -> None:
    site, alone = both(folder, form)
    assert alone == site
    assert alone[0] == 2
    for name in ("FIRST.JSON", "over.json"):
        assert name in alone[1]
    for name in ("broken.json", "torn.zip", "notes.txt"):
        assert name in alone[2]


@pytest.mark.parametrize("form", ["--json", "--fixes"])
def test_both_read_standard_input_alike(both: Both, form: str) -> None:
    site, alone = both("-", form, stdin=OVER.read_bytes())
    assert alone == site
    assert alone[0] == 1
    assert "over-the-limit" not in alone[1]


@pytest.mark.parametrize(
    "words",
    [
        (SKAVEN, "--pack", BROKEN),
        (SKAVEN, "--pack", GONE),
        (SKAVEN, "--editions", "someday"),
        (SKAVEN, "--limit", "many"),
        (),
    ],
    ids=["no pack", "no file", "no day", "no limit", "no path"],
)
def test_both_refuse_alike(both: Both, words: tuple[str | Path, ...]) -> None:
    site, alone = both(*words)
    assert alone[:2] == site[:2] == (2, "")
    ours, theirs = (err.splitlines()[-1] for _, _, err in (alone, site))
    said = theirs.removeprefix("CommandError: ").removeprefix("manage.py check_army: ")
    assert ours == f"python -m rulesets.check: {said}"


def test_as_programs_of_their_own_they_write_the_same_bytes() -> None:
    environment = {
        key: value
        for key, value in os.environ.items()
        if key != "DJANGO_SETTINGS_MODULE"
    }
    words = [SAMPLES / "illegal-armies", "-", "--json", "--books", BOOKS]
    site, alone = (
        subprocess.run(
            [sys.executable, *command, *map(str, words)],
            cwd=settings.BASE_DIR,
            env=environment,
            input=SKAVEN.read_bytes(),
            capture_output=True,
            check=False,
        )
        for command in (["manage.py", "check_army"], ["-m", "rulesets.check"])
    )
    assert (alone.returncode, alone.stdout, alone.stderr) == (
        site.returncode,
        site.stdout,
        site.stderr,
    )
    assert alone.returncode == 1
    assert alone.stderr == b""
