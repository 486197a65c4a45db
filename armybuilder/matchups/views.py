"""The match-up page and the preview of one unit's attacks on another."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armybuilder.accounts.cpu_budget import (
    SpentError,
    refuse_work,
    spending,
    told_when,
)
from armybuilder.armies.odds.first_round import hint_of
from armybuilder.armies.odds.match_up_odds import match_up_odds
from armybuilder.books.stat_lines import StatLine
from armybuilder.books.text import RuleText
from armybuilder.matchups.answers import (
    READING,
    YES_NO,
    QueryError,
    answer_text,
    asked,
)
from armybuilder.matchups.decision_table import decisions_address
from armybuilder.matchups.examples import examples_of
from armybuilder.matchups.fates import NO_FATES, FateTable, fates_of, without_fates
from armybuilder.matchups.forms import ALONE, Fighters, Form, form_of
from armybuilder.matchups.further_cards import (
    Beside,
    Line,
    further_cards,
    further_words,
    question_of,
)
from armybuilder.matchups.further_fighters import (
    FurtherFighter,
    field_of,
    further_names,
    party_titles,
    read_further,
    titles_apart,
)
from armybuilder.matchups.match_up_query import (
    MatchUpQuestion,
    begun_query,
    match_up_address,
    read_sides,
)
from armybuilder.matchups.match_up_settings import read_settings
from armybuilder.matchups.parties import CHANGES, LOADOUTS
from armybuilder.matchups.preview_cards import preview_cards
from armybuilder.matchups.question_page import (
    OWN_LABELS,
    moved,
    named_game,
    offered_games,
    read_query,
    shown_game,
    shown_kind,
)
from armybuilder.matchups.result import Figure, Result, present
from armybuilder.matchups.side_choices import SideGroup, side_groups
from armybuilder.matchups.side_figures import rules_shown, stat_lines
from armybuilder.matchups.sides import (
    Side,
    find_side,
    game_of,
    not_worked_out,
)
from armybuilder.matchups.situation import situation_sentence
from rulesets.combats import combat_of
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.matchups.decisions import decisions_of
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.settings import MOST_ROUNDS, MatchUpKind
from rulesets.odds.sides import SIDES
from rulesets.odds.sides import Side as Letter

Sides = tuple[Side | None, Side | None]


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side as the form shows it: its choices, and the chosen one."""

    field: str
    heading: str
    address: str
    groups: tuple[SideGroup, ...]
    side: Side | None
    lines: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    error: str


@dataclass(frozen=True, slots=True)
class KindLink:
    """A kind of match-up with the address of the same two sides in it."""

    kind: MatchUpKind
    href: str


@dataclass(frozen=True, slots=True)
class Asked:
    """All that could be read of a query: sides, others beside them, the question."""

    sides: Sides
    further: tuple[FurtherFighter, ...] = ()
    question: MatchUpQuestion | None = None

    @property
    def fighters(self) -> Fighters | None:
        """Return all who fight on each side; none where a side is missing."""
        a, b = self.sides
        if a is None or b is None:
            return None
        return {
            "a": [a.fighter, *self._beside("a")],
            "b": [b.fighter, *self._beside("b")],
        }

    def _beside(self, letter: str) -> Iterator[Fighter]:
        return (one.side.fighter for one in self.further if one.letter == letter)

    def line(self, game: Game, kind: MatchUpKind) -> Line | None:
        """Return all who fight; none where only two may, or a side is missing."""
        a, b = self.sides
        if a is None or b is None or not kind.takes_further:
            return None
        return Line(game, kind, {"a": a, "b": b}, self.further)


