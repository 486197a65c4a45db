"""Games: their characteristics, rules and packs, and the questions of their odds."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import answers
from armybuilder.api.openapi import listed, ref
from armybuilder.api.request_data import takes
from rulesets.combats import combat_of
from rulesets.core.special_rule import EXACT, NOT_MODELLED
from rulesets.game import Game
from rulesets.games import GAMES, find_game
from rulesets.odds.match_up import Question


@extend_schema(
    operation_id="list_games",
    tags=["Books"],
    summary="The games",
    responses=answers({200: listed("GameSummary", paged=False)}),
)
@api_view(["GET"])
@takes()
def list_games(request: Request) -> Response:
    return Response({"results": [_summary(request, game) for game in GAMES.values()]})


@extend_schema(
    operation_id="read_game",
    tags=["Books"],
    summary="A game: characteristics, rules, kinds of match-up, readings",
    responses=answers({200: ref("Game")}, "not-found"),
)
@api_view(["GET"])
@takes()
def read_game(request: Request, key: str) -> Response:
    game = find_game(key)
    if game is None:
        raise NotFound(f"There is no game {key!r}.")
    return Response({**_summary(request, game), **_details(game)})


def _summary(request: Request, game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name,
        "version": game.version,
        "source": game.source,
        "limits": list(game.limits),
        "url": reverse("api:game", args=[game.key], request=request),
    }


def _details(game: Game) -> dict[str, Any]:
    return {
        "characteristics": [
            {"key": one.key, "name": one.name, "unit": one.unit, "help": one.help}
            for one in game.characteristics
        ],
        "columns": [
            {"heading": column.heading, "keys": list(column.keys)}
            for column in game.columns
        ],
        "unit_types": [
            {
                "key": kind.key,
                "name": kind.name,
                "characteristics": dict(kind.characteristics),
                "note": kind.note,
            }
            for kind in game.unit_types.values()
        ],
        "item_stats": {
            key: stat.label or stat.name for key, stat in game.item_stats.items()
        },
        "rules": [
            {
                "key": rule.key,
                "name": rule.name,
                "summary": rule.summary,
                "source": rule.source,
                "status": EXACT if rule.status == EXACT else NOT_MODELLED,
                "takes_x": rule.takes_x,
            }
            for rule in game.rules.values()
        ],
        "kinds": [
            {
                "key": kind.key,
                "name": kind.name,
                "summary": kind.summary,
                "situation": [_question(question) for question in kind.situation],
                "most_units": kind.most_units,
                "of_units": [_question(question) for question in kind.of_units],
                "of_characters": [
                    _question(question) for question in kind.of_characters
                ],
            }
            for kind in combat_of(game).kinds
        ],
        "readings": [_question(question) for question in combat_of(game).readings],
        "pack": game.pack.document,
    }


def _question(question: Question) -> dict[str, Any]:
    return {
        "key": question.key,
        "label": question.label,
        "default": question.default,
        "choices": [
            {"key": choice.key, "label": choice.label} for choice in question.choices
        ],
        "low": question.low,
        "high": question.high,
        "help": question.help,
        "source": question.source,
        "each_side": question.side,
        "group": question.group,
        "seldom": question.seldom,
    }
