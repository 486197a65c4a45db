"""Checks of a book's own rules whose keys are those of rules that the odds count."""

import re
from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft, Found
from rulesets.combats import combat_of


def rules_of_the_game(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules that take the key of a rule of the game with the same name."""
    for where, rule, name in _taken_from_the_game(draft):
        if _plain(rule["name"]) == _plain(name):
            yield where, f"{name} takes the key of the game's own rule, and its dice"


def rules_that_take_the_games_key(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules whose key makes the odds count another rule."""
    for where, rule, name in _taken_from_the_game(draft):
        if _plain(rule["name"]) != _plain(name):
            text = f"the key {rule['key']!r} is that of the game's rule {name}"
            yield where, f"{text}, and would bring its dice; give it another key"


def _taken_from_the_game(draft: BookDraft) -> Iterator[tuple[str, Any, str]]:
    for index, rule in enumerate(draft.document.get("rules", ())):
        if rule["key"] in draft.game.rules:
            name = draft.game.rules[rule["key"]].name
            yield f"/rules/{index}/key", rule, name


def rules_that_take_another_books_key(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules that would get dice which were written for another rule."""
    for index, rule in enumerate(draft.document.get("rules", ())):
        key, name = rule["key"], _plain(rule["name"])
        if key not in combat_of(draft.game).of_books or key in draft.game.rules:
            continue
        theirs = {_plain(other) for other in draft.others.rules.get(key, ())}
        is_theirs = name in theirs if theirs else _shares_a_word(key, name)
        if not is_theirs:
            text = f"the key {key!r} brings the dice of another book's rule"
            yield f"/rules/{index}/key", f"{text}; give {rule['name']} another key"


def _plain(name: str) -> str:
    return re.sub(r"\(x\)|[^a-z]", "", name.casefold())


def _shares_a_word(key: str, name: str) -> bool:
    return any(word in name for word in key.split("-"))
