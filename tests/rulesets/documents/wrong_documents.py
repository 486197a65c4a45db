"""Documents with one thing wrong, and what is said of each."""

from collections.abc import Callable
from typing import Any

from rulesets.books.load import read_book
from rulesets.matchups.match_up_document import check_match_up
from rulesets.packs.pack import read_pack
from rulesets.rosters.edit_document import read_edit
from rulesets.rosters.roster import read_roster


def book(**parts: Any) -> dict[str, Any]:
    fixed = {"format": "armybuilder.book/1", "key": "b", "game": "charge", "name": "B"}
    return {**fixed, "units": [], **parts}


def unit(**parts: Any) -> dict[str, Any]:
    return book(units=[{"key": "u", "name": "U", **parts}])


def slot(**parts: Any) -> dict[str, Any]:
    return unit(slots=[{"key": "s", "name": "S", "options": [], **parts}])


def limit(**parts: Any) -> dict[str, Any]:
    return book(limits=[{"key": "l", "title": "L", "of": "x", "max": 1, **parts}])


def change(**parts: Any) -> dict[str, Any]:
    return book(changes=[{"change": "points", "op": "add", "value": 1, **parts}])


def roster(**parts: Any) -> dict[str, Any]:
    fixed = {"format": "armybuilder.roster/1", "game": "charge", "name": "x"}
    return {**fixed, "forces": [], **parts}


def army(*units: Any) -> dict[str, Any]:
    return roster(forces=[{"id": "f1", "book": "b", "edition": 1, "units": [*units]}])


def duel(**parts: Any) -> dict[str, Any]:
    side = {"book": "b", "edition": 1, "unit": "u"}
    fixed = {"format": "armybuilder.match-up/1", "game": "charge", "kind": "fight"}
    return {**fixed, "a": side, "b": side, **parts}


