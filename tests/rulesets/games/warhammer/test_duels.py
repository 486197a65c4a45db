"""Challenges: who falls, what counts beyond, and what the others do meanwhile."""

import pytest

from rulesets.games.warhammer.combat import odds
from rulesets.games.warhammer.combat_duels import MOST_OVERKILL, Duel, fates, meets
from rulesets.games.warhammer.combat_profile import read_profile
from rulesets.games.warhammer.combat_strikes import Strikes
from rulesets.games.warhammer.combat_swing import Swing
from tests.rulesets.games.warhammer.match_ups import FIGHTS
from tests.rulesets.games.warhammer.test_properties import mirrored, told_of_b
from tests.rulesets.games.warhammer.units import (
    GIANT,
    HALBERDIERS,
    HERO,
    MASTER,
    ORCS,
    SPEARMEN,
    SWORDSMEN,
    match_up,
    unit,
)


def sure(attacks: int, when: int) -> tuple[Strikes, ...]:
    """Return blows that hit and wound on 2 and more, against no save."""
    swing = Swing(attacks, 10, 2, 2, 7)
    return (Strikes("leader", "Champion", (when, 0), swing),)


def test_who_strikes_first_may_never_be_struck() -> None:
    told = fates((sure(1, 0), sure(1, 1)), (1, 1), "a", at_once=False)
    hit = (5 / 6) ** 2
    assert told[1, 0, 0, 0] == pytest.approx(hit)
    assert told[0, 1, 0, 0] == pytest.approx((1 - hit) * hit)
    assert sum(told.values()) == pytest.approx(1)


def test_at_once_both_may_fall() -> None:
    told = fates((sure(1, 0), sure(1, 1)), (1, 1), "a", at_once=True)
    assert told[0, 0, 0, 0] == pytest.approx((5 / 6) ** 4)


def test_wounds_beyond_count_up_to_five() -> None:
    told = fates((sure(9, 0), sure(1, 1)), (1, 1), "a", at_once=False)
    assert max(over for _, _, over, _ in told) == MOST_OVERKILL
    hit = (5 / 6) ** 2
    assert told[1, 0, 1, 0] == pytest.approx(36 * hit**2 * (1 - hit) ** 7)


def test_what_is_beyond_is_added_to_the_points() -> None:
    assert Duel((1, 1), (0, 1), (3, 0)).overkill == 3
    assert Duel((1, 1), (1, 0), (0, 2)).overkill == -2


def test_it_takes_somebody_on_both_sides_and_others_beside_them() -> None:
    def met(a: object, b: object) -> bool:
        return meets(read_profile(a, "a"), read_profile(b, "b"))  # type: ignore[arg-type]

    assert met(SWORDSMEN, ORCS)
    assert met(HERO, ORCS)
    assert not met(HALBERDIERS, ORCS)
    assert not met(HERO, MASTER)
    assert not met(GIANT, ORCS)


def test_where_nobody_can_be_challenged_nothing_changes() -> None:
    asked = odds(match_up("fight", HALBERDIERS, ORCS, {"challenge": True}))
    plain = odds(match_up("fight", HALBERDIERS, ORCS))
    assert asked.outcomes == plain.outcomes
    assert any("no challenge" in step.text for step in asked.trace)


def test_a_strong_champion_wins_more_in_a_challenge_than_a_weak_one() -> None:
    def wins(attacks: int) -> float:
        led = unit("Led", 20, champion={"a": attacks, "s": 6, "ws": 6, "i": 6})
        told = odds(match_up("fight", led, SPEARMEN, {"challenge": True}))
        return told.events["a-wins"]

    chances = [wins(attacks) for attacks in (1, 2, 4, 6)]
    assert chances == sorted(chances)


@pytest.mark.parametrize(
    "name", [name for name, one in FIGHTS.items() if one.situation.get("challenge")]
)
def test_exchanging_the_sides_exchanges_the_outcomes(name: str) -> None:
    told, other = odds(FIGHTS[name]), odds(mirrored(FIGHTS[name]))
    for key, chance in told.outcomes.items():
        assert other.outcomes[told_of_b(key)] == pytest.approx(chance, abs=1e-9)


def test_the_trace_tells_who_meets_whom() -> None:
    told = odds(match_up("fight", SWORDSMEN, HERO, {"challenge": True}))
    texts = [step.text for step in told.trace if step.rule == "Challenge"]
    assert texts[0].startswith("Champion slays his enemy")
    assert texts[1].startswith("Hero slays his enemy")


def test_a_character_in_a_unit_is_named_as_one_of_it() -> None:
    men = unit("Men", 10)
    joined = unit("Joined", 10, champion={"w": 2, "t": 4})
    told = odds(match_up("fight", joined, men))
    assert [left.rule for left in told.not_modelled] == ["Champion"]
