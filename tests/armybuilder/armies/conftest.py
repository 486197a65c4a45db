"""An army with every pattern that the builder draws."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from tests.armybuilder.armies.muster import MUSTER, mustered
from tests.armybuilder.editions import published


@pytest.fixture
def host(alice: User) -> Army:
    published(MUSTER)
    return mustered(alice)
