"""The board of an event: every entrant in one line, problems first.

It reads what was frozen when the lists were handed in; no list is judged again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.urls import reverse

from armybuilder.events.event_page import short_time
from armybuilder.events.list_messages import (
    SEVERITIES,
    CurrentMessages,
    KeptMessage,
    MessageChoice,
    current_messages,
    message_choices,
)
from armybuilder.events.models import Entrant, EntrantState, Event, Submission
from armybuilder.events.penalties import (
    given_points,
    is_late,
    penalties_of,
    signed_points,
    taken_by_clock,
)
from armybuilder.events.sight import Onlooker, Part
from rulesets.core.points import Points, points_text, to_points
from rulesets.packs.pack import Penalty

GROUPS = (
    ("illegal", "Not legal", "illegal"),
    ("late", "Late, taken by a judge", "warning"),
    ("queried", "Asked, waiting for the player", "warning"),
    ("waiting", "To accept", "info"),
    ("missing", "Nothing handed in", "none"),
    ("accepted", "Accepted", "legal"),
    ("gone", "Refused or withdrawn", "none"),
)
"""Groups of the board in the order of the work: key, title, mark."""

MOST_SEARCH = 80


@dataclass(frozen=True, slots=True)
class BoardRow:
    """An entrant on the board, with as much as whoever looks may see.

    Words that every row shows stand ready in it: a board of 500 rows is drawn often.
    """

    entrant: Entrant
    name: str
    group: str
    sees: Part
    row: Submission | None
    points: str
    scores: tuple[str, ...]
    messages: Sequence[KeptMessage] = ()
    penalty: Points = 0
    is_over: bool = False
    address: str = ""
    label: str = ""
    handed_in: str = ""

    @property
    def frozen(self) -> Submission | None:
        """Return the list where all of it is seen."""
        return self.row if self.sees == Part.LIST else None

    @property
    def penalty_text(self) -> str:
        return signed_points(self.penalty) if self.penalty else ""

    @property
    def state(self) -> str:
        return EntrantState(self.entrant.state).label

    @property
    def can_be_accepted(self) -> bool:
        """Return whether it may be chosen to be accepted with others."""
        legal = self.row is not None and self.row.is_legal
        waits = self.entrant.state in (EntrantState.SUBMITTED, EntrantState.QUERIED)
        return bool(legal and waits and self.sees >= Part.VERDICT)

    @property
    def verdict(self) -> str:
        if self.row is None or self.sees < Part.VERDICT:
            return ""
        return "legal" if self.row.is_legal else "illegal"


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """A filter of the board; empty for everybody."""

    state: str = ""
    book: str = ""
    code: str = ""
    words: str = ""

    def keeps(self, row: BoardRow) -> bool:
        """Return whether a row passes the filter."""
        if self.state and row.group != self.state:
            return False
        frozen = row.frozen
        if self.book and (frozen is None or self.book not in frozen.books.split()):
            return False
        if self.code and all(one.code != self.code for one in row.messages):
            return False
        return not self.words or self.words.casefold() in _searched(row, frozen)


@dataclass(frozen=True, slots=True)
class Board:
    """The rows of a board in groups, and what they may be filtered by.

    ``messages`` are those to choose from, by a word of their severity.
    """

    groups: tuple[tuple[str, str, str, tuple[BoardRow, ...]], ...]
    counts: Mapping[str, int]
    books: tuple[tuple[str, str, int], ...]
    messages: Mapping[str, tuple[MessageChoice, ...]]
    score_titles: tuple[str, ...]
    total: int
    has_penalties: bool

    @property
    def shown(self) -> int:
        """Return how many rows are left by the filter."""
        return sum(len(rows) for _, _, _, rows in self.groups)

    @property
    def may_accept(self) -> bool:
        """Return whether any row that is shown may be accepted with others."""
        return any(row.can_be_accepted for *_, rows in self.groups for row in rows)

    @property
    def shares(self) -> tuple[tuple[str, str, str, int], ...]:
        """Return the groups with key, title, mark and number, all of them."""
        return tuple(
            (k, title, mark, self.counts.get(k, 0)) for k, title, mark in GROUPS
        )


def read_filter(query: Mapping[str, Any]) -> BoardFilter:
    """Return the filter of an address; what is no filter keeps everybody."""
    state = str(query.get("state", ""))
    return BoardFilter(
        state=state if state in {key for key, _, _ in GROUPS} else "",
        book=str(query.get("book", ""))[:MOST_SEARCH],
        code=str(query.get("message", ""))[:120],
        words=str(query.get("words", "")).strip()[:MOST_SEARCH],
    )


def board(look: Onlooker, asked: BoardFilter) -> Board:
    """Return the board of an event as somebody who runs it sees it."""
    entrants = look.event.entrants.select_related("current").defer(
        "draft", "current__receipt", "current__source", "current__signature"
    )
    titles: dict[str, None] = {}
    found = list(entrants)
    for one in found:
        if one.current is not None and look.sees(one) == Part.LIST:
            titles.update(dict.fromkeys(s["title"] for s in one.current.scores))
    kept = _kept(look, tuple(titles))
    rows = [_row(look, one, kept) for one in found]
    left = [row for row in rows if asked.keeps(row)]
    return Board(
        groups=tuple(_grouped(left)),
        counts=Counter(row.group for row in rows),
        books=_books(rows),
        messages=_messages(rows),
        score_titles=tuple(titles),
        total=len(rows),
        has_penalties=any(row.penalty for row in rows),
    )


def group_of(entrant: Entrant, sees: Part) -> str:
    """Return the group of an entrant: the work that is to be done with the list."""
    state = entrant.state
    if state in (EntrantState.REFUSED, EntrantState.WITHDRAWN):
        return "gone"
    if state in (EntrantState.ACCEPTED, EntrantState.QUERIED):
        return str(state)
    if entrant.current is None:
        return "missing"
    if sees >= Part.VERDICT and not entrant.current.is_legal:
        return "illegal"
    late = sees == Part.LIST and is_late(entrant.event, entrant.current)
    return "late" if late else "waiting"


@dataclass(frozen=True, slots=True)
class _Kept:
    """Everything beside the lists that their rows show, read once for a board."""

    address: str
    titles: tuple[str, ...]
    messages: CurrentMessages
    penalties: tuple[Penalty, ...]
    given: Mapping[int, Points]

    def penalty(self, event: Event, entrant: Entrant, row: Submission) -> Points:
        """Return what is taken off an entrant whose list is seen."""
        by_clock = taken_by_clock(self.penalties, event, row)
        return self.given.get(entrant.pk, 0) + sum(one.points for one in by_clock)


def _kept(look: Onlooker, titles: tuple[str, ...]) -> _Kept:
    event = look.event
    return _Kept(
        reverse("events:board", args=[event.slug]).removesuffix("board/"),
        titles,
        current_messages(event),
        penalties_of(event),
        given_points(event),
    )


def _row(look: Onlooker, entrant: Entrant, kept: _Kept) -> BoardRow:
    sees = look.sees(entrant)
    row = entrant.current if sees >= Part.PRESENCE else None
    whole = row is not None and sees == Part.LIST
    scores = {one["title"]: one["value"] for one in row.scores} if whole and row else {}
    limit = look.event.limit
    return BoardRow(
        entrant=entrant,
        name=look.name_of(entrant),
        group=group_of(entrant, sees),
        sees=sees,
        row=row,
        points=points_text(to_points(row.points)) if whole and row else "",
        scores=tuple(scores.get(title, "") for title in kept.titles),
        messages=kept.messages.get(entrant.pk, ()) if whole else (),
        penalty=kept.penalty(look.event, entrant, row) if whole and row else 0,
        address=f"{kept.address}lists/{entrant.number}/",
        label=f"{entrant.number:02}",
        handed_in=short_time(look.event, row.handed_in_at) if row else "",
        is_over=bool(whole and row and limit is not None and row.points > limit),
    )


def _grouped(
    rows: Iterable[BoardRow],
) -> Iterable[tuple[str, str, str, tuple[BoardRow, ...]]]:
    inside: dict[str, list[BoardRow]] = {}
    for row in rows:
        inside.setdefault(row.group, []).append(row)
    for key, title, mark in GROUPS:
        if key in inside:
            yield key, title, mark, tuple(inside[key])


def _books(rows: Iterable[BoardRow]) -> tuple[tuple[str, str, int], ...]:
    counted: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.row is not None and row.sees == Part.LIST:
            counted[row.row.books.split()[0], row.row.book_names.split(", ")[0]] += 1
    named = sorted(counted.items(), key=lambda pair: pair[0][1])
    return tuple((key, name, number) for (key, name), number in named)


def _messages(rows: Iterable[BoardRow]) -> Mapping[str, tuple[MessageChoice, ...]]:
    choices = message_choices(row.messages for row in rows)
    return {
        SEVERITIES[severity]: tuple(told)
        for severity, told in groupby(choices, attrgetter("severity"))
    }


def _searched(row: BoardRow, frozen: Submission | None) -> str:
    seen = f"{row.name} {row.entrant.number:02}"
    if frozen is not None:
        seen += f" {frozen.army_name} {frozen.code} {frozen.first_message} "
        seen += " ".join(one.title for one in row.messages)
    return seen.casefold()
