"""The settings of a question: kind, situation, readings and rounds, for any sides.

The match-up page and the comparison page read them from a query, and write them back,
alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from armybuilder.matchups.answers import (
    Answer,
    QueryError,
    asked,
    known_names,
    query_pairs,
    read_answers,
    read_number,
)
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Question
from rulesets.odds.settings import MOST_ROUNDS, MatchUpKind

OTHER = {"a": "b", "b": "a"}
OWN_NAMES = frozenset({"game", "kind", "rounds"}) | {
    f"{field}{part}" for field in "ab" for part in ("", ".loadout", ".kept")
}

Pairs = list[tuple[str, str]]
Chosen = tuple[str, str]
"""(address, loadout) of a side; "" for none."""


@dataclass(frozen=True, slots=True)
class MatchUpSettings:
    """A kind of match-up with the answers that are not usual."""

    game: Game
    kind: MatchUpKind
    situation: Mapping[str, Answer]
    readings: Mapping[str, Answer]
    rounds: int | None

    def of_kind(self, kind: MatchUpKind) -> "MatchUpSettings":
        """Return those of another kind, with the answers to shared questions."""
        shared = {
            key
            for _, _, key, question in asked(self.game, self.kind)
            if question in kind.situation
        }
        kept = {key: answer for key, answer in self.situation.items() if key in shared}
        return replace(self, kind=kind, situation=kept)

    def swapped(self) -> "MatchUpSettings":
        """Return those of the sides that have changed places."""
        return replace(self, situation=swapped_answers(self.kind, self.situation))

    def document(self, format_name: str, a: Any, b: Any) -> dict[str, Any]:
        """Return a document that asks them of two sides."""
        return {
            "format": format_name,
            "game": self.game.key,
            "kind": self.kind.key,
            "a": a,
            "b": b,
            "situation": dict(self.situation),
            "readings": dict(self.readings),
            "rounds": self.rounds,
        }

    def pairs(self, a: Chosen, b: Chosen, rows: str = "") -> Pairs:
        """Return a canonical query: defaults are left out, the order is fixed."""
        pairs = side_pairs(a, b) + kind_pairs(self.game, self.kind)
        pairs += [("rows", rows)] if rows else []
        if self.rounds is not None:
            pairs.append(("rounds", str(self.rounds)))
        answers = query_pairs(self.game, self.kind, self.situation, self.readings)
        return [*pairs, *answers]


def side_pairs(a: Chosen, b: Chosen) -> Pairs:
    """Return the sides of a query: both addresses, then their loadouts."""
    sides = (("a", *a), ("b", *b))
    pairs = [(field, address) for field, address, _ in sides if address]
    held = [(f"{field}.loadout", loadout) for field, _, loadout in sides if loadout]
    return pairs + held


def kind_pairs(game: Game, kind: MatchUpKind) -> Pairs:
    """Return the kind of a query, which leaves out the first of its game."""
    return [("kind", kind.key)] if kind != combat_of(game).kinds[0] else []


def query_text(pairs: Pairs) -> str:
    """Return pairs as a query that stays readable."""
    return urlencode(pairs, safe="@/:")


def swapped_answers(
    kind: MatchUpKind, situation: Mapping[str, Answer]
) -> dict[str, Answer]:
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
        _swapped_key(key): OTHER.get(str(answer), answer) if key in going else answer
        for key, answer in situation.items()
    }


def _keys(question: Question) -> set[str]:
    return {choice.key for choice in question.choices}


def _swapped_key(key: str) -> str:
    side, dot, rest = key.partition(".")
    return f"{OTHER[side]}.{rest}" if dot and side in OTHER else key


def read_settings(
    game: Game, query: Mapping[str, str], other_names: frozenset[str] = frozenset()
) -> MatchUpSettings:
    """Return the settings of a query; ``other_names`` are read by somebody else.

    Raises
    ------
    QueryError
        Names the field that holds no answer.
    """
    unknown = sorted(query.keys() - OWN_NAMES - other_names - known_names(game))
    if unknown:
        raise QueryError(unknown[0], f"{game.name} asks nothing of this name.")
    kind = read_kind(game, query.get("kind", ""))
    situation, readings = read_answers(game, kind, query)
    text = query.get("rounds", "")
    rounds = read_number("rounds", text, 1, MOST_ROUNDS) if text else None
    return MatchUpSettings(game, kind, situation, readings, rounds)


def read_kind(game: Game, text: str) -> MatchUpKind:
    """Return the kind of match-up of a query; the game's first where it is silent."""
    if not text:
        return combat_of(game).kinds[0]
    for kind in combat_of(game).kinds:
        if kind.key == text:
            return kind
    wanted = ", ".join(kind.key for kind in combat_of(game).kinds)
    raise QueryError("kind", f"expected one of {wanted}, found “{text[:40]}”.")
