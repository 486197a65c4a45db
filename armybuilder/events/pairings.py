"""Pairings of an event: whoever plays whom, at which table, in which game round.

A game round is one game of everybody; in fights of units, a round is of the fight.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from armybuilder.events.models import Entrant, EntrantState, Event, Pairing
from armybuilder.events.sight import REVEALED, SHOWN, Onlooker, Part

MOST_ROUNDS = 20
MOST_STEPS = 20_000
"""Most places that are tried before earlier pairs may be repeated."""

MOST_SEED = 10**9
MOST_TEXT = 200_000

Pair = tuple[int, int | None]
"""Places of two entrants; none opposite is a bye."""

_BETWEEN = re.compile(r"\s+(?:-|–|—|:|vs?\.?|against)\s+|\t|\s*[;,]\s*", re.IGNORECASE)
_BYE = frozenset({"", "bye", "nobody"})


class PairingError(ValueError):
    """Pairings that cannot be made, with the reason in words."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a game round as somebody sees it; links where a list is seen whole."""

    game_round: int
    table: int
    first: str
    second: str
    first_number: int | None
    second_number: int | None

    @property
    def text(self) -> str:
        if not self.second:
            return f"{self.first} has a bye"
        return f"{self.first} against {self.second}"


@dataclass(frozen=True, slots=True)
class GameRound:
    """A game round with its pairings in the order of tables."""

    number: int
    pairings: tuple[Pairing, ...]

    @property
    def lines(self) -> str:
        """Return the pairings as they are typed: `01 - 48`, a line for each table."""
        return "\n".join(_line(one) for one in self.pairings)


def game_rounds(event: Event) -> tuple[GameRound, ...]:
    """Return every game round of an event."""
    inside: dict[int, list[Pairing]] = {}
    for one in _rows(event):
        inside.setdefault(one.round, []).append(one)
    return tuple(GameRound(number, tuple(rows)) for number, rows in inside.items())


def tables_of(event: Event, game_round: int) -> tuple[Pairing, ...]:
    """Return the pairings of a game round, with the entrants' lists that count."""
    found = event.pairings.filter(round=game_round)
    return tuple(
        found.select_related("first__current", "second__current").order_by("table")
    )


def players(event: Event) -> list[Entrant]:
    """Return the entrants that are paired: those whose list is in."""
    found = event.entrants.filter(state__in=SHOWN).defer("draft")
    return list(found.order_by("number"))


def seen_tables(look: Onlooker, *, own_only: bool = False) -> tuple[ShownTable, ...]:
    """Return the pairings that somebody sees, none before the reveal.

    Of others he sees those of whom he may see at least that a list is in.
    """
    if look.phase != REVEALED:
        return ()
    shown = (_shown(look, one, own_only=own_only) for one in _rows(look.event))
    return tuple(one for one in shown if one is not None)


