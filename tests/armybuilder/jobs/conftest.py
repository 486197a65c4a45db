"""The kind of job that these tests start."""

import pytest
from pytest_django import Settings

SUMS = "tests.armybuilder.jobs.sums.SUMS"


@pytest.fixture(autouse=True)
def sums(settings: Settings) -> None:
    settings.JOB_KINDS = [SUMS]


@pytest.fixture
def by_hand(settings: Settings) -> None:
    """Have nobody work on chunks but the test."""
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"
