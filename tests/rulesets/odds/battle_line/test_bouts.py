"""Tests of the combats of rolled fights in a round."""

import numpy as np

from rulesets.odds.battle_line.bouts import Bouts, bouts_of
from rulesets.odds.battle_line.fights import Fights


def three() -> Bouts:
    """Return two fights of one part, of which the first has two combats, and one."""
    part, modes = np.array([0, 0, 1]), np.array([1, 0, 0])
    return bouts_of(part, modes, [(7,), (7, 8)], [(1,), (2, 3)])


def test_each_combat_of_a_fight_is_there_by_itself() -> None:
    bouts = three()
    assert bouts.fight.tolist() == [0, 0, 1, 2]
    assert bouts.place.tolist() == [0, 1, 0, 0]
    assert bouts.order.tolist() == [2, 3, 1, 1]
    alike = [(group, some.tolist()) for group, some in bouts.alike()]
    assert alike == [(7, [0, 2, 3]), (8, [1])]
    assert [some.tolist() for some in bouts.by_place()] == [[0, 2, 3], [1]]
    assert bouts.parts_of(np.array([1, 3])).tolist() == [0, 1]


def test_later_combats_take_dice_in_the_order_of_earlier_blows() -> None:
    bouts = three()
    assert bouts.sorted(np.array([3, 2, 0])).tolist() == [0, 2, 3]
    bouts.play(np.array([0, 2]), np.array([5, 4]), np.array([1, 0]))
    assert bouts.sorted(np.array([0, 2, 3])).tolist() == [2, 0, 3]


def test_those_that_drew_alike_before_lie_side_by_side() -> None:
    bouts, some = three(), np.array([0, 2, 3])
    bouts.play(some, np.array([2, 1, 1]), np.array([0, 1, 0]))
    nothing = np.zeros(3, dtype=np.int64)
    near = bouts.nearness(some, nothing)
    assert np.argsort(near).tolist() == [2, 1, 0]
    after = bouts.nearness(some, np.array([3, 9, 3]))
    assert np.argsort(after).tolist() == [2, 0, 1]


def test_a_fight_that_goes_on_in_several_ways_keeps_its_share() -> None:
    part = np.array([0, 1])
    fights = Fights(part, np.array([[4, 5]]), part, np.array([0.75, 0.25]))
    spread = fights.repeated(2)
    assert spread.shares.tolist() == [0.375, 0.375, 0.125, 0.125]
    assert spread.wounds.tolist() == [[4, 4, 5, 5]]
    bouts = three().repeated(2)
    assert bouts.fight.tolist() == [0, 1, 0, 1, 2, 3, 4, 5]
    assert bouts.group.tolist() == [7, 7, 8, 8, 7, 7, 7, 7]
    assert bouts.part.tolist() == [0, 0, 0, 0, 1, 1]
