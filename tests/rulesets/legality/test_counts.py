"""One row of the table of counts is all that a new count needs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets.books import count_guide
from rulesets.core.query import read_limit
from rulesets.documents.json import DocumentError
from rulesets.documents.schema import is_valid
from rulesets.games import GAMES
from rulesets.packs.pack import read_pack
from rulesets.sentences.book_words import reader_words
from rulesets.sentences.engine_rules import limit_text
from rulesets.sentences.places import FORCE
from tests.rulesets.legality.made_up_count import with_pairs
from tests.rulesets.legality.small import army_of, book_of

ORC: Any = {"key": "orc", "points": 5}
PACK: Any = {
    "format": "armybuilder.pack/1",
    "key": "p",
    "name": "P",
    "game": "charge",
}
COUPLES: Any = {
    "key": "couples",
    "title": "Couples",
    "count": "pairs",
    "of": "orc",
    "in": "force",
    "max": {"base": 1, "terms": [{"count": "pairs", "of": "hut"}]},
}


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[None]:
    with with_pairs(tmp_path):
        yield


def book(**parts: Any) -> Any:
    return book_of(ORC, {"key": "hut"}, limits=[{**COUPLES, **parts}])


@pytest.mark.usefixtures("pairs")
def test_a_new_count_is_read_marked_and_told_by_its_row() -> None:
    found = army_of(book(), *["orc"] * 7).review

    (message,) = [one for one in found.messages if one.code == "couples"]
    assert message.text.startswith(
        "Couples: 3 of at most 1 pair (1 and 1 for every pair of Hut), 2 pairs too many"
    )
    assert message.marks == ("f1/s4", "f1/s5", "f1/s6", "f1/s7")
    assert [gauge.count for gauge in found.gauges] == [3]


@pytest.mark.usefixtures("pairs")
def test_a_new_count_bears_its_words_in_the_book() -> None:
    known = reader_words(GAMES["charge"], book())
    asked = {"when": {"count": "pairs", "of": "orc", "at_least": 2}}

    assert limit_text(read_limit({**COUPLES, **asked}), known, FORCE) == (
        "Pairs of Orc in the force: at most 1 plus as many as pairs of Hut in the "
        "army, when there are at least 2 pairs of Orc in the army"
    )


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize("kind", ["book", "pack"])
def test_a_new_count_is_accepted_by_gate_and_judge_and_offered_if_misspelt(
    kind: str,
) -> None:
    start = PACK if kind == "pack" else {**PACK, "format": "armybuilder.book/1"}
    units: Any = {} if kind == "pack" else {"units": []}
    document = {**start, **units, "limits": [COUPLES]}
    wrong = {**document, "limits": [{**COUPLES, "count": "pears"}]}

    assert is_valid(kind, document)
    assert not is_valid(kind, wrong)
    if kind == "pack":
        with pytest.raises(DocumentError, match=r"limit, size, pairs, highest:… or su"):
            read_pack(wrong)


def test_no_count_of_the_schemas_is_left_when_its_row_is_gone() -> None:
    """Without the made-up row its word is refused like any other."""
    with pytest.raises(DocumentError, match=r"earlier, limit, size, highest:… or sum"):
        read_pack({**PACK, "limits": [COUPLES]})


@pytest.mark.usefixtures("pairs")
def test_a_new_count_is_written_into_the_guide() -> None:
    (guide,) = [text for path, text in count_guide.written() if path.suffix == ".md"]

    assert "\n| `pairs` | how many pairs they make |\n" in guide
