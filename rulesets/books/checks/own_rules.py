"""Checks of a book's own rules: their keys, their effects and their X."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import ROUGHLY, Found, misnamed
from rulesets.books.checks.names import rule_uses
from rulesets.books.checks.renaming import renamed_rule
from rulesets.combats import combat_of, status_of
from rulesets.core.special_rule import NOT_MODELLED, SpecialRule


def rules_of_the_game(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules that take the key of a rule of the game with the same name."""
    for where, rule, name in _taken_from_the_game(draft):
        if _plain(rule["name"]) == _plain(name):
            sentence = f"{name} takes the key of the game's own rule, and its dice"
            yield Found(where, sentence)


def rules_that_take_the_games_key(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules whose key makes the odds count another rule."""
    for where, rule, name in _taken_from_the_game(draft):
        if _plain(rule["name"]) != _plain(name):
            sentence = (
                f"the key {rule['key']!r} is that of the game's rule {name}, "
                "and would bring its dice; give it another key"
            )
            yield Found(where, sentence, mend=renamed_rule(draft, rule))


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
            sentence = f"the key {key!r} brings the dice of another book's rule"
            yield Found(
                f"/rules/{index}/key",
                f"{sentence}; give {rule['name']} another key",
                mend=renamed_rule(draft, rule),
            )


def claims(draft: BookDraft) -> Iterator[Found]:
    """Yield rules said to be in the odds, unless the odds know one of that name."""
    counted = {*combat_of(draft.game).of_books, *draft.game.rules}
    own = {rule["key"]: rule["name"] for rule in draft.document.get("rules", ())}
    names = {key: rule.name for key, rule in draft.game.rules.items()} | own
    known = {_plain(name) for key, name in names.items() if key in counted}
    for index, rule in enumerate(draft.document.get("printed", ())):
        is_said = rule["status"] in ("exact", "sampled")
        if is_said and _plain(rule["title"]) not in known:
            sentence = f"{rule['title']} is said to be in the odds ({rule['status']})"
            at = f"/printed/{index}/status"
            yield Found(at, f"{sentence}; nothing here can check that")


def effects_that_are_not_counted(draft: BookDraft) -> Iterator[Found]:
    """Yield effects of own rules that the game does not know, and why."""
    vocabulary = combat_of(draft.game).vocabulary
    for where, rule in _written_out(draft):
        for index, effect in enumerate(rule.effects):
            wrong = vocabulary.refusal(effect)
            if wrong is not None:
                place = f"{where}/effects/{index}{wrong.member}"
                sentence = f"{rule.name}: {wrong.text}"
                yield misnamed(place, sentence, wrong.word, wrong.known, close=ROUGHLY)


def effects_beside_the_games(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules with effects whose key the odds know with dice of its own."""
    known = combat_of(draft.game).of_books | draft.game.rules.keys()
    for where, rule in _written_out(draft):
        if rule.key in known:
            sentence = f"the odds know a rule {rule.key!r} with dice of its own"
            yield Found(f"{where}/key", f"{sentence}; give {rule.name} another key")


def values_past_their_term(draft: BookDraft) -> Iterator[Found]:
    """Yield uses of own rules whose X is more or less than their effects take."""
    vocabulary = combat_of(draft.game).vocabulary
    rules = {rule.key: rule for _, rule in _written_out(draft)}
    for use in rule_uses(draft):
        name = rules[use.key].name if use.key in rules else ""
        for effect in rules[use.key].effects if use.key in rules else ():
            put_in = replace(effect, value=effect.amount(use.x or 0))
            if put_in == effect or vocabulary.refusal(effect) is not None:
                continue
            if use.x is None:
                yield Found(use.pointer, f"{name} needs its X")
            elif (wrong := vocabulary.refusal(put_in)) is not None:
                yield Found(use.pointer, f"{name}, X {use.x}: {wrong.text}")


def rules_in_no_number(draft: BookDraft) -> Iterator[Found]:
    """Yield own rules that the odds do not know, and that do not say so themselves."""
    carried = {use.key for use in rule_uses(draft)}
    for where, rule in _own_rules(draft):
        if rule.is_written_out or rule.key not in carried - draft.game.rules.keys():
            continue
        if status_of(draft.game, rule.key, rule) == NOT_MODELLED:
            sentence = f"{rule.name} is in no number: the odds do not know it"
            yield Found(where, sentence)


def _written_out(draft: BookDraft) -> Iterator[tuple[str, SpecialRule]]:
    return (one for one in _own_rules(draft) if one[1].is_written_out)


def _own_rules(draft: BookDraft) -> Iterator[tuple[str, SpecialRule]]:
    """Yield the place of each rule in the document, which has the book's own first."""
    for index, rule in enumerate(draft.document.get("rules", ())):
        if rule["key"] in draft.book.rules:
            yield f"/rules/{index}", draft.book.rules[rule["key"]]


def _plain(name: str) -> str:
    return re.sub(r"\(x\)|[^a-z]", "", name.casefold())


def _shares_a_word(key: str, name: str) -> bool:
    return any(word in name for word in key.split("-"))
