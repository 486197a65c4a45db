"""Checks of what a book has and nothing in it uses."""

from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft, targets_of
from rulesets.books.checks.finding import Found, take_out
from rulesets.books.checks.names import rule_uses


def unused_lists(draft: BookDraft) -> Iterator[Found]:
    """Yield lists of options that no slot offers."""
    used = {part["list"] for _, part in draft.parts if "list" in part}
    for index, part in enumerate(draft.document.get("lists", ())):
        if part["key"] not in used:
            sentence = f"no slot offers the list {part['name']}"
            yield Found(f"/lists/{index}", sentence, mend=take_out(f"/lists/{index}"))


def unused_parts(draft: BookDraft) -> Iterator[Found]:
    """Yield items that nobody can have, and own rules that nobody carries."""
    had = set[Any]()
    for where, part in draft.parts:
        had |= set(part["items"]) if where and "items" in part else set()
        had |= {part["item"]} if "item" in part else set()
        had |= {part.get("value")} if part.get("change") == "gear" else set()
        is_item = where.startswith("/items/") and where.count("/") == 2
        had |= {part.get("base")} - {part["key"]} if is_item else set()
    for index, item in enumerate(draft.document.get("items", ())):
        if item["key"] not in had:
            at = f"/items/{index}"
            yield Found(at, f"nobody can have {item['name']}", mend=take_out(at))
    carried = {use.key for use in rule_uses(draft)}
    named = {target for _, part in draft.parts for _, target in targets_of(part)}
    for index, rule in enumerate(draft.document.get("rules", ())):
        if rule["key"] not in carried and f"rule:{rule['key']}" not in named:
            at = f"/rules/{index}"
            yield Found(at, f"nobody carries {rule['name']}", mend=take_out(at))
