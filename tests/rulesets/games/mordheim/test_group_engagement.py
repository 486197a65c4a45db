"""Mordheim's engagements of groups: at their limits, and against rolled ones."""

from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import (
    KNOCKED_DOWN,
    STANDING,
    STUNNED,
)
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.engagements.approach import MordheimApproach
from rulesets.games.mordheim.combat.groups import approach as group_approach
from rulesets.games.mordheim.combat.groups import engagement as module
from rulesets.games.mordheim.combat.groups import engagements as asked
from rulesets.games.mordheim.combat.groups.meetings import (
    Meeting,
    clashes_of,
)
from rulesets.games.mordheim.combat.groups.volleys import Afoot, Walked
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import Odds
from rulesets.odds.context import Context
from rulesets.odds.match_up import Answers, MatchUp, MatchUpError
from rulesets.odds.sides import Side
from tests.rulesets.games.mordheim import (
    engagements,
    grouping,
    test_goods,
    test_groups,
)
from tests.rulesets.games.mordheim.casting_grid import BOLT, ENGAGED
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import ALL, AXE, BOW, FEW, g
from tests.rulesets.games.mordheim.group_engaging import engage_groups
from tests.rulesets.games.mordheim.test_engagement import other_way_round
from tests.rulesets.games.mordheim.test_simulator import close

MANY = 200_000
ROLLED = 10_000
ALONE = {**engagements.ALL, **ENGAGED, **test_goods.STREWN}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", ALONE)
def test_groups_of_one_are_one_against_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_groups(
        a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
    ) -> Odds:
        one_each: dict[Side, int] = {"a": 1, "b": 1}
        return module.group_engagement({"a": a, "b": b}, one_each, context, rounds)

    one = odds(ALONE[name])
    monkeypatch.setattr(asked, "engagement", as_groups)
    grouped = odds(ALONE[name])
    assert grouped.outcomes == pytest.approx(one.outcomes, abs=1e-12)
    for key in ("a-wins", "b-wins", "contact", "a-charges", "b-charges", "a-shot"):
        assert grouped.events[key] == pytest.approx(one.events[key], abs=1e-12)
    expected = one.expected["turns-apart"]
    assert grouped.expected["turns-apart"] == pytest.approx(expected, abs=1e-9)
    apart = one.distributions["apart"].chances
    assert grouped.distributions["apart"].chances == pytest.approx(apart, abs=1e-12)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, question in grouping.ALL.items()
        if question.situation.get("charge") != "none"
        and not {"a.edge", "b.edge"} & question.situation.keys()
    ],
)
def test_who_can_charge_at_once_fight_as_groups_do(name: str) -> None:
    fought = grouping.ALL[name]
    situation = {**fought.situation}
    charger = str(situation.pop("charge", "a"))
    near: Answers = {"distance": 1, "first": charger, "closing": charger}
    engaged = replace(fought, kind="engagement", situation={**situation, **near})
    told, before = odds(engaged), odds(fought)
    if f"{charger}-holds-back" in before.outcomes:
        assert told.outcomes["undecided"] == pytest.approx(0, abs=1e-9)
        return
    assert told.outcomes == pytest.approx(before.outcomes, abs=1e-12)
    for side in ("a", "b"):
        left = before.survivors[side].chances
        assert told.survivors[side].chances == pytest.approx(left, abs=1e-12)


@pytest.mark.parametrize("numbers", [(2, 1), (1, 2), (2, 2), (3, 2), (5, 5)])
def test_numbers_change_nothing_where_nobody_can_do_anything(
    numbers: tuple[int, int],
) -> None:
    """They come as soon as one alone does, and fight for ever."""
    a, b = f("axe", name="A", t=9, ld=12), f("axe", name="B", t=9, ld=12)
    told, one = odds(g(a, b, numbers)), odds(g(a, b, (1, 1)))
    assert told.outcomes["undecided"] == pytest.approx(1)
    assert told.events["contact"] == pytest.approx(1)
    assert (
        told.distributions["apart"].chances[:3]
        == one.distributions["apart"].chances[:3]
    )


def test_the_second_bowman_shoots_first_at_the_weaker() -> None:
    """Two who cannot move or shoot are shot at until both are gone: one shot a turn."""
    still = f("axe", name="A", m=0)
    told = odds(g(still, f("bow axe", name="B", bs=4), (2, 2), {"closing": "none"}))
    assert told.outcomes["a-out"] == pytest.approx(1)
    assert told.events["a-shot"] == pytest.approx(1)
    alone = odds(g(still, f("bow axe", name="B", bs=4), (1, 2), {"closing": "none"}))
    assert told.expected["turns-apart"] > alone.expected["turns-apart"]


