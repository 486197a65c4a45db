"""The field of an event as heavy work: every list that counts against every other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from threading import Lock
from typing import Any

from armybuilder.events.models import Entrant, EntrantState, Event, Submission
from armybuilder.events.rolls import judged_again
from armybuilder.events.sight import REVEALED, Onlooker, Part
from armybuilder.events.terms import terms_hash
from armybuilder.jobs.kinds import Kind, Step, WorkError
from rulesets.combats import combat_of
from rulesets.documents.json import canonical, parse
from rulesets.games import GAMES
from rulesets.matchups.event_field import (
    MOST_PAIRS,
    PAIR_SECONDS,
    SHOT_SECONDS,
    EventField,
    Exchange,
    FieldUnit,
    blocks_of,
    event_field,
    exchanges,
    meetings,
    pairs_met,
    without_odds,
)

KIND = "event-field"
"""The key of the kind of job."""

COUNTED = (EntrantState.SUBMITTED, EntrantState.ACCEPTED)
"""States of the lists that are set against each other."""

TOO_MANY = (
    "These lists have too many different units to be set against each other in one go:"
    f" at most {MOST_PAIRS:,} pairs of units are worked out."
)
CHANGED = "The rules of the event changed meanwhile: compare the lists again."
GONE = "The event or one of its lists is there no more."


def is_known(event: Event) -> bool:
    """Return whether the game of an event works out odds."""
    return event.game in GAMES and bool(combat_of(GAMES[event.game]).openings)


def counted_entrants(look: Onlooker) -> list[Entrant]:
    """Return the entrants whose lists are in the field, none before the reveal."""
    if not look.is_staff or look.phase != REVEALED:
        return []
    found = look.event.entrants.filter(state__in=COUNTED, current__isnull=False)
    rows = found.select_related("current").defer(
        "draft", "current__receipt", "current__source", "current__signature"
    )
    return [one for one in rows if look.sees(one) == Part.LIST]


def field_question(
    event: Event, entrants: Sequence[Entrant], *, shots: bool = True
) -> dict[str, Any]:
    """Return what the job is asked: frozen lists, and the terms of their event.

    Parameters
    ----------
    shots : bool
        Whether units shoot at each other as they come.
    """
    rows = [one.current for one in entrants if one.current is not None]
    return {
        "event": event.pk,
        "game": event.game,
        "terms": terms_hash(event),
        "shots": shots,
        "lists": [[row.pk, row.roster_sha256] for row in rows],
    }


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of a field before it is begun: pairs at most, and their work.

    Parameters
    ----------
    pairs : int
        Pairs of units that differ as they are written down.
    seconds : float
        Of one core [seconds].
    """

    pairs: int
    seconds: float

    @property
    def minutes(self) -> int:
        """Return the work in whole minutes of one core, at least one."""
        return max(1, round(self.seconds / 60))

    @property
    def is_long(self) -> bool:
        return self.seconds > 60

    @property
    def is_too_much(self) -> bool:
        """Return whether so much is refused, whatever of it is equal."""
        return self.pairs > 4 * MOST_PAIRS


def estimate_of(question: Any) -> Estimate:
    """Return the size of a field from its lists as they are written down.

    Units that were written alike are counted once; no list is judged for it.
    """
    numbers = [number for number, _ in question["lists"]]
    found = Submission.objects.filter(pk__in=numbers)
    different = {
        canonical(_shape(unit))
        for receipt in found.values_list("receipt", flat=True)
        for force in receipt["roster"]["forces"]
        for unit in force["units"]
    }
    pairs = len(different) * (len(different) + 1) // 2
    seconds = SHOT_SECONDS if question["shots"] else PAIR_SECONDS
    return Estimate(pairs, pairs * seconds[question["game"]])


def _shape(node: Any) -> Any:
    """Return a part of a roster without ids and names, which no odds ask for."""
    if isinstance(node, dict):
        kept = {k: v for k, v in node.items() if k not in ("id", "name", "note")}
        return {key: _shape(value) for key, value in kept.items()}
    return [_shape(one) for one in node] if isinstance(node, list) else node


@dataclass(frozen=True, slots=True)
class _Asked:
    """A field with the pairs of its fighters who meet."""

    field: EventField
    met: frozenset[tuple[int, int]]


_READING = Lock()


def _asked(question: Any) -> _Asked:
    """Return the field of a question; a process reads each once."""
    with _READING:
        return _read(canonical(question))


@lru_cache(maxsize=2)
def _read(written: bytes) -> _Asked:
    asked: Any = parse(written)
    event = Event.objects.filter(pk=asked["event"]).first()
    numbers = [number for number, _ in asked["lists"]]
    rows = Submission.objects.filter(entrant__event=event).in_bulk(numbers)
    if event is None or len(rows) < len(set(numbers)):
        raise WorkError(GONE)
    if terms_hash(event) != asked["terms"]:
        raise WorkError(CHANGED)
    reviews = [judged_again(event, rows[number]).review for number in numbers]
    field = event_field(GAMES[asked["game"]], reviews, shots=asked["shots"])
    return _Asked(field, pairs_met(field))


def _split(question: Any) -> Sequence[Any]:
    asked = _asked(question)
    if len(asked.met) > MOST_PAIRS:
        raise WorkError(TOO_MANY)
    return [
        [rows.start, rows.stop, columns.start, columns.stop]
        for rows, columns in blocks_of(len(asked.field.fighters))
    ]


def _work(question: Any, part: Any, step: Step) -> Any:
    """Return the fights of a block: both places, both chances, error and problem."""
    asked = _asked(question)
    rows, columns = range(part[0], part[1]), range(part[2], part[3])
    found = exchanges(asked.field, rows, columns, asked.met, step)
    return [
        [*pair, one.own_gone, one.enemy_gone, one.error, one.problem]
        for pair, one in found.items()
    ]


def _join(question: Any, results: Sequence[Any]) -> Any:
    field = _asked(question).field
    known = {
        (a, b): Exchange(own, enemy, error, problem)
        for block in results
        for a, b, own, enemy, error, problem in block
    }
    table = meetings(field, known)
    missing = without_odds(field, known)
    return {
        "edges": [[one.edge for one in row] for row in table],
        "known": [[one.known for one in row] for row in table],
        "errors": [[one.error for one in row] for row in table],
        "lists": [
            _list_result(units, without)
            for units, without in zip(field.lists, missing, strict=True)
        ],
        "fighters": len(field.fighters),
        "pairs": len(known),
    }


def _list_result(units: Sequence[FieldUnit], without: dict[int, str]) -> Any:
    """Return what of a list is in no fight, and the points of its units that shoot."""
    return {
        "points": fsum(one.points for one in units),
        "shoots": fsum(one.points for one in units if one.shoots),
        "without": [
            [units[place].name, units[place].points, why]
            for place, why in without.items()
        ],
        "left_out": [
            [one.name, list(one.left_out)]
            for place, one in enumerate(units)
            if one.left_out and place not in without
        ],
    }


EVENT_FIELD = Kind(KIND, "2", _split, _work, _join)
"""Every list of an event against every other."""
