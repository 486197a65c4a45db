"""The answer in plain words: a sentence, a bar that sums to 100, what decides it."""

from dataclasses import replace

import pytest
from django.test import Client

from armybuilder.armies.odds.first_round import hint_of, round_table
from armybuilder.matchups.charts import Part
from armybuilder.matchups.plain_answer import plain_answer
from armybuilder.matchups.result import present
from rulesets.combats import combat_of
from rulesets.core.percent import often
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.first_round import FirstRound, RoundPart
from rulesets.odds.match_up import Fighter, MatchUp
from tests.real_books import real_book

TITLES = {"a": "Ratmen", "b": "Orcs"}


def unit(book: str, key: str) -> Fighter:
    return book_fighter(real_book(book), key)


def asked(kind: str = "charge") -> MatchUp:
    a, b = unit("charge-skaven", "ratmen"), unit("charge-orcs", "orcs")
    return MatchUp("charge", kind, a, b, {}, {}, explained=True)


def asked_of_knights() -> MatchUp:
    a = unit("warhammer-empire", "halberdiers")
    b = unit("warhammer-orcs-and-goblins", "orc-boyz")
    return MatchUp("warhammer", "charge", a, b, {}, {}, explained=True)


QUESTIONS = (asked(), asked("fight"), asked_of_knights())


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_bar_sums_to_100_and_each_side_to_its_headline(question: MatchUp) -> None:
    combat = combat_of(GAMES[question.game])
    plain = present(combat.odds(question), TITLES, combat).plain
    assert plain.ends is not None
    shares = [(part.tone, int(part.share.strip("<>%"))) for part in plain.segments]
    rare = sum(part.share == "<1%" for part in plain.segments)
    assert sum(share for _, share in shares) - rare == 100
    for side, told in zip("ab", plain.ends, strict=True):
        own = [part for part in plain.segments if part.tone[0] == side]
        rare = sum(part.share == "<1%" for part in own if part.tone != "both")
        total = sum(int(part.share.strip("<>%")) for part in own if part.tone != "both")
        assert f"{total - rare}%" == told
    assert plain.segments[-1].x + plain.segments[-1].width == pytest.approx(
        100, abs=0.1
    )


def test_the_sentence_begins_with_who_wins_more_often() -> None:
    odds = Odds(
        {"a-out": 0.7, "b-out": 0.3},
        {"a-out": "Ratmen gone"},
        events={"a-wins": 0.3, "b-wins": 0.7},
    )
    parts = (Part("Orcs gone", 0.3, "a1"), Part("Ratmen gone", 0.7, "b1"))
    plain = plain_answer(odds, TITLES, parts, "Round")
    assert plain.sentence == (
        "Orcs win 7 times in 10, Ratmen 3 times in 10."
        " Most likely: Ratmen gone, 7 times in 10."
    )
    assert plain.ends == ("30%", "70%")


def test_the_sentence_says_the_per_cents_of_the_legend() -> None:
    odds = Odds(
        {"a-out": 0.3649, "both": 0.2702, "b-out": 0.3649},
        {"b-out": "Orcs gone", "both": "Both stand", "a-out": "Ratmen gone"},
        events={"a-wins": 0.3649, "b-wins": 0.3649},
    )
    parts = (
        Part("Orcs gone", 0.3649, "a1"),
        Part("Both stand", 0.2702, "open"),
        Part("Ratmen gone", 0.3649, "b1"),
    )
    plain = plain_answer(odds, TITLES, parts, "Round")
    assert plain.ends == ("37%", "36%")
    assert plain.sentence.startswith("Ratmen win 37 times in 100, Orcs 36 times in 100")


def test_what_is_not_worked_out_is_told_and_not_left_empty() -> None:
    odds = Odds({"a-out": 1.0}, {}, events={"a-wins": 0.0, "b-wins": 1.0})
    plain = plain_answer(odds, TITLES, (), "Round")
    assert plain.deciding is None
    assert plain.not_told


def test_the_parts_of_the_first_round_add_up_as_they_are_printed() -> None:
    parts = (
        RoundPart("wounds", "Wounds", 3.354, 0.335),
        RoundPart("ranks", "Ranks", 0.484, 2.335),
        RoundPart("standard", "Standard", 1.0, 1.335),
    )
    first = FirstRound(1.0, parts, adds_up=True)
    table = round_table(Odds({"a-out": 1.0}, {}, deciding=first), "Round")
    assert table is not None
    assert table.total is not None
    for side in ("a", "b"):
        told = [float(getattr(row, side)) for row in table.rows]
        assert sum(told) == pytest.approx(float(getattr(table.total, side)))
    assert [row.a for row in table.rows] == ["3.35", "0.49", "1"]


