"""Fixtures that many tests share."""

import os

import pytest
from django.test import Client
from hypothesis import settings as hypothesis_settings

from armybuilder.accounts.models import User

# Playwright's blocking API runs an event loop in the thread that also uses the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

hypothesis_settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, max_examples=100
)
hypothesis_settings.load_profile("ci")


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password="alice-password")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password="bob-password")


@pytest.fixture
def alice_client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def bob_client(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client
