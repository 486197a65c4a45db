"""What the API writes down is counted in bytes, from the allowance of the pages."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import left_of, spend
from armybuilder.armies.allowances import kept
from armybuilder.armies.models import Army
from rulesets.documents.json import canonical
from tests.armybuilder.api.conftest import send

pytestmark = [pytest.mark.usefixtures("charge_books"), pytest.mark.postgres]
Document = dict[str, Any]
EDITS = [{"edit": "rename-army", "name": "Another"}]


def test_creating_replacing_and_editing_count_the_bytes_that_are_kept(
    alice: User, alice_client: Client, roster: Document, settings: Settings
) -> None:
    settings.KEPT_BYTES_PER_DAY = 10_000
    who = f"user {alice.pk}"
    size = len(canonical(roster))
    before = left_of(kept(), who)
    made = send(alice_client, "post", "armies/", {"roster": roster}).json()
    after_creating = left_of(kept(), who)
    assert before - after_creating == pytest.approx(size, rel=0.2)

    at = f"armies/{made['id']}/"
    other = {**roster, "name": "Other"}
    answer = send(alice_client, "put", at, {"roster": other, "revision": 1})
    assert answer.status_code == 200
    after_replacing = left_of(kept(), who)
    assert after_creating - after_replacing == pytest.approx(size, rel=0.2)

    edits = {"edits": EDITS, "revision": 2}
    assert send(alice_client, "post", f"{at}edits/", edits).status_code == 200
    assert after_replacing - left_of(kept(), who) == pytest.approx(size, rel=0.2)


def test_who_has_kept_enough_for_a_day_is_told_and_nothing_is_saved(
    alice: User, alice_client: Client, roster: Document, settings: Settings
) -> None:
    made = send(alice_client, "post", "armies/", {"roster": roster}).json()
    spend(kept(), settings.KEPT_BYTES_PER_DAY, f"user {alice.pk}")
    at = f"armies/{made['id']}/"
    asked: list[tuple[str, str, Document]] = [
        ("post", "armies/", {"roster": roster}),
        ("put", at, {"roster": {**roster, "name": "Other"}, "revision": 1}),
        ("post", f"{at}edits/", {"edits": EDITS, "revision": 1}),
    ]
    for method, path, body in asked:
        answer = send(alice_client, method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (429, "keeping-spent")
        assert int(answer.headers["Retry-After"]) > 0
    assert [army.revision for army in Army.objects.all()] == [1]
