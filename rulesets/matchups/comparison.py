"""Comparisons as documents: every side of one list against every side of another.

The work is cut into blocks of rows and columns, which name their sides by the places in
the document; with these a block is a comparison document of its own. Equal sides are
worked out once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.documents.json import canonical, check
from rulesets.games import find_game
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.many_loadouts import ManyPairs
from rulesets.matchups.match_up_document import read_side
from rulesets.matchups.measures import Cell, cell_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError

FORMAT = "armybuilder.comparison/1"

BLOCK = 4
"""Rows, and columns, of one block: its match-ups are about a second of work."""

MOST_CELLS = 10_000
"""Match-ups that one comparison may ask for."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists of fighters and the question that is asked of every pair.

    The parameters are those of a `MatchUp`, with ``a`` and ``b`` as tuples.
    """

    game: str
    kind: str
    a: tuple[Fighter, ...]
    b: tuple[Fighter, ...]
    situation: Answers
    readings: Answers
    rounds: int | None = None

    def match_up(self, row: int, column: int) -> MatchUp:
        """Return the match-up of a row against a column, both from 0."""
        return MatchUp(
            game=self.game,
            kind=self.kind,
            a=self.a[row],
            b=self.b[column],
            situation=self.situation,
            readings=self.readings,
            rounds=self.rounds,
        )


def comparison_editions(document: Any) -> set[tuple[str, int]]:
    """Return the editions that a comparison document names, by key and number."""
    sides = (*document["a"], *document["b"])
    return {(side["book"], side["edition"]) for side in sides if "book" in side}


def check_comparison(document: Any) -> None:
    """Check a comparison document against its schema, its game and its size.

    Raises
    ------
    MatchUpError
        Names the first place that is wrong.
    """
    check("comparison", document, MatchUpError)
    game = find_game(document["game"])
    if game is None:
        raise MatchUpError("/game", f"the game {document['game']!r} is not known here")
    if not combat_of(game).kinds:
        raise MatchUpError("/game", f"match-ups of {game.name} are not worked out")
    kinds = [kind.key for kind in combat_of(game).kinds]
    if document["kind"] not in kinds:
        raise MatchUpError("/kind", f"expected one of {', '.join(kinds)}")
    cells = len(document["a"]) * len(document["b"])
    if cells > MOST_CELLS:
        text = f"{cells:,} match-ups; at most {MOST_CELLS:,} are compared in one go"
        raise MatchUpError("/a", text)


def read_comparison(document: Any, books: Books) -> Comparison:
    """Return the comparison of a document.

    Parameters
    ----------
    document : object
        As `documents.parse` gives it.
    books : mapping
        The editions at hand; those of `comparison_editions` are needed.

    Raises
    ------
    MatchUpError
        If it is none, or names an edition or unit that is not at hand.
    """
    check_comparison(document)
    a, b = (
        tuple(
            read_side(side, f"/{name}/{index}", document["game"], books)
            for index, side in enumerate(document[name])
        )
        for name in ("a", "b")
    )
    return Comparison(
        game=document["game"],
        kind=document["kind"],
        a=a,
        b=b,
        situation=document.get("situation", {}),
        readings=document.get("readings", {}),
        rounds=document.get("rounds"),
    )


def blocks(document: Any) -> list[dict[str, list[int]]]:
    """Return the blocks, row of blocks by row of blocks.

    A block is the places of its rows, ``a``, and columns, ``b``, in the document; the
    first of equal sides stands for all.
    """
    rows, columns = (_firsts(document[side]) for side in ("a", "b"))
    return [
        {"a": some_rows, "b": some_columns}
        for some_rows in _cut(rows)
        for some_columns in _cut(columns)
    ]


def _firsts(sides: Sequence[Any]) -> list[int]:
    first: dict[bytes, int] = {}
    for place, side in enumerate(sides):
        first.setdefault(canonical(side), place)
    return list(first.values())


def _cut(places: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(places), BLOCK):
        yield places[start : start + BLOCK]


def block_of(document: Any, block: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return a block as a comparison document of its own."""
    sides = {
        side: [document[side][place] for place in block[side]] for side in ("a", "b")
    }
    return {**document, **sides}


