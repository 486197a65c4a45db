"""Penalties of lists: what an event's pack takes off, and what a judge does."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db.models import Sum

from armybuilder.events.models import Entrant, EntrantNote, Event, Submission
from armybuilder.events.terms import terms_of
from rulesets.core.points import Points, points_text, to_points
from rulesets.packs.pack import Penalty

PENALTY = "penalty"
"""The kind of the note that a judge's penalty is kept as."""

RULE_LENGTH = 200
"""Longest words of a rule that a penalty names [characters]."""

MOST_POINTS = Decimal(1_000_000)
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TakenOff:
    """Points that are taken off for one reason; below nothing where given back.

    `rule` is the rule that it is for, "" where none is named.
    """

    text: str
    points: Points
    rule: str = ""

    @property
    def shown(self) -> str:
        return signed_points(self.points)

    @property
    def reason(self) -> str:
        """Return the rule and what was written, as far as there is each."""
        return ": ".join(filter(None, (self.rule, self.text)))


def penalties_of(event: Event) -> tuple[Penalty, ...]:
    """Return the penalties of an event's pack that are counted by the clock."""
    pack = terms_of(event).pack
    return () if pack is None else tuple(one for one in pack.penalties if one.hours)


def is_late(event: Event, row: Submission) -> bool:
    """Return whether a judge took a list after the deadline.

    What a player hands in to answer a judge's question is not late.
    """
    return row.is_by_staff and row.handed_in_at >= event.deadline


def taken_by_clock(
    penalties: tuple[Penalty, ...], event: Event, row: Submission
) -> Iterator[TakenOff]:
    """Yield what a pack takes off a list that is late."""
    if not is_late(event, row):
        return
    # A list that came with the last second is late by a moment, not by nothing.
    late = max(row.handed_in_at - event.deadline, timedelta(microseconds=1)) / _HOUR
    for one in penalties:
        points = one.off(late)
        if points:
            yield TakenOff(one.text, points)


def given_points(event: Event) -> Mapping[int, Points]:
    """Return what judges have taken off by hand, by the ids of entrants; one query."""
    found = EntrantNote.objects.filter(entrant__event=event, kind=PENALTY).order_by()
    sums = found.values_list("entrant").annotate(Sum("points"))
    return {entrant: to_points(points or 0) for entrant, points in sums}


def given_by_rule(event: Event) -> Mapping[int, Sequence[TakenOff]]:
    """Return what judges have taken off by hand for each rule; one query.

    It is without any word that a judge wrote.
    """
    found = EntrantNote.objects.filter(entrant__event=event, kind=PENALTY).order_by()
    sums = found.values_list("entrant", "rule").annotate(Sum("points"))
    given: dict[int, list[TakenOff]] = defaultdict(list)
    for entrant, rule, points in sums.order_by("rule"):
        if points:
            given[entrant].append(TakenOff("by judges", to_points(points), rule))
    return given


def rules_to_name(event: Event, row: Submission) -> tuple[str, ...]:
    """Return the rules that a penalty of a list may name.

    They are those of its messages, and the pack's penalties that no clock counts.
    """
    told = row.list_messages.values_list("title", flat=True)
    pack = terms_of(event).pack
    found = () if pack is None else pack.penalties
    by_hand = (one.text for one in found if not one.hours)
    return tuple(dict.fromkeys(one[:RULE_LENGTH] for one in (*told, *by_hand) if one))


def all_taken_off(event: Event, entrant: Entrant) -> tuple[TakenOff, ...]:
    """Return everything that is taken off an entrant, the pack's first."""
    row = entrant.current
    by_clock = () if row is None else taken_by_clock(penalties_of(event), event, row)
    given = entrant.notes.filter(kind=PENALTY).values_list("text", "points", "rule")
    by_hand = (TakenOff(text, to_points(off or 0), rule) for text, off, rule in given)
    return (*by_clock, *by_hand)


def coded_taken_off(
    penalties: tuple[Penalty, ...],
    event: Event,
    row: Submission,
    given: Sequence[TakenOff],
) -> tuple[TakenOff, ...]:
    """Return what is taken off a list, without any word that a judge wrote.

    ``given`` is what judges took off by hand, for each rule.
    """
    return (*taken_by_clock(penalties, event, row), *given)


def total(taken: Sequence[TakenOff]) -> str:
    """Return the sum of what is taken off, with its sign."""
    return signed_points(to_points(sum(one.points for one in taken)))


def signed_points(points: Points) -> str:
    """Return `−3` for three points taken off, `+2` for two given back."""
    if points < 0:
        return f"+{points_text(-points)}"
    return f"−{points_text(points)}" if points else "0"
