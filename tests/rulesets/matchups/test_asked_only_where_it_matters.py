"""What a form leaves out between two units cannot change a number of theirs."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.closing import BY_WEAPONS
from rulesets.odds.match_up import (
    Answers,
    Fighter,
    Further,
    MatchUp,
    MatchUpError,
    Question,
)
from rulesets.odds.posts import encounter_of, posts_of
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES, MatchUpKind, keys
from rulesets.odds.sides import SIDES
from tests.real_books import real_books
from tests.rulesets.matchups.test_written_fighters import army

KINDS = [(game.key, kind) for game in GAMES.values() for kind in combat_of(game).kinds]
PAIRS = 3


def fighters(game: str) -> list[Fighter]:
    """Return some units of the game's books, each with something in hand."""
    random = Random(game)  # noqa: S311
    books = real_books(f"{game}-*").values()
    units = [(book, key) for book in books for key in book.units]
    found: list[Fighter] = []
    for book, key in random.sample(units, min(len(units), 4 * PAIRS)):
        try:
            unit = book_fighter(book, key)
        except ValueError:
            continue
        held = random.choice((unit, *unit.alternatives))
        found.append(replace(held, alternatives=()))
    return found[: PAIRS + 1]


Told = str | tuple[dict[str, float], float]
"""Why there is no answer, or chances by what they are of, and their error."""


def told(game: str, kind: str, a: Fighter, b: Fighter, situation: Answers) -> Told:
    """Return the figures of an answer, or why there are none."""
    return of_figures(MatchUp(game, kind, a, b, situation, {}))


def of_figures(match_up: MatchUp) -> Told:
    """Return the figures of its answer, or why there are none."""
    odds = combat_of(GAMES[match_up.game]).odds
    assert odds is not None
    try:
        answer = odds(match_up)
    except MatchUpError as problem:
        return str(problem)
    chances = {**answer.outcomes, **answer.events}
    for key, one in (*answer.survivors.items(), *answer.wounds.items()):
        chances |= {f"{key} {n}": chance for n, chance in enumerate(one.chances)}
    return chances, answer.error


def is_same(one: Told, other: Told) -> bool:
    """Return whether two answers are the same, sampled ones within their errors."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    (first, error), (second, more) = one, other
    return all(
        abs(first.get(key, 0.0) - second.get(key, 0.0)) <= 1e-10 + error + more
        for key in first.keys() | second.keys()
    )


def other_answers(question: Question) -> list[str | int | bool]:
    if question.choices:
        found = [one.key for one in question.choices if one.key != question.default]
        return [*found]
    if isinstance(question.default, bool):
        return [not question.default]
    most = int(question.default) + 2 if question.high is None else question.high
    return [min(int(question.default) + 2, most)]


def left_out(
    kind: MatchUpKind, a: Fighter, b: Fighter
) -> Iterator[tuple[str, Question]]:
    for question in kind.situation:
        for key in keys(question):
            pair = (b, a) if question.side and key.startswith("b.") else (a, b)
            if question.matters is not None and not question.matters(*pair):
                yield key, question


@pytest.mark.sweep(9)
@pytest.mark.parametrize(
    ("game", "kind"), KINDS, ids=[f"{game} {kind.key}" for game, kind in KINDS]
)
def test_what_is_left_out_changes_nothing(game: str, kind: MatchUpKind) -> None:
    for a, b in pairwise(fighters(game)):
        usual = None
        for key, question in left_out(kind, a, b):
            usual = usual or told(game, kind.key, a, b, {})
            for answer in other_answers(question):
                said = told(game, kind.key, a, b, {key: answer})
                assert is_same(said, usual), (a.name, b.name, key, answer)


LINES = [(game, kind) for game, kind in KINDS if kind.takes_further]


def beside(kind: MatchUpKind, sides: str, one: Fighter) -> tuple[Further, ...]:
    """Return a unit beside A, and a character on each of some sides."""
    hero = replace(one, models=1, parts=(), alternatives=())
    those = [Further(one, "a", "unit")]
    those += [Further(hero, side, "character") for side in SIDES if side in sides]
    return tuple(each for each in those if kind.asked_of(each.role, each.side))


@pytest.mark.sweep(9)
@pytest.mark.parametrize("sides", ["", "a", "ab"])
@pytest.mark.parametrize(
    ("game", "kind"), LINES, ids=[f"{game} {kind.key}" for game, kind in LINES]
)
def test_what_nobody_calls_for_by_whom_he_meets_changes_nothing(
    game: str, kind: MatchUpKind, sides: str
) -> None:
    a, b, third = fighters(game)[:3]
    asked = MatchUp(game, kind.key, a, b, {}, {}, further=beside(kind, sides, third))
    encounter = encounter_of(posts_of(asked, kind))
    usual = of_figures(asked)
    for question in kind.situation:
        for key in keys(question):
            side = key[0] if question.side else "a"
            if not encounter.calls_for(question, side):
                for answer in other_answers(question):
                    said = of_figures(replace(asked, situation={key: answer}))
                    assert is_same(said, usual), (a.name, b.name, key, answer)


@pytest.mark.sweep(9)
@pytest.mark.parametrize(
    ("game", "kind"), KINDS, ids=[f"{game} {kind.key}" for game, kind in KINDS]
)
def test_what_depends_on_another_answer_changes_nothing_without_it(
    game: str, kind: MatchUpKind
) -> None:
    a, b = fighters(game)[:2]
    for question in kind.situation:
        for key in keys(question) if question.needs else ():
            usual = told(game, kind.key, a, b, {})
            for answer in other_answers(question):
                assert is_same(told(game, kind.key, a, b, {key: answer}), usual), key


@pytest.mark.parametrize("game", GAMES)
def test_something_is_left_out_in_every_game(game: str) -> None:
    pairs = list(product(fighters(game), repeat=2))
    kinds = combat_of(GAMES[game]).kinds
    assert any(list(left_out(kind, a, b)) for kind in kinds for a, b in pairs)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_stands_with_its_side_or_under_a_heading(game: str) -> None:
    for kind in combat_of(GAMES[game]).kinds:
        for question in kind.situation:
            known = ("",) if question.side else (PLACE, ACTS, SPECIAL_RULES)
            assert question.group in known, question.key


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=game) for game, kind in KINDS if kind.key == "engagement"],
)
def test_every_engagement_asks_who_closes_in(kind: MatchUpKind) -> None:
    asked = [one for one in kind.situation if one.key == "closing"]
    assert [question.default for question in asked] == [BY_WEAPONS]


@pytest.mark.sweep(9)
@pytest.mark.parametrize(
    ("game", "kind"), KINDS, ids=[f"{game} {kind.key}" for game, kind in KINDS]
)
def test_rounds_have_a_name_where_an_answer_tells_them(
    game: str, kind: MatchUpKind
) -> None:
    odds = combat_of(GAMES[game]).odds
    assert odds is not None
    for a, b in pairwise(fighters(game)):
        try:
            answer = odds(MatchUp(game, kind.key, a, b, {}, {}))
        except MatchUpError:
            continue
        assert bool(answer.by_round) == bool(kind.round_name), (a.name, b.name)


def test_who_casts_a_weapon_is_asked_of_a_second_one() -> None:
    magi = next(one for one in army("imperial-legion-1000") if "Magi" in one.name)
    asked = [
        question
        for kind in combat_of(GAMES["scrollhammer"]).kinds
        for question in kind.situation
        if question.key == "split"
    ]
    assert asked
    assert all(one.matters and one.matters(magi, magi) for one in asked)
