"""Documents: what is refused is one clear error that names the place."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rulesets.documents.json import (
    MAX_BYTES,
    DocumentError,
    canonical,
    parse,
    problems,
    sha256,
)
from rulesets.packs.pack import read_pack
from rulesets.rosters.roster import read_roster, roster_document
from tests.rulesets.documents.wrong_documents import (
    WRONG,
    army,
    book,
    roster,
)
from tests.work import calls_of

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
    keys = ",".join(f'"k{number}":0' for number in range(100_000))
    raw = f'{{{keys},"z":0,"z":0}}'

    def refuse() -> None:
        with pytest.raises(DocumentError, match="'z' stands twice"):
            parse(raw)

    assert calls_of(refuse) < 1_000_000


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
