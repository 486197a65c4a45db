"""A question of the comparison page: read from an address and written back into one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.match_up_settings import (
    MatchUpSettings,
    Pairs,
    query_text,
    read_settings,
)
from armybuilder.matchups.parties import (
    LOADOUTS,
    ROWS,
    UNITS,
    Party,
    find_party,
    is_whole,
)
from armybuilder.matchups.unit_fields import in_hand
from rulesets.core.subject import clause
from rulesets.documents.json import canonical
from rulesets.game import Game
from rulesets.matchups.comparison import FORMAT, MOST_CELLS
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import MEASURES
from rulesets.odds.settings import MatchUpKind

MOST_SIDE = 300
"""Fighters that may stand on one side."""

SORTS = ("order", "name", "points", "value", "per-100")
"""Orders of the rows; ``cN`` is the N-th column."""

OWN_NAMES = frozenset({"rows", "measure", "sort"})


@dataclass(frozen=True)
class ComparisonQuestion:
    """Two parties of one game with the settings of their match-ups.

    ``measure`` and ``sort`` are "" for the usual ones; they change no number.
    """

    settings: MatchUpSettings
    a: Party
    b: Party
    rows: str
    measure: str = ""
    sort: str = ""

    @property
    def game(self) -> Game:
        return self.settings.game

    @property
    def kind(self) -> MatchUpKind:
        return self.settings.kind

    @cached_property
    def document(self) -> dict[str, Any]:
        """Return the question as a document; equal sides stand in it once."""
        return self.settings.document(FORMAT, self._listed("a"), self._listed("b"))

    def _listed(self, side: str) -> list[dict[str, Any]]:
        return list(dict(one for one in self._sides[side] if one is not None).values())

    @cached_property
    def _sides(self) -> dict[str, list[tuple[bytes, dict[str, Any]] | None]]:
        """Return the contenders of both parties as documents in canonical form."""
        found: dict[str, list[tuple[bytes, dict[str, Any]] | None]] = {}
        for side, party in (("a", self.a), ("b", self.b)):
            every = (party.document(one) for one in party.contenders)
            found[side] = [
                None if one is None else (canonical(one), one) for one in every
            ]
        return found

    def indices(self, side: str) -> list[int | None]:
        """Return the place of each contender in the document; none for no fighter."""
        places: dict[bytes, int] = {}
        return [
            None if one is None else places.setdefault(one[0], len(places))
            for one in self._sides[side]
        ]

    @property
    def cells(self) -> int:
        """Return how many match-ups the document asks for."""
        return len(self.document["a"]) * len(self.document["b"])

    @property
    def trials(self) -> int:
        """Return how many fights are computed for them, with each loadout tried."""
        hands = [
            [
                1 + len(one.fighter.alternatives)
                for one in party.contenders
                if one.fighter is not None
            ]
            for party in (self.a, self.b)
        ]
        a, b = hands
        return sum(a) * len(b) + (sum(b) - len(b)) * len(a)

    @property
    def usual_time(self) -> float:
        """Return the time of the processor that they usually take [seconds]."""
        return self.trials * self.kind.usual_time

    # -- addresses -------------------------------------------------------------

    def query(self, **other: str) -> str:
        """Return the canonical query; ``other`` puts another measure or sort."""
        shown = replace(self, **other) if other else self  # type: ignore[arg-type]
        return query_text(shown._pairs())

    def _pairs(self) -> Pairs:
        usual = usual_rows(self.a.unit is None, self.b.unit is None)
        rows = self.rows if self.rows != usual else ""
        pairs = self.settings.pairs(self.a.chosen, self.b.chosen, rows)
        pairs += [("measure", self.measure)] if self.measure else []
        return [*pairs, *([("sort", self.sort)] if self.sort else [])]

    def swapped_query(self) -> str:
        """Return the query in which the parties have changed places."""
        a, b = replace(self.b, loadout=""), replace(self.a, loadout="")
        rows = usual_rows(a.unit is None, b.unit is None)
        settings = self.settings.swapped()
        return replace(self, settings=settings, a=a, b=b, rows=rows, sort="").query()

    def kind_query(self, kind: MatchUpKind) -> str:
        """Return the query of another kind, with the answers to shared questions."""
        settings = self.settings.of_kind(kind)
        return replace(self, settings=settings, measure="", sort="").query()

    def rows_query(self, rows: str) -> str:
        """Return the query with something else in the rows."""
        return replace(self, rows=rows, sort="").query()

    def match_up_query(self, row: Contender, enemy: Contender) -> str:
        """Return the query of one cell on the match-up page; "" where it has none."""
        a, b = self.a.unit_address(row), self.b.unit_address(enemy)
        if not a or not b:
            return ""
        return query_text(self.settings.pairs((a, row.loadout), (b, enemy.loadout)))


def usual_rows(a_is_whole: bool, b_is_whole: bool) -> str:  # noqa: FBT001
    """Return the rows that are shown unless others are asked for.

    Two single units have one match-up, so A's loadouts are shown instead.
    """
    return UNITS if a_is_whole or b_is_whole else LOADOUTS


def read_comparison(
    request: HttpRequest, query: Mapping[str, str]
) -> ComparisonQuestion | tuple[Party | None, Party | None]:
    """Return the question of a query, or the parties of one that lacks a side.

    Raises
    ------
    QueryError
        Names the field that holds no answer.
    """
    rows = _rows(query)
    a = _party(request, "a", query, rows)
    b = _party(request, "b", query, UNITS)
    if a is None or b is None:
        return a, b
    if a.game != b.game:
        text = f"{clause(b.title, 'is')} of {b.game.name}, {a.title} of {a.game.name}."
        raise QueryError("b", text)
    question = ComparisonQuestion(
        settings=read_settings(a.game, query, OWN_NAMES),
        a=a,
        b=b,
        rows=rows,
        measure=_read_choice("measure", query, [measure.key for measure in MEASURES]),
        sort=_sort(query.get("sort", ""), len(b.contenders)),
    )
    _refuse_too_much(question)
    return question


def _party(
    request: HttpRequest, field: str, query: Mapping[str, str], rows: str
) -> Party | None:
    address = query.get(field, "")
    if not address:
        return None
    return find_party(request, field, address, in_hand(query, field), rows)


def _rows(query: Mapping[str, str]) -> str:
    """Return the rows of a query; a whole has its units."""
    a, b = (is_whole(query.get(field, "")) for field in "ab")
    rows = _read_choice("rows", query, ROWS) or usual_rows(a, b)
    return UNITS if a else rows


def _read_choice(
    field: str, query: Mapping[str, str], known: list[str] | tuple[str, ...]
) -> str:
    text = query.get(field, "")
    if text and text not in known:
        wanted = ", ".join(known)
        raise QueryError(field, f"expected one of {wanted}, found “{text[:40]}”.")
    return text


def _sort(text: str, columns: int) -> str:
    plain = text.removeprefix("-")
    number = plain.removeprefix("c")
    if plain != number and number.isascii() and number.isdigit():
        if 1 <= int(number[:6]) <= columns:
            return text
    elif not text or plain in SORTS:
        return text
    wanted = ", ".join(SORTS)
    raise QueryError("sort", f"expected one of {wanted} or a column such as c1.")


def _refuse_too_much(question: ComparisonQuestion) -> None:
    for field in ("a", "b"):
        fighters = len(question.document[field])
        if fighters > MOST_SIDE:
            text = f"{fighters} units; at most {MOST_SIDE} are compared in one go."
            raise QueryError(field, text)
    if question.cells > MOST_CELLS:
        text = (
            f"{question.cells:,} match-ups; at most {MOST_CELLS:,} are compared in one"
            " go. Choose a single unit for one side."
        )
        raise QueryError("b", text)
