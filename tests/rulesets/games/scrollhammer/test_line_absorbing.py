"""Blows that give wounds back in battle lines: against dice, fights, and by hand."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.line import strikes
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.odds.native.bindings import SWITCH
from tests.rulesets.games.scrollhammer.absorbing_match_ups import (
    ABSORBING,
    LAMPREY,
    QUICK_LEECHES,
)
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.test_line import (
    FEW,
    MANY,
    ROCK,
    as_line,
    disagreements,
)
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    LED,
    LEGION,
    SLAYERS,
    match_up,
    unit,
)


def without_thirst(fighter: Fighter) -> Fighter:
    """Return a unit that does not absorb health."""

    def plain(part: FighterPart) -> FighterPart:
        kept = [one for one in part.rules if one.key != "absorb-health"]
        return replace(part, rules=tuple(kept))

    return replace(fighter, parts=tuple(map(plain, fighter.parts)))


def assert_same(told: Odds, other: Odds, within: float = 1e-12) -> None:
    for key in {*told.outcomes, *other.outcomes}:
        off = abs(told.outcomes.get(key, 0) - other.outcomes.get(key, 0))
        assert off <= within, key
    for side in ("a", "b"):
        mine, theirs = told.survivors[side].chances, other.survivors[side].chances
        assert mine == pytest.approx(theirs, abs=within)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", ABSORBING)
def test_wounds_that_come_back_by_blows_agree_with_thousands_of_fights(
    name: str,
) -> None:
    seed = list(ABSORBING).index(name) + 8000
    assert disagreements(ABSORBING[name], 2 * FEW, seed) == []


@pytest.mark.million
@pytest.mark.parametrize("name", ABSORBING)
def test_wounds_that_come_back_by_blows_agree_with_very_many_fights(name: str) -> None:
    seed = list(ABSORBING).index(name) + 8500
    assert disagreements(ABSORBING[name], MANY, seed) == []


@pytest.mark.parametrize("enemy", [CATS, LED, SLAYERS])
@pytest.mark.parametrize("rounds", [1, 3, None])
def test_a_line_of_two_is_their_fight(enemy: Fighter, rounds: int | None) -> None:
    fight = match_up("fight", QUICK_LEECHES, enemy, {"charger": "b"}, {}, rounds)
    told = odds(as_line(fight))
    assert told.method == "exact"
    assert_same(told, odds(fight))


@pytest.mark.parametrize("figures", [{"w": 1}, {"a": 0}])
def test_who_has_no_wound_to_get_back_fights_as_one_who_absorbs_none(
    figures: dict[str, int],
) -> None:
    leeches = replace(
        QUICK_LEECHES,
        parts=tuple(
            replace(one, characteristics={**one.characteristics, **figures})
            for one in QUICK_LEECHES.parts
        ),
    )
    question = line(leeches, CATS, beside("b", DAGI))
    told = odds(question)
    assert_same(told, odds(replace(question, a=without_thirst(leeches))))


def test_who_cannot_wound_gets_nothing_back() -> None:
    said = {"a.strikes-at": "second"}
    question = line(LAMPREY, ROCK, beside("b", CATS), said=said, rounds=3)
    rock = odds(replace(question, further=(beside("b", ROCK),)))
    plain = replace(question, a=without_thirst(LAMPREY), further=(beside("b", ROCK),))
    assert_same(rock, odds(plain))
    assert odds(question).outcomes != odds(replace(question, a=plain.a)).outcomes


SOFT = unit("Soft", 3, ws=3, s=1, t=3, a=0, i=1, ld=10, sv=7, formation="Skirmish")
"""Three men who hurt nobody."""


def biter(a: int = 1, **more: int) -> Fighter:
    """Return one man of three wounds who gets one back on 4 or more."""
    figures = {"ws": 3, "s": 3, "w": 3, "i": 5, "ld": 10, **more}
    return unit(
        "Biter",
        *(1, "independent-character", ("absorb-health", 4)),
        a=a,
        formation="Skirmish",
        **figures,
    )


def test_one_blow_gives_a_wound_back_by_hand() -> None:
    """It hits on 4, wounds on 4, and drinks on 4: an eighth, for whom is hurt."""
    men = unit("Men", 1, t=10, ws=0, a=0, i=1, ld=10, formation="Skirmish")
    told = odds(line(men, SOFT, in_it(biter(), "a", lost=1), rounds=1))
    left = told.survivors["a"].chances
    assert left[4] == pytest.approx(1 / 8)
    assert left[3] == pytest.approx(7 / 8)


def test_however_many_blows_wound_one_wound_comes_back_by_hand() -> None:
    """Of four blows each wounds with a quarter; one roll follows, at both enemies."""
    men = unit("Men", 1, t=10, ws=0, a=0, i=1, ld=10, formation="Skirmish")
    question = line(
        men, SOFT, beside("b", SOFT), in_it(biter(4), "a", lost=2), rounds=1
    )
    left = odds(question).survivors["a"].chances
    assert left[3] == pytest.approx((1 - (3 / 4) ** 4) / 2)
    assert left[4] == 0


def test_any_wound_counts_where_it_is_read_so_by_hand() -> None:
    men = unit("Men", 1, t=10, ws=0, a=0, i=1, ld=10, formation="Skirmish")
    mail = unit("Mail", 3, ws=3, s=1, t=3, a=0, i=1, ld=10, sv=4, formation="Skirmish")
    for read, share in (("unsaved", 1 / 16), ("any", 1 / 8)):
        question = line(
            *(men, mail, in_it(biter(), "a", lost=1)),
            readings={"absorbs": read},
            rounds=1,
        )
        assert odds(question).survivors["a"].chances[4] == pytest.approx(share)


def test_a_wound_that_came_back_counts_for_the_result_by_hand() -> None:
    """Both take a wound for sure and it comes back: nobody has lost the combat."""
    sure: dict[str, int] = {"ws": 5, "s": 10, "t": 5, "i": 3, "w": 9, "ld": 2}
    both = unit("Both", 1, ("absorb-health", 2), a=1, formation="Skirmish", **sure)
    told = odds(line(both, both, beside("b", ROCK), rounds=1))
    plain = without_thirst(both)
    dry = odds(line(plain, plain, beside("b", ROCK), rounds=1))
    assert_same(replace(told, survivors=dry.survivors), dry)
    assert told.survivors != dry.survivors


def test_it_is_told_in_the_trace_and_not_among_what_is_left_out() -> None:
    told = odds(line(QUICK_LEECHES, BANNER, beside("a", DAGI), rounds=1))
    assert "Absorb Health" not in {one.rule for one in told.not_modelled}
    assert [step.text for step in told.trace if step.rule == "Absorb Health(X)"] == [
        "Quick leeches: a wound that its blows take may give it one back, once a turn"
    ]


def test_what_would_be_too_many_cases_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    question = line(QUICK_LEECHES, COHORT, beside("b", LEGION), rounds=1)
    plain = odds(replace(question, a=without_thirst(QUICK_LEECHES)))
    monkeypatch.setattr(
        strikes.MultipleStrikes, "fits", lambda *given: not bites(given)
    )
    told = odds(question)
    assert "Absorb Health" in {one.rule for one in told.not_modelled}
    assert_same(told, plain)


def bites(given: tuple[object, ...]) -> bool:
    """Return whether some of what is asked about bites."""
    strike = given[1]
    assert isinstance(strike, strikes.FoeStrike)
    return any(part.bites for part in strike.parts)


def test_the_kernel_and_numpy_give_equal_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = ABSORBING["leeches share their blows"]
    told = odds(question)
    monkeypatch.setenv(SWITCH, "0")
    assert_same(told, odds(question))
