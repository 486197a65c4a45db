"""Items switched from turn to turn: by hand, and against rolled dice."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import COMBAT, odds
from rulesets.games.scrollhammer.combat.spell_blades import BY_ABSORBING
from rulesets.games.scrollhammer.combat.spells_left_out import (
    IN_SOME_TURNS,
    NO_HAND,
)
from rulesets.matchups.decisions import decisions_of, try_decisions
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.blades_match_ups import CUTLASS, casters
from tests.rulesets.games.scrollhammer.simulator import Table, simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged
from tests.rulesets.games.scrollhammer.switching_match_ups import (
    ARCHER_MAGI,
    BOWMEN,
    GLAIVE_MAGI,
    HUNTERS,
    LINES_THAT_SWITCH,
    SWITCHING,
    with_sets,
)
from tests.rulesets.games.scrollhammer.test_line import (
    disagreements as disagreements_of_a_line,
)
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    LEGION,
    bow,
    match_up,
    unit,
    weapon,
)

SOME = 20_000
ROLLED = {"fight": simulate, "charge": charged, "engagement": engaged}


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", SWITCHING)
def test_switched_items_agree_with_dice(name: str) -> None:
    question = SWITCHING[name]
    seed = list(SWITCHING).index(name) + 900
    table: Table = ROLLED[question.kind](question, SOME, seed)
    assert disagreements(question, table, SOME) == []


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", LINES_THAT_SWITCH)
def test_switched_items_of_battle_lines_agree_with_dice(name: str) -> None:
    seed = list(LINES_THAT_SWITCH).index(name) + 1900
    question = LINES_THAT_SWITCH[name]
    assert disagreements_of_a_line(question, 2 * SOME, seed) == []
    notes = odds(question).notes
    assert any("for blows what fights best: set 1" in note for note in notes)


@pytest.mark.parametrize("charger", ["a", "b", "none"])
@pytest.mark.parametrize("own", [BOWMEN, HUNTERS, GLAIVE_MAGI, ARCHER_MAGI])
def test_a_line_of_two_units_switches_as_a_combat_of_two_does(
    own: Fighter, charger: str
) -> None:
    asked: Answers = {"a.hands": "shoots"}
    two = odds(match_up("fight", own, LEGION, {**asked, "charger": charger}, {}, 4))
    if charger != "none":
        asked = {**asked, f"{charger}.charges": True}
    line = odds(match_up("battle-line", own, LEGION, asked, {}, 4))
    for key, chance in two.outcomes.items():
        assert line.outcomes.get(key, 0.0) == pytest.approx(chance, abs=1e-9), key
    assert next(note for note in two.notes if "fights best" in note) in line.notes


@pytest.mark.parametrize("name", SWITCHING)
def test_every_switch_changes_an_answer(name: str) -> None:
    question = SWITCHING[name]
    kept = {key: one for key, one in question.situation.items() if "hands" not in key}
    told, usual = odds(question), odds(replace(question, situation=kept))
    assert told.outcomes != usual.outcomes
    assert any("for blows what fights best: set 1" in note for note in told.notes)


def test_forty_match_ups_switch() -> None:
    assert len(SWITCHING) >= 40


def only_set(question: MatchUp, place: int) -> MatchUp:
    return replace(question, a=replace(question.a, parts=question.a.sets[place]))


def test_one_round_is_fought_with_what_was_in_hand() -> None:
    asked = match_up("fight", BOWMEN, LEGION, {"a.hands": "shoots"}, {}, 1)
    kept = match_up("fight", BOWMEN, LEGION, {}, {}, 1)
    for key, chance in odds(kept).outcomes.items():
        assert odds(asked).outcomes[key] == pytest.approx(chance, abs=1e-12)


def test_who_never_shoots_fights_as_with_the_other_set() -> None:
    situation: dict[str, str | int] = {"closing": "both", "distance": 3, "first": "a"}
    asked = match_up("engagement", HUNTERS, LEGION, {**situation, "a.hands": "charges"})
    other = only_set(match_up("engagement", HUNTERS, LEGION, situation), 1)
    told, known = odds(asked), odds(replace(other, a=replace(other.a, sets=())))
    for key, chance in known.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance, abs=1e-9), key


def test_a_spell_is_told_to_be_cast_in_some_turns() -> None:
    said = [
        [(one.rule, one.why) for one in odds(asked).not_modelled if one.rule == "Blade"]
        for asked in (
            match_up("fight", ARCHER_MAGI, LEGION, {"a.hands": "shoots"}),
            match_up("fight", ARCHER_MAGI, LEGION),
            match_up("fight", GLAIVE_MAGI, LEGION, {"a.hands": "shoots"}),
        )
    ]
    assert said == [[("Blade", IN_SOME_TURNS)], [("Blade", NO_HAND)], []]


def test_none_casts_a_weapon_if_later_blows_give_wounds_back() -> None:
    leech = with_sets(
        unit("Leeches", 3, gear=(bow(3, 0),), w=2, a=2, formation="Skirmish"),
        unit(
            "Leeches",
            3,
            gear=(weapon("user+2", 2, ("absorb-health", 5)),),
            w=2,
            a=2,
            formation="Skirmish",
        ),
    )
    magi = casters("Magi", 3, 4, CUTLASS, weapon())
    told = odds(match_up("fight", magi, leech, {"b.hands": "shoots"}))
    bare = replace(
        magi, parts=tuple(replace(one, notes=()) for one in magi.parts), gear=()
    )
    plain = odds(match_up("fight", bare, leech, {"b.hands": "shoots"}))
    assert ("Blade", BY_ABSORBING) in [(one.rule, one.why) for one in told.not_modelled]
    assert told.outcomes == plain.outcomes


def test_a_side_decides_what_it_has_in_hand() -> None:
    asked = match_up("engagement", BOWMEN, LEGION, {"closing": "b"})
    decided = [one for one in decisions_of(COMBAT, asked, "a") if one.key == "a.hands"]
    (tried,) = try_decisions(COMBAT.odds, asked, tuple(decided))
    assert [one.answer for one in tried.trials] == ["same", "shoots", "charges"]
    assert tried.best is not None
    assert tried.best.answer != "same"
    assert not [one for one in decisions_of(COMBAT, asked, "b") if one.key == "b.hands"]
