"""Checks of the translations of a book."""

from collections.abc import Iterator

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found
from rulesets.books.translations import DONE, texts_of, translations_of
from rulesets.documents.problem import pointer


def unknown_places(draft: BookDraft) -> Iterator[Found]:
    """Yield translations of texts that the book does not have."""
    places = texts_of(draft.own)
    for language, texts in draft.own.get("translations", {}).items():
        for at in texts.keys() - places.keys():
            where = pointer(("translations", language, at))
            yield Found(where, f"the book has no text at {at} to translate")


def missing_texts(draft: BookDraft) -> Iterator[Found]:
    """Yield languages in which some texts of the book are missing or changed since."""
    for language in draft.own.get("translations", {}):
        texts = translations_of(draft.own, language)
        left = sum(one.state != DONE for one in texts)
        if left:
            sentence = f"{left} of {len(texts)} texts are not in {language}"
            yield Found(pointer(("translations", language)), sentence)
