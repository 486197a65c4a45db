"""The rules of works B and C, as the peers need them: fractions over small counts."""

from fractions import Fraction
from functools import cache
from math import comb

ORCS, JADE, DICE = 12, 20, 10
ORCS_FAIL, JADE_FAIL = Fraction(15, 36), Fraction(10, 36)
MODELS, WIDTH, LEADERSHIP, ROUNDS = 20, 5, 7, 10


@cache
def slain(dice: int, each: Fraction, left: int) -> dict[int, Fraction]:
    """Return the chances of losses; what is more than is left counts as all of it."""
    found: dict[int, Fraction] = {}
    for count in range(dice + 1):
        chance = comb(dice, count) * each**count * (1 - each) ** (dice - count)
        lost = min(count, left)
        found[lost] = found.get(lost, Fraction(0)) + chance
    return found


def fails(orcs_lost: int, jade_lost: int) -> list[tuple[str, Fraction]]:
    """Return the ends of a round of work B by tests, and "" for going on."""
    a = ORCS_FAIL if orcs_lost else Fraction(0)
    b = JADE_FAIL if jade_lost else Fraction(0)
    ends = [
        ("a-fails", a * (1 - b)),
        ("b-fails", b * (1 - a)),
        ("both-fail", a * b),
        ("", (1 - a) * (1 - b)),
    ]
    return [(end, chance) for end, chance in ends if chance]


def rank_bonus(models: int) -> int:
    return max(0, min(3, models // WIDTH - 1))


@cache
def breaks(difference: int) -> Fraction:
    """Return the chance to break of a side that lost work C's round by so much."""
    need = LEADERSHIP - difference
    held = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b <= need)
    return Fraction(36 - held, 36)


State = tuple[str, int, int]
"""The end of a fight, "" while it goes on, and what is left of a and b."""


@cache
def work_b(orcs: int, jade: int) -> dict[State, Fraction]:
    """Return the states after a round of work B, with their chances."""
    found: dict[State, Fraction] = {}

    def put(state: State, chance: Fraction) -> None:
        found[state] = found.get(state, Fraction(0)) + chance

    for lost_b, first in slain(DICE, Fraction(1, 4), jade).items():
        if lost_b == jade:
            put(("b-destroyed", 0, 0), first)
            continue
        for lost_a, second in slain(DICE, Fraction(1, 3), orcs).items():
            if lost_a == orcs:
                put(("a-destroyed", 0, 0), first * second)
                continue
            for end, share in fails(lost_a, lost_b):
                left = (0, 0) if end else (orcs - lost_a, jade - lost_b)
                put((end, *left), first * second * share)
    return found


@cache
def work_c(a: int, b: int) -> dict[State, Fraction]:
    """Return the states after a round of work C, with their chances."""
    found: dict[State, Fraction] = {}

    def put(state: State, chance: Fraction) -> None:
        found[state] = found.get(state, Fraction(0)) + chance

    for lost_b, first in slain(min(WIDTH, a), Fraction(5, 18), b).items():
        if lost_b == b:
            put(("b-destroyed", 0, 0), first)
            continue
        back = max(0, min(WIDTH, b) - lost_b)
        for lost_a, second in slain(back, Fraction(1, 6), a).items():
            if lost_a == a:
                put(("a-destroyed", 0, 0), first * second)
                continue
            result = lost_b + rank_bonus(a - lost_a)
            result -= lost_a + rank_bonus(b - lost_b)
            gone = breaks(abs(result)) if result else Fraction(0)
            if gone:
                end = "a-breaks" if result < 0 else "b-breaks"
                put((end, 0, 0), first * second * gone)
            put(("", a - lost_a, b - lost_b), first * second * (1 - gone))
    return found
