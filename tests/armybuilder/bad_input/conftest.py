"""Whatever is refused leaves nothing behind."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models

from armybuilder.accounts.models import Bucket, User
from armybuilder.armies import store
from armybuilder.armies.models import Army
from rulesets.rosters.roster import read_roster
from tests.armybuilder.bad_input.bad_documents import (
    UNIT,
    of_units,
)

UNCOUNTED: tuple[type[models.Model], ...] = (Bucket, Session)
"""What a refused request may leave behind: how often somebody asked, and who."""


def rows() -> dict[str, int]:
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model not in UNCOUNTED
    }


@pytest.fixture
def army(alice: User) -> Army:
    return store.create(read_roster(of_units(UNIT)), alice)


@pytest.fixture(autouse=True)
def nothing_is_written(db: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Compare all tables before and after, once the test's own rows are there."""
    for name in ("army", "alice"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
    before = rows()
    kept = list(Army.objects.values_list("document", "revision", "visibility"))
    yield
    assert rows() == before
    assert kept == list(Army.objects.values_list("document", "revision", "visibility"))
