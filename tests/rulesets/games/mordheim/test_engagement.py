"""Mordheim's engagements: worked by hand, against the simulator, and what must hold."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.fights import chain
from rulesets.odds.match_up import Answers, MatchUp, MatchUpError
from tests.rulesets.games.mordheim.engagements import ALL, FEW, m
from tests.rulesets.games.mordheim.engaging import engage
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.test_properties import swapped
from tests.rulesets.games.mordheim.test_simulator import STANDARD_ERRORS, close

MANY = 1_000_000
ROLLED = 20_000
BOWMAN = f("bow sword", name="B", bs=4)


def test_who_can_charge_at_once_fights_as_in_a_combat() -> None:
    a, b = f("axe", name="A", w=2), f("sword", name="B", a=2)
    told = odds(m(a, b, {"distance": 8}))
    fought = odds(match_up(a, b))
    assert told.events["contact"] == told.events["a-charges"] == 1.0
    assert told.outcomes == pytest.approx(fought.outcomes)
    assert told.expected["turns"] == pytest.approx(fought.expected["turns"])


def test_a_vampire_tests_for_garlic_before_each_charge() -> None:
    """Of Leadership 7 he passes 21 of 36 tests; his enemy waits."""
    a, b = f("axe", name="A"), f("garlic", name="B", a=0, s=1)
    told = odds(m(a, b, {"distance": 8, "b.garlic": True}))
    apart = told.distributions["apart"].chances
    assert apart[0] == pytest.approx(21 / 36)
    assert apart[2] == pytest.approx(15 / 36 * 21 / 36)
    plain = odds(m(a, b, {"distance": 8}))
    assert plain.distributions["apart"].chances[0] == pytest.approx(1.0)
    assert all("Garlic" not in one.rule for one in told.not_modelled)


def test_who_is_never_stunned_never_crawls() -> None:
    a = f("axe", "no-pain", name="A", w=2)
    still, crawls = (odds(m(a, BOWMAN, {"a.crawls": how})) for how in ("stays", "away"))
    assert crawls.outcomes == still.outcomes


def test_who_crawls_away_meets_his_enemy_later() -> None:
    """The farther the stunned crawl away the longer it takes until they meet."""
    a = f("axe", name="A", w=2, m=3)
    met = [
        odds(m(a, BOWMAN, {"a.crawls": how, "distance": 30})).expected["turns-apart"]
        for how in ("towards", "stays", "away")
    ]
    assert met == sorted(met)
    assert met[0] < met[2]


def test_half_an_inch_too_far_is_no_charge_in_the_first_turn() -> None:
    told = odds(m(f("axe", name="A"), f("axe", name="B"), {"distance": 9}))
    assert told.distributions["apart"].chances[0] == 0.0
    assert told.distributions["apart"].chances[2] == 1.0


def test_a_bow_shoots_twice_at_who_runs_24_inches() -> None:
    """At 16" beyond half of its reach, then at 8"; each wound is an injury roll."""
    told = odds(m(f("axe", name="A"), f("bow axe", name="B", bs=3)))
    out = [
        need * (1 / 3 * 1 / 3 + 1 / 6 * (4 / 6 * 5 / 9 + 2 / 6 * 8 / 9))
        for need in (2 / 6, 3 / 6)
    ]
    met = told.distributions["apart"].chances
    assert told.by_round[1]["a-out"] == pytest.approx(out[0])
    down = 2 / 6 * (1 / 3 * 2 / 3 + 1 / 6 * (1 - 4 / 6 * 5 / 9 - 2 / 6 * 8 / 9))
    standing = 1 - out[0] - down
    assert told.by_round[3]["a-out"] >= out[0] + standing * out[1]
    assert met[4] == pytest.approx(standing * (1 - 3 / 6 * 1 / 2))


def test_what_a_shot_needs_says_from_where_it_is_shot() -> None:
    told = odds(m(f("axe", name="A"), f("bow axe", name="B", bs=3)))
    shots = [step.text for step in told.trace if ": Bow, " in step.text]
    assert len(shots) == 2
    assert "hits 5+" in next(text for text in shots if text.startswith("beyond half"))
    assert "hits 4+" in next(text for text in shots if text.startswith("within half"))


def test_who_stays_with_a_bow_is_better_off_far_away() -> None:
    wins = [
        odds(m(f("axe", name="A"), BOWMAN, {"distance": inches})).events["b-wins"]
        for inches in (8, 16, 24, 30)
    ]
    assert all(more >= less - 1e-12 for less, more in pairwise(wins))
    assert wins[-1] > wins[0]


def test_cover_helps_who_runs() -> None:
    open_ground, covered = (
        odds(m(f("axe", name="A"), BOWMAN, {"a.in-cover": is_so})).events["a-wins"]
        for is_so in (False, True)
    )
    assert covered > open_ground


def test_a_charge_that_is_not_certain_is_declared_when_asked() -> None:
    a, b = f("axe", "leap", name="A"), f("axe", name="B")
    first = [
        odds(m(a, b, {"distance": 13, "charge-when": when}))
        .distributions["apart"]
        .chances[0]
        for when in ("may", "even", "certain")
    ]
    assert first == pytest.approx([2 / 6, 0.0, 0.0])
    even = odds(m(a, b, {"distance": 12})).distributions["apart"].chances[0]
    assert even == pytest.approx(3 / 6)


def test_a_dive_that_fails_leaves_him_two_inches_away() -> None:
    """Initiative 3 passes the test of 2" in half of all cases; then he stands there."""
    a, b = f("axe", name="A", t=9), f("axe", name="B", a=0)
    told = odds(m(a, b, {"distance": 8, "a.above": 2}))
    apart = told.distributions["apart"].chances
    assert apart[0] == pytest.approx(1 / 2)
    assert apart[2] == pytest.approx(1 / 2)