def block_result(
    block: Any, books: Books, step: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Compute one block of a comparison, as JSON values.

    ``step`` is called after each cell; what it raises ends the work.

    Returns
    -------
    dict
        ``cells``: rows of cells; ``left_out``: for each rule that is in no number its
        ``side``, the ``index`` of that side, ``rule`` and ``why``.
    """
    asked = read_comparison(block, books)
    together = answered_together(asked)
    cells, left_out = [], []
    for row in range(len(asked.a)):
        done = []
        for column in range(len(asked.b)):
            done.append(together.get((row, column)) or answered(asked, row, column))
            step()
        cells.append([cell.to_document() for cell, _ in done])
        for column, (_, rules) in enumerate(done):
            left_out += [_left_out(rule, row, column) for rule in rules]
    return {"cells": cells, "left_out": _once(left_out)}


Answer = tuple[Cell, tuple[NotModelled, ...]]
"""The cell of a match-up, and the rules that it leaves out."""


def answered_together(asked: Comparison) -> dict[tuple[int, int], Answer]:
    """Return the cells that the game answers together, by row and column."""
    game = find_game(asked.game)
    if game is None or not combat_of(game).kinds:
        return {}
    pairs = [
        (row, column) for row in range(len(asked.a)) for column in range(len(asked.b))
    ]
    many = ManyPairs(
        game=game,
        kind=asked.kind,
        a=asked.a,
        b=asked.b,
        situation=asked.situation,
        readings=asked.readings,
        rounds=asked.rounds,
    )
    return {
        pair: (found.cell, found.left_out)
        for pair, found in zip(pairs, many.choose(pairs), strict=True)
        if found is not None
    }


def answered(asked: Comparison, row: int, column: int) -> Answer:
    """Return the cell of a row and a column, and the rules that it leaves out.

    A match-up that cannot be worked out has its reason in its cell.
    """
    game = find_game(asked.game)
    if game is None or not combat_of(game).kinds:
        return Cell(problem=f"The game {asked.game!r} is not worked out here."), ()
    try:
        settled, odds = choose_loadouts(
            combat_of(game).figures, asked.match_up(row, column)
        )
    except MatchUpError as problem:
        return Cell(problem=problem.text), ()
    hands = (settled.a.loadout, settled.b.loadout)
    return cell_of(odds, *hands), odds.not_modelled


def _left_out(rule: NotModelled, row: int, column: int) -> dict[str, Any]:
    index = {"a": row, "b": column}.get(rule.side, 0)
    return {"side": rule.side, "index": index, "rule": rule.rule, "why": rule.why}


def _once(rules: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({tuple(rule.values()): rule for rule in rules}.values())


def joined(document: Any, results: Sequence[Any]) -> dict[str, Any]:
    """Return the result of a whole comparison from those of its blocks, in order.

    A block that is not worked out yet is none, and so is each of its cells.

    Returns
    -------
    dict
        As `block_result` gives it, for the rows and columns of the document.
    """
    rows, columns = (_places(document[side]) for side in ("a", "b"))
    wide = -(-(max(columns) + 1) // BLOCK)
    cells = [
        [
            _cell_of_block(
                results[wide * (row // BLOCK) + column // BLOCK], row, column
            )
            for column in columns
        ]
        for row in rows
    ]
    left_out = []
    for number, result in enumerate(results):
        if result is None:
            continue
        begins = {"a": BLOCK * (number // wide), "b": BLOCK * (number % wide)}
        for rule in result["left_out"]:
            index = begins.get(rule["side"], 0) + rule["index"]
            places = {"a": rows, "b": columns}.get(rule["side"], [0])
            found = (place for place, one in enumerate(places) if one == index)
            left_out += [{**rule, "index": place} for place in found]
    return {"cells": cells, "left_out": _once(left_out)}


def _cell_of_block(result: Any, row: int, column: int) -> Any:
    """Return the cell of a row and a column of the whole from the block that has it."""
    return None if result is None else result["cells"][row % BLOCK][column % BLOCK]


def _places(sides: Sequence[Any]) -> list[int]:
    """Return for each side its place among those that differ."""
    known: dict[bytes, int] = {}
    return [known.setdefault(canonical(side), len(known)) for side in sides]


def compared(document: Any, books: Books) -> Mapping[str, Any]:
    """Return the result of a comparison document, worked out here and now."""
    results = [block_result(block_of(document, b), books) for b in blocks(document)]
    return joined(document, results)
