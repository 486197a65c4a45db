"""Documents: what is refused is one clear error that names the place."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from rulesets.documents import (
    MAX_BYTES,
    DocumentError,
    canonical,
    parse,
    problems,
    sha256,
)
from rulesets.edit_documents import read_edit
from rulesets.match_up_documents import check_match_up
from rulesets.pack import read_pack
from rulesets.reading import read_book
from rulesets.roster import read_roster, roster_document

UNREADABLE = [
    pytest.param(b"", "not JSON: Expecting value at line 1, column 1", id="nothing"),
    pytest.param(b"{", "not JSON: Expecting property name", id="cut off"),
    pytest.param(b'{"a": 1} x', "not JSON: Extra data at line 1, column 10", id="more"),
    pytest.param(b'\xff\xfe{"a"', "not UTF-8 text at byte 0", id="not UTF-8"),
    pytest.param(b'"' + b"a" * MAX_BYTES, "larger than 4,000,000 bytes", id="huge"),
    pytest.param(b"[" * 100_000, "nested deeper than 40 levels", id="deep arrays"),
    pytest.param(b'{"a":' * 500, "nested deeper than 40 levels", id="deep objects"),
    pytest.param(b'{"a":1,"b":2,"a":3}', "the key 'a' stands twice", id="twice"),
    pytest.param(b'{"a": NaN}', "NaN is no number", id="NaN"),
    pytest.param(b"[-Infinity]", "-Infinity is no number", id="infinity"),
    pytest.param(b"[1e400]", "the number 1e400 is too large", id="1e400"),
    pytest.param(b"[" + b"9" * 10_000 + b"]", "more than 40 digits", id="long number"),
    pytest.param(b"[0." + b"1" * 99 + b"]", "more than 40 digits", id="long fraction"),
]


@pytest.mark.parametrize(("raw", "text"), UNREADABLE)
def test_what_is_no_json_is_one_error(raw: bytes, text: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(raw)

    assert caught.value.where == ""
    assert text in caught.value.text


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (b'{"a": ["x", "\\ud800"]}', "/a/1"),
        (b'{"a/b": {"c~d": "\\u0000"}}', "/a~1b/c~0d"),
        (b'{"a": {"\\udfff": 1}}', "/a"),
    ],
)
def test_a_character_that_is_no_text_is_named_by_its_place(
    raw: bytes, where: str
) -> None:
    with pytest.raises(DocumentError, match="holds a character") as caught:
        parse(raw)

    assert caught.value.where == where


def test_brackets_within_texts_do_not_count_as_depth() -> None:
    text = '[{\\"' * 60
    assert parse(json.dumps([text, text])) == [text, text]


def test_an_unterminated_text_of_quotes_is_refused_quickly() -> None:
    with pytest.raises(DocumentError, match="not JSON"):
        parse('["' + '\\"' * 1_000_000)


def test_a_key_that_stands_twice_among_very_many_is_found_quickly() -> None:
    keys = ",".join(f'"k{number}":0' for number in range(200_000))
    raw = f'{{{keys},"z":0,"z":0}}'
    start = time.perf_counter()
    with pytest.raises(DocumentError, match="'z' stands twice"):
        parse(raw)
    assert time.perf_counter() - start < 10


def test_a_whole_number_is_whole_however_it_is_written() -> None:
    value = parse(b"[5.0, 1e3, 0.5, -0.0]")

    assert value == [5, 1000, 0.5, 0]
    assert [type(number) for number in value] == [int, int, float, int]


def test_a_byte_order_mark_is_no_part_of_the_document() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_the_hash_does_not_hang_on_the_order_of_keys() -> None:
    assert sha256({"a": 1, "b": [2]}) == sha256({"b": [2], "a": 1})
    assert sha256({"a": 1}) != sha256({"a": 2})
    assert canonical({"b": 1, "a": "é"}) == '{"a":"é","b":1}'.encode()


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
        "expected only id, entry, count, name, note, roll, selections, loadouts",
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


@pytest.mark.parametrize(("read", "document", "where", "text"), WRONG)
def test_a_wrong_document_is_one_error_at_the_deepest_place_that_explains_it(
    read: Callable[[Any], Any], document: Any, where: str, text: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        read(document)

    assert (caught.value.where, caught.value.text) == (where, text)
    assert str(caught.value) == f"{where or '/'}: {text}"


def test_every_problem_of_a_document_can_be_had_the_telling_ones_first() -> None:
    document = book(format="x", units=[{"name": 3}])

    found = [(problem.where, problem.text) for problem in problems("book", document)]

    assert found == [
        ("/format", 'expected "armybuilder.book/1", found "x"'),
        ("/units/0", "missing: key"),
        ("/units/0/name", "expected a text, found 3"),
    ]


def test_nothing_is_counted_for_every_part_too_small_to_tell() -> None:
    term = {"count": "points", "of": "*", "every": 1e-300}
    most = {"key": "k", "title": "K", "of": "*", "max": {"terms": [term]}}
    pack = {"format": "armybuilder.pack/1", "key": "p", "name": "P", "game": "charge"}
    with pytest.raises(DocumentError, match=r"every: expected at least 0\.001"):
        read_pack({**pack, "limits": [most]})


def test_a_long_value_is_shown_short() -> None:
    with pytest.raises(DocumentError) as caught:
        read_roster(roster(game="X" * 5000))

    assert len(caught.value.text) < 200


def test_a_roster_is_the_same_after_a_trip_through_its_document() -> None:
    document = roster(
        limit=500.5,
        note="Sunday",
        switches={"a": True},
        forces=[
            {
                "id": "f1",
                "book": "b",
                "edition": 2,
                "units": [
                    {
                        "id": "s1",
                        "entry": "x",
                        "count": 3,
                        "name": "Ünïcode",
                        "note": "n",
                        "roll": 0,
                        "selections": [{"id": "s2", "entry": "y"}],
                    }
                ],
            }
        ],
    )

    assert roster_document(read_roster(document)) == document


def test_a_roster_with_more_selections_than_any_army_is_refused() -> None:
    inner = [{"id": f"i{n}", "entry": "x"} for n in range(200)]
    units = [
        {
            "id": f"u{n}",
            "entry": "x",
            "selections": [{**part, "id": f"{part['id']}-{n}"} for part in inner],
        }
        for n in range(16)
    ]

    with pytest.raises(DocumentError, match=r"/forces: .* at most 3,000 selections"):
        read_roster(army(*units))


def test_a_roster_deeper_than_any_army_is_refused() -> None:
    selection: dict[str, Any] = {"id": "s0", "entry": "x"}
    for level in range(1, 13):
        selection = {"id": f"s{level}", "entry": "x", "selections": [selection]}

    with pytest.raises(DocumentError, match="at most 12 levels deep"):
        read_roster(army(selection))
