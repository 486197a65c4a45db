"""Messages on the pages: a sentence, also without the unit that stands before it."""

from collections.abc import Callable

import pytest

from armybuilder.armies.presentation import show
from armybuilder.armies.shown_messages import shown_messages
from rulesets.legality import review
from tests.rulesets.legality.real import books_of
from tests.rulesets.legality.samples import SAMPLES, samples_of


@pytest.mark.parametrize("key", SAMPLES)
def test_no_message_begins_in_lower_case(
    key: str, covered: Callable[[int, str], None]
) -> None:
    number = 0
    for title, roster in samples_of(key):
        books = books_of(roster)
        now = review(roster, books)
        texts = [shown.text for shown in shown_messages(now)]
        for force in show(now, books).forces:
            texts += [text for unit in force.units for _, text in unit.said]
        for text in texts:
            assert not text[:1].islower(), (title, text)
        number += len(texts)
    covered(number, "messages shown")
