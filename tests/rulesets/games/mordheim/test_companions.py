"""Who comes along with a fighter, and is a warrior of his own."""

from rulesets.matchups.fighter import fighter
from tests.rulesets.games.mordheim.warbands import (
    codes,
    group,
    hero,
    judged,
    tally,
    unit,
)


def test_a_wolf_comes_with_the_priest_of_ulric_for_25_gold_crowns() -> None:
    now = judged(
        "middenheim",
        hero("captain"),
        group("warrior", 4),
        hired=(hero("wolf-priest-of-ulric", "wolf"),),
        limit=500,
    )

    assert now.points == 60 + 4 * 25 + 60 + 25
    assert codes(now) == []
    assert tally(now, "warriors") == 1 + 4 + 1


def test_the_wolf_is_a_henchman_and_takes_the_place_of_one() -> None:
    """The priest has a Champion's place, the wolf a henchman's: 13 are left of 15."""

    def warband(*companions: str) -> list[str]:
        men = [group("warrior", 5), group("warrior", 5), group("warrior", 3)]
        now = judged(
            "middenheim",
            hero("captain"),
            *men,
            hired=(hero("wolf-priest-of-ulric", *companions),),
            limit=800,
        )
        return codes(now)

    assert warband() == []
    assert warband("wolf") == ["warband-size"]


def test_the_odds_leave_the_wolf_out_and_say_so_since_nobody_printed_its_figures() -> (
    None
):
    now = judged(
        "middenheim",
        hero("captain"),
        hired=(hero("wolf-priest-of-ulric", "wolf"),),
    )

    assert fighter(unit(now, force=1)).left_out == ("Wolf companion",)


def test_the_wolf_is_there_for_nobody_but_middenheim() -> None:
    now = judged("reikland", hired=(hero("wolf-priest-of-ulric", "wolf"),))

    assert "hired-swords" in codes(now)
