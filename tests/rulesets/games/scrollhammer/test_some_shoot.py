"""Volleys in which only some of the models shoot, or moved: by hand and by dice."""

from itertools import product

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.pool_match_ups import BAND, SHIELDED
from tests.rulesets.games.scrollhammer.simulator_shots import shot
from tests.rulesets.games.scrollhammer.test_joined import same
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    bow,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)

FIGHTS = 40_000
FOES = unit("Foes", 20, formation="Skirmish")

CROSSBOWS = bow(4, 1, fires="Move or Fire")
HEAVY = unit("Crossbows", 10, bs=4, formation="Skirmish", gear=(CROSSBOWS,))
RANKED = fighter(
    part("Archers", 5, bs=4, gear=(bow(),)),
    part("Crossbows", 4, bs=2, gear=(CROSSBOWS,)),
    part("Spearmen", 4, gear=(weapon(),)),
    part("Chief", 1, role="leader", bs=5, gear=(bow(5, 2, fires="Move or Fire"),)),
)
LOOSE = fighter(
    part("Slingers", 5, bs=4, formation="Skirmish", gear=(bow(3, 0, "pinning"),)),
    part("Arbalests", 4, bs=4, formation="Skirmish", gear=(CROSSBOWS,)),
)


def wounds(side: Fighter, **answers: int) -> float:
    asked = {key.replace("_", "-"): count for key, count in answers.items()}
    return odds(match_up("shooting", side, FOES, asked)).expected["a-unsaved-wounds"]


def test_each_who_moved_or_is_held_back_takes_one_shot_away_by_hand() -> None:
    """A shot of Ballistic Skill 4 and Strength 4 at Toughness 3: 2/3 · 2/3."""
    for count in (0, 3, 9):
        mean = (10 - count) * 4 / 9
        assert wounds(HEAVY, movers=count) == pytest.approx(mean, abs=1e-12)
        assert wounds(HEAVY, held_back=count) == pytest.approx(mean, abs=1e-12)
    assert wounds(HEAVY, movers=3, held_back=4) == pytest.approx(3 * 4 / 9, abs=1e-12)


def test_those_farthest_behind_are_held_back_first() -> None:
    """In ten places: a chief (5/6 · 5/6), 5 archers (1/3 each), 4 crossbows (2/9)."""
    archer, chief, crossbow = 2 / 3 / 2, 25 / 36, 1 / 3 * 2 / 3
    whole = 5 * archer + chief + 4 * crossbow
    assert wounds(RANKED) == pytest.approx(whole, abs=1e-12)
    assert wounds(RANKED, held_back=1) == pytest.approx(whole - crossbow, abs=1e-12)
    left = 4 * archer + chief
    assert wounds(RANKED, held_back=5) == pytest.approx(left, abs=1e-12)
    assert wounds(RANKED, held_back=9) == pytest.approx(chief, abs=1e-12)


def test_all_who_move_one_by_one_are_as_a_unit_that_moved() -> None:
    for side in (HEAVY, LOOSE, RANKED):
        for answers in ({}, {"unsighted": 4}):
            each = match_up("shooting", side, FOES, {**answers, "movers": 200})
            whole = match_up("shooting", side, FOES, {**answers, "moved": True})
            assert same(odds(each), odds(whole))


def test_movers_are_of_no_account_where_all_moved_or_all_may_fire() -> None:
    arrows = unit("Bows", 9, bs=4, gear=(bow(),))
    few = match_up("shooting", arrows, FOES, {"movers": 4})
    assert same(odds(few), odds(match_up("shooting", arrows, FOES)))
    both = match_up("shooting", HEAVY, FOES, {"movers": 4, "moved": True})
    assert same(odds(both), odds(match_up("shooting", HEAVY, FOES, {"moved": True})))


def test_it_is_told_what_those_who_moved_do_not_fire() -> None:
    told = odds(match_up("shooting", HEAVY, FOES, {"movers": 4})).notes
    assert "Bow stays silent: it is Move or Fire, and 4 of them moved." in told


def some() -> dict[str, MatchUp]:
    """Return volleys of which some shoot, some moved and some see the target."""
    found: dict[str, MatchUp] = {}
    answers: tuple[Answers, ...] = (
        {"movers": 3},
        {"held-back": 4},
        {"movers": 5, "held-back": 2},
        {"movers": 4, "unsighted": 6},
        {"movers": 2, "unsighted": 3, "held-back": 3, "go-to-ground": True},
        {"held-back": 1, "a.front": "list", "movers": 1},
        {"moved": True, "held-back": 2, "unsighted": 2},
    )
    cases = product((RANKED, LOOSE, HEAVY), (BAND, SHIELDED, CATS), answers)
    for number, (side, foes, asked) in enumerate(cases):
        if number % 3 != 2:
            more: Answers = {**asked, "a.files": 4 + number % 4}
            found[f"{number}: {side.name} at {foes.name}"] = match_up(
                "shooting", side, foes, more
            )
    return found


SOME = some()


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", SOME)
def test_volleys_of_some_agree_with_dice(name: str) -> None:
    table = shot(SOME[name], FIGHTS, 5100 + list(SOME).index(name))
    assert disagreements(SOME[name], table, FIGHTS) == []


def test_there_are_forty_volleys_of_some() -> None:
    assert len(SOME) >= 40
