"""Fixtures of packs."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.packs.packs import a_pack


@pytest.fixture
def warhammer(db: None) -> None:
    """Publish the printed books of Warhammer."""
    publish_printed("warhammer-*")


@pytest.fixture
def pack(alice: User, warhammer: None) -> Pack:
    """Return a draft of Alice's with one rule."""
    return a_pack(alice)


@pytest.fixture
def alice_in(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def bob_in(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client
