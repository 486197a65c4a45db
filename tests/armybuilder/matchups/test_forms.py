"""Questions as a form asks them: in groups, each side for itself, rare ones folded."""

import pytest

from armybuilder.matchups.answers import QueryError, known_names
from armybuilder.matchups.forms import AskGroup, Fighters, Form, form_of
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.odds.match_up import Fighter
from rulesets.odds.settings import MatchUpKind
from tests.rulesets.games.charge.units import JEZZAILS, ORCS, RATMEN
from tests.rulesets.games.warhammer.units import DULL_TROLLS, SWORDSMEN

CHARGE = GAMES["charge"]
TITLES = {"a": "Orcs", "b": "Jezzails"}
PAIR: Fighters = {"a": (ORCS,), "b": (JEZZAILS,)}


def kind(key: str, game: Game = CHARGE) -> MatchUpKind:
    return next(one for one in combat_of(game).kinds if one.key == key)


def form(
    key: str = "engagement",
    fighters: Fighters | None = PAIR,
    error: QueryError | None = None,
    **query: str,
) -> Form:
    asked = {f"s.{name.replace('__', '.')}": text for name, text in query.items()}
    asked = {name.replace("_", "-"): text for name, text in asked.items()}
    return form_of(
        kind(key).situation, combat_of(CHARGE).readings, asked, TITLES, fighters, error
    )


def group(found: Form, key: str) -> AskGroup:
    return next(one for one in found.groups if one.key == key)


def asked(found: Form) -> set[str]:
    return {ask.name for ask in found.situation}


def test_the_situation_stands_in_groups_and_each_side_for_itself() -> None:
    assert [one.title for one in form().groups] == [
        "Ground and distance",
        "Who does what, and when",
        "Side A: Orcs",
        "Side B: Jezzails",
        "Special rules",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_question_of_every_kind_finds_its_place_in_the_form(game: Game) -> None:
    for one in combat_of(game).kinds:
        found = form_of(one.situation, combat_of(game).readings, {}, TITLES)
        assert len(found.situation) >= len(one.situation)


def test_before_the_units_are_known_everything_is_asked() -> None:
    found = form(fighters=None)
    known = {name for name in known_names(CHARGE) if name.startswith("s.")}
    assert asked(found) <= known
    assert {"s.use-fearsome", "s.volley-fire", "s.a.kin-near"} <= asked(found)
    assert not found.left_out


def test_what_concerns_neither_unit_is_left_out() -> None:
    found = form(fighters={"a": (RATMEN,), "b": (JEZZAILS,)})
    assert "s.use-fearsome" not in asked(found)
    assert found.left_out


def test_what_was_answered_otherwise_than_usual_is_asked_all_the_same() -> None:
    found = form(fighters={"a": (RATMEN,), "b": (JEZZAILS,)}, use_fearsome="yes")
    assert "s.use-fearsome" in asked(found)


def test_a_question_may_concern_one_side_alone() -> None:
    found = form(fighters={"a": (RATMEN,), "b": (JEZZAILS,)})
    assert "s.a.kin-near" in asked(found)
    assert "s.b.kin-near" not in asked(found)


def test_a_fold_says_what_in_it_is_not_as_usual() -> None:
    acts = "who-does-what-and-when"
    assert group(form(), acts).differs == ()
    (turns,) = group(form(turns="5"), acts).differs
    assert (turns.label, turns.answer) == (
        "Turns of each side before contact, at most",
        "5",
    )


def test_a_fold_with_a_wrong_answer_in_it_is_open() -> None:
    wrong = form(error=QueryError("s.turns", "no"), turns="99")
    assert group(wrong, "who-does-what-and-when").wrong
    assert wrong.place("s.turns") == "ask-s-turns"
    assert wrong.label("s.turns").startswith("Turns of each side")


def test_long_choices_are_listed_and_short_ones_stand_beside_their_question() -> None:
    shapes = {ask.name: (ask.narrow, ask.wide) for ask in form(fighters=None).asks}
    assert shapes["s.first"] == (True, False)
    assert shapes["s.distance"] == (True, False)
    assert shapes["s.reaction"] == (False, False)
    assert shapes["r.flank-and-rear"] == (False, True)


def test_the_sources_of_all_questions_are_told_once() -> None:
    sources = form().sources
    assert sources["Wounds already lost"].endswith("Unit States")
    assert len(sources) < len(form().situation)


def test_friends_in_a_group_are_asked_about_where_several_fight() -> None:
    mordheim = GAMES["mordheim"]

    def of(query: dict[str, str]) -> set[str]:
        fight = kind("fight", mordheim)
        return asked(form_of(fight.situation, (), query, TITLES, PAIR))

    assert not {"s.a.scattered", "s.b.scattered"} & of({})
    assert not {"s.a.scattered", "s.b.scattered"} & of({"s.a.fighters": "1"})
    assert {"s.a.scattered", "s.b.scattered"} & of({"s.b.fighters": "3"}) == {
        "s.b.scattered"
    }
    assert "s.a.scattered" in of({"s.a.scattered": "yes"})


def test_what_concerns_a_unit_beside_the_two_alone_is_asked() -> None:
    warhammer = GAMES["warhammer"]

    def of(*beside: Fighter) -> set[str]:
        line = kind("battle-line", warhammer)
        those: Fighters = {"a": (SWORDSMEN,), "b": (SWORDSMEN, *beside)}
        return asked(form_of(line.situation, (), {}, TITLES, those))

    assert "s.turn" not in of()
    assert "s.turn" in of(DULL_TROLLS)