A_KEY = "expected a key (a-z, 0-9, single hyphens between), found"
TWO_UNITS = [{"key": "u", "name": "U"}, {"key": "u", "name": "V"}]
SELECTIONS = [{"id": f"s{n}", "entry": "x"} for n in range(201)]
WRONG: list[tuple[Callable[[Any], Any], Any, str, str]] = [
    (read_book, [], "", "expected an object, found []"),
    (read_book, {}, "", "missing: format, key, game, name, units"),
    (
        read_book,
        book(format="armybuilder.book/2", colour=1),
        "/format",
        'expected "armybuilder.book/1", found "armybuilder.book/2"',
    ),
    (read_book, book(name=""), "/name", "expected a text that is not empty"),
    (read_book, book(units=None), "/units", "expected an array, found null"),
    (
        read_book,
        unit(points="ten"),
        "/units/0/points",
        'expected a number, found "ten"',
    ),
    (read_book, unit(points=True), "/units/0/points", "expected a number, found true"),
    (
        read_book,
        unit(models="5"),
        "/units/0/models",
        'expected a whole number or an array, found "5"',
    ),
    (read_book, unit(models=[{"key": "m"}]), "/units/0/models/0", "missing: name"),
    (
        read_book,
        slot(options=[{"key": "o"}]),
        "/units/0/slots/0/options/0",
        "missing: key and name or item",
    ),
    (
        read_book,
        slot(max={"terms": [{"of": "x", "evry": 2}]}),
        "/units/0/slots/0/max/terms/0",
        "unknown: 'evry'; "
        "expected only count, of, in, where, times, every, round, deep",
    ),
    (
        read_book,
        slot(max="two"),
        "/units/0/slots/0/max",
        'expected a number or an object, found "two"',
    ),
    (read_book, unit(rules=["Big Rule"]), "/units/0/rules/0", f'{A_KEY} "Big Rule"'),
    (
        read_book,
        unit(rules=[{"kay": "x"}]),
        "/units/0/rules/0",
        "unknown: 'kay'; expected only key, x",
    ),
    (
        read_book,
        unit(profiles=[{"key": "p", "characteristics": {"save": 2.5}}]),
        "/units/0/profiles/0/characteristics/save",
        "expected a whole number or null or a text, found 2.5",
    ),
    (
        read_book,
        book(limits=[{"key": "l", "title": "L", "of": "x"}]),
        "/limits/0",
        "missing: min or max",
    ),
    (
        read_book,
        book(limits=[{"key": "l", "title": "L", "max": 1}]),
        "/limits/0",
        "missing: of",
    ),
    (read_book, limit(of=[]), "/limits/0/of", "expected an array that is not empty"),
    (
        read_book,
        limit(of="X!"),
        "/limits/0/of",
        "expected a target (a key, #tag, kind:…, rule:…, slot:…, same or *), "
        'found "X!"',
    ),
    (
        read_book,
        limit(when={"of": "y"}),
        "/limits/0/when",
        "missing: at_least or at_most",
    ),
    (
        read_book,
        limit(when={"all": [{"switch": "a"}], "switch": "b"}),
        "/limits/0/when",
        "expected one key alone, found all, switch",
    ),
    (
        read_book,
        limit(when={"any": [{"of": "y", "at_least": {"terms": [{"every": 0}]}}]}),
        "/limits/0/when/any/0/at_least/terms/0/every",
        "expected at least 0.001, found 0",
    ),
    (
        read_book,
        change(change="price"),
        "/changes/0/change",
        "expected points, category, type, tags, rules, gear, figure:…, min:… or max:…, "
        'found "price"',
    ),
    (
        read_book,
        change(value="ten"),
        "/changes/0/value",
        'expected a number or an object, found "ten"',
    ),
    (
        read_book,
        book(changes=[{"change": "points", "op": "add"}]),
        "/changes/0",
        "missing: value",
    ),
    (
        read_book,
        unit(category="c"),
        "/units/0/category",
        "the book has no category 'c'",
    ),
    (read_book, unit(items=["i"]), "/units/0/items/0", "the book has no item 'i'"),
    (
        read_book,
        book(units=TWO_UNITS),
        "/units/1/key",
        "the key 'u' is already used at /units/0",
    ),
    (
        read_book,
        slot(default=["z"]),
        "/units/0/slots/0/default/0",
        "the slot has no option 'z'",
    ),
    (
        read_book,
        slot(options=[{"item": "z"}]),
        "/units/0/slots/0/options/0/item",
        "the book has no item 'z'",
    ),
    (
        read_book,
        unit(models=[{"key": "m", "name": "M", "profile": "p"}]),
        "/units/0/models/0/profile",
        "the unit has no profile 'p'",
    ),
    (
        read_book,
        {
            **unit(models=[{"key": "m", "name": "M"}]),
            "slots": [
                {"key": "s", "name": "S", "options": [{"key": "u", "name": "U"}]}
            ],
        },
        "/slots",
        "'u' is both a unit and an option",
    ),
    (read_pack, {"format": "armybuilder.pack/1"}, "", "missing: key, name, game"),
    (read_roster, roster(game="Charge"), "/game", f'{A_KEY} "Charge"'),
    (read_roster, roster(limit=-1), "/limit", "expected at least 0, found -1"),
    (
        read_roster,
        roster(limit="500"),
        "/limit",
        'expected a number or null, found "500"',
    ),
    (
        read_roster,
        army({"id": "a b", "entry": "x"}),
        "/forces/0/units/0/id",
        'expected an id (1 to 40 of A-Z, a-z, 0-9, _ and -), found "a b"',
    ),
    (
        read_roster,
        army({"id": "a", "entry": "x", "count": 1.5}),
        "/forces/0/units/0/count",
        "expected a whole number, found 1.5",
    ),
    (
        read_roster,
        army({"id": "a", "entry": "x", "points": 3}),
        "/forces/0/units/0",
        "unknown: 'points'; "
        "expected only id, entry, count, name, note, roll, selections, loadouts, joins",
    ),
    (
        read_roster,
        army({"id": "a", "entry": "x"}, {"id": "a", "entry": "y"}),
        "/forces/0/units/1/id",
        "the id 'a' is already used at /forces/0/units/0",
    ),
    (read_roster, army(*SELECTIONS), "/forces/0/units", "more than 200 entries"),
    (read_edit, {}, "", "missing: edit"),
    (read_edit, {"edit": "set-count", "id": "s1"}, "", "missing: count"),
    (
        read_edit,
        {"edit": "remove", "id": "s1", "count": 2},
        "/count",
        "remove has no count",
    ),
    (
        check_match_up,
        duel(a={"book": "b", "edition": 1}),
        "/a",
        "missing: unit or selection",
    ),
    (
        check_match_up,
        {"format": "armybuilder.match-up/1", "attacks": {"dice": 3, "to_hit": 8}},
        "/attacks/to_hit",
        "expected at most 7, found 8",
    ),
]
