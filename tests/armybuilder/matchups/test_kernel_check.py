"""The check of the compiled kernel at the site's start."""

from pathlib import Path

import pytest
from django.core.checks import run_checks

from armybuilder.matchups import kernel_check
from rulesets.odds.native import bindings
from rulesets.odds.native.bindings import SWITCH


def told() -> list[str]:
    """Return the codes of what the site says of the kernel."""
    return [str(one.id) for one in run_checks(tags=["odds"])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let no library of the present sources be there."""
    monkeypatch.setattr(kernel_check, "BUILT", tmp_path)
    monkeypatch.setattr(kernel_check, "is_ready", lambda: False)
    return tmp_path


def test_nothing_is_said_of_a_kernel_of_the_present_sources() -> None:
    assert bindings.is_ready()
    assert told() == []


def test_a_kernel_of_other_sources_is_told(folder: Path) -> None:
    (folder / "fight-old.so").touch()
    assert told() == ["matchups.W001"]


def test_that_no_kernel_is_there_is_told(folder: Path) -> None:
    assert not any(folder.iterdir())
    assert told() == ["matchups.I001"]


def test_nothing_is_said_where_numpy_was_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder.exists()
    monkeypatch.setenv(SWITCH, "0")
    assert told() == []
