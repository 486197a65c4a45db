"""Checks of parts that a book takes from a library of its game."""

from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, replace_by, take_out
from rulesets.libraries import PARTS, inherited, library_of, newest_number

WORDS = {"items": "item", "lists": "list", "rules": "rule"}


def is_inherited(document: Any, place: str) -> bool:
    """Return whether a place of a draft with all parts behind its own is not its own.

    Examples
    --------
    >>> is_inherited({"items": [{"key": "axe"}]}, "/items/1/points")
    True
    >>> is_inherited({"items": [{"key": "axe"}]}, "/items/0")
    False
    """
    of, _, rest = place.removeprefix("/").partition("/")
    index = rest.partition("/")[0]
    return of in PARTS and index.isdigit() and int(index) >= len(document.get(of, ()))


def unknown_libraries(draft: BookDraft) -> Iterator[Found]:
    """Yield the number of a library that the game does not have."""
    number, game = draft.document.get("library", 0), draft.game
    if number and library_of(game.key, number) is None:
        newest = newest_number(game.key)
        mend = replace_by("/library", newest) if newest else take_out("/library")
        sentence = f"{game.name} has no library {number}"
        yield Found("/library", sentence, (str(newest),) if newest else (), mend)


def older_libraries(draft: BookDraft) -> Iterator[Found]:
    """Yield a library that the game has a newer one of."""
    number, newest = draft.document.get("library", 0), newest_number(draft.game.key)
    if 0 < number < newest:
        sentence = f"{draft.game.name} has a newer library, {newest}"
        yield Found("/library", sentence, mend=replace_by("/library", newest))


def unused_libraries(draft: BookDraft) -> Iterator[Found]:
    """Yield a library that the book takes nothing from."""
    library = library_of(draft.game.key, draft.document.get("library", 0))
    taken = inherited(draft.own)
    if library is not None and not any(taken.parts(of) for of in PARTS):
        sentence = f"the book takes nothing from library {library.number}"
        yield Found("/library", sentence, mend=take_out("/library"))


def overruled_parts(draft: BookDraft) -> Iterator[Found]:
    """Yield the book's own parts that stand for one of the library's."""
    overruled = inherited(draft.own).overruled
    for of, word in WORDS.items():
        for index, part in enumerate(draft.own.get(of, ())):
            theirs = overruled.get(of, {}).get(part["key"])
            if theirs is None:
                continue
            at = f"/{of}/{index}"
            changed = [
                member
                for member in dict.fromkeys((*part, *theirs))
                if part.get(member) != theirs.get(member)
            ]
            name = part["name"]
            if changed:
                sentence = (
                    f"{name} overrules the library's {word} of that key:"
                    f" it has {_told(changed)} of its own"
                )
                yield Found(at, sentence)
            else:
                sentence = f"{name} is written as the library has it"
                yield Found(at, sentence, mend=_inherit(draft.own, of, part, at))


def _told(members: list[str]) -> str:
    *most, last = members
    return f"{', '.join(most)} and {last}" if most else last


def _inherit(own: Any, of: str, part: Any, at: str) -> Any:
    """Return the mend that takes a part out, if the book inherits it then."""
    without = {**own, of: [one for one in own[of] if one is not part]}
    return take_out(at) if part["key"] in inherited(without).parts(of) else ()
