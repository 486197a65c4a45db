"""The places of the models of a unit, and those that strike at each enemy.

A model that touches two enemies strikes at one of them: at the front before the flank,
at the flank before the rear.
"""

from collections.abc import Sequence
from operator import itemgetter

from tests.rulesets.games.warhammer.simulated import Unit, touching
from tests.rulesets.games.warhammer.simulated_redress import beside, lap, reached

AROUND = -1
"""In place of a rank: round the side of the enemy."""

Place = tuple[int, int]
"""A rank from the front, and a file from the side that is touched."""

Share = tuple[int, int]
"""The place of an enemy at a side of a unit, and how many stand there."""

WHOLE = 0, 1
"""An enemy that has a side for itself."""


def standing(width: int, models: int) -> list[Place]:
    """Return the places of so many models: rank by rank, from one file on."""
    return [divmod(number, width) for number in range(models)]


def middle(places: Sequence[Place], many: int) -> set[Place]:
    """Return so many places in the middle of a line of them."""
    first = (len(places) - many) // 2
    return set(places[first : first + many])


def strikers(
    own: Unit,
    enemy: Unit,
    mine: int,
    theirs: int,
    *,
    reach: int,
    charging: bool,
    share: Share = WHOLE,
    of_enemy: Share = WHOLE,
) -> set[Place]:
    """Return the places from which models may strike at one enemy.

    Enemies at one front or rear share it; those at the flanks have one each.
    """
    away = len(lap(own, mine))
    places = standing(own.width, mine - away)
    line = line_for(own, places, share)
    met = touching(own, enemy, mine - away, across(enemy, theirs, of_enemy))
    if own.question.readings.get("frontage") == "all":
        met = len(line)
    found = middle(line, min(met, len(line)))
    sides = beside(own, enemy, mine, theirs)
    found |= {(AROUND, place) for place in range(sum(map(len, sides)))}
    found |= reached(own, enemy, mine, theirs, reach=reach)
    if own.touched != "front":
        return found
    if charging and own.has("lance-formation") and own.width == 3:
        return found | {place for place in places if place[0] and is_outer(place, mine)}
    if reach > 1:
        files = {file for _, file in line}
        behind = [place for place in places if place[0] == 1 and place[1] in files]
        return found | set(behind[:met])
    return found


def line_for(own: Unit, places: Sequence[Place], share: Share) -> list[Place]:
    """Return the places of a unit that are for one of the enemies at its side."""
    place, many = share
    if own.touched == "flank":
        return other_side(places) if place else touched_line(own, places)
    return part_of(touched_line(own, places), place, many)


def part_of(line: list[Place], place: int, many: int) -> list[Place]:
    """Return one of so many parts of a line, the first of them the longer ones.

    Where there are too few models for all, some have one model between them.
    """
    if len(line) < many:
        return [line[place * len(line) // many]] if line else []
    lengths = [len(line) // many + (one < len(line) % many) for one in range(many)]
    begin = sum(lengths[:place])
    return line[begin : begin + lengths[place]]


def across(enemy: Unit, theirs: int, share: Share) -> int:
    """Return how many models of an enemy there would be if it had only its share."""
    if share[1] == 1 or enemy.touched == "flank":
        return theirs
    return len(line_for(enemy, standing(enemy.width, theirs), share))


def touched_line(own: Unit, places: Sequence[Place]) -> list[Place]:
    """Return the places of the side that is touched."""
    if own.touched == "flank":
        return [place for place in places if place[1] == 0]
    front = min(own.width, len(places))
    if own.touched == "front":
        return list(places[:front])
    return sorted(places[-front:], key=itemgetter(1))


def other_side(places: Sequence[Place]) -> list[Place]:
    """Return the last model of each rank: those of the second flank."""
    return list({place[0]: place for place in places}.values())


def is_outer(place: Place, models: int) -> bool:
    """Return whether a place in a lance formation is first or last of its rank."""
    rank, file = place
    row = min(3, models - 3 * rank)
    return file in (0, row - 1)


def shared_out(
    pairs: Sequence[tuple[Unit, Unit]],
    mine: int,
    theirs: Sequence[int],
    *,
    reach: int,
    charging: bool,
    of_enemies: Sequence[Share] = (),
) -> tuple[int, ...]:
    """Count who strikes at each of several enemies, the first before the others."""
    taken: set[Place] = set()
    counts = []
    sides = [own.touched for own, _ in pairs]
    for number, ((own, enemy), many) in enumerate(zip(pairs, theirs, strict=True)):
        can = strikers(
            own,
            enemy,
            mine,
            many,
            reach=reach,
            charging=charging,
            share=(sides[:number].count(own.touched), sides.count(own.touched)),
            of_enemy=of_enemies[number] if of_enemies else WHOLE,
        )
        counts.append(len(can - taken) if many else 0)
        taken |= can if many else set()
    return tuple(counts)
