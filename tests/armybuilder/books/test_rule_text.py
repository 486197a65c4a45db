"""Help with rules that are written as text: members and words, beside real books."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book
from armybuilder.books.sentence_editor.draft_words import DraftWords
from armybuilder.books.sentence_editor.rule_text import MEMBERS, words_by_member
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.sentences.effect_words import with_terms
from tests.real_books import KEYS
from tests.rulesets.sentences.documents import document, statements, words

UNSAID = {"key", "on"}
"""Members that an author does not type: a key is frozen, `on` comes from elsewhere."""


def words_of(key: str) -> DraftWords:
    effects = combat_of(GAMES[document(key)["game"]]).vocabulary
    return DraftWords(with_terms(words(key), effects.offered), effects)


def said(part: Any, above: str = "") -> Any:
    """Yield every member of a rule with each text in it."""
    if isinstance(part, dict):
        for member, value in part.items():
            yield member, None
            yield from said(value, member)
    elif isinstance(part, list):
        for value in part:
            yield from said(value, above)
    elif isinstance(part, str):
        yield above, part


@pytest.mark.parametrize("key", KEYS)
def test_every_member_and_every_key_that_a_book_writes_is_offered(key: str) -> None:
    own = words_of(key)
    seen: dict[Any, Any] = {}
    for place, _ in statements(key):
        rule = {name: x for name, x in place.fragment.items() if name not in UNSAID}
        found = seen.get(place.bringer)
        if found is None:
            found = seen[place.bringer] = {
                part: words_by_member(part, own, place.bringer)
                for part in ("limit", "change", "effect")
            }
        offered = found[place.part]
        known = {member for member, _ in MEMBERS[place.part]}
        for member, value in said(rule):
            assert member in known, member
            if value is not None and member in ("of", "to", "in", "count", "switch"):
                keys = {one for one, _ in offered[member]}
                assert value in keys, (member, value, place.where)


def test_words_are_those_of_the_rule_and_of_nobody_elses_book(
    book: Book, alice_client: Client, other_author: Client
) -> None:
    few = {"key": "few", "title": "Few", "of": "spears", "max": 2}
    save_draft({**draft_document(book), "limits": [few]})
    address = reverse("admin:books_book_rule_words", args=[book.pk])
    answer = alice_client.get(address, {"at": "/limits/few"}).json()
    assert ["max", "at most: a number or an amount"] in answer["members"]
    assert any(key == "spears" for key, _ in answer["words"]["of"])
    assert other_author.get(address, {"at": "/limits/few"}).status_code == 404
    for at in ("", "/units/nobody/limits/x", "/limits", "//"):
        assert alice_client.get(address, {"at": at}).status_code == 404