def test_who_fails_on_the_ladder_stops_at_its_foot_and_tries_again() -> None:
    """Initiative 4 passes four tests of six; from 3" below he is in reach at once."""
    told = odds(
        m(f("axe", name="A", i=4), f(name="B", a=0), {"distance": 8, "b.above": 3})
    )
    apart = told.distributions["apart"].chances
    assert apart[0] == pytest.approx(4 / 6)
    assert apart[2] == pytest.approx(2 / 6 * 4 / 6)


def test_only_one_stands_above_the_other() -> None:
    with pytest.raises(MatchUpError, match=r"/situation/b\.above"):
        odds(m(f(name="A"), f(name="B"), {"a.above": 2, "b.above": 2}))


def test_a_gun_that_explodes_may_take_out_its_firer() -> None:
    """On a 1 and a 1; Strength 4 wounds on 3+, and a third of the wounds take out."""
    a, b = f("axe", name="A", m=0), f("handgun", name="B")
    asked: Answers = {"first": "b", "distance": 12}
    told = odds(m(a, b, asked, {"misfires": True}, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(1 / 36 * 4 / 6 / 3)
    assert told.events["b-shot"] == told.outcomes["b-out"]
    assert odds(m(a, b, asked, rounds=1)).outcomes["b-out"] == 0.0


def test_a_gun_that_jams_or_bursts_is_not_fired_again() -> None:
    """Shots of turns 1 and 5, a turn of loading between them: the second in 33 of 36.

    Two in 36 are lost by the first, and one loads a turn longer.
    """
    a, b = f("axe", name="A", m=0, w=9, t=1, a=0), f("handgun", name="B", t=9)
    asked: Answers = {"first": "b", "distance": 12}
    lost = [
        9
        - odds(m(a, b, asked, {"misfires": True}, rounds=rounds))
        .survivors["a"]
        .expected()
        for rounds in (1, 5)
    ]
    assert lost[1] / lost[0] == pytest.approx(1 + 33 / 36)


def test_who_cannot_move_never_arrives() -> None:
    told = odds(m(f("axe", name="A", m=0), f("axe", name="B")))
    assert told.outcomes["undecided"] == 1.0


def test_who_closes_in_needs_a_movement_that_is_a_number() -> None:
    odd = f("axe", name="A")
    odd = replace(odd, characteristics={**odd.characteristics, "m": "2D6"})
    with pytest.raises(MatchUpError, match="/a/fighter/characteristics/m"):
        odds(m(odd, BOWMAN))
    assert odds(m(BOWMAN, odd)).outcomes["a-out"] > 0


@pytest.mark.parametrize("name", ALL)
def test_an_engagement_is_all_that_can_happen_and_every_key_has_words(
    name: str,
) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.method == "exact"
    assert told.error < 1e-9
    for key in (*told.outcomes, *told.events, *told.expected):
        assert told.labels[key]
    for before, after in pairwise(told.by_round):
        assert all(after[key] >= before[key] - 1e-12 for key in before)


def other_way_round(question: MatchUp) -> MatchUp:
    sides = {"a": "b", "b": "a", "both": "both", "none": "none"}
    mirrored = swapped(question)
    situation = {**mirrored.situation}
    del situation["charge"]
    for key in ("first", "closing"):
        situation[key] = sides[str(question.situation.get(key, "a"))]
    return replace(mirrored, situation=situation)


@pytest.mark.parametrize("name", ALL)
def test_swapping_the_sides_of_an_engagement_mirrors_it(name: str) -> None:
    told, mirrored = odds(ALL[name]), odds(other_way_round(ALL[name]))
    for key in ("out", "wins", "charges", "shot"):
        for one, two in (("a", "b"), ("b", "a")):
            mine = {**told.outcomes, **told.events}[f"{one}-{key}"]
            theirs = {**mirrored.outcomes, **mirrored.events}[f"{two}-{key}"]
            assert mine == pytest.approx(theirs, abs=1e-9)
    assert mirrored.expected["turns"] == pytest.approx(told.expected["turns"])


@pytest.mark.parametrize("rounds", [None, 9])
def test_an_engagement_of_too_many_states_is_sampled_and_keeps_its_bound(
    rounds: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = replace(FEW["a swordsman runs at a bowman"], rounds=rounds)
    exact = odds(question)
    monkeypatch.setattr(chain, "MOST_STATES", 5)
    sampled = odds(question)
    assert sampled.method == "sampled"
    assert 0 < sampled.error < 0.02
    for key, chance in exact.outcomes.items():
        assert sampled.outcomes[key] == pytest.approx(chance, abs=sampled.error)
    assert sampled.expected["turns"] == pytest.approx(exact.expected["turns"], abs=0.1)
    for exactly, drawn in zip(exact.by_round, sampled.by_round, strict=False):
        assert drawn == pytest.approx(exactly, abs=sampled.error)


def check(question: MatchUp, fights: int) -> None:
    told = odds(question)
    played, before = engage(question, fights, seed=20020)
    for key in {*told.outcomes, *played.ends}:
        chance = told.outcomes.get(key, 0.0)
        assert close(chance, played.ends[key], fights), (key, chance)
    for key, counted in before.items():
        chance = told.events[key]
        assert close(chance, counted, fights), (key, chance, counted / fights)
    if told.outcomes["undecided"] < 1e-9:
        mean = played.turns / fights
        spread = math.sqrt(max(played.squared / fights - mean**2, 1e-9) / fights)
        assert abs(mean - told.expected["turns"]) <= STANDARD_ERRORS * spread + 1e-9


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", FEW)
def test_engagements_played_out_agree(name: str) -> None:
    check(FEW[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_engagements_played_out_agree(name: str) -> None:
    check(ALL[name], MANY)