@require_safe
def show_match_up(request: HttpRequest) -> HttpResponse:
    query = read_query(request)
    asked = Asked((None, None))
    try:
        sides, problem = read_sides(request, query)
        asked = Asked(sides)
        if problem is not None:
            raise problem
        game = _game(query, sides)
        if sides[0] is None or sides[1] is None:
            short = begun_query(game, sides, query)
            return moved(request, short) or _page(request, query, game, asked)
        kind = shown_kind(game, query)
        further, problem = read_further(request, game, kind, query)
        asked = replace(asked, further=further)
        settings = read_settings(game, query, further_names(game))
        if problem is not None:
            raise problem
        question = MatchUpQuestion(settings, sides[0], sides[1], further)
        asked = replace(asked, question=question)
        if answer := moved(request, question.query()):
            return answer
        with spending(request) as purse:
            match_up = question.match_up()
            odds = match_up_odds(match_up, purse)
            parties = party_titles(question.a, question.b, further)
            hint = hint_of(match_up, odds, parties, partial(match_up_odds, purse=purse))
    except SpentError as problem:
        page = _page(request, query, game, asked, refused=str(problem))
        return told_when(page, problem)
    except MatchUpError as problem:
        error = QueryError(field_of(problem.where, asked.further), problem.text)
        return _page(request, query, game, asked, error=error)
    except QueryError as problem:
        side = asked.sides[0] or asked.sides[1]
        shown = game_of(side) if side else shown_game(query)
        return _page(request, query, shown, asked, error=problem)
    line = asked.line(game, question.kind)
    fates = fates_of(odds, line) if line else NO_FATES
    told = without_fates(odds, line) if line and fates.rows else odds
    result = present(told, parties, combat_of(game), question.kind.round_name)
    return _page(request, query, game, asked, result=result, hint=hint, fates=fates)


def _game(query: Mapping[str, str], sides: Sides) -> Game:
    side = sides[0] or sides[1]
    return game_of(side) if side else named_game(query.get("game", ""))


def _page(
    request: HttpRequest,
    query: dict[str, str],
    game: Game,
    asked: Asked,
    *,
    result: Result | None = None,
    error: QueryError | None = None,
    refused: str = "",
    hint: tuple[str, ...] = (),
    fates: FateTable = NO_FATES,
) -> HttpResponse:
    sides = asked.sides
    kind = shown_kind(game, query)
    titles = {"a": "", "b": ""}
    parties = titles
    if sides[0] and sides[1]:
        titles = titles_apart(sides[0], sides[1], asked.further)
        parties = party_titles(sides[0], sides[1], asked.further)
    line = asked.line(game, kind)
    form = form_of(
        kind.situation,
        combat_of(game).readings,
        query,
        titles,
        asked.fighters,
        error,
        line.encounter if line else ALONE,
    )
    chosen = [*filter(None, sides), *(one.side for one in asked.further)]
    groups = side_groups(request, game, chosen)
    beside = further_cards(line, groups, query, error) if line else None
    context: dict[str, Any] = {
        "game": game,
        "games": offered_games(),
        "kind": kind,
        "titles": titles,
        "parties": parties,
        "cards": _cards(groups, query, game, sides, error),
        "beside": beside,
        "form": form,
        "asked": len(form.asks) + (beside.asked if beside else 0),
        "changed": form.changed + (beside.changed if beside else 0),
        "situation": situation_sentence(
            kind,
            combat_of(game).sentences,
            form,
            titles,
            query.get("rounds", ""),
            further_words(line, combat_of(game).sentences) if line else (),
        ),
        "first_kind": kind == combat_of(game).kinds[0],
        "rounds": query.get("rounds", ""),
        "most_rounds": MOST_ROUNDS,
        "asks_rounds": result.rounds is not None if result else bool(kind.round_name),
        "question": asked.question,
        "result": result,
        "error": error,
        "examples": () if any(sides) or error else examples_of(game),
        "refused": refused,
        "hint": hint,
        "fates": fates,
        "said": _said(chosen),
        **_wrong(error, form, beside),
        **_links(asked.question, result),
    }
    status = 400 if error else 429 if refused else 200
    return render(request, "matchups/show_match_up.html", context, status=status)


def _said(chosen: Iterable[Side]) -> list[tuple[str, str]]:
    """Return the units with figures that no book prints, and these in words."""
    changed = ((side.fighter.name, side.changed) for side in chosen)
    return [(name, one.said_words) for name, one in changed if one and one.said]


def _wrong(
    error: QueryError | None, form: Form, beside: Beside | None
) -> dict[str, str]:
    """Return the page's name of the field of an error, and the id of its control."""
    if error is None:
        return {"error_label": "", "error_place": ""}
    field = error.field
    label, place = question_of(beside.cards if beside else (), field)
    label = OWN_LABELS.get(field) or form.label(field) or label or field
    return {"error_label": label, "error_place": form.place(field) or place}