def test_more_bowmen_are_worse_for_who_runs_at_them() -> None:
    wins = [odds(g(AXE, BOW, (2, number))).events["a-wins"] for number in (1, 2, 3)]
    assert wins[0] > wins[1] > wins[2]


def test_a_friend_who_lies_is_none_near() -> None:
    up, down = BodyState(STANDING, 1), BodyState(KNOCKED_DOWN, 1)
    two = up, up
    for behind, alone in (((), True), ((up,), False), ((down,), True)):
        (clash,) = clashes_of(Meeting(((up,), two), "a", "a", behind))
        assert clash.alone == alone
    (clash,) = clashes_of(Meeting((two, (up,)), "a", "a", (up,)))
    assert clash.alone


def test_who_lies_comes_to_blows_as_he_is() -> None:
    """A stunned enemy is the last whom a charge meets, and has no blow."""
    states = [BodyState(STUNNED, 1), BodyState(STANDING, 1), BodyState(STANDING, 2)]
    ordered = sorted(states, key=module._upright_first)
    assert [state.posture for state in ordered] == [STANDING, STANDING, STUNNED]
    assert ordered[0].wounds == 2


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", ALL)
def test_an_engagement_of_groups_is_told_whole_and_mirrors(name: str) -> None:
    told, mirrored = odds(ALL[name]), odds(other_way_round(ALL[name]))
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.error < 0.001
    for key in (*told.outcomes, *told.events, *told.expected):
        assert told.labels[key]
    for key in ("out", "wins", "charges", "shot", "met-worse"):
        for one, two in (("a", "b"), ("b", "a")):
            mine = {**told.outcomes, **told.events}[f"{one}-{key}"]
            theirs = {**mirrored.outcomes, **mirrored.events}[f"{two}-{key}"]
            assert mine == pytest.approx(theirs, abs=1e-9 + told.error)


@pytest.mark.parametrize("name", FEW)
def test_what_is_not_followed_is_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(FEW[name])
    monkeypatch.setattr(group_approach, "MOST_STATES", 40)
    monkeypatch.setattr(group_approach, "LEAST", 1e-6)
    bounded = odds(FEW[name])
    assert exact.method == "exact"
    assert bounded.outcomes == pytest.approx(exact.outcomes, abs=bounded.error + 1e-9)
    assert (bounded.method == "bounded") == (bounded.error >= 1e-9)


@pytest.mark.parametrize(
    ("situation", "place"),
    [
        ({"a.above": 4, "b.above": 2}, r"/situation/b\.above"),
        ({"b.casts": 2}, r"/situation/b\.casts"),
    ],
)
def test_what_groups_do_not_do_is_refused(situation: Answers, place: str) -> None:
    with pytest.raises(MatchUpError, match=place):
        odds(g(AXE, BOLT, (2, 1), situation))


def test_two_stupid_trolls_against_two_are_told_to_three_in_ten_thousand() -> None:
    """They stumble from place to place: only where they are to one another counts."""
    troll = test_groups.strongest()["mordheim-orcs"]
    told = odds(g(troll, troll, (2, 2)))
    assert "stupidity" in {use.key for use in troll.rules}
    assert told.error < 0.0003


def test_two_who_go_on_together_meet_whatever_way_they_are_apart() -> None:
    """Nobody knows places: as far apart they are the same elsewhere."""
    usual: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    approach = group_approach.GroupApproach(MordheimApproach({}, usual))
    lines, walked = approach._volleys.lines, approach._volleys.walked
    hindmost = {
        approach._from_the_hindmost(
            "a",
            walked.number((Walked(at, 0, 0, up=False),) * 2),
            lines.number((Afoot(at + 9, 0),)),
        )
        for at in (0, 5)
    }
    assert len(hindmost) == 1


def check(question: MatchUp, fights: int) -> None:
    told = odds(question)
    ends, before = engage_groups(question, fights, seed=20020)
    assert sum(ends.values()) == fights
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            counted = sum(
                n for key, n in ends.items() if int(key.split()[place]) == left
            )
            assert close(share, counted, fights), (side, left, share, counted / fights)
    for key, counted in before.items():
        chance = told.events[key]
        assert close(chance, counted, fights), (key, chance, counted / fights)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", FEW)
def test_engagements_of_groups_played_out_agree(name: str) -> None:
    check(FEW[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_many_engagements_of_groups_played_out_agree(name: str) -> None:
    check(ALL[name], MANY)
