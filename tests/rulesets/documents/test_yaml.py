"""Documents as YAML: what is read, what is refused and where, and there and back."""
# ruff: noqa: E501 - a table reads best with a row a line

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesets.documents.json import DocumentError, canonical, check, parse, sha256
from rulesets.documents.yaml import parse_yaml
from rulesets.documents.yaml_text import yaml_text
from tests.examples import examples
from tests.real_books import BOOKS

LIBRARIES = Path(__file__).parents[3] / "rulesets" / "libraries"
DOCUMENTS = [*sorted(BOOKS.glob("*.json")), *sorted(LIBRARIES.glob("*.json"))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on: yes", {"on": "yes"}),
        ("no: off\ny: n", {"no": "off", "y": "n"}),
        ("true: 1\n2: x\nnull: ~", {"true": 1, "2": "x", "null": None}),
        ("[true, False, null, ~, '', 'true']", [True, False, None, None, "", "true"]),
        ("[1, -2, +3, 0.5, .5, 1e2, 1.0, 0x1F, 0o17]", [1, -2, 3, 0.5, 0.5, 100, 1, 31, 15]),
        ("[2026-01-31, 1:30, 1_000, 4+, 2D6, =]", ["2026-01-31", "1:30", "1_000", "4+", "2D6", "="]),
        ("- a: 1\n  b: [x, y]\n- >-\n  two\n  lines\n- |\n  as\n  is\n", [{"a": 1, "b": ["x", "y"]}, "two lines", "as\nis\n"]),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("# a comment\n$schema: book.schema.json\nkey: x # another", {"key": "x"}),
        ("%YAML 1.2\n---\na: 1\n...\n", {"a": 1}),
        ('"<<": "\\u263a"', {"<<": "☺"}),
        ("\ufeffa: é".encode(), {"a": "é"}),
    ],
)  # fmt: skip
def test_words_mean_what_yaml_1_2_says(text: str | bytes, value: Any) -> None:
    found = parse_yaml(text).value
    assert canonical(found) == canonical(value)