def _links(question: MatchUpQuestion | None, result: Result | None) -> dict[str, Any]:
    if question is None:
        return {}
    page = reverse("matchups:show")
    ways = {
        "swap": f"{page}?{question.swapped_query()}",
        "kinds": [
            KindLink(kind, f"{page}?{question.kind_query(kind)}")
            for kind in combat_of(question.game).kinds
        ],
    }
    if result is None:
        return ways
    return {
        **ways,
        "comparisons": _comparisons(question),
        "decisions": _decisions(question),
        "document": json.dumps(question.document(), indent=2, ensure_ascii=False),
        "api_address": reverse("api:odds"),
        "readings_used": _readings_used(question),
        "readings_changed": _readings_used(question, changed=True),
    }


def _decisions(question: MatchUpQuestion) -> list[tuple[Letter, str, str]]:
    """Return (side, title, address) of those who have something to decide."""
    combat, match_up = combat_of(question.game), question.match_up()
    titles = party_titles(question.a, question.b, question.further)
    return [
        (side, titles[side], decisions_address(question, side))
        for side in SIDES
        if decisions_of(combat, match_up, side)
    ]


def _comparisons(question: MatchUpQuestion) -> list[tuple[str, str]]:
    """Return (label, address) of the comparisons that this match-up is part of."""
    page, enemy = reverse("matchups:compare"), question.b.origin
    own = question.a.fighter
    named = [(f"{own.name} against all of {enemy.removeprefix('from ')}", "")]
    if len(own.loadouts) > 1:
        named.append(("Compare its loadouts", LOADOUTS))
    named.append(("What would change it", CHANGES))
    return [(label, f"{page}?{question.compare_query(rows)}") for label, rows in named]


def _readings_used(question: MatchUpQuestion, *, changed: bool = False) -> list[Figure]:
    """Return every reading with its answer in words, or those that are not usual."""
    used = []
    for prefix, _, key, reading in asked(question.game, question.kind):
        if prefix == READING and (key in question.settings.readings or not changed):
            answer = answer_text(question.settings.readings.get(key, reading.default))
            labels = {one.key: one.label for one in (reading.choices or YES_NO)}
            used.append(Figure(reading.label, labels.get(answer, answer)))
    return used


def _cards(
    groups: tuple[SideGroup, ...],
    query: Mapping[str, str],
    game: Game,
    sides: Sides,
    error: QueryError | None,
) -> list[SideCard]:
    return [
        SideCard(
            field=field,
            heading=f"Side {field.upper()}",
            address=side.address if side else query.get(field, ""),
            groups=groups,
            side=side,
            lines=stat_lines(game, side) if side else (),
            rules=rules_shown(game, side.book, side.fighter) if side else (),
            error=error.text if error and error.field == field else "",
        )
        for field, side in zip("ab", sides, strict=True)
    ]


@require_safe
def show_preview(request: HttpRequest) -> HttpResponse:
    """Show the attacks of one unit on another: a piece for the builder, or a page."""
    template = "matchups/show_preview.html"
    if request.headers.get("HX-Request") == "true":
        template = "matchups/_preview.html"
    try:
        held = request.GET.get("a.loadout", "").strip()
        a = find_side(request, "a", request.GET.get("a", "").strip(), held)
        b = find_side(request, "b", request.GET.get("b", "").strip())
        if a.game != b.game:
            raise QueryError(
                "b", f"{clause(b.fighter.name, 'is')} not of the same game."
            )
        game = game_of(a)
        if not combat_of(game).kinds:
            raise QueryError("a", not_worked_out(game))
        with spending(request) as purse, purse.work():
            cards = preview_cards(
                a.address, combat_of(game).preview(a.fighter, b.fighter)
            )
    except SpentError as problem:
        return refuse_work(request, problem)
    except (QueryError, MatchUpError) as problem:
        field = problem.field if isinstance(problem, QueryError) else problem.where
        label = f"Side {field.strip('/')[:1].upper()}"
        said = {"error": problem, "field": label}
        return render(request, template, said, status=400)
    context: dict[str, Any] = {
        "a": a,
        "b": b,
        "cards": cards,
        "match_up": match_up_address(a.address, b.address, a.loadout),
        "answer": match_up_address(b.address, a.address),
    }
    return render(request, template, context)
