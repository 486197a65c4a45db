"""Scrollhammer's odds: ranked fights, leaders, wounds that do not spill, volleys."""

import json
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import ROOT, Figures, median_of, so_many, spread
from rulesets.books.load import read_book
from rulesets.games.scrollhammer.combat.answers import odds, preview
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Fighter, MatchUp


def fighters() -> dict[str, Fighter]:
    """Return every unit of the Scrollhammer books, by its own key."""
    found = {}
    for path in sorted((ROOT / "fixtures" / "books").glob("scrollhammer-*.json")):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        for key in book.units:
            found[f"{book.key.removeprefix('scrollhammer-')}/{key}"] = book_fighter(
                book, key
            )
    return found


def asked(kind: str, a: Fighter, b: Fighter, **situation: Any) -> Callable[[], Any]:
    question = MatchUp("scrollhammer", kind, a, b, situation, {}, 10)
    return lambda: odds(question)


def measure(rounds: int) -> dict[str, Figures]:
    """Return all times [ms], each the median of some rounds."""
    units = fighters()
    legion = so_many(units["imperial-legion/legionnaires"], 20)
    guard = so_many(units["saltmere-league/quay-guard"], 20)
    golems = units["saltmere-league/tidewrought"]
    rowers = units["saltmere-league/rowers"]
    wardens = units["saltmere-league/wall-wardens"]
    works = {
        "20 against 20 in ranks, ten rounds": asked(
            "fight", legion, guard, charger="none"
        ),
        "20 charge 20 in ranks, ten rounds": asked("fight", legion, guard),
        "several wounds each": asked("fight", golems, so_many(golems, 6)),
        "two kinds of models against 20": asked("fight", rowers, guard),
        "volley": asked("shooting", wardens, guard),
        "charge": asked("charge", legion, guard),
        "preview": lambda: preview(legion, guard),
    }
    return {
        f"Scrollhammer: {name}": spread([median_of(work, rounds)])
        for name, work in works.items()
    }
