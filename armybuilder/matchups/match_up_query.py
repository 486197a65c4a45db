"""A question of the match-up page: read from an address and written back into one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.armies.address import whole_address
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.further_fighters import (
    FurtherFighter,
    further_names,
    read_further,
)
from armybuilder.matchups.match_up_settings import (
    MatchUpSettings,
    kind_pairs,
    query_text,
    read_kind,
    read_settings,
    side_pairs,
)
from armybuilder.matchups.sides import Side, game_of, shown_side
from armybuilder.matchups.unit_fields import in_hand
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.matchups.match_up_document import FORMAT
from rulesets.odds.match_up import MatchUp
from rulesets.odds.settings import MatchUpKind


@dataclass(frozen=True, slots=True)
class MatchUpQuestion:
    """Two sides of one game with the settings of their match-up.

    `further` fight beside them, in a kind that takes several.
    """

    settings: MatchUpSettings
    a: Side
    b: Side
    further: tuple[FurtherFighter, ...] = ()

    @property
    def game(self) -> Game:
        return self.settings.game

    @property
    def kind(self) -> MatchUpKind:
        return self.settings.kind

    def match_up(self) -> MatchUp:
        """Return the question as the odds take it."""
        return MatchUp(
            game=self.game.key,
            kind=self.kind.key,
            a=self.a.fighter,
            b=self.b.fighter,
            situation=self.settings.situation,
            readings=self.settings.readings,
            rounds=self.settings.rounds,
            explained=True,
            further=tuple(one.further() for one in self.further),
        )

    def document(self) -> dict[str, Any]:
        """Return the question as a match-up document."""
        asked = self.settings.document(FORMAT, self.a.document, self.b.document)
        beside = [one.document() for one in self.further]
        return {**asked, "further": beside} if beside else asked

    def query(self) -> str:
        """Return the canonical query: sides pinned, defaults left out, fixed order."""
        pairs = self.settings.pairs(self.a.chosen, self.b.chosen)
        beside = [pair for one in self.further for pair in one.pairs(self.kind)]
        return query_text(pairs + beside)

    def swapped_query(self) -> str:
        """Return the query in which the sides have changed places."""
        beside = sorted((one.swapped() for one in self.further), key=_by_letter)
        return MatchUpQuestion(
            self.settings.swapped(), self.b, self.a, tuple(beside)
        ).query()

    def kind_query(self, kind: MatchUpKind) -> str:
        """Return the query of another kind, with the answers to shared questions.

        Who fights beside A and B stays where that kind takes somebody like him.
        """
        kept = tuple(one for one in self.further if kind.asked_of(one.role, one.letter))
        return replace(self, settings=self.settings.of_kind(kind), further=kept).query()

    def compare_query(self, rows: str = "") -> str:
        """Return the query that compares A's ways with B, or A with all B is among."""
        (own, held), (enemy, enemy_held) = self.a.chosen, self.b.chosen
        if rows:
            pairs = self.settings.pairs((own, ""), (enemy, enemy_held), rows)
        else:
            pairs = self.settings.pairs((own, held), (whole_address(enemy), ""))
        return query_text(pairs)


def _by_letter(one: FurtherFighter) -> str:
    return one.letter


def begun_query(
    game: Game, sides: tuple[Side | None, Side | None], query: Mapping[str, str]
) -> str:
    """Return the canonical query of a question that still lacks a side."""
    kind = read_kind(game, query.get("kind", ""))
    a, b = ((side.address if side else "", "") for side in sides)
    pairs = side_pairs(a, b)
    if not pairs and (query.get("game") or query.get("kind")):
        pairs.append(("game", game.key))
    return query_text(pairs + kind_pairs(game, kind))


def match_up_address(a: str, b: str = "", held: str = "") -> str:
    """Return the address of the page for one or two sides; `held` is in A's hands."""
    return f"{reverse('matchups:show')}?{query_text(side_pairs((a, held), (b, '')))}"


def read_sides(
    request: HttpRequest, query: Mapping[str, str]
) -> tuple[tuple[Side | None, Side | None], QueryError | None]:
    """Return the sides that a query names, and the error of the first that is wrong.

    A side is none where the query is silent, or where it cannot be shown; one with a
    wrong change is shown without it.
    """
    found: dict[str, Side | None] = {}
    problems = []
    for field in ("a", "b"):
        named = query.get(field)
        found[field] = None
        if named:
            held = in_hand(query, field)
            found[field], problem = shown_side(request, field, named, held)
            problems += [problem] if problem else []
    a, b = found["a"], found["b"]
    if a and b and a.game != b.game:
        words = (
            f"{clause(b.fighter.name, 'is')} of {game_of(b).name},"
            f" {a.fighter.name} of {game_of(a).name}."
        )
        return (a, None), QueryError("b", words)
    return (a, b), problems[0] if problems else None


def read_question(request: HttpRequest, query: Mapping[str, str]) -> MatchUpQuestion:
    """Return the whole question of a query.

    Raises
    ------
    QueryError
        If a side is missing, or anything is wrong; names its field.
    """
    (a, b), problem = read_sides(request, query)
    if problem is not None:
        raise problem
    if a is None or b is None:
        raise QueryError("b" if a else "a", "choose a unit.")
    game = game_of(a)
    kind = read_kind(game, query.get("kind", ""))
    further, wrong = read_further(request, game, kind, query)
    settings = read_settings(game, query, further_names(game))
    if wrong is not None:
        raise wrong
    return MatchUpQuestion(settings, a, b, further)
