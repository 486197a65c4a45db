"""The order of offers that a book itself has not used yet: the commonest first.

`COMMON` was counted in the printed books of the project; a test counts again.
"""

from collections.abc import Mapping, Sequence

from rulesets.sentences.book_words import BookWords

COMMON: Mapping[tuple[str, str], Sequence[str]] = {
    ("limit", "unit"): (
        *("limit-at-most", "limit-none", "limit-points-at-most", "limit-only-for"),
        *("limit-not-for", "limit-at-least", "limit-models-at-most"),
        "limit-all-models-range",
    ),
    ("limit", "option"): (
        *("limit-models-at-most", "limit-none", "limit-points-at-most"),
        *("limit-not-with", "limit-needs", "limit-at-most", "limit-at-least"),
        "limit-all-models-at-most",
    ),
    ("limit", "item"): (
        *("limit-elsewhere", "limit-needs", "limit-only-for", "limit-at-most"),
        *("limit-not-with", "limit-not-for", "limit-same", "limit-none"),
    ),
    ("limit", "force"): (
        *("limit-at-most", "limit-models-at-most", "limit-none", "limit-at-least"),
        *("limit-same", "limit-not-own"),
    ),
    ("limit", "army"): (
        *("limit-unit-models", "limit-unit-points", "limit-unit-alike"),
        *("limit-at-most", "limit-none", "limit-at-least", "limit-points-at-most"),
        *("limit-points-at-least", "limit-choices-at-most", "limit-models-at-most"),
    ),
    ("limit", ""): (
        *("limit-at-most", "limit-none", "limit-models-at-most", "limit-needs"),
        *("limit-points-at-most", "limit-not-with", "limit-at-least"),
    ),
    ("change", "option"): (
        *("change-gear-gone", "change-category", "change-figure-step"),
        *("change-figure-set", "change-second-double", "change-rule"),
        *("change-need-worse", "change-need-better", "change-need-set"),
        *("change-price-times", "change-max-step", "change-max-set"),
    ),
    ("change", "item"): (
        *("change-figure-step", "change-gear-gone", "change-need-better"),
        *("change-type", "change-need-set", "change-each-dearer"),
        *("change-figure-set", "change-need-least", "change-need-most"),
    ),
    ("change", "unit"): ("change-max-step", "change-tag", "change-rule"),
    ("change", "force"): (
        *("change-tag-gone", "change-min-lifted", "change-max-times"),
        *("change-category", "change-max-step"),
    ),
    ("whom", "item"): ("whom-bearer", "whom-bearer-all", "whom-bearer-tag"),
    ("whom", "option"): (
        *("whom-bearer-all", "whom-things", "whom-bearer-unit", "whom-bearer-tag"),
        *("whom-bearer", "whom-unit-models", "whom-parent", "whom-unit", "whom-force"),
    ),
    ("whom", "unit"): ("whom-own", "whom-things", "whom-here-unit"),
    ("whom", "force"): ("whom-things", "whom-army"),
    ("condition", ""): (
        *("condition-there-is", "condition-is", "condition-own"),
        *("condition-there-is-no", "condition-at-least", "condition-switch-on"),
    ),
    ("when", ""): ("when-unless-off", "condition-there-is", "condition-own"),
    ("where", ""): ("where-without", "where-except", "where-of-armies", "where-with"),
    ("amount", ""): ("amount-sum", "amount-more"),
    ("term", ""): ("term-every", "term-each", "term-times", "term-share"),
    ("query", ""): ("query-models", "query-all-models", "query-selections"),
}
"""Keys of sentences by their part and the kind of what brings them, "" for any."""

FORCES = ("kind:own", "kind:ally", "kind:companion", "kind:force", "kind:army")
"""Targets that are whole forces, or the army."""


def sentence_rank(part: str, kind: str, key: str) -> int:
    """Return the place of a sentence among those of its part [0 is the commonest]."""
    common = COMMON.get((part, kind)) or COMMON.get((part, ""), ())
    return common.index(key) if key in common else len(common)


def target_rank(target: str, words: BookWords) -> int:
    """Return how near a target is to what an author mostly means [0 is the nearest].

    Units, options and items of the book itself come before slots, rules and tags,
    before kinds of things, and before forces and other books.
    """
    if target in FORCES or words.is_army(target):
        return 3
    if target.startswith("kind:") or target in ("*", "same"):
        return 2
    return 1 if ":" in target or target.startswith("#") else 0
