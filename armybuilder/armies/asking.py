"""What a form of the builder asks for, as edits.

A button carries whole edits as JSON (`edits`); a form with fields carries one kind of
edit (`edit`) and its values; an options form (`options`) carries the selection whose
options it draws and one field for each.
"""

import json
from collections.abc import Callable, Iterable, Mapping

from django.http import QueryDict

from rulesets.book import Books, Entry
from rulesets.documents import DocumentError, parse
from rulesets.edit import (
    Add,
    AddForce,
    Choose,
    Edit,
    Remove,
    Rename,
    RenameArmy,
    SetArmyNote,
    SetCount,
    SetLimit,
    SetNote,
    SetRoll,
    Switch,
)
from rulesets.edit_documents import edit_document, read_edit
from rulesets.legality import filled, find_entry
from rulesets.points import Points, to_points
from rulesets.review import Line, Review

MOST_EDITS = 200
MOST_POINTS = 1_000_000


def read_edits(post: QueryDict, now: Review, books: Books) -> tuple[Edit, ...]:
    """Return the edits of a form; raises DocumentError naming what is wrong."""
    if "edits" in post:
        return read_edit_documents(parse(post.get("edits", "")))
    if "options" in post:
        return tuple(option_edits(post, now, books, post.get("options", "")))
    kind = post.get("edit", "")
    if kind not in _FIELDS:
        raise DocumentError("/edit", f"expected one of {', '.join(_FIELDS)}")
    return (_FIELDS[kind](post),)


def edits_json(edits: Iterable[Edit]) -> str:
    """Return edits as the value of a button."""
    documents = [edit_document(edit) for edit in edits]
    return json.dumps(documents, separators=(",", ":"), ensure_ascii=False)


def read_edit_documents(document: object) -> tuple[Edit, ...]:
    if not isinstance(document, list) or not 1 <= len(document) <= MOST_EDITS:
        raise DocumentError("", f"expected a list of 1 to {MOST_EDITS} edits")
    edits = []
    for index, part in enumerate(document):
        try:
            edits.append(read_edit(part))
        except DocumentError as problem:
            raise DocumentError(f"/{index}{problem.where}", problem.text) from None
    return tuple(edits)


def _text(post: QueryDict, name: str, most: int, *, least: int = 0) -> str:
    text = post.get(name, "").replace("\r\n", "\n").replace("\x00", "").strip()
    if len(text) > most:
        raise DocumentError(f"/{name}", f"longer than {most} characters")
    if len(text) < least:
        raise DocumentError(f"/{name}", "expected a text that is not empty")
    return text


def whole_number(text: str, name: str, low: int, high: int) -> int:
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 8:
        number = int(digits)
        if low <= number <= high:
            return number
    raise DocumentError(
        f"/{name}", f"expected a whole number from {low} to {high:,}, not “{text[:20]}”"
    )


def read_limit(text: str) -> Points | None:
    """Return the points of a form field; none where it is left empty."""
    if not text.strip():
        return None
    return to_points(whole_number(text.replace(",", ""), "limit", 0, MOST_POINTS))


def _roll(post: QueryDict) -> SetRoll:
    text = post.get("roll", "")
    roll = whole_number(text, "roll", 0, 1000) if text.strip() else None
    return SetRoll(post.get("id", ""), roll)


def _force(text: str) -> AddForce:
    """Return the edit for a book and its edition, such as `charge-orcs@1`."""
    book, _, edition = text.partition("@")
    read_edit({"edit": "add-force", "book": book, "edition": 1})
    return AddForce(book, whole_number(edition, "book", 1, 100_000))


_FIELDS: Mapping[str, Callable[[QueryDict], Edit]] = {
    "rename": lambda post: Rename(post.get("id", ""), _text(post, "name", 120)),
    "set-note": lambda post: SetNote(post.get("id", ""), _text(post, "note", 1000)),
    "set-count": lambda post: SetCount(
        post.get("id", ""), whole_number(post.get("count", ""), "count", 0, 1000)
    ),
    "set-roll": _roll,
    "rename-army": lambda post: RenameArmy(_text(post, "name", 120, least=1)),
    "set-army-note": lambda post: SetArmyNote(_text(post, "note", 5000)),
    "set-limit": lambda post: SetLimit(read_limit(post.get("limit", ""))),
    "add-force": lambda post: _force(post.get("book", "")),
    "switch": lambda post: Switch(post.get("rule", ""), on=post.get("on") == "yes"),
}


# -- options ------------------------------------------------------------------------


def field_name(parent: str, part: str) -> str:
    """Return the name of the field of a slot or an entry below a selection."""
    return f"of.{parent}.{part}"


def option_edits(post: QueryDict, now: Review, books: Books, path: str) -> list[Edit]:
    """Return what an options form changes below the selection at a path."""
    line = now.line(path)
    entry = find_entry(now.roster, books, path)
    if line is None or entry is None:
        raise DocumentError("/options", "there is no such selection in this army")
    return _below(post, line, entry)


def _below(post: QueryDict, line: Line, entry: Entry) -> list[Edit]:
    edits: list[Edit] = []
    single = {key for slot in entry.slots if slot.high == 1 for key in slot.entries}
    for slot in entry.slots:
        if slot.high == 1:
            edits += _choice(post, line, entry, slot.key, slot.entries)
    for key, offered in entry.entries.items():
        if key not in single:
            edits += _count(post, line, offered)
    for part in line.lines:
        below = entry.entries.get(part.entry)
        if below is not None and below.entries:
            edits += _below(post, part, below)
    return edits


def _choice(
    post: QueryDict, line: Line, entry: Entry, slot: str, keys: tuple[str, ...]
) -> list[Edit]:
    name = field_name(line.id, slot)
    if name not in post:
        return []
    chosen = post.get(name, "")
    taken = [part for part in line.lines if part.entry in keys]
    if chosen and chosen not in keys:
        raise DocumentError(f"/{name}", f"the slot has no option “{chosen[:40]}”")
    if [part.entry for part in taken] == ([chosen] if chosen else []):
        return []
    if not chosen:
        return [Remove(part.id) for part in taken]
    return [Choose(line.id, filled(entry.entries[chosen]), keys)]


def _count(post: QueryDict, line: Line, offered: Entry) -> list[Edit]:
    name = field_name(line.id, offered.key)
    if name not in post:
        return []
    # A checkbox follows a hidden 0 of the same name, so the last value counts.
    wanted = whole_number(post.getlist(name)[-1], name, 0, 1000)
    taken = [part for part in line.lines if part.entry == offered.key]
    have = sum(part.count for part in taken)
    if wanted == have:
        return []
    if not taken:
        return [Add(line.id, filled(offered, count=wanted))]
    rest = max(0, wanted - sum(part.count for part in taken[1:]))
    return [
        SetCount(taken[0].id, rest),
        *(Remove(part.id) for part in taken[1:] if wanted == 0),
    ]
