"""A question of the match-up page: read from an address and written back into one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.matchups.answers import (
    Answer,
    QueryError,
    asked,
    known_names,
    query_pairs,
    read_answers,
    read_number,
)
from armybuilder.matchups.sides import Side, find_side, game_of, not_worked_out
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.matchups.match_up_document import FORMAT
from rulesets.odds.match_up import MatchUp, Question
from rulesets.odds.settings import MOST_ROUNDS, MatchUpKind

OTHER = {"a": "b", "b": "a"}
OWN_NAMES = frozenset({"game", "kind", "a", "b", "a.loadout", "b.loadout", "rounds"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A whole question: two sides of one game, and the answers that are not usual."""

    game: Game
    kind: MatchUpKind
    a: Side
    b: Side
    situation: Mapping[str, Answer]
    readings: Mapping[str, Answer]
    rounds: int | None

    def match_up(self) -> MatchUp:
        """Return the question as the odds take it."""
        return MatchUp(
            game=self.game.key,
            kind=self.kind.key,
            a=self.a.fighter,
            b=self.b.fighter,
            situation=self.situation,
            readings=self.readings,
            rounds=self.rounds,
        )

    def document(self) -> dict[str, Any]:
        """Return the question as a match-up document."""
        return {
            "format": FORMAT,
            "game": self.game.key,
            "kind": self.kind.key,
            "a": self.a.document,
            "b": self.b.document,
            "situation": dict(self.situation),
            "readings": dict(self.readings),
            "rounds": self.rounds,
        }

    def query(self) -> str:
        """Return the canonical query: sides pinned, defaults left out, fixed order."""
        return self._query(self.a, self.b, self.situation)

    def swapped_query(self) -> str:
        """Return the query in which the sides have changed places."""
        answers = turned(self.kind, self.situation)
        return self._query(self.b, self.a, answers)

    def kind_query(self, kind: MatchUpKind) -> str:
        """Return the query of another kind of match-up, with what both kinds ask."""
        shared = {
            key
            for _, _, key, question in asked(self.game, self.kind)
            if question in kind.situation
        }
        kept = {key: answer for key, answer in self.situation.items() if key in shared}
        return replace(self, kind=kind, situation=kept).query()

    def compare_query(self, rows: str = "") -> str:
        """Return the query that compares A's ways with B, or A with all B is among."""
        whole = self.b.address.partition("/")[0]
        pairs = [("a", self.a.address), ("b", self.b.address if rows else whole)]
        field, side = ("b", self.b) if rows else ("a", self.a)
        if side.loadout:
            pairs.append((f"{field}.loadout", side.loadout))
        if self.kind != combat_of(self.game).kinds[0]:
            pairs.append(("kind", self.kind.key))
        if rows:
            pairs.append(("rows", rows))
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        pairs += query_pairs(self.game, self.kind, self.situation, self.readings)
        return written(pairs)

    def _query(self, a: Side, b: Side, situation: Mapping[str, Answer]) -> str:
        pairs = [("a", a.address), ("b", b.address)]
        for field, side in (("a", a), ("b", b)):
            if side.loadout:
                pairs.append((f"{field}.loadout", side.loadout))
        if self.kind != combat_of(self.game).kinds[0]:
            pairs.append(("kind", self.kind.key))
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        pairs += query_pairs(self.game, self.kind, situation, self.readings)
        return written(pairs)


def written(pairs: list[tuple[str, str]]) -> str:
    """Return pairs as a query that stays readable."""
    return urlencode(pairs, safe="@/:")


def turned(kind: MatchUpKind, situation: Mapping[str, Answer]) -> dict[str, Answer]:
    """Return the answers to the situation when the sides have changed places.

    What was said of a unit goes with it: its own answers, and whose the hill is. Who
    acts goes with the place, as side A does: so a question whose usual answer is a
    side keeps its answer, and the other unit moves first or charges.
    """
    going = {
        question.key
        for question in kind.situation
        if question.default not in OTHER and OTHER.keys() & _keys(question)
    }
    return {
        _turned_key(key): OTHER.get(str(answer), answer) if key in going else answer
        for key, answer in situation.items()
    }