@pytest.mark.parametrize(
    ("fighters", "why"), [(1, "who charges"), (2, "each of several fighters")]
)
def test_an_engagement_of_mordheim_says_why_it_tells_no_parts(
    fighters: int, why: str
) -> None:
    champion = unit("mordheim-reikland", "champion")
    situation = {"a.fighters": fighters, "b.fighters": 1, "distance": 4}
    match_up = MatchUp(
        "mordheim", "engagement", champion, champion, situation, {}, rounds=1
    )
    answer = combat_of(GAMES["mordheim"]).odds
    odds = answer(replace(match_up, explained=True))
    assert why in odds.deciding_left_out
    assert odds.to_document()["deciding_left_out"] == odds.deciding_left_out
    plain = plain_answer(odds, TITLES, (), "Turn")
    assert plain.not_told.endswith(odds.deciding_left_out)
    assert "deciding_left_out" not in answer(match_up).to_document()


def test_shots_are_told_by_their_wounds() -> None:
    wounds = Distribution("wounds", "wounds", (0.25, 0.5, 0.25))
    odds = Odds({"b-stands": 1.0}, {}, wounds={"a": wounds})
    plain = plain_answer(odds, TITLES, (), "")
    assert plain.sentence == (
        "Ratmen against Orcs: 1.0 wounds on average, none at all 1 time in 4."
    )
    assert not plain.not_told


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_hint_tells_the_chance_that_the_engine_gives_without_a_part(
    question: MatchUp,
) -> None:
    odds_of = combat_of(GAMES[question.game]).odds
    odds = odds_of(question)
    missing: list[str] = []

    def ask(other: MatchUp) -> Odds:
        missing.extend(other.without)
        return odds_of(other)

    said = hint_of(question, odds, TITLES, ask)
    assert len(missing) == 1
    without = odds_of(replace(question, without=frozenset(missing)))
    told = {"a": "b", "b": "a"}[missing[0][0]]
    assert f"would win {often(without.events[f'{told}-wins'])}" in said[-1]


def test_the_hint_says_the_per_cents_of_the_bar() -> None:
    question = asked()
    odds = combat_of(GAMES["charge"]).odds(question)
    won = {"a-wins": 0.427, "b-wins": 0.556}
    odds = replace(odds, events=won)
    assert plain_answer(odds, TITLES, (), "Round").ends == ("43%", "55%")

    def ask(other: MatchUp) -> Odds:
        del other
        return replace(odds, events={"a-wins": 0.3, "b-wins": 0.7})

    assert hint_of(question, odds, TITLES, ask)[-1].endswith(
        "Orcs would win 7 times in 10 instead of 55 times in 100."
    )


def test_a_sampled_match_up_is_not_asked_again() -> None:
    odds = replace(combat_of(GAMES["charge"]).odds(asked()), method="sampled")

    def never(other: MatchUp) -> Odds:
        raise AssertionError(other)

    assert hint_of(asked(), odds, TITLES, never) == ()


@pytest.mark.usefixtures("charge_books")
def test_the_page_tells_what_decides_it(client: Client) -> None:
    query = "a=charge-skaven@1/ratmen&b=charge-orcs@1/orcs"
    page = client.get(f"/match-ups/?{query}").content.decode()
    assert "What decides it" in page
    assert "Fails the test" in page
    assert "Without the failed Morale tests of" in page
    assert "data-given" in page
    assert "All " in page
    assert page.count('class="crest crest--s"') == 2


def test_where_no_wound_is_possible_the_sentence_says_why() -> None:
    magi = unit("scrollhammer-imperial-legion", "battle-magi")
    falmer = unit("scrollhammer-falmer", "falmer-warriors")
    combat = combat_of(GAMES["scrollhammer"])
    titles = {"a": "Battle Magi", "b": "Falmer Warriors"}

    def said(a: Fighter) -> str:
        question = MatchUp("scrollhammer", "shooting", a, falmer, {}, {})
        return present(combat.odds(question), titles, combat).plain.sentence

    assert said(magi).startswith(
        "Battle Magi against Falmer Warriors: no wound is possible. Nothing in hand"
    )
    assert "whether or not it could wound: " in said(magi)
    assert "Flames: no hand is set to spells, so it is not cast." in said(magi)
    archers = unit("scrollhammer-saltmere-league", "wall-wardens")
    assert "no wound is possible" not in said(archers)
