"""Random limits and changes, with conditions and amounts nested, are read exactly."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.query import read_change, read_limit
from rulesets.documents.json import check
from rulesets.legality.counts import COUNTS
from rulesets.packs.pack import PackError
from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.teller import tell
from rulesets.sentences.writer import write_fragment
from tests.examples import examples
from tests.rulesets.sentences.documents import words

WORDS = words("warhammer-empire")

KEYS = st.sampled_from(
    ["halberdiers", "shield", "steam-tank", "warhammer-bretonnia", "nobody"]
)
TARGETS = st.one_of(
    KEYS,
    st.sampled_from(["*", "same", "#core", "#character", "#magic", "kind:unit"]),
    st.sampled_from(["kind:own", "kind:ally", "kind:model", "rule:fear", "slot:mount"]),
)
MANY = st.one_of(TARGETS, st.lists(TARGETS, min_size=1, max_size=3))
NUMBERS = st.one_of(st.integers(-5, 2000), st.sampled_from([0.25, 1.5, 0.001]))
PLACES = st.one_of(
    st.sampled_from(["self", "parent", "bearer", "unit", "force", "army"]), KEYS
)
COUNTED = st.sampled_from(
    [f"{one.key}:ld" if one.figure else one.key for one in COUNTS.values()]
)


Draw = Callable[[st.SearchStrategy[Any]], Any]


def some_of(draw: Draw, **parts: st.SearchStrategy[Any]) -> dict[str, Any]:
    """Return a few of some members, in any order."""
    names = draw(st.lists(st.sampled_from(sorted(parts)), unique=True))
    return {name: draw(parts[name]) for name in names}


def query(draw: Draw, depth: int) -> dict[str, Any]:
    more = {"count": COUNTED, "in": PLACES, "deep": st.booleans()}
    if depth:
        more["where"] = conditions(depth - 1)
    return {"of": draw(MANY), **some_of(draw, **more)}


@st.composite
def terms(draw: Draw, depth: int) -> Any:
    every = st.sampled_from([1, 2, 1000, 0.5])
    rounded = st.sampled_from(["down", "up", "no"])
    return query(draw, depth) | some_of(draw, times=NUMBERS, every=every, round=rounded)


@st.composite
def amounts(draw: Draw, depth: int) -> Any:
    if not depth or draw(st.booleans()):
        return draw(NUMBERS)
    several = st.lists(terms(depth - 1), max_size=2)
    return some_of(draw, base=NUMBERS, terms=several, least=NUMBERS, most=NUMBERS)


@st.composite
def conditions(draw: Draw, depth: int) -> Any:
    shape = draw(st.sampled_from(["all", "any", "none", "switch", "", ""]))
    if shape == "switch":
        return {"switch": draw(KEYS)}
    if shape and depth:
        several = st.lists(conditions(depth - 1), min_size=1, max_size=3)
        return {shape: draw(several)}
    bounds = draw(
        st.lists(st.sampled_from(["at_least", "at_most"]), min_size=1, unique=True)
    )
    bound = st.sampled_from([0, 1]) | amounts(depth)
    return query(draw, depth) | {name: draw(bound) for name in bounds}


@st.composite
def limits(draw: Draw) -> Any:
    bounds = draw(st.lists(st.sampled_from(["min", "max"]), min_size=1, unique=True))
    said = query(draw, 3) | {name: draw(amounts(2)) for name in bounds}
    return {
        "key": "k",
        "title": "T",
        **said,
        **some_of(draw, when=conditions(3), each=MANY),
    }


OPS = st.sampled_from(["set", "add", "multiply", "at-least", "at-most"])
NUMERIC = st.sampled_from(
    ["points", "figure:ld", "figure:sv", "min:core", "max:nobody"]
)
WORDED = st.sampled_from(["category", "type", "tags", "gear"])
WORD_OPS = st.sampled_from(["add", "remove", "set"])
RULES = st.sampled_from(["fear", {"key": "fear"}, {"key": "fear", "x": 2}])
TEXTS = st.sampled_from([None, "2D6", ""])


@st.composite
def changes(draw: Draw) -> Any:
    said = draw(
        st.one_of(
            st.fixed_dictionaries({"change": NUMERIC, "op": OPS, "value": amounts(2)}),
            st.fixed_dictionaries(
                {"change": st.just("figure:t"), "op": st.just("set"), "value": TEXTS}
            ),
            st.fixed_dictionaries(
                {
                    "change": NUMERIC | st.sampled_from(["category", "type"]),
                    "op": st.just("remove"),
                }
            ),
            st.fixed_dictionaries(
                {"change": st.just("rules"), "op": WORD_OPS, "value": RULES}
            ),
            st.fixed_dictionaries({"change": WORDED, "op": WORD_OPS, "value": KEYS}),
        )
    )
    return {**said, **some_of(draw, to=MANY, when=conditions(3), **{"in": PLACES})}


def pack(**parts: Any) -> dict[str, Any]:
    head = {"format": "armybuilder.pack/1", "key": "k", "name": "N"}
    return {**head, "game": "warhammer", **parts}


@settings(max_examples=examples(150), deadline=None)
@given(limits())
def test_a_random_limit_is_read_told_and_written_exactly(limit: Any) -> None:
    check("pack", pack(limits=[limit]), PackError)
    said = read_statement("limit", limit, WORDS)
    fresh = write_fragment(said)

    assert write_fragment(said, limit) == limit
    assert list(write_fragment(said, limit)) == list(limit)
    assert read_limit({"key": "k", "title": "T", **fresh}) == read_limit(limit)
    assert read_statement("limit", fresh, WORDS) == said
    assert tell(said, WORDS, Bringer("unit"))


@settings(max_examples=examples(150), deadline=None)
@given(changes())
def test_a_random_change_is_read_told_and_written_exactly(change: Any) -> None:
    check("pack", pack(changes=[change]), PackError)
    said = read_statement("change", change, WORDS)
    fresh = write_fragment(said)

    assert write_fragment(said, change) == change
    assert read_change(fresh) == read_change(change)
    assert read_statement("change", fresh, WORDS) == said
    assert tell(said, WORDS, Bringer("option"))


@settings(max_examples=examples(150), deadline=None)
@given(limits(), limits())
def test_two_random_limits_that_are_not_the_same_have_two_texts(
    one: Any, two: Any
) -> None:
    first, second = (read_statement("limit", part, WORDS) for part in (one, two))
    here = Bringer("unit")
    is_told_alike = tell(first, WORDS, here) == tell(second, WORDS, here)

    assert is_told_alike == (first == second)


@settings(max_examples=examples(100), deadline=None)
@given(limits(), limits())
def test_a_limit_that_becomes_another_says_the_other(old: Any, new: Any) -> None:
    said = read_statement("limit", new, WORDS)
    written = write_fragment(said, old)

    check("pack", pack(limits=[written]), PackError)
    assert read_statement("limit", written, WORDS) == said