def test_a_part_that_is_named_twice_is_two_parts() -> None:
    found = parse_yaml("a: &x {b: [1]}\nc: *x").value
    found["a"]["b"].append(2)
    assert found["c"] == {"b": [1]}


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD: list[tuple[str, str | bytes, str, str]] = [
    ("nothing", "", "", "the document is empty"),
    ("a comment", "# only\n", "", "the document is empty"),
    ("not UTF-8", b"\xff\xfea", "", "not UTF-8 text at byte 0"),
    ("huge", "x" * 4_000_001, "", "larger than 4,000,000 bytes"),
    ("a tab", "a:\n\tb: 1", "", "a tab at line 2, column 1"),
    ("open", "a: [1", "", "at line 2, column 1"),
    ("a colon", "a: b: c", "", "at line 1, column 5; a text that holds “: ”"),
    ("a star", "a: * x", "", "not YAML"),
    ("two", "a: 1\n---\nb: 2", "", "a second document begins at line 2, column 1"),
    ("twice", "u:\n- a: 1\n  a: 2", "/u/0", "the key 'a' stands twice in one object at line 3, column 3"),
    ("twice in quotes", "a: 1\n'a': 2", "", "stands twice"),
    ("no key", ": 1", "", "at line 1, column 1"),
    ("an empty key", "?\n: 1", "", "a key is missing at line"),
    ("a list as key", "? [a]\n: 1", "", "a key that is no text"),
    ("an alias as key", "a: &x y\n*x : 1", "", "a key that is no text"),
    ("merging", "a: &x {b: 1}\nc:\n  <<: *x", "/c", "“<<” merges in no document"),
    ("a type", "a: !!str 5", "/a", "the type 'tag:yaml.org,2002:str' is named at line 1, column 4"),
    ("python", "!!python/object/apply:os.system [ls]", "", "the type"),
    ("a bare type", "a: ! 5", "/a", "the type '!' is named"),
    ("a typed key", "!!int 5: 1", "", "a key with a type"),
    ("leading 0", "a: [010]", "/a/0", "010 begins with 0 and is read in two ways"),
    ("-09.5", "a: -09.5", "/a", "begins with 0"),
    ("infinity", "a: -.inf", "/a", "-.inf is no number at line 1, column 4"),
    ("no number", "a: .nan", "/a", ".nan is no number"),
    ("too large", "a: 1e400", "/a", "the number 1e400 is too large"),
    ("many digits", f"a: {'9' * 99}", "/a", "more than 40 digits"),
    ("many hex digits", f"a: 0x{'f' * 99}", "/a", "more than 40 digits"),
    ("NUL", 'a: ["\\0"]', "/a/0", "holds a character that is not text"),
    ("half a pair", 'a: "\\ud800"', "", "not YAML"),
    ("control", "a: \x01", "", "not YAML"),
    ("line separator", "a: 1\nb: x\u2028y", "", "holds U+2028 in line 2"),
    ("deep arrays", "[" * 100_000, "/0" * 40, "nested deeper than 40 levels"),
    ("deep blocks", "\n".join(f"{' ' * n}a:" for n in range(60)), "/a" * 40, "nested deeper"),
    ("many values", "[" + "1," * 200_000 + "]", "/149999", "more than 150,000 values"),
    ("laughs", LAUGHS, "/f", "more than 150,000 values"),
    ("long laughs", f"a: &a {'x' * 99_000}\nb: [{'*a,' * 99}]", "/b/39", "more than 4,000,000 letters"),
    ("deep laughs", "a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 20 + "*a" + "]" * 20, "/b" + "/0" * 20, "nested deeper"),
    ("inside itself", "a: &a [*a]", "/a/0", "*a stands inside itself"),
    ("no such name", "a: *b", "/a", "*b is no name of a part above"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [pytest.param(*row, id=name) for name, *row in BAD],
)
def test_what_is_refused_is_one_error_with_its_place(
    text: str | bytes, where: str, words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_yaml(text)
    assert words in caught.value.text
    assert caught.value.where.startswith(where)
    assert len(str(caught.value)) < 400


def test_every_place_knows_its_line() -> None:
    found = parse_yaml("key: x\nunits:\n  - name: A\n    points: 3\n  - {name: B}\n")
    lines = ("", "/key", "/units", "/units/0", "/units/0/points", "/units/1/name")
    assert [found.lines[place] for place in lines] == [1, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_book_and_library_is_the_same_as_yaml(path: Path) -> None:
    document = parse(path.read_bytes())
    text = yaml_text(document)
    found = parse_yaml(text).value
    assert sha256(found) == sha256(document)
    assert repr(found) == repr(document)  # the order of the keys, too
    # PyYAML's own loader reads YAML 1.1, and shares no rule with ours.
    assert yaml.load(text, yaml.CSafeLoader) == document
    assert "\t" not in text


LETTERS = st.one_of(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    st.sampled_from(
        " \n:#-?,[]{}&*!|>'\"%@`~=+.0123456789eExyn\t\r\x7f\x85\u2028\ufeff"
    ),
)
TEXTS = st.one_of(
    st.text(LETTERS, max_size=200),
    st.lists(st.text("ab", max_size=12), max_size=40).map(" ".join),
    st.lists(st.text("a :#-", max_size=12), max_size=9).map("\n".join),
    st.sampled_from(
        ["yes", "Off", "null", "~", "010", "0x1f", "1:30", "1e3", ".inf", "2026-01-31",
         "<<", "=", "- a", "? a", "a: b", "a #b", "%YAML", "---", "...", "1_000", "x" * 1200]
    ),
)  # fmt: skip
FIGURES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x % 1),
)
VALUES = st.recursive(
    st.one_of(FIGURES, TEXTS),
    lambda below: st.one_of(
        st.lists(below, max_size=6), st.dictionaries(TEXTS, below, max_size=6)
    ),
    max_leaves=20,
)


@settings(max_examples=examples(200), deadline=None)
@given(VALUES)
@example(["a\n\nb\n", "a\n b\nc", " a\nb", "a\n", "\na", "a \nb", "a\n\n", "\n"])
@example([["a" * 50 + "  " + "b" * 50 + " c"], [[]], {}, [{}], [[[1]], {"a": [[]]}]])
@example({"a" * 1100: {"b" * 1100: ["c"]}, "": "", "d": [{"e" * 1100: 1, "f": 2}]})
def test_any_document_is_the_same_as_yaml(document: Any) -> None:
    text = yaml_text(document)
    assert repr(parse_yaml(text).value) == repr(document)


@settings(max_examples=examples(100), deadline=None)
@given(VALUES)
def test_a_reader_of_yaml_1_1_reads_the_same(document: Any) -> None:
    assert yaml.load(yaml_text(document), yaml.CSafeLoader) == document


def test_yaml_is_written_for_people() -> None:
    document = {
        "name": "Éored of the Mark",
        "note": "word " * 30 + "end",
        "units": [
            {
                "key": "x",
                "on": "army",
                "rules": ["a", "b"],
                "stats": {"M": 4, "S": "4+"},
            },
            {"key": "12", "rules": [{"key": "c", "x": 1}], "summary": "Two:\n- one"},
        ],
        "empty": [],
    }
    assert yaml_text(document).splitlines() == [
        "name: Éored of the Mark",
        "note: >-",
        f"  {'word ' * 17}".rstrip(),
        f"  {'word ' * 13}end",
        "units:",
        "  - key: x",
        '    "on": army',
        "    rules: [a, b]",
        '    stats: {M: 4, S: "4+"}',
        '  - key: "12"',
        "    rules:",
        "      - key: c",
        "        x: 1",
        "    summary: |-",
        "      Two:",
        "      - one",
        "empty: []",
    ]


def test_the_example_of_the_page_of_formats_is_a_book() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    (example,) = re.findall(r"^```yaml\n(.+?)^```", page, re.MULTILINE | re.DOTALL)
    document = parse_yaml(example).value
    check("book", document)
    assert "in several lines that are joined" in document["units"][0]["note"]
