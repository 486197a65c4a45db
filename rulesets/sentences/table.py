"""The table of sentences: every row, and the rows that may read a part."""

from rulesets.sentences.change_rows import CHANGE_ROWS
from rulesets.sentences.condition_rows import AMOUNT_ROWS, CONDITION_ROWS
from rulesets.sentences.effect_rows import EFFECT_ROWS
from rulesets.sentences.limit_rows import LIMIT_ROWS
from rulesets.sentences.query_rows import QUERY_ROWS, WHOM_ROWS
from rulesets.sentences.sentence import Sentence

SENTENCES: tuple[Sentence, ...] = (
    *LIMIT_ROWS,
    *CHANGE_ROWS,
    *CONDITION_ROWS,
    *AMOUNT_ROWS,
    *QUERY_ROWS,
    *WHOM_ROWS,
    *EFFECT_ROWS,
)
"""Every sentence; of each part from special to general."""


def _rows(*parts: str) -> tuple[Sentence, ...]:
    return tuple(row for row in SENTENCES if row.part in parts)


ROWS: dict[str, tuple[Sentence, ...]] = {
    "limit": _rows("limit"),
    "change": _rows("change"),
    "when": _rows("when", "condition"),
    "where": _rows("where", "condition"),
    "condition": _rows("condition"),
    "amount": _rows("amount"),
    "term": _rows("term"),
    "query": _rows("query"),
    "whom": _rows("whom"),
    "effect": _rows("effect"),
}
"""The rows that may read each part, in the order in which they are asked."""
