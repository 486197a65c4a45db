"""Winners who widen their front or lap round the enemy, laid out in millimetres."""

from copy import copy

from tests.rulesets.games.warhammer.simulated import Unit, fighting

Place = tuple[int, int]
"""A row from the side that is touched, and a file."""


def standing_as(unit: Unit, brought: int) -> Unit:
    """Return a unit that has brought so many models up."""
    found = copy(unit)
    if unit.asked("redress") == "widens":
        found.wider = brought
    else:
        found.lapping = brought
    return found


def all_fighting(
    own: Unit, enemy: Unit, mine: int, theirs: int, *, reach: int, charging: bool
) -> int:
    """Return how many models may strike, those who lap round or are lapped among them.

    The front that is lapped is wholly in contact.
    """
    away = len(lap(own, mine))
    able = fighting(own, enemy, mine - away, theirs, reach=reach, charging=charging)
    able += sum(len(side) for side in beside(own, enemy, mine, theirs))
    return able + len(reached(own, enemy, mine, theirs, reach=reach))


def lap(own: Unit, mine: int) -> range:
    """Return the models that have left the rear ranks of a unit."""
    return range(min(own.lapping, max(mine - own.width, 0)))


def sides_of(unit: Unit, models: int) -> tuple[int, int]:
    """Return how many models stand along a side next to the one that is touched.

    With the millimetres that each of them takes up there.
    """
    if unit.touched == "flank":
        return min(models, unit.width), unit.base
    long = unit.body.kind in ("cavalry", "fast-cavalry", "chariot")
    return -(-models // unit.width), unit.base * (2 if long else 1)


def beside(own: Unit, enemy: Unit, mine: int, theirs: int) -> tuple[range, range]:
    """Return who laps round at both sides of an enemy, one after the other."""
    front = min(mine, own.width) * own.base
    rows = -(-theirs // enemy.width)
    across = rows if enemy.touched == "flank" else min(theirs, enemy.width)
    if front < across * enemy.side_taken:
        return range(0), range(0)
    along, each = sides_of(enemy, theirs - len(lap(enemy, theirs)))
    some = lap(own, mine)
    sides = [[one for one in some if one % 2 == side] for side in (0, 1)]
    touch = [
        sum(place * own.base <= along * each for place in range(len(side)))
        for side in sides
    ]
    return range(touch[0]), range(touch[1])


def reached(
    own: Unit, enemy: Unit, mine: int, theirs: int, *, reach: int
) -> set[Place]:
    """Return the places that only those touch who lap round the unit."""
    sides = beside(enemy, own, theirs, mine)
    mine -= len(lap(own, mine))
    _, each = sides_of(own, mine)
    files = -(-mine // own.width) if own.touched == "flank" else own.width
    found = set()
    rows = [mine // files + (file < mine % files) for file in range(files)]
    if own.touched == "flank":
        rows = [
            sum(rank * own.width + file < mine for rank in range(files))
            for file in range(own.width)
        ]
        lines = [
            [(0, file) for file, deep in enumerate(rows) if deep],
            [(deep - 1, file) for file, deep in enumerate(rows) if deep],
        ]
        fights = {(rank, 0) for rank in range(files)}
    else:
        ranks = [min(files, mine - start) for start in range(0, mine, files)]
        lines = [
            [(rank, 0) for rank in range(len(ranks))],
            [(rank, many - 1) for rank, many in enumerate(ranks)],
        ]
        two = reach > 1 and own.touched == "front"
        fights = {
            (rank, file)
            for rank, many in enumerate(ranks[: 2 if two else 1])
            for file in range(many)
        }
    for line, side in zip(lines, sides, strict=True):
        far = len(side) * enemy.base
        found |= {place for row, place in enumerate(line) if side and row * each <= far}
    return found - fights


def brought_up(own: Unit, enemy: Unit) -> int:
    """Return how many more models of a winner strike if it brings some to each end."""
    answer = own.asked("redress")
    if answer not in ("widens", "laps-round") or own.touched != "front":
        return 0
    enemy = copy(enemy)
    enemy.lapping = 0
    more = 2 * int(own.question.readings.get("redress-by", 1))
    after = standing_as(own, own.wider + own.lapping + more)
    counts = [
        all_fighting(one, enemy, own.models, enemy.models, reach=1, charging=False)
        for one in (own, after)
    ]
    return counts[1] - counts[0]
