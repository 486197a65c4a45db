"""Sentences of queries, one a row of counts, and of whom a change is about."""

from typing import Any

from rulesets.legality.counts import COUNTS, Count
from rulesets.sentences.sentence import MONEY, Sentence

_WHERE: Any = {"of": "?things", "in": "?place"}


def count_rows(count: Count) -> tuple[Sentence, ...]:
    """Return the sentences of a count: of the whole army, and of things in a place."""
    figure = f"{count.figure} {{figure}}"
    noun = count.many.format(money=f"{{{MONEY}}}")
    written = f"{count.key}:?figure" if count.figure else count.key
    subject = count.subject.format(noun=noun, what="{things}", figure=figure)
    key = f"query-{count.key}"
    if count.finds:
        found: Any = {"count": written, **_WHERE}
        return (Sentence(key, "query", f"{subject} {{place}}", found),)
    odd: Any = {"count": written, **_WHERE}
    return (
        Sentence(key, "query", subject, {"count": written}),
        Sentence(f"{key}-of", "query", f"{subject} by {{things}} {{place}}", odd),
    )


QUERY_ROWS: tuple[Sentence, ...] = (
    Sentence(
        "query-all-models",
        "query",
        "models {place}",
        {"count": "models", "of": "kind:model", "in": "?place"},
    ),
    *(row for count in COUNTS.values() for row in count_rows(count)),
)


def _whom(key: str, text: str, to: Any, within: str) -> Sentence:
    return Sentence(f"whom-{key}", "whom", text, {"to": to, "in": within})


WHOM_ROWS: tuple[Sentence, ...] = (
    _whom("here", "itself with all on it", "*", "self"),
    _whom("here-unit", "the unit itself", "kind:unit", "self"),
    _whom("unit", "its unit", "kind:unit", "unit"),
    _whom(
        "unit-models", "its unit with its models", ["kind:unit", "kind:model"], "unit"
    ),
    _whom("bearer", "its bearer", ["kind:unit", "kind:model"], "bearer"),
    _whom("bearer-all", "its bearer with all on it", "*", "bearer"),
    _whom("bearer-unit", "the unit that has it", "kind:unit", "bearer"),
    _whom("bearer-model", "the model that has it", "kind:model", "bearer"),
    _whom("bearer-tag", "the {tags} that has it", "?tags", "bearer"),
    _whom("parent", "the {thing} of what it was bought for", "?thing", "parent"),
    _whom("army", "the army", "kind:army", "army"),
    _whom("own", "the army's own force", "kind:own", "army"),
    _whom("force", "its force", "kind:force", "force"),
    _whom("everything", "everything {place}", "*", "?place"),
    _whom("things", "each {thing} {place}", "?thing", "?place"),
)
