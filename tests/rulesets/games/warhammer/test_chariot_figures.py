"""A chariot that prints no Weapon Skill is refused by its own name."""

from dataclasses import replace

import pytest

from rulesets.combats import COMBATS
from rulesets.legality import new_selection, with_defaults
from rulesets.matchups.fighter import selection_fighter
from rulesets.odds.match_up import MatchUpError
from tests.real_books import real_book


def test_what_a_chariot_does_not_print_is_not_said_of_its_rider() -> None:
    book = real_book("warhammer-orcs-and-goblins")
    boss = new_selection(book, "goblin-big-boss")
    chariot = with_defaults(
        book.units["goblin-big-boss"].entries["wolf-chariot-team"], "c"
    )
    riding = replace(boss, selections=(*boss.selections, chariot))
    goblins = selection_fighter(book, new_selection(book, "goblins"))
    preview = COMBATS["warhammer"].preview
    with pytest.raises(
        MatchUpError, match="stat line of Wolf chariot prints no Weapon Skill"
    ):
        preview(selection_fighter(book, riding), goblins)
