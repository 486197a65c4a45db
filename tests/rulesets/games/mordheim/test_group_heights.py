"""Groups of Mordheim that cast, dive and climb: at their limits, and rolled."""

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.mordheim import test_group_engagement, test_groups
from tests.rulesets.games.mordheim.casting_grid import CASTS
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_engagements import AXE, BOW, g
from tests.rulesets.games.mordheim.group_engaging import dive_groups
from tests.rulesets.games.mordheim.group_heights import ALL, DIVES, FEW, FOUGHT, LONG
from tests.rulesets.games.mordheim.spells import wizard
from tests.rulesets.games.mordheim.test_engagement import other_way_round
from tests.rulesets.games.mordheim.test_simulator import close

ROLLED = 40_000
MANY = 1_000_000


def test_a_spell_that_is_never_cast_changes_nothing() -> None:
    """A shield spoils it, so that the caster shoots, and strikes, as without it."""
    a = wizard("bow axe shield", "hired-swords", "fires-of-uzhul")
    asked: Answers = {"closing": "both", "approach": "walk", "distance": 20}
    silent, casts = (
        odds(g(a, BOW, (1, 2), more)) for more in (asked, {**asked, **CASTS})
    )
    assert silent.events["contact"] != pytest.approx(casts.events["contact"], abs=1e-3)
    near: Answers = {"distance": 1, "closing": "a"}
    silent, casts = (
        odds(g(a, AXE, (1, 2), more)) for more in (near, {**near, **CASTS})
    )
    assert casts.outcomes == pytest.approx(silent.outcomes, abs=1e-12)


def test_who_never_falls_and_gains_nothing_by_it_dives_as_on_the_level() -> None:
    """An inch is no dive and no ladder."""
    for side in ("a", "b"):
        level, above = (
            odds(g(AXE, BOW, (2, 2), more)) for more in ({}, {f"{side}.above": 1})
        )
        assert above.outcomes == pytest.approx(level.outcomes, abs=1e-12)


def test_two_who_fail_every_test_below_a_wall_never_come_to_blows() -> None:
    a, b = f("axe", name="A", i=0), f("bow axe", name="B", a=0, bs=0)
    told = odds(g(a, b, (2, 2), {"b.above": 4}))
    assert told.events["contact"] == pytest.approx(0, abs=1e-9)
    assert told.outcomes["undecided"] == pytest.approx(1)


def test_two_who_fail_every_dive_are_hurt_as_by_two_falls() -> None:
    """From 4" a hit of Strength 4 wounds Toughness 3 on 3+, then 5 and 6 are out.

    One of one wound is out by D3 hits with the chance of the fractions below; he is as
    far as a charge away, so that both fall in the first turn.
    """
    out = 0.0
    for hits in (1, 2, 3):
        out += (1 - _stays(hits)) / 3
    a, b = f("axe", name="A", i=0), f("axe", name="B", a=0, m=0)
    told = odds(g(a, b, (2, 1), {"a.above": 4, "distance": 8}))
    lost = told.distributions["a-lost-before-contact"].chances
    assert lost[2] == pytest.approx(out**2)


def _stays(hits: int) -> float:
    """Return the chance that so many hits take out nobody of one wound."""
    return float((1 - 2 / 3 * 1 / 3) ** hits)


def test_two_who_always_fall_never_fight() -> None:
    """Each takes D3 hits of Strength 6, which wound on 2+; a 5 or 6 takes him out."""
    stays = sum((1 - 5 / 6 * 1 / 3) ** hits for hits in (1, 2, 3)) / 3
    told = odds(DIVES["those who always fall"])
    assert told.outcomes["a-out"] == pytest.approx((1 - stays) ** 2)
    assert told.outcomes["a-falls"] == pytest.approx(1 - (1 - stays) ** 2)
    assert told.survivors["a"].chances[1] == pytest.approx(2 * stays * (1 - stays))
    assert told.events["a-wins"] == told.outcomes["b-out"] == 0


def test_one_who_dives_at_four_gains_by_it_if_he_lands() -> None:
    a, b = f("axe", name="A", i=5, a=3, w=3), f("axe", name="B", t=4)
    level, dives = (
        odds(m(a, b, {"b.fighters": 4, **more})) for more in ({}, {"dive": 2})
    )
    assert dives.events["a-wins"] != pytest.approx(level.events["a-wins"], abs=1e-3)


def check_dive(question: MatchUp, fights: int) -> None:
    told = odds(question)
    ends, idle = dive_groups(question, fights, seed=20020)
    for key, counted in idle.items():
        chance = told.outcomes.get(key, 0.0)
        assert close(chance, counted, fights), (key, chance, counted / fights)
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            counted = sum(
                n for key, n in ends.items() if int(key.split()[place]) == left
            )
            assert close(share, counted, fights), (side, left, share, counted / fights)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in DIVES if name not in LONG])
def test_forty_thousand_dives_of_several_agree(name: str) -> None:
    check_dive(DIVES[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", DIVES)
def test_a_million_dives_of_several_agree(name: str) -> None:
    check_dive(DIVES[name], MANY)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", DIVES)
def test_dives_of_several_have_words(name: str) -> None:
    told = odds(DIVES[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert all(told.labels[key] for key in (*told.outcomes, *told.events))


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", ALL)
def test_engagements_with_spells_and_heights_are_told_whole_and_mirror(
    name: str,
) -> None:
    told, mirrored = odds(ALL[name]), odds(other_way_round(ALL[name]))
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.error < 0.001
    for key in (*told.outcomes, *told.events, *told.expected):
        assert told.labels[key]
    for one, two in (("a", "b"), ("b", "a")):
        mine, theirs = told.outcomes[f"{one}-out"], mirrored.outcomes[f"{two}-out"]
        assert mine == pytest.approx(theirs, abs=1e-9 + told.error)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", FEW)
def test_groups_that_cast_dive_and_climb_played_out_agree(name: str) -> None:
    test_group_engagement.check(FEW[name], 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if name not in LONG])
def test_forty_thousand_engagements_with_spells_and_heights_agree(name: str) -> None:
    test_group_engagement.check(ALL[name], ROLLED)


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUGHT)
def test_forty_thousand_fights_of_groups_that_cast_agree(name: str) -> None:
    test_groups.check(FOUGHT[name], ROLLED)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_engagements_with_spells_and_heights_agree(name: str) -> None:
    test_group_engagement.check(ALL[name], MANY)


@pytest.mark.million
@pytest.mark.parametrize("name", FOUGHT)
def test_a_million_fights_of_groups_that_cast_agree(name: str) -> None:
    test_groups.check(FOUGHT[name], MANY)
