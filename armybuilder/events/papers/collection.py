"""The lists of an event on one paper: as many as somebody sees, cut into parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from armybuilder.events.models import Entrant, Event, Submission
from armybuilder.events.papers.paper_list import (
    Columns,
    PaperList,
    columns_of,
    paper_list,
    shelf_of,
)
from armybuilder.events.penalties import (
    coded_taken_off,
    given_by_rule,
    penalties_of,
)
from armybuilder.events.sight import SHOWN, Onlooker, Part, coded_name
from armybuilder.events.times import told
from rulesets.core.points import points_text, to_points
from rulesets.games import GAMES

PART_SIZE = 30
"""Lists of one PDF; an event with more has several."""

MOST_UNITS = 1800
"""Most units of one PDF."""

MOST_REGISTER_SCORES = 2
"""Most scores in the register of lists; the page of a list has all."""

RegisterRow = tuple[PaperList, tuple[str, ...]]
"""A list and its scores."""

CODED, NAMED = True, False


class PaperRefused(ValueError):
    """A paper that is not drawn for somebody, with the reason in words."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Lists on one paper: part `part` of `parts`, in all `total` lists."""

    event: Event
    lists: tuple[PaperList, ...]
    columns: Columns
    score_titles: tuple[str, ...]
    part: int
    parts: int
    total: int
    printed: date

    @property
    def game(self) -> str:
        game = GAMES[self.event.game]
        return f"{game.name} {game.version}".strip()

    @property
    def currency(self) -> str:
        return GAMES[self.event.game].currency.many

    @property
    def limit(self) -> str:
        limit = self.event.limit
        return "" if limit is None else points_text(to_points(limit))

    @property
    def illegal(self) -> int:
        return sum(not one.row.is_legal for one in self.lists)

    @property
    def halves(self) -> tuple[tuple[RegisterRow, ...], ...]:
        """Return the lists in two columns, with the scores that fit into a register."""
        titles = self.register_titles
        rows = tuple((one, tuple(map(one.score, titles))) for one in self.lists)
        middle = -(-len(rows) // 2)
        return rows[:middle], rows[middle:]

    @property
    def register_titles(self) -> tuple[str, ...]:
        return self.score_titles[:MOST_REGISTER_SCORES]

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the sentences about break points."""
        return tuple(one.note for one in self.columns.thresholds)


def shown_entrants(look: Onlooker) -> list[Entrant]:
    """Return the entrants whose lists go on papers, in the order of their numbers.

    Raises
    ------
    PaperRefused
        If somebody does not see every list whole now, or none is in.
    """
    if look.sees_of_others < Part.LIST:
        when = told(look.event.reveal_at, look.event.time_zone)
        text = "The lists of this event are hidden from you now"
        raise PaperRefused(f"{text}. All lists open {when}.")
    found = look.event.entrants.filter(state__in=SHOWN, current__isnull=False)
    light = ("draft", "current__receipt", "current__source", "current__signature")
    found = found.select_related("current").defer(*light)
    entrants = list(found.order_by("number"))
    if not entrants:
        raise PaperRefused("No list is in yet.")
    return entrants


def parts_of(entrants: int) -> int:
    """Return into how many PDFs so many lists are cut."""
    return -(-entrants // PART_SIZE)


def collection(
    look: Onlooker,
    entrants: Sequence[Entrant],
    printed: date,
    *,
    is_coded: bool,
    part: int,
) -> Collection:
    """Return the lists of a part of the entrants.

    Raises
    ------
    PaperRefused
        If there is no such part.
    """
    parts = parts_of(len(entrants))
    if not 0 < part <= parts:
        raise PaperRefused(f"There is no part {part}; there are {parts}.")
    chosen = entrants[(part - 1) * PART_SIZE : part * PART_SIZE]
    lists = tuple(_lists(look, chosen, is_coded=is_coded))
    titles: dict[str, None] = {}
    for one in lists:
        titles.update(dict.fromkeys(score["title"] for score in one.row.scores))
    return Collection(
        event=look.event,
        lists=lists,
        columns=columns_of(GAMES[look.event.game]),
        score_titles=tuple(titles),
        part=part,
        parts=parts,
        total=len(entrants),
        printed=printed,
    )


def _lists(
    look: Onlooker, entrants: Sequence[Entrant], *, is_coded: bool
) -> list[PaperList]:
    known = Entrant.objects.filter(pk__in=[one.pk for one in entrants])
    rows = [
        (one, one.current)
        for one in known.select_related("current").order_by("number")
        if one.current is not None
    ]
    shelf = shelf_of(row for _, row in rows)
    found = []
    for one, row in rows:
        name = coded_name(one) if is_coded else look.name_of(one)
        found.append(paper_list(look.event, one, row, name, shelf, is_coded=is_coded))
    return _with_penalties(look.event, rows, found) if is_coded else found


def _with_penalties(
    event: Event, rows: Sequence[tuple[Entrant, Submission]], found: list[PaperList]
) -> list[PaperList]:
    """Return lists for judges: with what is taken off each."""
    penalties, given = penalties_of(event), given_by_rule(event)
    taken = (
        coded_taken_off(penalties, event, row, given.get(one.pk, ()))
        for one, row in rows
    )
    return [replace(one, taken_off=off) for one, off in zip(found, taken, strict=True)]
