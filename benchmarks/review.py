"""Reviews per second: sample armies of every game, and one with very many limits;
what the largest book takes to load, and what memory. An army is judged from nothing,
after one edit, as a trial of an edit, and as one that was judged before.

.venv/bin/python -m benchmarks.review
"""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT, least_of, median_of, report, spread
from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.legality import new_selection, review, with_fixes
from rulesets.legality.engine import verdict
from rulesets.legality.settled import forget
from rulesets.packs.pack import Pack
from rulesets.rosters.edits import Add, apply
from rulesets.rosters.roster import (
    Force,
    Roster,
    Selection,
    read_roster,
    selections_of,
)

Books = dict[tuple[str, int], Book]


SAMPLES = {
    "a Warhammer army of 2,000 points": "empire-2000",
    "a Warhammer army of Bretonnia": "bretonnia-2000",
    "a Warhammer army of Orcs and Goblins": "orcs-and-goblins-2000",
    "a Mordheim warband of 500 crowns": "mordheim-reikland-500",
    "a Scrollhammer army of 1,500 points": "saltmere-league-1500",
    "a Charge army of 1,000 points": "orcs-1000",
}


def book_files() -> list[Path]:
    """Return the books of the project, the largest first."""
    found = (ROOT / "fixtures" / "books").glob("*.json")
    return sorted(found, key=lambda path: -path.stat().st_size)


def load(path: Path) -> Book:
    """Return a book as the site loads it: parsed, checked and compiled."""
    return read_book(parse(path.read_bytes()), 1)


def sample(name: str) -> Roster:
    """Return a sample army of the project."""
    path = ROOT / "fixtures" / "armies" / f"{name}.json"
    return read_roster(parse(path.read_bytes()))


