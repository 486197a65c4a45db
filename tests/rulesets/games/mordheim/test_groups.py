"""Mordheim's groups against groups: by hand, and against clashes that were rolled."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim import combat_chain
from rulesets.games.mordheim.combat import odds
from rulesets.matchup import MatchUp, MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.grouping import ALL, FEW, play_groups
from tests.rulesets.games.mordheim.test_properties import swapped
from tests.rulesets.games.mordheim.test_simulator import close


def test_two_against_two_are_two_duels_and_then_one() -> None:
    a, b = f("sword", name="A"), f("axe", name="B")
    told = odds(match_up(a, b, {"a.fighters": 2, "b.fighters": 2}))
    duel = odds(match_up(a, b)).events["a-wins"]
    assert told.survivors["a"].chances[2] >= duel**2
    both = duel**2 + 2 * duel * (1 - duel) * duel
    assert told.events["a-wins"] == pytest.approx(both)


def test_the_last_of_a_group_has_no_friend_near() -> None:
    a, b = f("axe", name="A"), f("axe", name="B", ld=3)
    counts = {"a.fighters": 4, "b.fighters": 1}
    alone = odds(match_up(a, b, counts)).events["a-wins"]
    helped = odds(match_up(a, b, {**counts, "b.friend-near": True})).events["a-wins"]
    assert alone > helped


def test_groups_are_not_limited_in_turns() -> None:
    question = replace(FEW["two against two"], rounds=3)
    with pytest.raises(MatchUpError, match="/rounds"):
        odds(question)


def test_a_clash_of_too_many_states_is_sampled_and_keeps_its_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = odds(FEW["two against two"])
    monkeypatch.setattr(combat_chain, "MOST_STATES", 5)
    sampled = odds(FEW["two against two"])
    assert sampled.method == "sampled"
    assert sampled.outcomes == pytest.approx(exact.outcomes, abs=sampled.error)


@pytest.mark.parametrize("name", ALL)
def test_groups_are_told_whole_and_mirror(name: str) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    for key in (*told.outcomes, *told.events):
        assert told.labels[key]
    if ALL[name].situation.get("charge") != "none":
        mirrored = odds(swapped(ALL[name]))
        assert mirrored.events["b-wins"] == pytest.approx(told.events["a-wins"])


def check(question: MatchUp, fights: int) -> None:
    told = odds(question)
    ends = play_groups(question, fights, seed=20020)
    assert sum(ends.values()) == fights
    held = sum(n for key, n in ends.items() if key.endswith("-holds-back"))
    charger = str(question.situation.get("charge", "a"))
    chance = told.outcomes.get(f"{charger}-holds-back", 0.0)
    assert close(chance, held, fights)
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            if left == len(told.survivors[side].chances) - 1:
                share -= chance
            counted = sum(
                n
                for key, n in ends.items()
                if not key.endswith("-holds-back") and int(key.split()[place]) == left
            )
            assert close(share, counted, fights), (side, left, share, counted / fights)


@pytest.mark.parametrize("name", FEW)
def test_groups_played_out_agree(name: str) -> None:
    check(FEW[name], 10_000)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_groups_played_out_agree(name: str) -> None:
    check(ALL[name], 1_000_000)
