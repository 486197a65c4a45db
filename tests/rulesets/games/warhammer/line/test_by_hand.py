"""Small battle lines of Warhammer, every die counted by hand."""

from fractions import Fraction
from math import comb

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from tests.rulesets.games.warhammer.units import unit

MAN = unit("Man", 1)
HERO = unit("Hero", 1, i=5)
BOSS = unit("Boss", 1, i=4, w=2)
BRUTE = unit("Brute", 1, i=6, a=9, ws=10, s=10)
CROWD = unit("Crowd", 5)


def line(
    a: Fighter, b: Fighter, *further: Further, said: Answers | None = None
) -> Odds:
    question = MatchUp(
        "warhammer", "battle-line", a, b, said or {}, {}, 1, further=further
    )
    return odds(question)


def test_a_hero_strikes_before_his_men_and_their_enemy() -> None:
    # A blow wounds on 4+ and 4+: 1/4. The hero fells the enemy first, or the man and
    # the enemy strike at the same time, either first.
    told = line(MAN, MAN, Further(HERO, "a", "character"))
    quarter, left = Fraction(1, 4), Fraction(3, 4)
    falls = quarter + left * (quarter + left * quarter) / 2
    assert falls == Fraction(53, 128)
    assert told.events["a-slays-all-at-once"] == pytest.approx(float(falls))
    struck = left * (left * quarter + quarter) / 2
    assert told.wounds["b"].chances[1] == pytest.approx(float(struck))


def test_nobody_strikes_at_a_hero_beside_living_men_unless_he_aims_at_him() -> None:
    usual = line(CROWD, MAN, Further(HERO, "a", "character"))
    assert usual.events["a-character-slain"] == 0
    aimed = line(
        CROWD, MAN, Further(HERO, "a", "character"), said={"b.aims": "characters"}
    )
    # The man strikes after the hero, and at the same time as one of the crowd or more:
    # he may have fallen to the hero, 1/4, or to one of the two beside him in contact.
    first = Fraction(1, 4)
    crowd = 1 - Fraction(3, 4) ** 2
    alive = (1 - first) * (1 + (1 - crowd)) / 2
    chance = float(alive / 4)
    assert aimed.events["a-character-slain"] == pytest.approx(chance)


def test_a_challenger_counts_wounds_beyond_and_nobody_else_strikes_at_him() -> None:
    # Nine attacks at a man of two wounds: 3+ to hit and 2+ to wound, 5/9 each.
    brute, boss = Further(BRUTE, "a", "character"), Further(BOSS, "b", "character")
    question = MatchUp(
        "warhammer",
        "battle-line",
        CROWD,
        CROWD,
        {"challenge": True},
        {},
        1,
        explained=True,
        further=(brute, boss),
    )
    deciding = odds(question).deciding
    assert deciding is not None
    parts = {part.key: part for part in deciding.parts}
    hit = Fraction(5, 9)
    counts = [Fraction(0)] * 10
    counts[0] = Fraction(1)
    for _ in range(9):
        counts = [
            one * (1 - hit) + (counts[n - 1] * hit if n else 0)
            for n, one in enumerate(counts)
        ]
    beyond = sum(min(max(n - 2, 0), 5) * chance for n, chance in enumerate(counts))
    assert parts["overkill"].a == pytest.approx(float(beyond))


def test_flank_and_rear_together_are_three_points() -> None:
    question = MatchUp(
        "warhammer",
        "battle-line",
        unit("Flankers", 5, s=1, a=0),
        unit("Struck", 20, a=0),
        {"b.touched-in": "flank"},
        {},
        1,
        explained=True,
        further=(Further(unit("Rearers", 5, a=0), "a", situation={"contact": "rear"}),),
    )
    deciding = odds(question).deciding
    assert deciding is not None
    points = {part.key: part.a for part in deciding.parts}
    assert points["contact"] == pytest.approx(3)