def _keys(question: Question) -> set[str]:
    return {choice.key for choice in question.choices}


def _turned_key(key: str) -> str:
    side, dot, rest = key.partition(".")
    return f"{OTHER[side]}.{rest}" if dot and side in OTHER else key


def begun_query(
    game: Game, sides: tuple[Side | None, Side | None], query: Mapping[str, str]
) -> str:
    """Return the canonical query of a question that still lacks a side."""
    kind = read_kind(game, query.get("kind", ""))
    pairs = [
        (field, side.address) for field, side in zip("ab", sides, strict=True) if side
    ]
    if not pairs and query.get("game"):
        pairs.append(("game", game.key))
    if kind != combat_of(game).kinds[0]:
        pairs.append(("kind", kind.key))
    return written(pairs)


def match_up_address(a: str, b: str = "", held: str = "") -> str:
    """Return the address of the page for one or two sides; `held` is in A's hands."""
    pairs = [("a", a), *([("b", b)] if b else [])]
    pairs += [("a.loadout", held)] if held else []
    return f"{reverse('matchups:show')}?{written(pairs)}"


def read_sides(
    request: HttpRequest, query: Mapping[str, str]
) -> tuple[tuple[Side | None, Side | None], QueryError | None]:
    """Return the sides that a query names, and what is wrong with the first that is.

    A side is none where the query is silent, or where it cannot be shown.
    """
    found: dict[str, Side | None] = {}
    problems = []
    for field in ("a", "b"):
        named, loadout = query.get(field), query.get(f"{field}.loadout", "")
        try:
            found[field] = find_side(request, field, named, loadout) if named else None
        except QueryError as problem:
            found[field] = None
            problems.append(problem)
    a, b = found["a"], found["b"]
    if a and b and a.game != b.game:
        words = f"{b.fighter.name} is of {b.game}, {a.fighter.name} of {a.game}."
        return (a, None), QueryError("b", words)
    return (a, b), problems[0] if problems else None


def read_asked(game: Game, a: Side, b: Side, query: Mapping[str, str]) -> Asked:
    """Return the question of a query whose sides are found.

    Raises
    ------
    QueryError
        Names the field that holds no answer.
    """
    unknown = sorted(query.keys() - OWN_NAMES - known_names(game))
    if unknown:
        raise QueryError(unknown[0], f"{game.name} asks nothing of this name.")
    kind = read_kind(game, query.get("kind", ""))
    situation, readings = read_answers(game, kind, query)
    rounds = query.get("rounds", "")
    return Asked(
        game=game,
        kind=kind,
        a=a,
        b=b,
        situation=situation,
        readings=readings,
        rounds=read_number("rounds", rounds, 1, MOST_ROUNDS) if rounds else None,
    )


def read_kind(game: Game, text: str) -> MatchUpKind:
    """Return the kind of match-up of a query; the game's first where it is silent."""
    if not text:
        return combat_of(game).kinds[0]
    for kind in combat_of(game).kinds:
        if kind.key == text:
            return kind
    wanted = ", ".join(kind.key for kind in combat_of(game).kinds)
    raise QueryError("kind", f"expected one of {wanted}, found “{text[:40]}”.")


def asked_game(side: Side | None, games: Mapping[str, Game], text: str) -> Game:
    """Return the game of a side, else the one named, else the first."""
    if side is not None:
        return game_of(side)
    if text in GAMES and text not in games:
        raise QueryError("game", not_worked_out(GAMES[text]))
    if text and text not in games:
        raise QueryError("game", f"the game “{text[:40]}” is not known here.")
    return games[text] if text else next(iter(games.values()))
