"""The situation is one sentence, in which every answer of every question is told."""

import re
from collections.abc import Iterator

import pytest

from armybuilder.matchups.answers import SITUATION, names
from armybuilder.matchups.forms import form_of
from armybuilder.matchups.situation import Words, situation_sentence
from rulesets.combats import COMBATS
from rulesets.odds.match_up import Question
from rulesets.odds.settings import MatchUpKind
from rulesets.odds.sides import SIDES

TITLES = {"a": "Orc Boyz", "b": "Giant"}
WRONG_NUMBER = re.compile(
    r"(?<!and )(?<!of )Giant "
    r"(are|have|charge|shoot|hold|stand|flee|hate|begin|lose|refuse)\b"
    r"|Orc Boyz (is|has|charges|shoots|holds|stands|flees|hates|begins|refuses)\b"
)


def sentence(game: str, kind: MatchUpKind, **answers: str) -> tuple[Words, ...]:
    query = {name.replace("__", "."): text for name, text in answers.items()}
    form = form_of(kind.situation, (), query, TITLES)
    kept = COMBATS[game].sentences
    return situation_sentence(kind, kept, form, TITLES, query.get("rounds", ""))


def text(words: tuple[Words, ...]) -> str:
    return "".join(one.text for one in words)


def answers(question: Question) -> Iterator[str]:
    """Yield every answer, of numbers the bounds and some between."""
    if question.choices:
        yield from (choice.key for choice in question.choices)
    elif isinstance(question.default, bool):
        yield from ("yes", "no")
    else:
        low, high = question.low or 0, question.high or 0
        between = {low, low + 1, low + 2, (low + high) // 2, high}
        yield from (str(number) for number in sorted({*between, question.default}))


KINDS = [(game, kind) for game, combat in COMBATS.items() for kind in combat.kinds]


@pytest.mark.parametrize(
    ("game", "kind"), KINDS, ids=[f"{game} {kind.key}" for game, kind in KINDS]
)
def test_every_answer_of_every_question_changes_the_sentence(
    game: str, kind: MatchUpKind
) -> None:
    usual = text(sentence(game, kind))
    for question in kind.situation:
        for name, key in names(SITUATION, question):
            told = {
                answer: text(sentence(game, kind, **{name: answer}))
                for answer in answers(question)
            }
            assert len(set(told.values())) == len(told), (name, told)
            assert usual in told.values()
            for answer, said in told.items():
                assert question.label not in said, f"{key}={answer} has no phrase"
                assert not WRONG_NUMBER.search(said), said
                assert not re.search(r"[<>{}\[\]]|  |;\.|: \.", said), said
                assert said[0].isupper()
                assert said.endswith(".")


@pytest.mark.parametrize("game", COMBATS)
def test_no_phrase_tells_of_a_question_or_an_answer_that_is_not_asked(
    game: str,
) -> None:
    kept, kinds = (
        COMBATS[game].sentences,
        {kind.key: kind for kind in COMBATS[game].kinds},
    )
    assert kept.openings.keys() == kinds.keys()
    for name in kept.phrases:
        of_kind, dot, rest = name.partition(".")
        key, has_answer, answer = (rest if dot else name).partition("=")
        asked = [
            question
            for kind in ([kinds[of_kind]] if dot else kinds.values())
            for question in (*kind.situation, *kind.of_units, *kind.of_characters)
            if question.key == key
        ]
        assert asked, name
        known = {one for question in asked for one in answers(question)}
        assert not has_answer or answer in known, name


@pytest.mark.parametrize("game", COMBATS)
def test_a_changed_answer_leads_to_its_question(game: str) -> None:
    for kind in COMBATS[game].kinds:
        for question in kind.situation:
            for name, _ in names(SITUATION, question):
                usual = form_of(kind.situation, (), {}, TITLES)
                place = usual.place(name)
                other = [x for x in answers(question) if x != _text(question)]
                for answer in other:
                    words = sentence(game, kind, **{name: answer})
                    marked = [one.place for one in words if one.changed]
                    assert marked == [place], (name, answer)


def _text(question: Question) -> str:
    usual = question.default
    return ("no", "yes")[usual] if isinstance(usual, bool) else str(usual)


def test_the_sentence_reads_as_a_player_says_it() -> None:
    kind = COMBATS["warhammer"].kinds[0]
    assert text(sentence("warhammer", kind)) == (
        "Orc Boyz charge Giant from 8 inches into the front; Giant holds; "
        "they go on until it is over."
    )
    told = {"s.contact": "flank", "s.b.wounds-lost": "1", "rounds": "1"}
    assert text(sentence("warhammer", kind, **told)) == (
        "Orc Boyz charge Giant from 8 inches into the flank; Giant holds; "
        "Giant has lost 1 wound; they go on for 1 round at most."
    )


def test_names_of_players_are_words_and_no_phrases() -> None:
    kind = COMBATS["charge"].kinds[0]
    odd = {"a": "[[x]] {n}", "b": "<distance>"}
    form = form_of(kind.situation, (), {}, odd)
    told = situation_sentence(kind, COMBATS["charge"].sentences, form, odd)
    assert text(told).startswith("[[x]] {n} charges <distance> from 3 inches")


@pytest.mark.parametrize("game", COMBATS)
def test_the_usual_sentence_is_short(game: str) -> None:
    for kind in COMBATS[game].kinds:
        assert len(text(sentence(game, kind))) < 200
    assert set(SIDES) == TITLES.keys()