def memory_of(path: Path) -> float:
    """Return what a loaded book keeps [megabytes]."""
    tracemalloc.start()
    kept = [load(path)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    kept.clear()
    return size / 1e6


def unit(number: int) -> dict[str, Any]:
    """Return a unit with two kinds of models, twelve options and four limits."""
    options = [
        {
            "key": f"o{number}-{n}",
            "name": f"Option {n}",
            "points": n + 1,
            "per": "model" if n % 3 == 0 else "each",
            "tags": ["magic"] if n > 7 else [],
            "changes": [
                {"change": "figure:push", "op": "add", "value": 1, "in": "bearer"}
            ]
            if n % 4 == 0
            else [],
        }
        for n in range(12)
    ]
    return {
        "key": f"u{number}",
        "name": f"Unit {number}",
        "category": ("core", "special", "rare")[number % 3],
        "models": [
            {"key": f"m{number}", "name": "Soldier", "points": 9, "min": 10, "max": 30},
            {"key": f"c{number}", "name": "Champion", "points": 20, "max": 1},
        ],
        "profiles": [{"key": "p", "name": "Soldier", "characteristics": {"push": 2}}],
        "slots": [
            {"key": "arms", "name": "Arms", "max": 2, "options": options[:4]},
            {"key": "kit", "name": "Kit", "max": 3, "options": options[4:8]},
            {"key": "magic", "name": "Magic", "options": options[8:]},
        ],
        "limits": [
            {
                "key": "magic-points",
                "title": "Magic items",
                "count": "points",
                "of": "#magic",
                "in": "self",
                "max": 50,
            },
            {
                "key": "ratio",
                "title": "Options per model",
                "of": "slot:kit",
                "in": "self",
                "max": {
                    "terms": [
                        {
                            "count": "models",
                            "of": "kind:model",
                            "in": "self",
                            "every": 5,
                        }
                    ]
                },
            },
            {
                "key": "needs",
                "title": "Needs core",
                "of": "#core",
                "in": "force",
                "min": 1,
            },
            {
                "key": "share",
                "title": "Share",
                "count": "points",
                "of": "same",
                "in": "force",
                "max": {"terms": [{"count": "limit", "times": 0.25}]},
            },
        ],
    }


def synthetic(*, broken: int) -> tuple[Roster, Books]:
    """Return an army of 15 units with 60 choices and about a hundred limits.

    Each of its first units that are ``broken`` has a choice too many.
    """
    document = {
        "format": "armybuilder.book/1",
        "key": "synthetic",
        "game": "charge",
        "name": "Synthetic",
        "categories": [
            {"key": k, "name": k.title()} for k in ("core", "special", "rare")
        ],
        "units": [unit(n) for n in range(15)],
        "limits": [
            {
                "key": f"army-{n}",
                "title": f"Rule {n}",
                "count": count,
                "of": target,
                "in": "force",
                "max": most,
            }
            for n, (count, target, most) in enumerate(
                (count, target, 4000)
                for count in ("selections", "models", "points", "kinds")
                for target in ("#core", "#special", "#rare", "#magic", "kind:unit")
            )
        ]
        + [
            {
                "key": "unique",
                "title": "Unique",
                "each": "#magic",
                "of": "same",
                "in": "force",
                "max": 1,
            }
        ],
    }
    book = read_book(document, 1)
    roster = Roster("charge", "Synthetic", 5000, forces=(Force("f1", book.key, 1),))
    for number in range(15):
        roster = apply(roster, Add("f1", new_selection(book, f"u{number}")))
        parent = roster.forces[0].units[-1].id
        for choice in (0, 1, 4, 8):
            chosen = Selection("new", f"o{number}-{choice}")
            roster = apply(roster, Add(parent, chosen))
        if number < broken:
            roster = apply(roster, Add(parent, Selection("new", f"o{number}-2")))
    return roster, {(book.key, 1): book}


def edited(army: Roster) -> Iterator[Roster]:
    """Yield an army with another of its units changed each time, as none was before."""
    for number in count():
        force = army.forces[0]
        place = number % len(force.units)
        unit = replace(force.units[place], note=f"Edit {number}")
        units = (*force.units[:place], unit, *force.units[place + 1 :])
        yield replace(army, forces=(replace(force, units=units), *army.forces[1:]))


def figures_of(name: str, army: Roster, books: Books) -> dict[str, float]:
    """Return the times of judging an army [ms]."""

    def from_nothing() -> object:
        forget()
        return review(army, books)

    edits = edited(army)
    figures = {f"review of {name} from nothing": least_of(from_nothing, 60)}
    for _ in range(3):
        review(army, books)
    known = least_of(lambda: review(army, books), 200)
    after = least_of(lambda: review(next(edits), books), 200)
    trial = least_of(lambda: verdict(next(edits), books), 200)
    return figures | {
        f"review of {name} after one edit": after,
        f"trial of an edit of {name}": trial,
        f"review of {name} as it was": known,
    }


def main() -> None:
    """Measure, print and write."""
    pack = Pack("none", "None", "charge")
    books = {(book.key, 1): book for book in map(load, book_files())}
    armies = {name: sample(file) for name, file in SAMPLES.items()}
    plain, synthetic_books = synthetic(broken=0)
    broken, _ = synthetic(broken=10)
    bad = review(broken, synthetic_books, pack)
    largest = book_files()[0]
    figures: dict[str, float] = {}
    for name, army in armies.items():
        figures |= figures_of(name, army, books)
    figures |= {
        "review of the synthetic army as it was": least_of(
            lambda: review(plain, synthetic_books, pack), 200
        ),
        "fixes for the synthetic army's errors": least_of(
            lambda: with_fixes(bad, synthetic_books, pack), 10
        ),
        "loading and checking the largest book": median_of(lambda: load(largest), 15),
    }
    about = {
        **{
            f"selections of {name}": selections_of(army)
            for name, army in armies.items()
        },
        "selections of the synthetic army": selections_of(plain),
        "limits of the synthetic book": limits_of(synthetic_books),
        "errors of the synthetic army": len(bad.messages),
        "largest book": f"{largest.stem}, {largest.stat().st_size // 1000} kB",
        "memory of the largest book": f"{memory_of(largest):.1f} MB",
    }
    report("review", {name: spread([ms]) for name, ms in figures.items()}, about)


def limits_of(books: Books) -> int:
    """Return how many limits an army of every unit is asked."""
    units = [entry for book in books.values() for entry in book.units.values()]
    return 21 + sum(len(entry.limits) for entry in units)


if __name__ == "__main__":
    main()
