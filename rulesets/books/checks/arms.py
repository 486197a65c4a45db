"""Checks of a book's arms."""

from collections.abc import Iterator

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found
from rulesets.books.heraldry import METALS, reads_well


def dim_colours(draft: BookDraft) -> Iterator[Found]:
    """Yield colours of which not exactly one is a metal: a small crest is a blot."""
    colours = draft.document.get("colours")
    if colours and not reads_well(colours):
        metals = " or ".join(METALS)
        sentence = f"one of {' and '.join(colours)} has to be {metals}, one not"
        yield Found("/colours", sentence)
