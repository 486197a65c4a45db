"""Charge's odds: bare volleys, and every pair of units of its books in each kind."""

import json
from collections.abc import Callable
from itertools import product
from typing import Any

from benchmarks.measuring import ROOT, Figures, median_of, spread
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.answer import Odds, Preview
from rulesets.odds.attack import Attack, effect
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.odds.plain_volley import attacks_odds
from rulesets.odds.volley import unsaved

CHARGE = GAMES["charge"]
VOLLEY = {"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5}


def odds(question: MatchUp) -> Odds | None:
    return combat_of(CHARGE).odds(question)


def preview(a: Fighter, b: Fighter) -> tuple[Preview, ...]:
    return combat_of(CHARGE).preview(a, b)


def fighters() -> dict[str, Fighter]:
    """Return every unit of the Charge books."""
    found = {}
    for path in sorted((ROOT / "fixtures" / "books").glob("charge-*.json")):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        for key in book.units:
            found[f"{book.key}/{key}"] = book_fighter(book, key)
    return found


def every_pair(
    units: dict[str, Fighter], kind: str, rounds: int, **readings: str
) -> Figures:
    """Return the times of every pair of units in one kind of match-up [ms]."""

    def ask(a: Fighter, b: Fighter) -> Callable[[], Any]:
        question = MatchUp("charge", kind, a, b, {}, readings)
        return lambda: odds(question)

    return spread(
        [
            median_of(ask(a, b), rounds)
            for a, b in product(units.values(), repeat=2)
            if kind != "shooting" or a.characteristics["shoot-dice"]
        ]
    )


def previewed(a: Fighter, b: Fighter) -> Callable[[], Any]:
    return lambda: preview(a, b)


def measure(rounds: int) -> dict[str, Figures]:
    """Return all times [ms], each the median of some rounds."""
    units = fighters()
    one = effect(Attack(to_hit=4, to_wound=4, save=5))
    orcs, jade = units["charge-orcs/orcs"], units["charge-cathay/jade-warriors"]
    question = MatchUp("charge", "fight", orcs, jade, {}, {"later-rounds": "a"})
    return {
        "distribution of 20 attacks": spread(
            [median_of(lambda: unsaved(one, 20), 20 * rounds)]
        ),
        "answer about 20 attacks": spread(
            [median_of(lambda: attacks_odds(VOLLEY), 20 * rounds)]
        ),
        "Charge: orcs against jade warriors to the end": spread(
            [median_of(lambda: odds(question), 20 * rounds)]
        ),
        "Charge: fight to the end, every pair": every_pair(units, "fight", rounds),
        "Charge: charge and fight to the end, every pair": every_pair(
            units, "charge", rounds
        ),
        "Charge: volley, every pair": every_pair(units, "shooting", rounds),
        "Charge: engagement, every pair": every_pair(units, "engagement", rounds),
        "Charge: preview, every pair": spread(
            [
                median_of(previewed(a, b), rounds)
                for a, b in product(units.values(), repeat=2)
            ]
        ),
    }
