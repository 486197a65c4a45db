"""An army with every pattern that the builder draws."""

import importlib
import os
from typing import Any

import pytest

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from tests.armybuilder.armies.muster import MUSTER, mustered
from tests.armybuilder.editions import published


@pytest.fixture
def host(alice: User) -> Army:
    published(MUSTER)
    return mustered(alice)


@pytest.fixture(scope="module")
def weasyprint() -> Any:
    """Return WeasyPrint; skip where its libraries are missing, but not in CI."""
    try:
        return importlib.import_module("weasyprint")
    except OSError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"WeasyPrint cannot be loaded: {problem}")
