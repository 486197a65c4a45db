"""No option of any book is passed over: it shows in a number, or it is named."""

import sys

import pytest

from tests.real_books import real_book
from tests.rulesets.options.purchases import CASES
from tests.rulesets.options.sweep import Sweep

OUTDONE = {
    "mordheim-orcs": {
        "goblin/ball-and-chain/gromril-weapon": "armour never saves against it",
    },
}
"""What is counted and can change nothing, since its bearer outdoes it already."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_bought_changes_a_number_or_is_named(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Sweep(real_book(name)).run()
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {found}\n")
    silent = {str(those[0]): len(those) for those in found.open.values()}
    assert set(silent) == set(OUTDONE.get(name, {})), silent
