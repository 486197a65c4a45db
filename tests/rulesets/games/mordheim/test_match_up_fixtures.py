"""Mordheim's match-ups that ship, and every fighter of the books, are worked out."""

from pathlib import Path
from typing import Any

import pytest

from rulesets.combats import combat_of
from rulesets.documents.json import parse
from rulesets.games import find_game
from rulesets.games.mordheim.combat.answers import odds, preview
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import read_match_up
from rulesets.odds.match_up import MatchUp
from tests.real_books import BOOKS, real_book
from tests.rulesets.games.mordheim.fighters import fighter, match_up
from tests.rulesets.games.mordheim.warbands import WARBANDS

PATHS = sorted((BOOKS.parent / "match-ups").glob("mordheim-*.json"))


def shipped(path: Path) -> MatchUp:
    document: Any = parse(path.read_bytes())
    books = {
        (side["book"], 1): real_book(side["book"])
        for side in (document["a"], document["b"])
    }
    return read_match_up(document, books)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_match_up_that_ships_is_worked_out_exactly(path: Path) -> None:
    game = find_game("mordheim")
    assert game is not None
    told = combat_of(game).odds(shipped(path))
    assert told.method == "exact"
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert max(told.outcomes.values()) < 1


@pytest.mark.parametrize("key", [*WARBANDS, "mordheim-hired-swords"])
def test_every_fighter_of_a_book_can_be_fought(key: str) -> None:
    foe = fighter("sword", name="Foe")
    for entry in real_book(key).units:
        one = book_fighter(real_book(key), entry)
        if one.characteristics.get("ws") is None:
            continue
        told = odds(match_up(one, foe))
        assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
        assert preview(one, foe)