@transaction.atomic
def pair_at_random(event: Event, seed: int) -> int:
    """Pair a new game round at random and return its number.

    The same entrants, earlier rounds and seed give the same pairs. Nobody meets the
    same again, nor has a second bye, where that can be found.

    Raises
    ------
    PairingError
        If fewer than two lists are in, or there are too many rounds.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    people = [one.pk for one in players(locked)]
    if len(people) < 2:
        raise PairingError("Two lists have to be in before a round is paired.")
    number = _next(locked)
    pairs = random_pairs(people, earlier_pairs(locked), seed)
    _keep(locked, number, pairs)
    return number


@transaction.atomic
def pair_as_written(event: Event, text: str, number: int | None = None) -> int:
    """Keep a game round as it is written, a new one or in place of one that is there.

    Raises
    ------
    PairingError
        If a line is not understood, names the line; or there is no such round.
    """
    locked = Event.objects.select_for_update().get(pk=event.pk)
    known = locked.entrants.exclude(state=EntrantState.WITHDRAWN).defer("draft")
    pairs = read_pairs(text, list(known))
    if number is None:
        number = _next(locked)
    elif not locked.pairings.filter(round=number).exists():
        raise PairingError(f"There is no game round {number} any more.")
    locked.pairings.filter(round=number).delete()
    _keep(locked, number, pairs)
    return number


@transaction.atomic
def delete_round(event: Event, number: int) -> bool:
    """Take back a game round; return whether it was there."""
    Event.objects.select_for_update().get(pk=event.pk)
    count, _ = event.pairings.filter(round=number).delete()
    return count > 0


def earlier_pairs(event: Event) -> frozenset[frozenset[int | None]]:
    """Return the pairs of every round so far; a bye is a pair with nobody."""
    rows = event.pairings.values_list("first", "second")
    return frozenset(frozenset(pair) for pair in rows)


def random_pairs(
    people: Sequence[int], earlier: frozenset[frozenset[int | None]], seed: int
) -> tuple[Pair, ...]:
    """Return random pairs of everybody; an odd one has a bye, at the last table.

    Examples
    --------
    >>> random_pairs([1, 2], frozenset(), 7) in [((1, 2),), ((2, 1),)]
    True
    """
    chance = random.Random(seed)  # noqa: S311
    order: list[int | None] = [*people]
    chance.shuffle(order)
    if len(order) % 2:
        order.append(None)
    found = _without_repeats(order, earlier)
    pairs = found or [(order[i], order[i + 1]) for i in range(0, len(order), 2)]
    known = [(a, b) if a is not None else (b, a) for a, b in pairs]
    return tuple(
        sorted(
            ((a, b) for a, b in known if a is not None),
            key=lambda pair: pair[1] is None,
        )
    )


def read_pairs(text: str, entrants: Sequence[Entrant]) -> tuple[Pair, ...]:
    """Return the pairs of a text: two numbers or names a line, in the order of tables.

    A line with one alone, or with ``bye``, is a bye.

    Raises
    ------
    PairingError
        If there is no line, a line is no pair, names nobody or several, or somebody
        twice: names the line.
    """
    if len(text) > MOST_TEXT:
        raise PairingError("That is too long: write a line for each table.")
    by_word = _words(entrants)
    pairs: list[Pair] = []
    seen: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        pair = _read_line(line, number, by_word)
        for pk in pair:
            if pk is not None and seen.setdefault(pk, number) != number:
                before = f"stands in line {seen[pk]} already"
                raise PairingError(f"Line {number}: {_told(entrants, pk)} {before}.")
        if pair[0] == pair[1]:
            raise PairingError(f"Line {number}: nobody plays against himself.")
        pairs.append(pair)
    if not pairs:
        raise PairingError("Write a line for each table, such as “01 - 48”.")
    return tuple(pairs)


def _without_repeats(
    order: Sequence[int | None], earlier: frozenset[frozenset[int | None]]
) -> list[tuple[int | None, int | None]]:
    """Return pairs none of which met before; empty where none are found in time."""
    left = list(order)
    pairs: list[tuple[int | None, int | None]] = []
    tried: list[int] = [1]
    for _ in range(MOST_STEPS):
        if not left:
            return pairs
        first = left[0]
        place = _unmet(left, earlier, tried[-1])
        if place is not None:
            tried[-1] = place + 1
            tried.append(1)
            pairs.append((first, left[place]))
            left = left[1:place] + left[place + 1 :]
            continue
        if not pairs:
            return []
        tried.pop()
        before, other = pairs.pop()
        left.insert(0, before)
        left.insert(tried[-1] - 1, other)
    return []


def _unmet(
    left: Sequence[int | None], earlier: frozenset[frozenset[int | None]], start: int
) -> int | None:
    """Return the place of the next whom the first has not met, from a place on."""
    for place in range(start, len(left)):
        if frozenset((left[0], left[place])) not in earlier:
            return place
    return None


def _words(entrants: Sequence[Entrant]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in entrants:
        found.setdefault(one.name.casefold(), []).append(one.pk)
        found.setdefault(f"#{one.number}", []).append(one.pk)
    return found


def _read_line(line: str, number: int, by_word: dict[str, list[int]]) -> Pair:
    whole = by_word.get(line.strip().casefold(), [])
    if len(whole) == 1:
        return whole[0], None
    for cut in _BETWEEN.finditer(line):
        sides = (line[: cut.start()].strip(), line[cut.end() :].strip())
        if all(_places(side, by_word) or side.casefold() in _BYE for side in sides):
            return _pair(sides, number, by_word)
    compact = re.fullmatch(r"\s*(\d+)\s*(?:[-–—:]\s*(\d+)\s*)?", line)
    if compact:
        return _pair((compact[1], compact[2] or ""), number, by_word)
    text = f"“{line.strip()[:60]}” is no pair of entrants"
    raise PairingError(f"Line {number}: {text}; write two numbers, as in “01 - 48”.")


def _pair(sides: tuple[str, str], number: int, by_word: dict[str, list[int]]) -> Pair:
    places = [None if s.casefold() in _BYE else _one(s, number, by_word) for s in sides]
    first, second = places
    if first is None:
        first, second = second, None
    if first is None:
        raise PairingError(f"Line {number}: nobody has a bye.")
    return first, second


def _one(word: str, number: int, by_word: dict[str, list[int]]) -> int:
    found = _places(word, by_word)
    if not found:
        raise PairingError(f"Line {number}: there is no entrant “{word[:60]}”.")
    if len(found) > 1:
        text = f"there are {len(found)} entrants “{word[:60]}”; write the number"
        raise PairingError(f"Line {number}: {text}.")
    return found[0]


def _places(word: str, by_word: dict[str, list[int]]) -> list[int]:
    number = word.removeprefix("#")
    if number.isdecimal() and len(number) < 8:
        return by_word.get(f"#{int(number)}", [])
    return by_word.get(word.casefold(), [])


def _told(entrants: Sequence[Entrant], pk: int) -> str:
    return next(f"{one.number:02} {one.name}" for one in entrants if one.pk == pk)


def _next(event: Event) -> int:
    last = event.pairings.order_by("-round").values_list("round", flat=True).first()
    if (last or 0) >= MOST_ROUNDS:
        raise PairingError(f"An event has at most {MOST_ROUNDS} game rounds.")
    return (last or 0) + 1


def _keep(event: Event, number: int, pairs: Sequence[Pair]) -> None:
    Pairing.objects.bulk_create(
        Pairing(event=event, round=number, table=table, first_id=a, second_id=b)
        for table, (a, b) in enumerate(pairs, 1)
    )


def _rows(event: Event) -> Iterator[Pairing]:
    yield from event.pairings.select_related("first", "second").defer(
        "first__draft", "second__draft"
    )


def _line(one: Pairing) -> str:
    second = "bye" if one.second is None else f"{one.second.number:02}"
    return f"{one.first.number:02} - {second}"


def _shown(look: Onlooker, one: Pairing, *, own_only: bool) -> ShownTable | None:
    sides = [side for side in (one.first, one.second) if side is not None]
    is_own = any(side.pk == look.own for side in sides)
    sees = [look.sees(side) for side in sides]
    if not is_own and (own_only or min(sees) < Part.PRESENCE):
        return None
    if is_own and sides[0].pk != look.own:
        sides.reverse()
        sees.reverse()
    names = ["you" if s.pk == look.own and own_only else look.name_of(s) for s in sides]
    numbers = [
        side.number if part == Part.LIST and side.current_id else None
        for side, part in zip(sides, sees, strict=True)
    ]
    return ShownTable(
        one.round, one.table, names[0], names[-1] if len(names) > 1 else "",
        numbers[0], numbers[-1] if len(names) > 1 else None,
    )  # fmt: skip
