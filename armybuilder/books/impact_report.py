"""An impact as its page shows it: numbers in rows, with sentences and samples."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from armybuilder.books.impact import (
    ARCHIVED,
    IN_USE,
    KIND,
    ShownArmy,
    impact_question,
    impacts_of,
)
from armybuilder.books.models import Edition
from armybuilder.jobs.work import find
from rulesets.checks.impact import Cases, Impact, MessageKind, Sample, joined, spread
from rulesets.core.points import Currency, Points, points_text
from rulesets.reviews.review import ERROR, ILLEGAL, LEGAL

Armies = Mapping[str, ShownArmy]
"""The armies that whoever looks may open, by their ids."""


@dataclass(frozen=True, slots=True)
class SampleLine:
    """An army among the samples; ``army`` is none where it is another's business."""

    army: ShownArmy | None
    points: str
    text: str


@dataclass(frozen=True, slots=True)
class ImpactRow:
    """Armies to which the same happens, with some of them.

    ``sign`` is how the row is marked: ``same``, ``changed``, ``gains``, ``loses``,
    ``illegal`` (before and after) or ``other``.
    """

    sign: str
    name: str
    in_use: int
    archived: int
    samples: tuple[SampleLine, ...] = ()

    @property
    def armies(self) -> int:
        """Return how many armies there are in all."""
        return self.in_use + self.archived

    @property
    def sentence(self) -> str:
        """Return what is said of the first of them."""
        return self.samples[0].text if self.samples else ""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A rule whose messages appear in some armies, or vanish from some."""

    rule: str
    is_error: bool
    rows: tuple[ImpactRow, ...]

    @property
    def armies(self) -> int:
        """Return in how many armies anything happens."""
        return sum(row.armies for row in self.rows)


class Bar(NamedTuple):
    """A part of the bar of all armies [per thousand of its width]."""

    sign: str
    start: int
    width: int


@dataclass(frozen=True, slots=True)
class ImpactReport:
    """All that the page shows."""

    armies: int
    archived: int
    sentence: tuple[tuple[str, bool], ...]
    bars: tuple[Bar, ...]
    rows: tuple[ImpactRow, ...]
    messages: tuple[MessageRow, ...]
    spread: str


def named_samples(impacts: Mapping[str, Impact]) -> Sequence[str]:
    """Return the ids of all samples of impacts."""
    cases = (one for impact in impacts.values() for one in _all_cases(impact))
    return sorted({sample.id for one in cases for sample in one.samples})


def _all_cases(impact: Impact) -> Iterator[Cases]:
    for group in (impact.outcomes, impact.appearing, impact.vanishing):
        yield from group.values()
    yield from (impact.lost, impact.unreadable)


def impact_report(
    impacts: Mapping[str, Impact], armies: Armies, currency: Currency
) -> ImpactReport:
    """Return impacts on the armies in use and the archived ones as a page shows them.

    Parameters
    ----------
    impacts : mapping of str to Impact
        By shelf, see `armybuilder.books.impact`.
    armies : mapping
        Those of the samples that whoever looks may open; of others no more is told
        than their points and the engine's sentence, which quotes no player.
    currency : Currency
    """
    whole = joined((impacts[IN_USE], impacts[ARCHIVED]))
    desk = _Rows(impacts, armies, currency)
    rows = tuple(desk.outcomes())
    return ImpactReport(
        armies=whole.armies,
        archived=impacts[ARCHIVED].armies,
        sentence=tuple(_sentence(whole)),
        bars=tuple(_bars(rows, whole.armies)),
        rows=tuple(row for row in (*rows, *desk.beside()) if row.armies),
        messages=tuple(desk.messages(whole)),
        spread=_spread_text(whole, currency),
    )


def told_impact(draft: Any, last: Edition) -> str:
    """Return the impact of a draft in one sentence; "" where it is not known yet."""
    impacts = impacts_of(find(KIND, impact_question(draft, last)))
    if not impacts:
        return ""
    whole = joined(impacts.values())
    return "".join(text for text, _ in _sentence(whole))


def _sentence(whole: Impact) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a sentence, with whether each is to be seen first."""
    losing, gaining = whole.losing.armies, whole.gaining.armies
    legal = whole.cases(before=LEGAL, after=LEGAL).armies
    yield f"Of {_counted(whole.armies, 'army', 'armies')} ", False
    yield f"{legal:,} {'stays' if legal == 1 else 'stay'} legal", not losing
    if losing:
        yield " and ", False
        turns = "turns" if losing == 1 else "turn"
        yield f"{losing:,} {turns} illegal", True
    if gaining:
        turns = "becomes" if gaining == 1 else "become"
        yield f"; {gaining:,} {turns} legal", False
    if never := whole.cases(before=ILLEGAL, after=ILLEGAL).armies:
        yield f"; {never:,} {'is' if never == 1 else 'are'} legal in neither", False
    yield ".", False


