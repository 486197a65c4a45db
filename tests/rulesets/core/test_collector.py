"""No garbage is looked for while a battle line is rolled."""

import gc
from collections.abc import Iterator

import pytest

from rulesets.core.collector import collector_off


@pytest.fixture(autouse=True)
def collector_as_before() -> Iterator[None]:
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_off_meanwhile_and_then_as_before(was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    with collector_off():
        assert not gc.isenabled()
        with collector_off():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() == was_on


def test_the_collector_is_on_again_after_a_failure() -> None:
    gc.enable()
    with pytest.raises(ArithmeticError), collector_off():
        raise ArithmeticError
    assert gc.isenabled()
