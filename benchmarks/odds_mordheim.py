"""Odds per second in Mordheim: every pair of fighters of two warbands, and examples."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from benchmarks.measuring import ROOT, Figures, median_of, spread
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter, selection_fighter
from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp
from rulesets.rosters.roster import read_selection

GAME = GAMES["mordheim"]
WARBANDS = ("mordheim-reikland", "mordheim-skaven", "mordheim-undead")


def fighters() -> dict[str, Fighter]:
    """Return every fighter of some warbands."""
    found = {}
    for name in WARBANDS:
        path = ROOT / "fixtures" / "books" / f"{name}.json"
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        for key in book.units:
            found[f"{name}/{key}"] = book_fighter(book, key)
    return found


def asked(a: Fighter, b: Fighter, kind: str, situation: Answers) -> Callable[[], Any]:
    question = MatchUp("mordheim", kind, a, b, situation, {})
    return lambda: combat_of(GAME).odds(question)


def marksman() -> Fighter:
    """Return a marksman with a long bow."""
    path = ROOT / "fixtures" / "books" / "mordheim-reikland.json"
    book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
    bow = {"id": "s2", "entry": "long-bow"}
    chosen = {"id": "s1", "entry": "marksman", "selections": [bow]}
    return selection_fighter(book, read_selection(chosen))


def troll() -> Fighter:
    """Return a troll of the orcs."""
    path = ROOT / "fixtures" / "books" / "mordheim-orcs.json"
    book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
    return book_fighter(book, "troll")


def hero() -> Fighter:
    """Return a captain of the best figures, such as no book has."""
    path = ROOT / "fixtures" / "books" / "mordheim-reikland.json"
    book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
    worn = ("sword", "axe", "heavy-armour", "shield")
    gear = [{"id": f"s{at}", "entry": key} for at, key in enumerate(worn, 2)]
    chosen = {"id": "s1", "entry": "captain", "selections": gear}
    captain = selection_fighter(book, read_selection(chosen))
    return lifted(captain, {"ws": 5, "s": 4, "t": 4, "w": 3, "i": 5, "a": 4})


def lifted(fighter: Fighter, figures: Mapping[str, int]) -> Fighter:
    """Return a fighter with other figures, whatever he has in hand."""

    def part(one: FighterPart) -> FighterPart:
        return replace(one, characteristics={**one.characteristics, **figures})

    return replace(
        fighter,
        characteristics={**fighter.characteristics, **figures},
        parts=tuple(map(part, fighter.parts)),
        sets=tuple(tuple(map(part, some)) for some in fighter.sets),
        alternatives=(),
    )


def measure(rounds: int) -> dict[str, Figures]:
    """Return all times [ms], each the median of some rounds."""
    units = fighters()
    pairs = list(product(units.values(), repeat=2))
    captain = units["mordheim-reikland/captain"]
    vampire = units["mordheim-undead/vampire"]
    archer = marksman()
    three = {"a.fighters": 3}
    five = {"a.fighters": 5, "b.fighters": 5}
    big, best = troll(), hero()
    six, eight = (lifted(best, {"w": wounds}) for wounds in (6, 8))
    return {
        "Mordheim: a captain charges a vampire": spread(
            [median_of(asked(captain, vampire, "fight", {}), 10 * rounds)]
        ),
        "Mordheim: duel to the end, every pair": spread(
            [median_of(asked(a, b, "fight", {}), rounds) for a, b in pairs]
        ),
        "Mordheim: three captains on a vampire": spread(
            [median_of(asked(captain, vampire, "fight", three), rounds)]
        ),
        **{
            f"Mordheim: {name}, five against five": spread(
                [median_of(asked(a, b, "fight", five), rounds)]
            )
            for name, a, b in (
                ("captains", captain, captain),
                ("trolls", big, big),
                ("heroes of the best figures", best, best),
                ("such heroes against trolls", best, big),
                ("such heroes of six wounds", six, six),
                ("such heroes of eight wounds", eight, eight),
            )
        },
        "Mordheim: a marksman's shot at every fighter": spread(
            [
                median_of(asked(archer, b, "shooting", {}), rounds)
                for b in units.values()
            ]
        ),
    }