def test_the_second_unit_takes_a_break_test_of_its_own() -> None:
    # Nobody strikes, and one side has twenty points more: no test can pass.
    told = line(
        unit("Steady", 5, a=0, ld=10),
        unit("Many", 20, a=0),
        Further(unit("Weak", 5, a=0, ld=2), "a"),
        said={"b.bonus": 20},
    )
    assert told.events["a2-stands"] == 0
    assert told.events["a-stands"] == 0
    drawn = line(
        unit("Steady", 5, "unbreakable", a=0),
        unit("Many", 20, a=0),
        Further(unit("Weak", 5, a=0, ld=2), "a"),
        said={"b.bonus": 20},
    )
    assert drawn.events["a-stands"] == 1
    assert drawn.events["a-friends-test"] == pytest.approx(1)
    assert drawn.events["b-friends-test"] == 0
    assert drawn.events["a2-stands"] == 0
    assert drawn.outcomes["undecided"] == pytest.approx(1)


def test_a_model_between_two_enemies_strikes_once() -> None:
    flanker = Further(MAN, "b", situation={"contact": "flank"})
    told = line(unit("Lone", 1, i=9, w=3), MAN, flanker)
    alone = line(unit("Lone", 1, i=9, w=3), MAN)
    assert told.wounds["a"].expected() == pytest.approx(alone.wounds["a"].expected())


@pytest.mark.parametrize(
    ("places", "blows"),
    [
        (("front", "rear"), (5, 5)),
        (("front", "flank"), (5, 3)),
        (("flank", "rear"), (4, 4)),
        (("flank", "flank"), (4, 4)),
        (("front", "front"), (3, 2)),
    ],
)
def test_a_model_that_two_enemies_touch_strikes_at_one_of_them(
    places: tuple[str, str], blows: tuple[int, int]
) -> None:
    # Twenty men five wide: four ranks. 3+ to hit and 2+ to wound: 5/9 each.
    crowd = unit("Crowd", 20, a=0, ld=10)
    second = Further(crowd, "b", situation={"contact": places[1]})
    question = MatchUp(
        "warhammer",
        "battle-line",
        unit("Sure hands", 20, i=9, s=10, ws=10),
        crowd,
        {"a.touched-in": places[0]},
        {},
        1,
        further=(second,),
    )
    told = odds(question).distributions
    dealt = [20 - told[key].expected() for key in ("b-left", "b2-left")]
    assert dealt == pytest.approx([5 / 9 * count for count in blows])


def test_the_slain_of_a_single_rank_strike_neither_to_the_front_nor_to_the_rear() -> (
    None
):
    # Three men and a champion in one rank. Twelve blows from behind, 5/9 each,
    # fall first. Each man left strikes once to the front, the champion, last to fall,
    # twice: 1/4 each.
    led = unit("Led", 4, champion={}, ld=10)
    behind = unit("Behind", 3, i=9, a=4, ws=10, s=10)
    crowd = unit("Crowd", 20, a=0, ld=10)
    second = Further(behind, "b", situation={"contact": "rear"})
    told = line(led, crowd, second)
    hit = Fraction(5, 9)
    falls = [comb(12, n) * hit**n * (1 - hit) ** (12 - n) for n in range(13)]
    blows = sum(p * (5 - n) for n, p in enumerate(falls[:4]))
    dealt = 20 - told.distributions["b-left"].expected()
    assert dealt == pytest.approx(float(blows / 4))


def test_greenskins_who_have_charged_are_told_how_often_they_squabble_instead() -> None:
    orcs, few = unit("Orcs", 10, "animosity"), unit("Few", 4, "animosity")
    third = Further(few, "a", situation={"charges": True})
    said: Answers = {"a.charges": True}
    (note,) = [
        one for one in line(orcs, CROWD, third, said=said).notes if "animosity" in one
    ]
    assert note == (
        "These numbers are those of a charge that is declared. With a chance of 13.9% "
        "Orcs squabble in that turn instead, for animosity; with a Black Orc character "
        "near, of 2.3%."
    )
    assert not any("animosity" in one for one in line(orcs, CROWD).notes)
