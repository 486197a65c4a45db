"""Plans: illegal armies made legal, and armies chosen from nothing.

Every illegal army of the books' tests and of the illegal armies, and a hundred that
random edits made of legal ones; the seed stands below, so that they are the same ones.

.venv/bin/python -m benchmarks.plans
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time

from benchmarks.measuring import ROOT, Figures, report, spread
from benchmarks.review import Books, book_files, load
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import parse
from rulesets.legality import new_selection, review
from rulesets.legality.plans.fill_up import fill_up
from rulesets.legality.plans.make_legal import make_legal
from rulesets.reviews.review import ILLEGAL, Review
from rulesets.rosters.edits import (
    Add,
    Duplicate,
    Edit,
    EditError,
    Remove,
    SetCount,
    apply,
)
from rulesets.rosters.roster import Force, Roster, Selection, read_roster, walk

SEED = 12
SPOILED = 100
EDITS = 5
"""Random edits of an army that was legal."""

BEGUN = (
    ("a Bretonnian army of 1,000 points", "warhammer", "warhammer-bretonnia", 1000),
    ("an Empire army of 2,000 points", "warhammer", "warhammer-empire", 2000),
    ("a warband of 500 crowns", "mordheim", "mordheim-reikland", 500),
    ("a League army of 1,500", "scrollhammer", "scrollhammer-saltmere-league", 1500),
    ("a Charge army of 1,000 points", "charge", "charge-orcs", 1000),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One army made legal, or not: errors before, edits, and time [ms]."""

    title: str
    errors: int
    found: bool
    edits: int
    tried: int
    milliseconds: float


def samples() -> Iterator[tuple[str, Roster]]:
    """Yield every sample army of the project by its title."""
    for path in sorted((ROOT / "fixtures" / "book-tests").glob("*.json")):
        for army in read_book_tests(parse(path.read_bytes())).armies:
            yield f"{path.stem}: {army.title}", army.roster
    for folder in ("illegal-armies", "armies"):
        for path in sorted((ROOT / "fixtures" / folder).glob("*.json")):
            yield path.stem, read_roster(parse(path.read_bytes()))


def spoiled(
    legal: list[tuple[str, Roster]], books: Books
) -> Iterator[tuple[str, Roster]]:
    """Yield armies that random edits have made illegal."""
    chance = random.Random(SEED)
    number = 0
    while number < SPOILED:
        title, roster = chance.choice(legal)
        for _ in range(EDITS):
            roster = edited(roster, books, chance)
        if review(roster, books).verdict == ILLEGAL:
            number += 1
            yield f"{title}, spoiled ({number})", roster


def edited(roster: Roster, books: Books, chance: random.Random) -> Roster:
    """Return a roster after one random edit."""
    force = chance.choice(roster.forces)
    book = books[force.book, force.edition]
    inside = [*walk(force.units)]
    units = [new_selection(book, key) for key in book.units]
    edits: list[Edit] = [Add(force.id, chance.choice(units))] if units else []
    if inside:
        one = chance.choice(inside)
        other: Selection = chance.choice(inside)
        count = chance.randint(1, 2 * one.count + 3)
        edits += [Remove(one.id), Duplicate(one.id), SetCount(one.id, count)]
        edits.append(Add(one.id, other))
    try:
        return apply(roster, chance.choice(edits)) if edits else roster
    except EditError:
        return roster


def outcome(title: str, now: Review, books: Books) -> Outcome:
    """Make one army legal and time it."""
    start = process_time()
    plan = make_legal(now, books)
    spent = 1000 * (process_time() - start)
    return Outcome(
        title, now.errors, plan.legal, len(plan.edits), plan.tried, round(spent, 1)
    )


def told(outcomes: list[Outcome]) -> dict[str, object]:
    """Return the figures of some armies."""
    found = [one for one in outcomes if one.found]
    edits = Counter(one.edits for one in found)
    return {
        "armies": len(outcomes),
        "made legal": len(found),
        "by number of edits": {str(key): edits[key] for key in sorted(edits)},
        "not made legal": [one.title for one in outcomes if not one.found],
        "most errors": max(one.errors for one in outcomes),
    }


def times(outcomes: Iterable[Outcome]) -> Figures:
    """Return the quickest, the median and the slowest time."""
    return spread(one.milliseconds for one in outcomes)


def main() -> None:
    """Measure, print and write."""
    books = {(book.key, 1): book for book in map(load, book_files())}
    every = [(title, one, review(one, books)) for title, one in samples()]
    bad = [outcome(t, now, books) for t, _, now in every if now.verdict == ILLEGAL]
    legal = [(title, one) for title, one, now in every if now.legal]
    broken = [
        outcome(title, review(one, books), books)
        for title, one in spoiled(legal, books)
    ]
    figures = {
        "illegal armies of the project": times(bad),
        "legal armies spoiled by random edits": times(broken),
    }
    about: dict[str, object] = {
        "illegal armies of the project": told(bad),
        "legal armies spoiled by random edits": told(broken),
    }
    for title, game, book, limit in BEGUN:
        now = review(Roster(game, "New", limit, forces=(Force("f1", book, 1),)), books)
        start = process_time()
        found = fill_up(now, books)
        spent = 1000 * (process_time() - start)
        figures[f"{title} from nothing"] = spread([round(spent, 1)])
        about[f"{title} from nothing"] = {
            "legal": found.plan.legal,
            "points": float(found.plan.after.points),
            "steps": len(found.plan.steps),
        }
    report("plans", figures, about)


if __name__ == "__main__":
    main()
