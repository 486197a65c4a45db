"""A share link that was taken back never opens again, whatever its pages told."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.models import Army, Visibility
from tests.armybuilder.armies.books import skaven
from tests.armybuilder.armies.shared_pages import SHARED_PAGES


def links(page: str) -> list[str]:
    return re.findall(r'(?:href|action)="(/[^"#]*)"', page)


@pytest.fixture
def army(charge_books: None, alice: User) -> Army:
    army = skaven(alice, "ratmen")
    store.set_visibility(army, Visibility.UNLISTED)
    return army


def test_nothing_that_a_shared_page_tells_opens_once_its_link_was_taken_back(
    client: Client, army: Army
) -> None:
    told = [reverse(f"armies:{page}", args=[army.share_token]) for page in SHARED_PAGES]
    for address in list(told):
        page = client.get(address).content.decode(errors="replace")
        assert army.public_id not in page
        told += [link for link in links(page) if army.share_token in link]
    compare = f"/match-ups/compare/?a=army:{army.share_token}"
    assert compare in told
    assert army.public_id not in client.get(compare).content.decode()

    store.set_visibility(army, Visibility.PRIVATE)
    store.set_visibility(army, Visibility.UNLISTED)

    for address in dict.fromkeys(told):
        answer = client.get(address)
        closed = answer.status_code in (400, 404, 405)
        assert closed or "no such army" in answer.content.decode(), address


def test_the_id_of_an_army_opens_it_to_nobody_else(client: Client, army: Army) -> None:
    id = army.public_id
    for address in (
        f"/armies/{id}/",
        f"/armies/{id}/print/",
        f"/api/v1/armies/{id}/",
        f"/match-ups/compare/?a=army:{id}",
        f"/match-ups/?a=army:{id}/f1/s1",
    ):
        answer = client.get(address)
        closed = answer.status_code in (400, 404)
        assert closed or "no such army" in answer.content.decode(), address


def test_match_ups_of_a_shared_army_are_passed_on_by_its_link(
    alice_client: Client, client: Client, army: Army
) -> None:
    page = alice_client.get(f"/armies/{army.public_id}/?unit=f1/s1").content.decode()
    to_match_ups = [link for link in links(page) if link.startswith("/match-ups/")]
    assert to_match_ups
    for link in to_match_ups:
        assert army.public_id not in link
        answer = client.get(link.replace("&amp;", "&"))
        assert "no such army" not in answer.content.decode()
