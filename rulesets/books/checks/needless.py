"""Checks of what says nothing: conditions that never matter, words said twice."""

import re
from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, take_out
from rulesets.books.checks.numbers import is_limit, plain_number

NEVER_LESS = ("selections", "models", "kinds", "slots")
"""Counts that are never below nothing."""

OPPOSITES = ({"in-combat", "shooting"},)
"""Moments of which one holds in every game, and never both."""

SAID = re.compile(
    r": {count} of at (?:most {max}|least {min})"
    r"(?:, {over} too many|, {under} missing)?\.?"
)
"""The words of a limit behind its title, where it has none of its own."""


def idle_conditions(draft: BookDraft) -> Iterator[Found]:
    """Yield conditions that hold in every army, or in none."""
    for where, part in draft.parts:
        if "title" in part or part.get("count", "selections") not in NEVER_LESS:
            continue
        least, most = (plain_number(part.get(key)) for key in ("at_least", "at_most"))
        gone = take_out(where) if where.endswith("/when") else ()
        if least is not None and least <= 0 and "at_most" not in part:
            yield Found(where, f"at least {least:,} always holds", mend=gone)
        elif least is not None and most is not None and least > most:
            sentence = f"at least {least:,} and at most {most:,} never holds"
            yield Found(where, sentence)
        elif most is not None and most < 0:
            yield Found(where, f"at most {most:,} never holds")


def effects_that_never_count(draft: BookDraft) -> Iterator[Found]:
    """Yield effects whose moments never come together."""
    for index, rule in enumerate(draft.document.get("rules", ())):
        for number, effect in enumerate(rule.get("effects", ())):
            asked = [set(effect.get(member, ())) for member in ("when", "unless")]
            for moments in OPPOSITES:
                both = " and ".join(sorted(moments))
                if any(moments <= one for one in asked):
                    at = f"/rules/{index}/effects/{number}"
                    sentence = f"{rule['name']}: it asks for {both}, of which only one"
                    yield Found(at, f"{sentence} holds", mend=take_out(at))


def needless_words(draft: BookDraft) -> Iterator[Found]:
    """Yield own words of limits that say what is said without them."""
    for where, limit in draft.parts:
        if is_limit(where) and limit.get("message") and _is_said(limit):
            sentence = f"{limit['title']}: the words are those that it has anyway"
            at = f"{where}/message"
            yield Found(at, sentence, mend=take_out(at))


def _is_said(limit: Any) -> bool:
    own, title = limit["message"], limit["title"]
    return own.startswith(title) and bool(SAID.fullmatch(own, len(title)))
