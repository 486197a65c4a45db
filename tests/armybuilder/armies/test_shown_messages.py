"""Messages on the pages: a sentence, also without the unit that stands before it."""

from collections.abc import Callable

import pytest

from armybuilder.armies.building import shown_messages
from rulesets.legality import review
from tests.rulesets.legality.real import books_of
from tests.rulesets.legality.samples import SAMPLES, samples_of


@pytest.mark.parametrize("key", SAMPLES)
def test_no_message_begins_in_lower_case(
    key: str, covered: Callable[[int, str], None]
) -> None:
    number = 0
    for title, roster in samples_of(key):
        for shown in shown_messages(review(roster, books_of(roster))):
            assert not shown.text[:1].islower(), (title, shown.text)
            number += 1
    covered(number, "messages shown")
