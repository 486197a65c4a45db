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
    other_flank: bool = False,
) -> set[Place]:
    """Return the places from which models may strike at one enemy."""
    away = len(lap(own, mine))
    places = standing(own.width, mine - away)
    line = other_side(places) if other_flank else touched_line(own, places)
    met = touching(own, enemy, mine - away, theirs)
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
        behind = [place for place in places if place[0] == 1]
        return found | set(behind[:met])
    return found


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
) -> tuple[int, ...]:
    """Count who strikes at each of several enemies, the first before the others."""
    taken: set[Place] = set()
    counts = []
    flanks = 0
    for (own, enemy), many in zip(pairs, theirs, strict=True):
        can = strikers(
            own,
            enemy,
            mine,
            many,
            reach=reach,
            charging=charging,
            other_flank=flanks > 0 and own.touched == "flank",
        )
        flanks += own.touched == "flank"
        counts.append(len(can - taken) if many else 0)
        taken |= can if many else set()
    return tuple(counts)
