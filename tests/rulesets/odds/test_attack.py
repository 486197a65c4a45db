"""One attack, against rolling every combination of its dice."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from rulesets.odds.attack import D3_WOUNDS, Attack, Reroll, effect, faces, passes

SIXTH = Fraction(1, 6)


@dataclass
class Rolling:
    """Every way that the dice of one attack can fall, with its chance."""

    attack: Attack
    done: Counter[str] = field(default_factory=Counter)
    chances: dict[object, Fraction] = field(default_factory=dict)

    def end(self, result: object, chance: Fraction) -> None:
        self.chances[result] = self.chances.get(result, Fraction(0)) + chance


def rolls(need: int, reroll: str) -> Iterator[tuple[int, Fraction]]:
    """Yield the final face of a die, the first roll and the second one by one."""
    for first in range(1, 7):
        again = {
            "none": False,
            "failures": first < need,
            "ones": first == 1,
            "successes": first >= need,
        }[reroll]
        if not again:
            yield first, SIXTH
            continue
        for second in range(1, 7):
            yield second, SIXTH * SIXTH


def walked(attack: Attack) -> dict[object, Fraction]:
    """Walk an attack die by die."""
    rolling = Rolling(attack)
    for hit, chance in rolls(attack.to_hit, attack.reroll_hits):
        if attack.to_hit > 1 and hit < attack.to_hit:
            rolling.end(0, chance)
        elif hit >= attack.poison:
            walk_saves(rolling, chance)
        else:
            walk_wound(rolling, chance)
    return rolling.chances


def walk_wound(rolling: Rolling, chance: Fraction) -> None:
    attack = rolling.attack
    for roll, share in rolls(attack.to_wound, attack.reroll_wounds):
        if attack.to_wound > 1 and roll < attack.to_wound:
            rolling.end(0, chance * share)
        elif roll >= attack.slay:
            walk_ward(rolling, chance * share, slain=True)
        else:
            walk_saves(rolling, chance * share)


def walk_saves(rolling: Rolling, chance: Fraction) -> None:
    attack = rolling.attack
    for roll, share in rolls(attack.save, attack.reroll_saves):
        if roll >= attack.save:
            rolling.end(0, chance * share)
        else:
            walk_ward(rolling, chance * share, slain=False)


def walk_ward(rolling: Rolling, chance: Fraction, slain: bool) -> None:
    for roll in range(1, 7):
        if roll >= rolling.attack.ward:
            rolling.end(0, chance * SIXTH)
        elif slain:
            rolling.end("slain", chance * SIXTH)
        else:
            for wounds, share in enumerate(rolling.attack.damage):
                rolling.end(wounds, chance * SIXTH * share)


ATTACKS = [
    Attack(to_hit=4),
    Attack(to_hit=1, to_wound=3),
    Attack(to_hit=7, to_wound=2),
    Attack(to_hit=3, to_wound=4, save=5, ward=6),
    Attack(to_hit=4, save=4, reroll_saves="successes"),
    Attack(to_hit=4, save=4, reroll_saves="failures"),
    Attack(to_hit=4, reroll_hits="ones", to_wound=5, reroll_wounds="failures"),
    Attack(to_hit=5, to_wound=4, save=3, poison=6),
    Attack(to_hit=4, to_wound=6, save=3, poison=6, reroll_hits="failures"),
    Attack(to_hit=3, to_wound=5, save=2, ward=5, slay=6),
    Attack(to_hit=3, to_wound=4, save=2, slay=5, damage=D3_WOUNDS),
    Attack(to_hit=2, to_wound=2, save=6, damage=D3_WOUNDS, ward=4),
    Attack(to_hit=7, poison=6, to_wound=4),
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_does_what_its_dice_do_one_by_one(attack: Attack) -> None:
    wanted = {key: chance for key, chance in walked(attack).items() if chance}
    told = effect(attack)
    assert sum(told.wounds, told.slain) == 1
    found: dict[object, Fraction] = dict(enumerate(told.wounds))
    found["slain"] = told.slain
    assert {key: chance for key, chance in found.items() if chance} == wanted


@pytest.mark.parametrize("reroll", ["none", "failures", "ones", "successes"])
@pytest.mark.parametrize("need", range(2, 8))
def test_faces_after_a_reroll_sum_to_one_and_agree_with_the_rolls(
    reroll: Reroll, need: int
) -> None:
    told = faces(reroll, need)
    counted = [Fraction(0)] * 6
    for face, chance in rolls(need, reroll):
        counted[face - 1] += chance
    assert told == tuple(counted)
    assert passes(need, reroll) == sum(counted[need - 1 :], Fraction(0))
