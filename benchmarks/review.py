"""Reviews per second: the largest sample army, and one with about a hundred limits.

.venv/bin/python -m benchmarks.review
"""

from typing import Any

from benchmarks.measuring import ROOT, median_of, report, spread
from rulesets.book import Book
from rulesets.documents import parse
from rulesets.edit import Add, apply
from rulesets.legality import new_selection, review, with_fixes
from rulesets.pack import Pack
from rulesets.reading import read_book
from rulesets.roster import Force, Roster, Selection, read_roster, walk

Books = dict[tuple[str, int], Book]


def sample() -> tuple[Roster, Books]:
    """Return the largest sample army of the project with its books."""
    books: Books = {}
    for path in (ROOT / "fixtures" / "books").glob("*.json"):
        book = read_book(parse(path.read_bytes()), 1)
        books[book.key, 1] = book
    armies = [
        read_roster(parse(path.read_bytes()))
        for path in (ROOT / "fixtures" / "armies").glob("*.json")
    ]
    return max(armies, key=lambda army: len(list(walk(army.forces[0].units)))), books


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


def synthetic(*, broken: bool) -> tuple[Roster, Books]:
    """Return an army of 15 units with 60 choices and about a hundred limits."""
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
        if broken and number < 5:
            roster = apply(roster, Add(parent, Selection("new", f"o{number}-2")))
    return roster, {(book.key, 1): book}


def main() -> None:
    """Measure, print and write."""
    pack = Pack("none", "None", "charge")
    largest, books = sample()
    plain, synthetic_books = synthetic(broken=False)
    broken, _ = synthetic(broken=True)
    bad = review(broken, synthetic_books, pack)
    limits = 21 + sum(
        len(entry.limits)
        for b in synthetic_books.values()
        for entry in b.units.values()
    )
    figures = {
        "review of the largest sample army": median_of(
            lambda: review(largest, books), 300
        ),
        "review of the synthetic army": median_of(
            lambda: review(plain, synthetic_books, pack), 200
        ),
        "fixes for the synthetic army's errors": median_of(
            lambda: with_fixes(bad, synthetic_books, pack), 5
        ),
    }
    about = {
        "selections of the sample army": len(list(walk(largest.forces[0].units))),
        "selections of the synthetic army": len(list(walk(plain.forces[0].units))),
        "limits of the synthetic book": limits,
        "errors of the synthetic army": len(bad.messages),
    }
    report("review", {name: spread([ms]) for name, ms in figures.items()}, about)


if __name__ == "__main__":
    main()
