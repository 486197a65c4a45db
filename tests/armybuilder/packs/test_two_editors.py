"""Two people at one draft: who comes second is asked, and nothing is lost."""

import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.packs.drafts import STALE
from armybuilder.packs.models import Pack, PackVersion

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
EDIT, RULES = "/packs/spring-open/edit/", "/packs/spring-open/rules/"
PARTS, BASICS = "/packs/spring-open/parts/", "/packs/spring-open/parts/basics/"
BLANK = {"do": "fill", "at": "/limits/unit-of-50", "path": "n"}
INPUT = re.compile(r"<input[^>]*>")


@pytest.fixture
def bob_too(bob: User, bob_in: Client, pack: Pack) -> Client:
    pack.editors.add(bob)
    return bob_in


def draft() -> Any:
    return Pack.objects.get(key="spring-open").draft


def drawn(page: Any) -> dict[str, str]:
    """Return what the form of the basics would send as it was drawn."""
    text = page.content.decode()
    part = text[text.index('id="basics"') :]
    part = part[: part.index("</form>")]
    sent: dict[str, str] = {}
    for tag in INPUT.findall(part):
        found = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        is_box = found["type"] == "checkbox"
        if not is_box or " checked" in tag:
            sent[found["name"]] = "on" if is_box else found.get("value", "")
    chosen = re.search(r'<option value="(\w+)"\s+selected', part)
    return sent | {"basics-editions": chosen[1] if chosen else "any"}


def seen_on(page: Any) -> int:
    return int(page.context["seen"])


def test_the_second_of_two_sentences_is_asked_for_again(
    alice_in: Client, bob_too: Client
) -> None:
    hers = seen_on(alice_in.get(EDIT))
    ready = {"do": "ready", "key": "highlander", "seen": seen_on(bob_too.get(EDIT))}
    assert bob_too.post(PARTS, ready).status_code == 302
    sent = {**BLANK, "value": "41"}
    late = alice_in.post(RULES, {**sent, "seen": hers})
    assert late.status_code == 409
    assert STALE in late.content.decode()
    assert "You said: 41" in late.content.decode()
    assert "No more than" in late.content.decode()
    assert [one.get("max") for one in draft()["limits"]] == [50, 1]
    again = alice_in.post(RULES, {**sent, "seen": seen_on(late)})
    assert again.status_code == 302
    assert [one.get("max") for one in draft()["limits"]] == [41, 1]


def test_a_ready_rule_of_both_stands_after_the_second_is_asked(
    alice_in: Client, bob_too: Client
) -> None:
    hers = seen_on(alice_in.get(EDIT))
    bob_too.post(PARTS, {"do": "ready", "key": "highlander", "seen": hers})
    sent = {"do": "ready", "key": "three-alike"}
    late = alice_in.post(PARTS, {**sent, "seen": hers})
    assert (late.status_code, len(draft()["limits"])) == (409, 2)
    alice_in.post(PARTS, {**sent, "seen": seen_on(late)})
    assert [one["max"] for one in draft()["limits"]] == [50, 1, 3]


def test_each_changes_only_what_they_filled_in(
    alice_in: Client, bob_too: Client
) -> None:
    """A script may have told her page the new revision; its form is as it was."""
    hers, his = drawn(alice_in.get(EDIT)), drawn(bob_too.get(EDIT))
    bob_too.post(BASICS, {**his, "basics-limit": "1500", "basics-fixed": "on"})
    sent = {**hers, "basics-name": "Autumn Open", "seen": "2"}
    assert alice_in.post(BASICS, sent).status_code == 302
    found = {name: draft().get(name) for name in ("name", "limit", "fixed")}
    assert found == {"name": "Autumn Open", "limit": 1500, "fixed": True}


@pytest.mark.parametrize("seen", ["1", "2"])
def test_who_fills_in_the_same_is_asked_with_what_was_typed(
    seen: str, alice_in: Client, bob_too: Client
) -> None:
    hers, his = drawn(alice_in.get(EDIT)), drawn(bob_too.get(EDIT))
    his |= {"basics-limit": "1500", "basics-editions": "day"}
    bob_too.post(BASICS, {**his, "basics-day": "2027-04-01", "basics-fixed": "on"})
    late = alice_in.post(BASICS, {**hers, "basics-limit": "900", "seen": seen})
    assert late.status_code == 409
    assert draft()["limit"] == 1500
    again = drawn(late)
    assert (again["basics-limit"], again["basics-fixed"]) == ("900", "on")
    assert again["basics-editions"] == "day"
    assert alice_in.post(BASICS, again).status_code == 302
    found = {name: draft().get(name) for name in ("limit", "fixed", "editions")}
    assert found == {"limit": 900, "fixed": True, "editions": "2027-04-01"}


def test_a_draft_that_was_changed_is_not_published_unseen(
    alice_in: Client, bob_too: Client
) -> None:
    hers = seen_on(alice_in.get(EDIT))
    bob_too.post(RULES, {**BLANK, "value": "41", "seen": hers})
    late = alice_in.post("/packs/spring-open/publish/", {"seen": hers})
    assert late.status_code == 409
    assert not PackVersion.objects.filter(pack__key="spring-open").exists()
    sent = {"seen": seen_on(late)}
    assert alice_in.post("/packs/spring-open/publish/", sent).status_code == 302
