"""A question of the comparison page: read from an address and written back into one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from armybuilder.matchups.answers import (
    Answer,
    QueryError,
    asked,
    known_names,
    query_pairs,
    read_answers,
    read_number,
)
from armybuilder.matchups.match_up_query import read_kind, turned, written
from armybuilder.matchups.parties import (
    LOADOUTS,
    ROWS,
    UNITS,
    Party,
    find_party,
    is_whole,
)
from rulesets.combats import combat_of
from rulesets.documents.json import canonical
from rulesets.game import Game
from rulesets.matchups.comparison import FORMAT, MOST_CELLS
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import MEASURES
from rulesets.odds.settings import MOST_ROUNDS, MatchUpKind

MOST_SIDE = 300
"""Fighters that may stand on one side."""

SORTS = ("order", "name", "points", "value", "per-100")
"""What the rows are put in order by; ``cN`` is the N-th column."""

OWN_NAMES = frozenset(
    {
        *("game", "kind", "a", "b", "a.loadout", "b.loadout", "rounds"),
        *("rows", "measure", "sort"),
    }
)


@dataclass(frozen=True)
class Comparing:
    """A whole question: two parties of one game, and the answers that are not usual.

    ``measure`` and ``sort`` are "" for the usual ones; they change no number.
    """

    kind: MatchUpKind
    a: Party
    b: Party
    rows: str
    situation: Mapping[str, Answer]
    readings: Mapping[str, Answer]
    rounds: int | None
    measure: str = ""
    sort: str = ""

    @property
    def game(self) -> Game:
        return self.a.game

    @cached_property
    def document(self) -> dict[str, Any]:
        """The question as a comparison document; equal sides stand in it once."""
        return {
            "format": FORMAT,
            "game": self.game.key,
            "kind": self.kind.key,
            "a": self._listed("a"),
            "b": self._listed("b"),
            "situation": dict(self.situation),
            "readings": dict(self.readings),
            "rounds": self.rounds,
        }

    def _listed(self, side: str) -> list[dict[str, Any]]:
        return list(dict(one for one in self._sides[side] if one is not None).values())

    @cached_property
    def _sides(self) -> dict[str, list[tuple[bytes, dict[str, Any]] | None]]:
        """The contenders of both parties as documents, with their canonical form."""
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
        """Return how many fights are worked out for them, with each loadout tried."""
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

    # -- addresses -------------------------------------------------------------

    def query(self, **other: str) -> str:
        """Return the canonical query; ``other`` puts another measure or sort."""
        shown = replace(self, **other) if other else self  # type: ignore[arg-type]
        return written(shown._pairs())

    def _pairs(self) -> list[tuple[str, str]]:
        pairs = [("a", self.a.address), ("b", self.b.address)]
        for field, party in (("a", self.a), ("b", self.b)):
            if party.loadout:
                pairs.append((f"{field}.loadout", party.loadout))
        if self.kind != combat_of(self.game).kinds[0]:
            pairs.append(("kind", self.kind.key))
        if self.rows != usual_rows(self.a.unit is None, self.b.unit is None):
            pairs.append(("rows", self.rows))
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        pairs += query_pairs(self.game, self.kind, self.situation, self.readings)
        pairs += [("measure", self.measure)] if self.measure else []
        return [*pairs, *([("sort", self.sort)] if self.sort else [])]

    def swapped_query(self) -> str:
        """Return the query in which the parties have changed places."""
        answers = turned(self.kind, self.situation)
        a, b = replace(self.b, loadout=""), replace(self.a, loadout="")
        rows = usual_rows(a.unit is None, b.unit is None)
        return replace(
            self,
            a=a,
            b=b,
            situation=answers,
            rows=rows,
            sort="",
        ).query()

    def kind_query(self, kind: MatchUpKind) -> str:
        """Return the query of another kind of match-up, with what both kinds ask."""
        shared = {
            key
            for _, _, key, question in asked(self.game, self.kind)
            if question in kind.situation
        }
        kept = {key: answer for key, answer in self.situation.items() if key in shared}
        return replace(self, kind=kind, situation=kept, measure="", sort="").query()

    def rows_query(self, rows: str) -> str:
        """Return the query with something else in the rows."""
        return replace(self, rows=rows, sort="").query()

    def match_up_query(self, row: Contender, enemy: Contender) -> str:
        """Return the query of one cell on the match-up page; "" where it has none."""
        a, b = self.a.unit_address(row), self.b.unit_address(enemy)
        if not a or not b:
            return ""
        pairs = [("a", a), ("b", b)]
        for field, one in (("a", row), ("b", enemy)):
            if one.loadout:
                pairs.append((f"{field}.loadout", one.loadout))
        if self.kind != combat_of(self.game).kinds[0]:
            pairs.append(("kind", self.kind.key))
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        pairs += query_pairs(self.game, self.kind, self.situation, self.readings)
        return written(pairs)


def usual_rows(a_is_whole: bool, b_is_whole: bool) -> str:  # noqa: FBT001
    """Return what stands in the rows unless something else is asked.

    Two single units have one match-up, so A's loadouts are shown instead.
    """
    return UNITS if a_is_whole or b_is_whole else LOADOUTS


def read_comparing(
    request: HttpRequest, query: Mapping[str, str]
) -> Comparing | tuple[Party | None, Party | None]:
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
        text = f"{b.title} is of {b.game.name}, {a.title} of {a.game.name}."
        raise QueryError("b", text)
    unknown = sorted(query.keys() - OWN_NAMES - known_names(a.game))
    if unknown:
        raise QueryError(unknown[0], f"{a.game.name} asks nothing of this name.")
    kind = read_kind(a.game, query.get("kind", ""))
    situation, readings = read_answers(a.game, kind, query)
    rounds = query.get("rounds", "")
    question = Comparing(
        kind=kind,
        a=a,
        b=b,
        rows=rows,
        situation=situation,
        readings=readings,
        rounds=read_number("rounds", rounds, 1, MOST_ROUNDS) if rounds else None,
        measure=_known("measure", query, [measure.key for measure in MEASURES]),
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
    return find_party(request, field, address, query.get(f"{field}.loadout", ""), rows)


def _rows(query: Mapping[str, str]) -> str:
    """Return what stands in the rows; a whole has its units."""
    a, b = (is_whole(query.get(field, "")) for field in "ab")
    rows = _known("rows", query, ROWS) or usual_rows(a, b)
    return UNITS if a else rows


def _known(
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


def _refuse_too_much(question: Comparing) -> None:
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
