"""A count that the project does not have, to see what one row brings."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulesets.books import count_guide
from rulesets.core.points import Points
from rulesets.core.query import Query
from rulesets.documents import judge, schema
from rulesets.legality.count_methods import Nodes
from rulesets.legality.counts import COUNTS, Count
from rulesets.legality.tree import Node, Tree
from rulesets.sentences.query_rows import count_rows
from rulesets.sentences.reader import prepare
from rulesets.sentences.table import ROWS


def _read(tree: Tree, asker: Node, query: Query, these: Nodes) -> int:
    return sum(one.count for one in these) // 2


def _past(tree: Tree, query: Query, these: Nodes, high: Points) -> Iterator[Node]:
    taken = 0
    for one in these:
        taken += one.count
        if taken // 2 > high:
            yield one


PAIRS = Count(
    "pairs",
    "how many pairs they make",
    read=_read,
    past=_past,
    one="pair",
    many="pairs",
    is_told=True,
)


@contextmanager
def with_pairs(folder: Path) -> Iterator[None]:
    """Have one more row in the table, and the schemas that are written from it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(COUNTS, PAIRS.key, PAIRS)
        rows = count_rows(PAIRS)
        patch.setitem(ROWS, "query", (*ROWS["query"], *rows))
        prepare(rows)
        schemas = folder / "schemas"
        shutil.copytree(count_guide.ROOT / "rulesets" / "schemas", schemas)
        for path, text in count_guide.written():
            if path.parent.name == "schemas":
                (schemas / path.name).write_text(text, encoding="utf-8")
        patch.setattr(schema, "FOLDER", schemas)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for known in (schema.schema, schema.gate, judge.judge):
        known.cache_clear()
