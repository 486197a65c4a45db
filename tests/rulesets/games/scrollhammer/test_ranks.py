"""The models of a unit that stand in front: by hand, by limits, and by dice."""

from itertools import product

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp
from tests.rulesets.games.scrollhammer.test_joined import PLAYS, same
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    LEGION,
    PEASANTS,
    bow,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)

FIGHTS = 40_000
FRONTS = ("shooters", "others", "list")

SPEARS = part("Spearmen", 10, gear=(weapon(),))
BOWS = part("Archers", 10, gear=(bow(),))
CHIEF = part("Chief", 1, role="leader", ws=5, a=2, ld=8, gear=(bow(4, 1),))
FOES = unit("Foes", 10, formation="Skirmish")

MIXED = {
    "spears and bows": fighter(SPEARS, BOWS),
    "bows and spears with a chief": fighter(
        part("Archers", 6, bs=4, gear=(bow(),)),
        part("Spearmen", 6, a=2, ws=4, sv=5, gear=(weapon(),)),
        CHIEF,
    ),
    "a horde": fighter(
        part("Slingers", 5, formation="Horde", gear=(bow(3, 1),)),
        part("Clubmen", 8, s=4, formation="Horde", gear=(weapon(),)),
    ),
    "three kinds": fighter(
        part("Swords", 4, i=4, gear=(weapon(),)),
        part("Crossbows", 4, i=2, bs=4, gear=(bow(4, 2),)),
        part("Great axes", 4, i=2, gear=(weapon("user+2", 2, hands=2),)),
    ),
}


def shot(side: Fighter, front: str) -> Odds:
    return odds(match_up("shooting", side, FOES, {"a.front": front}))


@pytest.mark.parametrize("parts", [(SPEARS, BOWS), (BOWS, SPEARS)])
def test_archers_in_front_shoot_and_archers_behind_do_not(
    parts: tuple[FighterPart, ...],
) -> None:
    """Ten shots of Ballistic Skill 3 and Strength 3 take 10 · 1/2 · 1/2 wounds."""
    side = fighter(*parts)
    wounds = {front: shot(side, front).expected["a-unsaved-wounds"] for front in FRONTS}
    assert wounds["shooters"] == pytest.approx(2.5, abs=1e-12)
    assert wounds["others"] == 0
    assert wounds["list"] == pytest.approx(2.5 if parts[0] is BOWS else 0, abs=1e-12)


def test_who_shoots_stands_in_front_where_nobody_says_so() -> None:
    side = MIXED["spears and bows"]
    assert same(odds(match_up("shooting", side, FOES)), shot(side, "shooters"))
    usual = odds(match_up("fight", side, CATS, {}, {}, 2))
    assert same(
        usual, odds(match_up("fight", side, CATS, {"a.front": "others"}, {}, 2))
    )


def test_who_stands_in_front_is_told() -> None:
    (told,) = [
        step.text
        for step in shot(MIXED["three kinds"], "shooters").trace
        if step.rule == "Who stands in front"
    ]
    assert told == "in front Crossbows, behind Swords, then Great axes"


def test_a_unit_of_one_kind_stands_alike_whoever_is_in_front() -> None:
    for front in FRONTS:
        told = odds(match_up("fight", LEGION, PEASANTS, {"a.front": front}, {}, 3))
        assert same(told, odds(match_up("fight", LEGION, PEASANTS, {}, {}, 3)))
        assert "Who stands in front" not in {step.rule for step in told.trace}


def fronts() -> dict[str, MatchUp]:
    """Return mixed units against others, with each who may stand in front."""
    found: dict[str, MatchUp] = {}
    answers: Answers
    cases = product(MIXED.items(), FRONTS, ("fight", "shooting", "charge"))
    for number, ((name, side), front, kind) in enumerate(cases):
        answers = {"a.front": front, "a.files": 3 + number % 3, "b.files": 4}
        if kind == "charge":
            answers = {**answers, "distance": 6, "reaction": "stand-and-shoot"}
        other = (LEGION, MIXED["bows and spears with a chief"])[number % 2]
        rounds = None if kind == "shooting" else 2
        found[f"{kind}: {name}, {front}"] = match_up(
            kind, side, other, answers, {}, rounds
        )
    for (name, side), front in product([*MIXED.items()][:2], FRONTS[:2]):
        answers = {"a.front": front, "distance": 14, "turns": 2}
        question = match_up("engagement", side, CATS, answers, {}, 1)
        found[f"engagement: {name}, {front}"] = question
    return found


IN_FRONT = fronts()


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", IN_FRONT)
def test_units_whose_front_is_asked_agree_with_dice(name: str) -> None:
    question = IN_FRONT[name]
    seed = 4100 + list(IN_FRONT).index(name)
    table = PLAYS[question.kind](question, FIGHTS, seed)
    assert disagreements(question, table, FIGHTS) == []


def test_there_are_forty_match_ups_of_fronts() -> None:
    assert len(IN_FRONT) >= 40
