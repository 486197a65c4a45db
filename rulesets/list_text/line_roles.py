"""The role of each line: it divides, buys a unit, buys for the unit above, or neither.

A line set deeper than the unit above is first tried as an option of it, any other line
first as a unit. What neither explains stays open; it is never guessed in silence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulesets.books.book import Book
from rulesets.games import GAMES
from rulesets.legality.forces import is_army_book
from rulesets.legality.offers import printed_points
from rulesets.list_text.clauses import Clause, quoted_name
from rulesets.list_text.head_numbers import models_said
from rulesets.list_text.heads import (
    Head,
    head_of,
    is_exact,
    unit_names,
    without_labels,
)
from rulesets.list_text.list_units import Answers, ListUnit, asked, new_unit
from rulesets.list_text.list_values import (
    HEADING,
    LIKELY,
    NOISE,
    OPEN,
    OPTION,
    OPTION_KEY,
    OUT,
    SURE,
    UNIT,
    UNIT_KEY,
    YES,
    Candidate,
    Part,
)
from rulesets.list_text.meanings import meanings
from rulesets.list_text.purchases import is_counted
from rulesets.list_text.raw_lines import RawLine, limit_said
from rulesets.list_text.records import (
    Record,
    best_first,
    explains,
    first_clauses,
    sum_stated,
    unit_candidate,
    unit_choices,
    until_next_unit,
)
from rulesets.list_text.titles import TITLE_WORDS, without_title
from rulesets.list_text.units import (
    add_clauses,
    line_parts,
    set_number,
    without_slot_labels,
)
from rulesets.list_text.vocabulary import HEADINGS
from rulesets.list_text.words import words_of

MOST_COPIES = 40
"""Most units that one line buys."""

_MOST_MODELS = 60
"""A number in brackets behind a unit is its models up to here, else its points."""


class Desk:
    """The lines that were read so far, and the units that they buy."""

    def __init__(
        self,
        main: Book,
        others: Sequence[Book],
        named: frozenset[str],
        given: Mapping[str, str],
    ) -> None:
        self.main = main
        self.others = others
        self.answers = Answers(given)
        self.records: list[Record] = []
        self.units: list[ListUnit] = []
        self._own = unit_names([main], with_choices=True)
        self._beside = unit_names(others)
        self._names = {**self._own.units, **self._beside.units}
        self._sure_books = named | {
            book.key
            for book in others
            if not is_army_book(book, GAMES[main.game].army_of)
        }
        self._labels = frozenset(
            w for c in main.categories for w in c.name.lower().split()
        )
        self._unit: ListUnit | None = None
        self._depth = 0
        self._waiting: Record | None = None

    def choices(self) -> dict[str, tuple[Candidate, ...]]:
        """Return everything that may be chosen: units, and options by unit."""
        units = (
            Candidate(f"{UNIT_KEY}{u.key}", u.name, printed_points(u))
            for u in self.main.units.values()
        )
        doubted = [u for r in self.records if r.confidence != SURE for u in r.units]
        options = {str(unit.line): unit_choices(unit) for unit in doubted}
        return {"": tuple(units), **options}

    def read(self, raw: RawLine, these: tuple[Clause, ...]) -> None:
        """Read one line."""
        answer = self.answers.given.get(str(raw.number), "")
        self.answers.at(raw.number)
        if raw.kind == NOISE and not answer:
            self.records.append(Record(raw, NOISE))
        elif self._is_heading(raw, these) and not answer:
            self._read_heading(raw)
        elif answer == OUT:
            self._leave_out(raw)
        else:
            these = without_title(these, self.main, self._own)
            self._read_line(raw, without_labels(these, self._labels), answer)

    def _is_heading(self, raw: RawLine, these: tuple[Clause, ...]) -> bool:
        """Return whether a line only divides, or names a book beside the army's own."""
        if raw.kind == HEADING:
            return True
        is_inside = self._unit is not None and raw.depth > self._depth
        if is_inside or is_exact(these, self._own):
            return False
        if raw.kind == "divider":
            return raw.after_gap or not self._is_own_option(these)
        return self._names_ally(raw)

    def _is_own_option(self, these: tuple[Clause, ...]) -> bool:
        """Return whether a line of words that may divide is an option of the unit."""
        words = these[0].telling if these else ()
        return self._unit is not None and bool(self._unit.places.names.whole(words))

    def _names_ally(self, raw: RawLine) -> bool:
        said = {*words_of(raw.body)} - HEADINGS
        names = ({*words_of(book.name)} for book in self.others)
        return (
            bool(said) and not raw.worth and said in [name - HEADINGS for name in names]
        )

    def _read_heading(self, raw: RawLine) -> None:
        is_inside = self._unit is not None and raw.depth > self._depth
        if not is_inside:
            self._unit = self._waiting = None
        self.records.append(Record(raw, HEADING))

    def _leave_out(self, raw: RawLine) -> None:
        """Leave a line out, and what stands below it if it would have been a unit."""
        is_below = self._unit is not None and raw.depth > self._depth
        role = OPTION if is_below else UNIT
        record = Record(raw, role, left_out=True)
        self.records.append(record)
        if not is_below:
            self._unit, self._waiting, self._depth = None, record, raw.depth

    # -- which role ---------------------------------------------------------------

    def _read_line(self, raw: RawLine, these: tuple[Clause, ...], answer: str) -> None:
        head = self._head(these, answer)
        if self._waiting is not None and raw.depth > self._depth and not answer:
            self._wait(raw, head)
        elif self._is_option(raw, these, head, answer):
            self._read_option(raw, these)
        elif answer or not self._is_title(raw, head):
            self._read_unit(raw, head, answer)
        else:
            self._read_heading(raw)

    def _wait(self, raw: RawLine, head: Head) -> None:
        """Keep a line below one that is not understood, or that is left out."""
        waiting = self._waiting
        if waiting is None or (head.confidence == SURE and head.count):
            self._read_unit(raw, head, "")
            return
        record = Record(raw, OPTION, above=waiting.raw.number)
        record.left_out = waiting.left_out
        if not waiting.left_out:
            record.parts = [Part(str(raw.number), raw.body, OPEN)]
            record.why = f"Belongs to line {waiting.raw.number}."
        self.records.append(record)

    def _head(self, these: tuple[Clause, ...], answer: str) -> Head:
        """Return the head of a line, of the army's own book or of one beside it."""
        head = self._answered(head_of(these, self._own), answer)
        if head.confidence == SURE or not self.others:
            return head
        other = head_of(these, self._beside)
        if other.confidence == OPEN or not is_exact(these, self._beside):
            return head
        sure = [t for t in other.targets if t.partition("/")[0] in self._sure_books]
        if len(sure) == 1:
            return replace(other, targets=tuple(sure), confidence=SURE)
        targets = (*head.targets[:2], *other.targets)
        if head.confidence == OPEN:
            targets = (*other.targets, *head.targets[:2])
        return replace(
            other if head.confidence == OPEN else head,
            targets=targets,
            confidence=LIKELY,
        )

    def _answered(self, head: Head, answer: str) -> Head:
        """Return a head with the unit that an answer names."""
        if not answer.startswith(UNIT_KEY):
            return head
        key = answer.removeprefix(UNIT_KEY)
        target = key if "/" in key else f"{self.main.key}/{key}"
        if target not in self._names:
            return head
        return replace(head, targets=(target,), confidence=SURE)

    def _is_option(
        self, raw: RawLine, these: tuple[Clause, ...], head: Head, answer: str
    ) -> bool:
        """Return whether a line is about the unit above."""
        unit = self._unit
        if unit is None or answer.startswith(UNIT_KEY):
            return False
        if answer.startswith(OPTION_KEY):
            return True
        sure = self._option_confidence(unit, these)
        is_priced = raw.worth is not None or raw.bare is not None
        is_same = bool(head.count) and unit.target in head.targets
        if is_same and unit.lacks_models and not is_priced:
            return True
        if raw.depth > self._depth:
            return _RANK[sure] >= _RANK[head.confidence] or head.confidence == OPEN
        if raw.worth is not None and any(models_said(one) for one in these[1:3]):
            return False  # it says how many models it has, and its own points
        is_detachment = any("detachment" in one.telling for one in first_clauses(these))
        if is_detachment and sure == SURE:
            return True
        return head.confidence != SURE and sure == SURE

    def _option_confidence(self, unit: ListUnit, these: tuple[Clause, ...]) -> str:
        """Return how surely the first thing that a line says is an option."""
        rest = without_slot_labels(these, unit.places)
        found = [
            m
            for m in meanings(rest[:2], unit.places.names)
            if m.targets or m.confidence == OPEN
        ]
        if not found:
            return SURE if these and not rest else OPEN
        return found[0].confidence

    def _is_title(self, raw: RawLine, head: Head) -> bool:
        """Return whether a line before the first unit names the army or its book."""
        if any(record.role == UNIT for record in self.records) or head.count:
            return False
        number = raw.worth or raw.bare
        is_limit = number is None or limit_said(raw) is not None
        said, book = {*words_of(raw.body)} - TITLE_WORDS, {*words_of(self.main.name)}
        if is_limit and (said == book or (book <= said and not head.is_exact)):
            return True
        is_first = not any(record.role == HEADING for record in self.records)
        names = book <= said or bool({*words_of(raw.body)} & {*GAMES})
        if head.is_exact or not (is_first or names or limit_said(raw) is not None):
            return False
        is_listed = any(not clause.is_end for clause in head.rest)
        if head.confidence == OPEN:
            return not (is_listed and explains(head, self._names))
        if head.rest:
            is_told = head.confidence == SURE or is_listed or number is not None
            return not (is_told and explains(head, self._names))
        return is_limit and is_first

    # -- units --------------------------------------------------------------------

    def _read_unit(self, raw: RawLine, head: Head, answer: str) -> None:
        record = Record(raw, UNIT)
        self.records.append(record)
        self._depth, self._waiting = raw.depth, None
        worth = raw.worth
        record.stated = worth.points if worth is not None else None
        record.is_each = worth is not None and worth.each
        later: Head | None = head
        said: list[int | None] = []
        while later is not None:
            said.append(later.said)
            later = self._add_unit(record, later, answer if later is head else "")
        sum_stated(record, said)
        if self._unit is None:
            self._waiting = record

    def _add_unit(self, record: Record, head: Head, answer: str) -> Head | None:
        """Add the unit of a head; return the head of the next on the same line."""
        key = str(record.raw.number) if not record.parts else self.answers.next_key()
        answer = answer or self.answers.of(key)
        first = self._asked_before(head, key, answer)
        if answer := answer or self.answers.held(first):
            head, first = self._answered(head, answer), ""
        names = self._names
        targets = best_first(head, names)
        shown = tuple(unit_candidate(names, target, self.main) for target in targets)
        is_said = answer == YES or answer.startswith(UNIT_KEY)
        sure = SURE if is_said and head.confidence == LIKELY else head.confidence
        part = Part(
            key, head.raw, sure, "", "", None, shown, answered=is_said, asked_at=first
        )
        if sure == OPEN or not targets:
            record.parts.append(replace(part, confidence=OPEN, answered=False))
            self._unit = None
            return None
        book, entry = names[targets[0]]
        quoted = quoted_name(record.raw.body)[1]
        unit = new_unit(book, entry, record.raw.number, head.name or quoted)
        part = replace(part, understood=entry.name, target=shown[0].key)
        part = replace(part, count=self._number(unit, head, record))
        rest, later = until_next_unit(unit, head, self._own)
        record.parts.append(part)
        unit.is_on_head = True
        record.parts += add_clauses(unit, rest, self.answers)
        unit.is_on_head = False
        record.units.append(unit)
        self.units.append(unit)
        self._unit = unit
        return later

    def _asked_before(self, head: Head, key: str, answer: str) -> str:
        """Return the key of the part that asked about the same words; "" for none."""
        words = tuple(word for word in words_of(head.raw) if not word.isdigit())
        is_known = head.confidence == SURE and not answer.startswith(UNIT_KEY)
        if is_known or not words:
            return ""
        return self.answers.asked_before((UNIT, words), key)

    def _number(self, unit: ListUnit, head: Head, record: Record) -> int | None:
        """Set how many of a unit there are, or how many models; return the number."""
        count = head.count
        entry = unit.bought.entry
        bare = record.raw.bare
        if head.behind is not None and count is None:
            if is_counted(entry) and head.behind <= _MOST_MODELS:
                count = head.behind
            elif record.stated is None:
                record.stated = head.behind
        if bare is not None and record.stated is None:
            if (
                count is None
                and is_counted(entry)
                and bare.points < printed_points(entry)
            ):
                count = bare.points
            else:
                record.stated = bare.points
        return set_number(unit, count, head.models, head.units)

    # -- options ------------------------------------------------------------------

    def _read_option(self, raw: RawLine, these: tuple[Clause, ...]) -> None:
        unit = self._unit
        if unit is None:
            return
        record = Record(raw, OPTION, above=unit.line)
        self.records.append(record)
        scope = unit.scope_at(raw.depth)
        found = line_parts(unit, these, raw.number, self.answers, scope)
        if why := self._doubt(raw, these):
            found = [asked(unit, part, why) for part in found]
        record.parts += found
        record.units = [unit]
        worth = raw.worth or raw.bare
        taken = [part.target for part in record.parts if part.target]
        if taken:
            path = tuple(taken[0].removeprefix(OPTION_KEY).split("/"))
            if taken[0] != f"{OPTION_KEY}+":
                unit.scopes.append((raw.depth, path))
            if self._is_unit(unit, "/".join(path)):
                record.detachment = "/".join(path)
                record.bought = unit.bought.child(path[-1]) if len(path) == 1 else None
                record.stated = worth.points if worth is not None else None

    def _doubt(self, raw: RawLine, these: tuple[Clause, ...]) -> str:
        """Return what else a line of options may be that is not set in."""
        if raw.depth > self._depth:
            return ""
        if raw.kind == "divider":
            return "It may be a heading."
        says = any("detachment" in one.telling for one in first_clauses(these))
        is_unit = is_exact(these, self._own) and not says
        return "It may be a unit of its own." if is_unit else ""

    def _is_unit(self, unit: ListUnit, key: str) -> bool:
        place = unit.places.places.get(key)
        return place is not None and place.entry.kind == "unit"


_RANK = {OPEN: 0, LIKELY: 1, SURE: 2}
