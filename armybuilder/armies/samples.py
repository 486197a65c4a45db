"""Sample armies: legal ones that a visitor may look at, open and change."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.template.loader import render_to_string

from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.odds.loadout_odds import book_target, loadout_odds
from armybuilder.armies.review import review_roster
from armybuilder.books.editions import newest_books
from rulesets.books.book import Book, Books
from rulesets.documents.json import parse
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Roster, at_editions, read_roster

FOLDER = settings.BASE_DIR / "fixtures" / "armies"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample army: the file it stands in, and what of it a card shows.

    ``units`` are ids; the last one's fight is told, against a unit of another book.
    """

    game: str
    file: str
    units: tuple[str, ...] = ()
    enemy: tuple[str, str] = ("", "")


SAMPLES = (
    Sample(
        "warhammer",
        "empire-2000",
        ("s1", "s21", "s39", "s47"),
        ("warhammer-orcs-and-goblins", "trolls"),
    ),
    Sample("mordheim", "mordheim-reikland-500"),
    Sample("scrollhammer", "saltmere-league-750"),
    Sample("charge", "cathay-500"),
)


@dataclass(frozen=True, slots=True)
class SampleUnit:
    """A unit of a sample with its odds, none where they are not worked out."""

    line: Line
    against: LoadoutOdds | None


@dataclass(frozen=True, slots=True)
class ShownSample:
    """A sample as a card shows it: reviewed, with some of its units."""

    sample: Sample
    review: Review
    book: Book
    units: tuple[SampleUnit, ...]

    @property
    def told(self) -> SampleUnit | None:
        """Return the unit whose fight is told in a sentence, if one is."""
        last = self.units[-1] if self.units else None
        return last if last and last.against and last.against.fight else None

    @property
    def share(self) -> float:
        """Return how much of the limit is used [per cent]."""
        limit = self.review.limit
        points = float(self.review.points)
        return min(100.0, 100 * points / float(limit)) if limit else 0.0


def sample_of(game: str) -> Sample | None:
    """Return the sample of a game, or none."""
    return next((one for one in SAMPLES if one.game == game), None)


@cache
def _written(file: str) -> Roster:
    return read_roster(parse((FOLDER / f"{file}.json").read_bytes()))


def sample_roster(sample: Sample, books: Books) -> Roster | None:
    """Return a sample with the newest editions; none where a book is not offered."""
    roster = _written(sample.file)
    newest = dict(books.keys())
    if any(force.book not in newest for force in roster.forces):
        return None
    return at_editions(roster, newest)


def shown_sample(books: Books) -> ShownSample | None:
    """Return the first sample whose books are offered, or none."""
    for sample in SAMPLES:
        roster = sample_roster(sample, books)
        if roster is not None:
            return _shown(sample, roster, books)
    return None


def _shown(sample: Sample, roster: Roster, books: Books) -> ShownSample:
    review = review_roster(roster, books)
    lines = review.forces[0].units
    chosen = [line for line in lines if line.id in sample.units] or lines[:4]
    key, unit = sample.enemy
    edition = dict(books.keys()).get(key, 0)
    target = book_target(f"{key}@{edition}/{unit}", books)
    return ShownSample(
        sample,
        review,
        books[roster.forces[0].book, roster.forces[0].edition],
        tuple(
            SampleUnit(line, loadout_odds(review.game, line, target)) for line in chosen
        ),
    )


def warm_up() -> None:
    """Compile every book, and draw the start page, before anybody asks.

    A database that is not ready is left to the first who asks.
    """
    with suppress(DatabaseError):
        sample = shown_sample(newest_books())
        render_to_string("armies/home.html", {"sample": sample})
    connection.close()
