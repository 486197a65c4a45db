"""How the kernel's library comes about, and what happens where it cannot."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulesets.odds.native import bindings
from rulesets.odds.native import build as building
from rulesets.odds.native.bindings import is_ready
from rulesets.odds.native.build import BuildError, build, compiler, library_path, main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put libraries elsewhere, and compile them quickly."""
    monkeypatch.setattr(building, "BUILT", tmp_path / "built")
    monkeypatch.setattr(building, "FLAGS", ("-O0", "-fPIC", "-shared"))
    bindings._loaded.cache_clear()
    yield tmp_path / "built"
    bindings._loaded.cache_clear()


def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a script stand for the compiler."""
    fake = tmp_path / "compiler"
    fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("CC", str(fake))


def test_what_was_built_is_loaded(folder: Path) -> None:
    assert not is_ready()
    bindings._loaded.cache_clear()
    assert build() == library_path()
    assert [path.name for path in folder.iterdir()] == [library_path().name]
    assert is_ready()


def test_building_again_keeps_what_is_there(built: Path) -> None:
    before = built.stat().st_mtime_ns
    assert build() == built == library_path()
    assert built.stat().st_mtime_ns == before


def test_the_name_changes_with_source_flags_and_machine(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del folder
    names = {library_path()}
    monkeypatch.setattr(building, "FLAGS", ("-O1", "-fPIC", "-shared"))
    names.add(library_path())
    monkeypatch.setattr("platform.machine", lambda: "z80")
    names.add(library_path())
    monkeypatch.setattr("platform.libc_ver", lambda: ("", ""))
    names.add(library_path())
    changed = tmp_path / "fight.c"
    changed.write_text("int armybuilder_fight(void) { return 1; }", encoding="utf-8")
    monkeypatch.setattr(building, "SOURCES", (changed,))
    names.add(library_path())
    assert len(names) == 5


def test_an_old_library_goes_and_one_of_another_machine_stays(folder: Path) -> None:
    folder.mkdir()
    old = folder / f"fight-{building.machine()}-0123456789abcdef.so"
    other = folder / "fight-linux-z80-0123456789abcdef.so"
    for path in (old, other):
        path.touch()
    build()
    assert sorted(folder.iterdir()) == sorted([library_path(), other])


def test_a_library_that_does_not_load_is_built_again(folder: Path) -> None:
    folder.mkdir()
    library_path().write_bytes(b"made for some other machine")
    assert not is_ready()
    bindings._loaded.cache_clear()
    assert build() == library_path()
    assert is_ready()


def test_those_who_build_at_once_do_not_get_in_each_others_way(folder: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        built = list(threads.map(lambda _: build(), range(4)))
    assert built == [library_path()] * 4
    assert list(folder.iterdir()) == [library_path()]


def test_the_compiler_may_be_told_with_arguments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CC", f"{sys.executable} -m something")
    assert compiler() == [sys.executable, "-m", "something"]


def test_a_compiler_that_is_not_there_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(sys, "argv", ["build"])
    assert compiler() is None
    assert build() is None
    assert not folder.exists()
    assert main() == 0
    assert "no C compiler was found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo 'fight.c: too hard' >&2; exit 1", "fight.c: too hard"),
        ("exit 3", "compiler failed"),
        ("exit 0", "made no library that loads"),
        ('while [ "$1" != -o ]; do shift; done; echo rubbish >"$2"', "no library"),
    ],
)
def test_a_compiler_that_fails_leaves_nothing_behind(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    why: str,
) -> None:
    says(tmp_path, monkeypatch, script)
    with pytest.raises(BuildError, match=why):
        build()
    assert list(folder.iterdir()) == []
    assert not is_ready()


def test_a_folder_that_cannot_be_written_to_is_told_and_numpy_works(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")
    assert main() == 1
    assert "was not compiled" in capsys.readouterr().err
    assert not is_ready()


def test_without_the_source_numpy_works(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del folder
    monkeypatch.setattr(building, "SOURCES", (Path("no-such-folder") / "fight.c",))
    assert not is_ready()