def _spread_text(whole: Impact, currency: Currency) -> str:
    """Return by how much armies change, in a sentence."""
    found = spread(whole)
    if found is None:
        return "No army changes its points."
    changes = "changes" if found.armies == 1 else "change"
    text = f"{_counted(found.armies, 'army', 'armies')} {changes} points"
    if found.low == found.high:
        return f"{text}, by {_signed(found.low)} {currency.many}."
    ends = f"from {_signed(found.low)} to {_signed(found.high)} {currency.many}"
    half = _signed(found.quarter)
    if found.three_quarters != found.quarter:
        half = f"{half} to {_signed(found.three_quarters)}"
    return f"{text}, {ends}; the middle half of them by {half}."


def _bars(rows: Iterable[ImpactRow], armies: int) -> Iterator[Bar]:
    start = done = 0
    for row in rows:
        done += row.armies
        end = round(1000 * done / armies) if armies else 0
        if end > start:
            yield Bar(row.sign, start, end - start)
        start = end


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of one report: what happens, to how many of each shelf, and to whom."""

    impacts: Mapping[str, Impact]
    armies: Armies
    currency: Currency

    def outcomes(self) -> Iterator[ImpactRow]:
        """Yield each army in one row."""
        for sign, name, before, after, same in _OUTCOMES:
            found = {
                shelf: impact.cases(before=before, after=after, same=same)
                for shelf, impact in self.impacts.items()
            }
            yield self.row(sign, name, found)
        empty = {shelf: one.empty for shelf, one in self.impacts.items()}
        yield self.row("other", "Without units", empty)
        unreadable = {shelf: one.unreadable for shelf, one in self.impacts.items()}
        yield self.row("other", "Could not be read", unreadable)

    def beside(self) -> Iterator[ImpactRow]:
        """Yield what befalls armies besides."""
        lost = {shelf: one.lost for shelf, one in self.impacts.items()}
        yield self.row("loses", "Have what the draft no longer offers", lost)

    def messages(self, whole: Impact) -> Iterator[MessageRow]:
        """Yield the messages that appear or vanish: errors first, commonest first."""
        kinds = [*dict.fromkeys((*whole.appearing, *whole.vanishing))]
        found = [self.message(whole, kind) for kind in kinds]
        yield from sorted(found, key=lambda row: (not row.is_error, -row.armies))

    def message(self, whole: Impact, kind: MessageKind) -> MessageRow:
        """Return the row of a kind of messages."""
        shelves = self.impacts.items()
        appears = {s: one.appearing.get(kind, Cases()) for s, one in shelves}
        vanishes = {s: one.vanishing.get(kind, Cases()) for s, one in shelves}
        told = whole.appearing.get(kind) or whole.vanishing[kind]
        rows = (
            self.row("loses", "Appears", appears),
            self.row("gains", "Vanishes", vanishes),
        )
        return MessageRow(
            rule=told.samples[0].rule or kind.code,
            is_error=kind.severity == ERROR,
            rows=tuple(row for row in rows if row.armies),
        )

    def row(self, sign: str, name: str, found: Mapping[str, Cases]) -> ImpactRow:
        """Return a row with its samples, those of armies in use first."""
        these = found[IN_USE] + found[ARCHIVED]
        return ImpactRow(
            sign=sign,
            name=name,
            in_use=found[IN_USE].armies,
            archived=found[ARCHIVED].armies,
            samples=tuple(map(self.sample, these.samples)),
        )

    def sample(self, one: Sample) -> SampleLine:
        """Return a sample as it may be told."""
        return SampleLine(
            self.armies.get(one.id), _points_text(one, self.currency), one.text
        )


_OUTCOMES = (
    ("same", "Legal, exactly as before", LEGAL, LEGAL, True),
    ("changed", "Legal, with other points or messages", LEGAL, LEGAL, False),
    ("gains", "Become legal", ILLEGAL, LEGAL, None),
    ("loses", "Turn illegal", LEGAL, ILLEGAL, None),
    ("illegal", "Not legal before, exactly as before", ILLEGAL, ILLEGAL, True),
    ("illegal", "Not legal before, otherwise now", ILLEGAL, ILLEGAL, False),
)
"""The rows of outcomes: sign, name, verdicts before and after, whether all is equal."""


def _points_text(one: Sample, currency: Currency) -> str:
    if one.before == one.after:
        text = points_text(one.after)
    else:
        text = f"{points_text(one.before)} → {points_text(one.after)}"
    if one.limit is None:
        return f"{text} {currency.many}"
    return f"{text} of {currency.text(one.limit)}"


def _signed(points: Points) -> str:
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{points_text(max(points, -points))}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
