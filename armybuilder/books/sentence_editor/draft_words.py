"""The words of a draft: of its own things, of its game, and of the dice of its game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.books.models import Book
from armybuilder.books.viewers import seen_books
from rulesets.books.book import Book as CompiledBook
from rulesets.books.load import BookError, read_book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.sentences.book_words import BookWords, words_of_books
from rulesets.sentences.effect_words import EffectVocabulary, with_terms
from rulesets.sentences.offers import asked_targets, with_uses


@dataclass(frozen=True, slots=True)
class DraftWords:
    """Words that fill the blanks of a draft, and the effects that its game counts."""

    words: BookWords
    effects: EffectVocabulary


def draft_words(document: Any) -> DraftWords:
    """Return the words of a draft; one query, for the names of the game's books."""
    same_game = seen_books(Book.objects.filter(game=document["game"]))
    armies = dict(same_game.values_list("key", "name"))
    try:
        own = [read_book(document)]
    except BookError:
        own = []
    return words_among(document, own, armies)


def words_among(
    document: Any, books: Iterable[CompiledBook], armies: Mapping[str, str]
) -> DraftWords:
    """Return the words of a document that speaks of some books; no query.

    ``armies`` are the names of books by key, whether they are among these or not.
    """
    game = GAMES[document["game"]]
    words = words_of_books(game, books, asked_targets([document]), armies)
    effects = combat_of(game).vocabulary
    return DraftWords(
        with_terms(with_uses(words, [document]), effects.offered), effects
    )
