"""Every outcome of a match-up that ships is one that its game declares."""

from pathlib import Path
from typing import Any

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.combats import COMBATS
from rulesets.documents.json import parse
from rulesets.matchups.match_up_document import read_match_up

FIXTURES = Path(__file__).parents[3] / "fixtures"
MATCH_UPS = {
    path.stem: parse(path.read_bytes())
    for path in sorted((FIXTURES / "match-ups").glob("*.json"))
}
OF_GAMES = {name: one for name, one in MATCH_UPS.items() if "game" in one}


@pytest.fixture(scope="module")
def shelf() -> BookFolder:
    return BookFolder(FIXTURES / "books")


@pytest.mark.parametrize("name", OF_GAMES)
def test_an_outcome_is_declared_and_befalls_whom_its_key_names(
    name: str, shelf: BookFolder
) -> None:
    document: Any = OF_GAMES[name]
    combat = COMBATS[document["game"]]
    match_up = read_match_up(document, shelf.newest_books(document["game"]))
    for key in combat.odds(match_up).outcomes:
        outcome = combat.outcomes[key]
        names = {"a", "b"} & set(key.split("-"))
        wanted = "both" if len(names) > 1 else next(iter(names), "")
        both = "both" if "both" in key or key.startswith("none") else ""
        assert outcome.befalls in (wanted, both, "")
        assert outcome.befalls or not names or not outcome.is_over


@pytest.mark.parametrize("game", COMBATS)
def test_an_outcome_of_one_side_is_one_of_the_other(game: str) -> None:
    for key, outcome in COMBATS[game].outcomes.items():
        if outcome.befalls in ("a", "b"):
            assert key.startswith(f"{outcome.befalls}-")
            other = "b" if outcome.befalls == "a" else "a"
            assert COMBATS[game].outcomes[other + key[1:]].befalls == other
