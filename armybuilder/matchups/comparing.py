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
from armybuilder.matchups.asking import MAX_ROUNDS, read_kind, turned, written
from armybuilder.matchups.parties import (
    CHANGES,
    LOADOUTS,
    ROWS,
    UNITS,
    Party,
    Wanted,
    find_party,
    is_whole,
)
from rulesets.comparing import Contender, Variant
from rulesets.comparison_documents import FORMAT, MOST_CELLS
from rulesets.documents import canonical
from rulesets.game import Game, MatchUpKind
from rulesets.measures import MEASURES

FIRST, BEST = HANDS = ("first", "best")
"""What A has in hand: what comes first, or what is best in each match-up."""

MOST_SIDE = 300
"""Fighters that may stand on one side, each loadout for itself."""

SORTS = ("order", "name", "points", "value", "per-100")
"""What the rows are put in order by; ``cN`` is the N-th column."""

OWN_NAMES = frozenset(
    {
        *("game", "kind", "a", "b", "a.loadout", "b.loadout", "rounds"),
        *("rows", "hands", "measure", "sort"),
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
    hands: str
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
            "a": list(self.places("a").values()),
            "b": list(self.places("b").values()),
            "situation": dict(self.situation),
            "readings": dict(self.readings),
            "rounds": self.rounds,
        }

    def places(self, side: str) -> dict[bytes, dict[str, Any]]:
        """Return the sides that the document lists for A or B, by canonical form."""
        party = self.a if side == "a" else self.b
        every = (
            party.document(one, variant)
            for one in party.contenders
            for variant in one.variants
        )
        return {canonical(document): document for document in every}

    def indices(self, side: str) -> list[list[tuple[Variant, int]]]:
        """Return for each contender its variants with their place in the document."""
        party = self.a if side == "a" else self.b
        place = {key: index for index, key in enumerate(self.places(side))}
        return [
            [
                (variant, place[canonical(party.document(one, variant))])
                for variant in one.variants
            ]
            for one in party.contenders
        ]

    @property
    def cells(self) -> int:
        """Return how many match-ups are to be worked out."""
        return len(self.document["a"]) * len(self.document["b"])

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
        if self.kind != self.game.kinds[0]:
            pairs.append(("kind", self.kind.key))
        if self.rows != usual_rows(self.a.unit is None, self.b.unit is None):
            pairs.append(("rows", self.rows))
        if self.hands != usual_hands(self.rows):
            pairs.append(("hands", self.hands))
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        pairs += query_pairs(self.game, self.kind, self.situation, self.readings)
        pairs += [("measure", self.measure)] if self.measure else []
        return [*pairs, *([("sort", self.sort)] if self.sort else [])]

    def swapped_query(self) -> str:
        """Return the query in which the parties have changed places."""
        answers = {turned(key): answer for key, answer in self.situation.items()}
        a, b = replace(self.b, loadout=""), replace(self.a, loadout="")
        rows = usual_rows(a.unit is None, b.unit is None)
        return replace(
            self,
            a=a,
            b=b,
            situation=answers,
            rows=rows,
            hands=usual_hands(rows),
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
        other = replace(self, rows=rows, hands=usual_hands(rows), sort="")
        return other.query()

    def match_up_query(self, row: Contender, variant: Variant, column: int) -> str:
        """Return the query of one cell on the match-up page; "" where it has none."""
        a = self.a.unit_address(row)
        enemy = self.b.contenders[column]
        b = self.b.unit_address(enemy)
        if not a or not b:
            return ""
        pairs = [("a", a), ("b", b)]
        for field, one in (("a", variant), ("b", enemy.variants[0])):
            if one.loadout:
                pairs.append((f"{field}.loadout", one.loadout))
        if self.kind != self.game.kinds[0]:
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


def usual_hands(rows: str) -> str:
    """Return what is in hand unless something else is asked.

    What was just bought is to be used; elsewhere what comes first is.
    """
    return BEST if rows == CHANGES else FIRST


def read_comparing(
    request: HttpRequest, query: Mapping[str, str]
) -> Comparing | tuple[Party | None, Party | None]:
    """Return the question of a query, or the parties of one that lacks a side.

    Raises
    ------
    QueryError
        Names the field that holds no answer.
    """
    rows, hands = _ways(query)
    wanted = Wanted(rows, hands == BEST and rows != LOADOUTS)
    a = _party(request, "a", query, wanted)
    b = _party(request, "b", query, Wanted())
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
        hands=hands,
        situation=situation,
        readings=readings,
        rounds=read_number("rounds", rounds, 1, MAX_ROUNDS) if rounds else None,
        measure=_known("measure", query, [measure.key for measure in MEASURES]),
        sort=_sort(query.get("sort", ""), len(b.contenders)),
    )
    _refuse_too_much(question)
    return question


def _party(
    request: HttpRequest, field: str, query: Mapping[str, str], wanted: Wanted
) -> Party | None:
    address = query.get(field, "")
    if not address:
        return None
    return find_party(
        request, field, address, query.get(f"{field}.loadout", ""), wanted
    )


def _ways(query: Mapping[str, str]) -> tuple[str, str]:
    """Return what stands in the rows and what is in hand; a whole has its units."""
    a, b = (is_whole(query.get(field, "")) for field in "ab")
    rows = _known("rows", query, ROWS) or usual_rows(a, b)
    rows = UNITS if a else rows
    hands = _known("hands", query, HANDS) or usual_hands(rows)
    return rows, FIRST if rows == LOADOUTS else hands


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
            text = f"{fighters} fighters with their loadouts; at most {MOST_SIDE}."
            raise QueryError(field, text)
    if question.cells > MOST_CELLS:
        text = (
            f"{question.cells:,} match-ups; at most {MOST_CELLS:,} are compared in one"
            " go. Choose a single unit, or what comes first in hand."
        )
        raise QueryError("b", text)
