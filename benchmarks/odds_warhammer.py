"""Warhammer's odds: ranked combats, charges, models of several wounds."""

import json
from dataclasses import replace
from typing import Any

from benchmarks.measuring import ROOT, Figures, median_of, so_many, spread
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import read_match_up
from rulesets.odds.match_up import Fighter, MatchUp

RANKED = "fixtures/match-ups/twenty-against-twenty.json"


def measure(rounds: int) -> dict[str, Figures]:
    """Return all times [ms], each the median of some rounds."""
    game = GAMES["warhammer"]
    books = {}
    for path in (ROOT / "fixtures" / "books").glob("warhammer-*.json"):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        books[book.key] = book
    state = books["warhammer-empire"]
    halberdiers = book_fighter(state, "halberdiers", "Halberd")
    knights = book_fighter(state, "knightly-orders", "Lance and Shield")
    handgunners = so_many(book_fighter(state, "handgunners"), 20)
    orcs = book_fighter(books["warhammer-orcs-and-goblins"], "orc-boyz")
    trolls = book_fighter(books["warhammer-orcs-and-goblins"], "trolls")

    def timed(question: MatchUp, times: int) -> Figures:
        return spread([median_of(lambda: combat_of(game).odds(question), times)])

    def ask(kind: str, a: Fighter, b: Fighter, **situation: Any) -> Figures:
        return timed(MatchUp("warhammer", kind, a, b, situation, {}), rounds)

    ranked = json.loads((ROOT / RANKED).read_text(encoding="utf-8"))
    veterans = read_match_up(ranked, {})
    explained = timed(veterans, 10 * rounds)
    ten = timed(replace(veterans, explained=False), 10 * rounds)
    return {
        "Warhammer: 20 against 20 in ranks, ten rounds": ten,
        "Warhammer: the same, and what decides it": explained,
        "Warhammer: halberdiers against orc boyz to the end": ask(
            "fight", halberdiers, orcs
        ),
        "Warhammer: knights charge orc boyz": ask("charge", knights, orcs),
        "Warhammer: several wounds each, trolls charge halberdiers": ask(
            "charge", trolls, halberdiers
        ),
        "Warhammer: volley": ask(
            "shooting", handgunners, orcs, **{"a.width": 10, "hill": True}
        ),
    }
