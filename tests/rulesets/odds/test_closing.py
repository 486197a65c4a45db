"""Who closes in where nobody says it: shooters stand, all others come."""

from dataclasses import replace

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.sides import SIDES, Side
from tests.rulesets.games.charge.units import CANNON, JEZZAILS, ORCS, RATMEN
from tests.rulesets.games.mordheim.fighters import fighter as warrior
from tests.rulesets.games.scrollhammer.units import ARCHERS, FALMER, bow, unit
from tests.rulesets.games.warhammer.units import HANDGUNNERS, KNIGHTS


def told(game: str, a: Fighter, b: Fighter, situation: Answers | None = None) -> Odds:
    odds = combat_of(GAMES[game]).odds
    assert odds is not None
    return odds(MatchUp(game, "engagement", a, b, situation or {}, {}))


MEETINGS = {
    "a shooter is come at": ("charge", JEZZAILS, ORCS, {}, "b"),
    "from either side": ("charge", ORCS, JEZZAILS, {}, "a"),
    "two shooters stand": ("charge", JEZZAILS, CANNON, {}, "none"),
    "nobody shoots": ("charge", ORCS, RATMEN, {}, "both"),
    "too far to shoot": ("charge", JEZZAILS, ORCS, {"distance": 90}, "both"),
    "arrows": ("scrollhammer", FALMER, ARCHERS, {}, "a"),
    "handguns": ("warhammer", HANDGUNNERS, KNIGHTS, {}, "b"),
    "a bow": ("mordheim", warrior("bow", bs=4), warrior("axe", name="B"), {}, "b"),
}


@pytest.mark.parametrize("name", MEETINGS)
def test_shooters_stand_and_all_others_come(name: str) -> None:
    game, a, b, situation, closing = MEETINGS[name]
    usual = told(game, a, b, situation)
    said = told(game, a, b, {**situation, "closing": closing})
    assert usual.outcomes == said.outcomes
    assert usual.situation["closing"] == "by-weapons"


def test_the_notes_say_who_stands_and_why() -> None:
    notes = told("charge", JEZZAILS, ORCS).notes
    assert notes[0].startswith(
        "Jezzails stand and shoot: at its best a volley does 2.00 "
    )
    assert notes[1] == "Orcs close in: nothing there shoots that far."


def test_what_is_said_needs_no_reason() -> None:
    notes = told("charge", JEZZAILS, ORCS, {"closing": "b"}).notes
    assert not any("volley of it" in note for note in notes)


@pytest.mark.parametrize("side", SIDES)
def test_it_is_judged_by_the_two_units_without_their_characters(side: Side) -> None:
    held = bow(8, 3, shots=9)
    marksman = unit("Marksman", 1, "independent-character", bs=5, gear=(held,))
    asked = MatchUp("scrollhammer", "engagement", FALMER, ARCHERS, {}, {})
    joined = replace(asked, further=(Further(marksman, side, "character"),))
    odds = combat_of(GAMES["scrollhammer"]).odds
    assert odds(joined).notes[:2] == odds(asked).notes[:2]


def test_who_does_not_move_stands() -> None:
    still = replace(KNIGHTS, kind="war-machine", parts=())
    notes = told("warhammer", still, HANDGUNNERS).notes
    assert notes[0].endswith(": no move is made.")
