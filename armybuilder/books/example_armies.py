"""Example armies of a draft: what it offers in a legal army, as a job for its page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.books import editions
from armybuilder.books.draft_jobs import compiled_draft
from armybuilder.books.models import BookTest
from armybuilder.jobs.kinds import Kind, Step, release
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find
from rulesets.books.book import Books
from rulesets.books.checks.armies import Lacking
from rulesets.books.entries import Branch
from rulesets.documents.json import sha256
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.legality.plans.examples import Example, examples
from rulesets.rosters.roster import Roster, RosterError, at_editions, read_roster

KIND = "examples"
"""The key of the kind of job."""


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """Something that a draft offers; its army in words, or what is in the way of one.

    ``names`` is what it is bought for, then itself; ``address`` the page of the first.
    It was not ``sought`` where the search of the whole book was over before it.
    """

    address: str
    names: tuple[str, ...]
    army: str
    in_the_way: tuple[str, ...]
    sought: bool


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """The examples of a draft: what has none, and what has one, by unit.

    Models that come with their unit are no options of it, and not ``shown``.
    """

    without: tuple[ExampleRow, ...]
    shown: tuple[tuple[ExampleRow, tuple[ExampleRow, ...]], ...]

    @property
    def found(self) -> int:
        """Return of how many units and options a legal army was found."""
        return sum(1 + len(options) for _, options in self.shown)


def examples_question(document: Any) -> dict[str, Any]:
    """Return what the job is asked: a draft and its tests, beside the newest books.

    The findings that a draft accepts are left out, and its number is always the same:
    no army depends on them.
    """
    draft = {key: part for key, part in document.items() if key != "accepted"}
    newest = editions.newest(draft["game"])
    return {
        "book": draft["key"],
        "number": 1,
        "sha256": sha256(draft),
        "draft": draft,
        "beside": [
            [edition.book.key, edition.number]
            for edition in newest
            if edition.book.key != draft["key"]
        ],
        "armies": [
            *BookTest.objects.filter(book__key=draft["key"]).values_list(
                "roster", flat=True
            )
        ],
    }


def search_of(document: Any) -> Job | None:
    """Return the search for legal armies of a draft, as far as it is; none for none."""
    return search_for(examples_question(document))


def search_for(question: Any) -> Job | None:
    """Return the search that answers a question, as far as it is; none for none.

    One that was done for the same draft stays while its tests and other books change.
    """
    found = find(KIND, question)
    if found is not None:
        return found
    done = Job.objects.filter(kind=KIND, state=State.DONE, release=release())
    about = {"document__book": question["book"], "document__sha256": question["sha256"]}
    return done.filter(**about).order_by("-pk").first()


def lacking_in(document: Any) -> tuple[Lacking, ...] | None:
    """Return what no legal army was found with in a draft; none before it is sought."""
    job = search_of(document)
    if job is None or job.state != State.DONE:
        return None
    result: Any = job.result
    return tuple(
        Lacking(
            tuple(row["keys"]),
            tuple(row["names"]),
            tuple(row["in_the_way"]),
            row["sought"],
        )
        for row in result
        if not row["army"]
    )


def report_of(job: Job | None, addresses: Mapping[str, str]) -> ExampleReport | None:
    """Return what a job found; none of one that is not done.

    ``addresses`` are the pages of the book's units, by their keys.
    """
    if job is None or job.state != State.DONE:
        return None
    result: Any = job.result
    without, shown = list[ExampleRow](), dict[str, list[ExampleRow]]()
    for row in result:
        told = ExampleRow(
            addresses.get(row["unit"], ""),
            tuple(row["names"]),
            row["army"],
            tuple(row["in_the_way"]),
            row["sought"],
        )
        if told.army and row["comes_along"]:
            continue
        if told.army:
            shown.setdefault(row["unit"], []).append(told)
        else:
            without.append(told)
    return ExampleReport(
        tuple(without),
        tuple((first, tuple(options)) for first, *options in shown.values()),
    )


def _work(document: Any, _: Any, step: Step) -> Any:
    """Return a row of everything that the draft offers."""
    book = compiled_draft(document)
    beside = editions.editions_for((key, number) for key, number in document["beside"])
    books = {**beside, (book.key, book.edition): book}
    rows = []
    for found in examples(book, books, _armies(document["armies"], books)):
        step()
        rows.append(_row(found, books))
    return rows


def _armies(documents: Iterable[Any], books: Books) -> Iterator[Roster]:
    """Yield the armies of book tests that can be read, in the editions here."""
    numbers = dict(books.keys())
    for document in documents:
        try:
            yield at_editions(read_roster(document), numbers)
        except RosterError:
            continue


def _row(found: Example, books: Books) -> dict[str, Any]:
    return {
        "unit": found.keys[0],
        "keys": list(found.keys),
        "names": [entry.name for entry in found.branch],
        "army": _in_words(found.roster, books) if found.roster is not None else "",
        "in_the_way": [message.text for message in found.in_the_way],
        "sought": found.sought,
        "comes_along": _comes_along(found.branch),
    }


def _comes_along(branch: Branch) -> bool:
    """Return whether a branch ends in models that its unit has unasked."""
    *above, entry = branch
    if entry.kind != "model" or not above:
        return False
    kinds = [one for one in above[-1].entries.values() if one.kind == "model"]
    return entry.start > 0 or len(kinds) == 1


def _in_words(roster: Roster, books: Books) -> str:
    """Return the units and the points of an army: ``2 × Orc Boyz; 210 points``."""
    now = review(roster, books)
    units = Counter(line.name for force in now.forces for line in force.units)
    named = [
        f"{count} × {name}" if count > 1 else name for name, count in units.items()
    ]
    return f"{', '.join(named)}; {GAMES[roster.game].currency.text(now.points)}"


def _split(document: Any) -> Sequence[Any]:
    return [None]


def _join(_: Any, results: Sequence[Any]) -> Any:
    return results[0]


EXAMPLES = Kind(KIND, "3", _split, _work, _join)
"""A legal army for everything that a draft offers; each search uses those before."""
