"""The reference cases of the project, for all tests that hold something to them."""

from functools import cache
from pathlib import Path
from typing import Any

from rulesets.combats import combat_of
from rulesets.documents.json import parse
from rulesets.games import find_game
from rulesets.matchups.match_up_document import check_match_up, read_match_up
from rulesets.matchups.reference_cases import ReferenceCase, read_cases
from rulesets.odds.answer import Odds
from rulesets.odds.plain_rolls import bare_odds

FOLDER = Path(__file__).parents[2] / "fixtures" / "reference-cases"
FILES = sorted(FOLDER.glob("*.json"))


@cache
def cases(name: str) -> tuple[ReferenceCase, ...]:
    """Return the cases of a file, by its name without ``.json``."""
    return read_cases(parse((FOLDER / f"{name}.json").read_bytes()))


def case(name: str, title: str) -> ReferenceCase:
    """Return one case of a file."""
    return next(one for one in cases(name) if one.name == title)


def answer(document: Any) -> Odds:
    """Return the odds of a document that names no book."""
    check_match_up(document)
    bare = bare_odds(document)
    if bare is not None:
        return bare
    game = find_game(document["game"])
    assert game is not None
    return combat_of(game).odds(read_match_up(document, {}))
