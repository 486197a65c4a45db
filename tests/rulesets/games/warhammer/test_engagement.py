"""Engagements of Warhammer: what must come of the turns before contact."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.context import (
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagements.turns_before_contact import (
    turns_before_contact,
)
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.games.warhammer.combat.shots.volley import Volleys
from rulesets.odds.answer import Odds
from rulesets.odds.context import Context
from rulesets.odds.match_up import Fighter, MatchUpError
from tests.rulesets.games.warhammer.match_ups import ENGAGEMENTS
from tests.rulesets.games.warhammer.simulated_turns import SIDES, as_charge, turn
from tests.rulesets.games.warhammer.test_properties import changed
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    BOAR_BOYZ,
    CHARIOT,
    FLAGELLANTS,
    GOBLINS,
    HALBERDIERS,
    HAND_WEAPON,
    HANDGUN,
    HANDGUNNERS,
    KNIGHTS,
    ORCS,
    SAVAGE_ORCS,
    SPEARMEN,
    SWORDSMEN,
    match_up,
    unit,
)


def played(a: Fighter, b: Fighter, rounds: int | None = None, **situation: Any) -> Odds:
    asked = {
        key.replace("__", ".").replace("_", "-"): value
        for key, value in situation.items()
    }
    return odds(match_up("engagement", a, b, asked, rounds=rounds))


def contact(told: Odds) -> tuple[float, ...]:
    return told.distributions["contact-turn"].chances


def near(value: Any) -> Any:
    return pytest.approx(value, abs=1e-12)


def test_men_march_eight_inches_and_charge_eight() -> None:
    told = played(HALBERDIERS, SPEARMEN, distance=24)
    assert contact(told) == near((0, 0, 0, 1, 0, 0, 0))


def test_within_eight_inches_nobody_marches() -> None:
    dwarfs = changed(HALBERDIERS, m=3)
    told = played(dwarfs, SPEARMEN, distance=8)
    assert contact(told) == near((0, 0, 1, 0, 0, 0, 0))


def test_a_chariot_charges_at_the_double_but_never_marches() -> None:
    told = played(CHARIOT, SPEARMEN, rounds=1, distance=28)
    assert contact(told) == near((0, 0, 0, 1, 0, 0, 0))


def test_once_in_reach_nothing_but_the_charge_is_left() -> None:
    question = match_up("engagement", KNIGHTS, HALBERDIERS, {"distance": 10})
    told = odds(question)
    same = odds(match_up("charge", KNIGHTS, HALBERDIERS, {"distance": 10}))
    for key, chance in same.outcomes.items():
        assert told.outcomes[key] == near(chance)
    assert told.survivors["b"].chances == near(same.survivors["b"].chances)


def test_a_charge_by_b_is_that_of_a_mirrored() -> None:
    told = played(HALBERDIERS, KNIGHTS, distance=10, closing="b")
    same = odds(match_up("charge", KNIGHTS, HALBERDIERS, {"distance": 10}))
    assert told.outcomes["a-run-down"] == near(same.outcomes["b-run-down"])
    assert told.events["b-wins"] == near(same.events["a-wins"])


def test_who_moves_first_charges_first() -> None:
    first = {
        side: played(KNIGHTS, BOAR_BOYZ, closing="both", distance=14, first=side)
        for side in SIDES
    }
    assert first["a"].events["a-charges"] == near(1)
    assert first["b"].events["b-charges"] == near(1)


def test_nobody_meets_who_has_too_few_turns() -> None:
    told = played(HALBERDIERS, SPEARMEN, distance=60, turns=2)
    assert told.outcomes["no-contact"] == near(1)
    assert told.events["a-wins"] == told.events["b-wins"] == near(0)


def test_shots_of_every_turn_are_told_apart() -> None:
    told = played(ORCS, HANDGUNNERS, distance=24, first="b")
    shot = {k: d for k, d in told.distributions.items() if k.startswith("turn-")}
    assert [*shot][:3] == ["turn-1-a", "turn-2-a", "turn-3-a"]
    lost = told.distributions["a-lost-coming"].expected()
    assert sum(one.expected() for one in shot.values()) == pytest.approx(lost)


def test_shots_at_those_who_come_and_at_their_charge_are_told_apart() -> None:
    told = played(HALBERDIERS, HANDGUNNERS, distance=22, first="b")
    shot = {k: d for k, d in told.distributions.items() if k.startswith("turn-3")}
    assert [*shot] == ["turn-3-a", "turn-3-a-charging"]
    assert all(min(one.chances) >= 0 for one in shot.values())


def test_shots_at_a_charger_from_half_its_reach_or_less_are_not_made() -> None:
    near_by = played(KNIGHTS, HANDGUNNERS, distance=8)
    further = played(KNIGHTS, HANDGUNNERS, distance=9)
    assert near_by.distributions["a-lost-coming"].chances[0] == near(1)
    assert further.distributions["a-lost-coming"].chances[0] < 1


def test_a_quarter_lost_is_a_test_for_panic() -> None:
    line = unit("Pair", 2, ld=7)
    told = played(line, HANDGUNNERS, distance=24, first="b", turns=1)
    lost = told.distributions["turn-1-a"].chances
    assert told.expected["a-flights"] == near(lost[1] * 15 / 36)


def test_the_crazed_and_the_frenzied_never_panic() -> None:
    for brave in (FLAGELLANTS, SAVAGE_ORCS):
        told = played(brave, HANDGUNNERS, rounds=2, distance=24)
        assert told.expected["a-flights"] == 0


def test_who_flees_is_caught_within_the_reach_of_the_charge() -> None:
    told = played(ORCS, GOBLINS, distance=4, turns=1, first="b", b__reaction="flees")
    short = 6 / 36
    assert told.outcomes["b-caught"] == near(short)
    assert told.outcomes["b-fleeing"] == near(1 - short)


def test_who_is_in_a_frenzy_does_not_flee_from_a_charge_and_charges_first() -> None:
    told = played(ORCS, SAVAGE_ORCS, distance=8, b__reaction="flees")
    assert told.outcomes.get("b-caught", 0) == 0
    waited = played(ORCS, SAVAGE_ORCS, distance=14)
    assert waited.events["b-charges"] == near(1)


def test_a_musician_helps_to_rally() -> None:
    quiet = played(SPEARMEN, HANDGUNNERS, distance=20)
    loud = replace(
        SPEARMEN,
        parts=tuple(
            replace(part, rules=(*part.rules, *SWORDSMEN.parts[0].rules[:1]))
            for part in SPEARMEN.parts
        ),
    )
    helped = played(loud, HANDGUNNERS, distance=20)
    assert helped.outcomes["a-fleeing"] < quiet.outcomes["a-fleeing"]


def test_who_cannot_move_cannot_close_in() -> None:
    gun = unit("Gun", 1, kind="war-machine", m=0)
    with pytest.raises(MatchUpError, match="does not move") as found:
        played(gun, ORCS)
    assert found.value.where == "/situation/closing"


@pytest.mark.parametrize(
    ("rules", "asked", "comes"),
    [
        (("animosity",), {}, 31 / 36),
        (("animosity",), {"a__quelled": True}, 1 - 1 / 36 * 5 / 6),
        (("animosity", "quell-animosity"), {}, 1.0),
        (("animosity",), {"a__wounds-lost": 6}, 1.0),
        ((), {}, 1.0),
    ],
)
def test_who_squabbles_does_not_charge(
    rules: tuple[str, ...], asked: dict[str, Any], comes: float
) -> None:
    orcs = unit("Orcs", 10, *rules)
    told = played(orcs, HALBERDIERS, distance=8, turns=1, **asked)
    assert told.events["contact"] == near(comes)


def test_a_charge_tells_how_often_its_charger_squabbles_instead() -> None:
    orcs = unit("Orcs", 10, "animosity")
    (note,) = _of_animosity(orcs)
    assert f"a chance of {5 / 36:.1%} Orcs squabble in that turn instead" in note
    assert note.endswith(f"with a Black Orc character near, of {5 / 36 / 6:.1%}.")
    assert not _of_animosity(orcs, overrun=True)
    assert not _of_animosity(unit("Few", 4, "animosity"))
    assert not _of_animosity(orcs, **{"a.wounds-lost": 6})
    assert not _of_animosity(unit("Led", 10, "animosity", "quell-animosity"))


def _of_animosity(own: Fighter, **asked: Any) -> list[str]:
    told = odds(match_up("charge", own, HALBERDIERS, asked))
    return [note for note in told.notes if "animosity" in note]


def test_who_shows_them_comes_nearer_and_may_still_charge() -> None:
    orcs = unit("Orcs", 10, "animosity")
    far = played(orcs, HALBERDIERS, distance=12, turns=1)
    assert far.events["contact"] == near(1 / 36)
    waiting = played(orcs, ARCHERS, distance=4, turns=1, closing="b")
    assert waiting.events["a-charges"] == near(1 / 36)


def test_the_trace_tells_turn_by_turn() -> None:
    told = played(KNIGHTS, HANDGUNNERS)
    texts = [step.text for step in told.trace]
    assert any(text.startswith('Knights: a march: turn 1 (24") 100%') for text in texts)
    assert any(text.startswith('Handgunners: shots: turn 1 (8")') for text in texts)
    assert any("a failed test" in text for text in texts)


def test_shots_that_need_the_same_are_told_once_for_all_their_distances() -> None:
    told = played(unit("Orcs", 10, "animosity"), HANDGUNNERS)
    shots = [step.text for step in told.trace if ": Handgunners: 4 shoot" in step.text]
    assert shots[0] == 'at 13 to 24": Handgunners: 4 shoot, 5+ to hit, 3+ to wound'
    assert len(shots) == 3


def test_one_alone_shoots_and_several_shoot() -> None:
    alone = unit("Handgunners", 1, gear=(HANDGUN, HAND_WEAPON))
    told = played(unit("Orcs", 10), alone)
    assert any(": Handgunners: 1 shoots, " in step.text for step in told.trace)


def test_the_trace_says_who_charges_where_both_may() -> None:
    told = played(KNIGHTS, unit("Orcs", 10, "animosity"), closing="both")
    strength = {
        step.text.partition(": Knights")[0]: step.text
        for step in told.trace
        if step.rule == "Blows" and "Knights" in step.text
    }
    assert "Strength 5" in strength["if it charges"]
    assert "Strength 3" in strength["if it is charged"]
    ranks = [step.text for step in told.trace if step.rule == "Combat result"]
    assert len(ranks) == len(set(ranks)) == 2
    assert not any("charge" in text for text in ranks)


@pytest.mark.sweep(16)
@pytest.mark.parametrize("name", [n for n in ENGAGEMENTS if "stakes" not in n])
def test_exchanging_the_sides_exchanges_the_outcomes(name: str) -> None:
    question = ENGAGEMENTS[name]
    asked = {turn(key): value for key, value in question.situation.items()}
    usual = {"first": "a", "closing": "a", "higher-ground": "nobody"}
    for key in (*usual, "refuses"):
        value = str(asked.get(key, usual.get(key, "nobody")))
        asked[key] = SIDES.get(value, value)
    other = odds(replace(question, a=question.b, b=question.a, situation=asked))
    told = odds(question)
    for key, chance in told.outcomes.items():
        side, dash, rest = key.partition("-")
        assert other.outcomes[SIDES.get(side, side) + dash + rest] == near(chance)
    assert other.survivors["b"].chances == near(told.survivors["a"].chances)


def test_better_men_never_come_off_worse() -> None:
    def wins(**figures: int) -> float:
        told = played(changed(ORCS, **figures), ARCHERS, 1, distance=16, turns=2)
        return told.events["a-wins"]

    for figure, values in (("t", (3, 4, 5)), ("sv", (7, 6, 4)), ("ld", (5, 7, 9))):
        chances = [wins(**{figure: value}) for value in values]
        assert chances == sorted(chances)


def test_a_volley_counts_the_shooters_that_are_left() -> None:
    volleys = Volleys(
        read_profile(ARCHERS, "a"),
        read_profile(SPEARMEN, "b"),
        Context(WarhammerSituation(), WarhammerReadings()),
    )
    (volley,) = volleys.from_each([20], moved=False, reaction=False)
    assert volley is not None
    for own in (0, 4, 10):
        chances = np.zeros((1, 11, 19))
        chances[0, own, 18] = 1.0
        left, _, taken = volley.apply(chances, np.arange(11))
        asked = {"distance": 20, "a.wounds-lost": 10 - own}
        alone = np.eye(19)[18]
        if own:
            told = odds(match_up("shooting", ARCHERS, SPEARMEN, asked))
            alone = np.array(told.survivors["b"].chances)
        assert left[0, own] == near(alone)
        assert taken == near(alone[::-1])


def test_turns_before_contact_are_played_once_for_all_who_are_alike_there() -> None:
    b = read_profile(ORCS, "b")
    context = Context(WarhammerSituation(closing="b"), WarhammerReadings())
    known = turns_before_contact(read_profile(ARCHERS, "a"), b, context)
    again = read_profile(replace(ARCHERS, name="Others"), "a")
    assert turns_before_contact(replace(again, ws=6), b, context) is known
    worse = replace(again, groups=tuple(replace(one, bs=1) for one in again.groups))
    assert turns_before_contact(worse, b, context) is not known
    told = played(replace(ARCHERS, name="Others"), ORCS)
    assert "Others" in told.labels["a-charges"]
    assert any("Others" in step.text for step in told.trace)


def test_who_has_no_wounds_left_is_refused_by_its_name() -> None:
    with pytest.raises(MatchUpError, match=ARCHERS.name):
        played(ARCHERS, ORCS, a__wounds_lost=10)


def test_as_a_charge_of_b_the_sides_are_exchanged() -> None:
    question = ENGAGEMENTS["the standing side charged by b"]
    turned = as_charge(question, "b")
    assert turned.a is question.b
    assert turned.situation["a.cover"] == "soft"


def test_what_tells_on_the_way_alone_is_named_in_engagements_alone() -> None:
    scouts = unit("Scouts", 10, "scouts")
    told = played(scouts, SPEARMEN, 1, distance=8)
    assert [left.rule for left in told.not_modelled] == ["Scouts"]
    assert odds(match_up("fight", scouts, SPEARMEN, rounds=1)).not_modelled == ()
