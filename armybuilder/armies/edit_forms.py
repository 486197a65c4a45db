"""The edits that a form of the builder asks for.

A button carries whole edits as JSON (`edits`); a form with fields carries one kind of
edit (`edit`) and its values; an options form (`options`) carries the selection whose
options it draws and one field for each; a plan carries the edits of each ticked step.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping

from django.http import QueryDict

from armybuilder.armies.fields import text_field, whole_number
from armybuilder.armies.option_forms import option_edits
from armybuilder.points_fields import MOST_POINTS
from rulesets.books.book import Books
from rulesets.core.points import Points, to_points
from rulesets.documents.json import DocumentError, canonical, parse
from rulesets.legality.plans.plan import taken
from rulesets.reviews.review import Review
from rulesets.rosters.edit_document import edit_document, read_edit
from rulesets.rosters.edits import (
    AddForce,
    Edit,
    Join,
    Leave,
    Rename,
    RenameArmy,
    SetArmyNote,
    SetCount,
    SetLimit,
    SetLoadouts,
    SetNote,
    SetRoll,
    Split,
    Switch,
)
from rulesets.rosters.roster import (
    LONGEST_LOADOUT_NAME,
    MOST_HELD,
    Loadout,
    Roster,
    loadouts_of,
)

MOST_EDITS = 200

TAKE_PLAN = "take-plan"
"""The form of a plan, whose ticked steps are edits; with none ticked it has none."""

NAME_LOADOUT = "name-loadout"
"""The form that names one more loadout; its edit sets all of them."""


_NOT_ASKED = ("csrfmiddlewaretoken", "revision", "open")
"""Fields of a form that say nothing of the change."""


def form_key(post: QueryDict) -> str:
    """Return the key of a form as it was filled in; empty where it names none."""
    key = post.get("key", "")[:64]
    if not key:
        return ""
    fields = sorted((name, post.getlist(name)) for name in post)
    asked = [[name, values] for name, values in fields if name not in _NOT_ASKED]
    return hashlib.sha256(canonical([key, asked])).hexdigest()


def read_edits(post: QueryDict, now: Review, books: Books) -> tuple[Edit, ...]:
    """Return the edits of a form; raises DocumentError naming the error."""
    if "edits" in post and post.get("edit") == TAKE_PLAN:
        return _possible(ticked_steps(post), now.roster)
    if "edits" in post:
        return _several(post.getlist("edits"))
    if "options" in post:
        return tuple(option_edits(post, now, books, post.get("options", "")))
    kind = post.get("edit", "")
    if kind == TAKE_PLAN:
        return ()
    if kind == NAME_LOADOUT:
        return (_named_loadout(post, now),)
    if kind not in _FIELDS:
        raise DocumentError("/edit", f"expected one of {', '.join(_FIELDS)}")
    return (_FIELDS[kind](post),)


def ticked_steps(post: QueryDict) -> tuple[tuple[Edit, ...], ...]:
    """Return the edits of each ticked step; raises DocumentError naming the error."""
    texts = post.getlist("edits")
    if len(texts) > MOST_EDITS:
        raise DocumentError("/edits", f"expected at most {MOST_EDITS} steps")
    return tuple(read_edit_documents(parse(text)) for text in texts)


def _possible(steps: tuple[tuple[Edit, ...], ...], roster: Roster) -> tuple[Edit, ...]:
    """Return the edits of the steps that can be made, all of them if none can."""
    _, made = taken(roster, steps)
    whole = [
        edits for edits, one in zip(steps, made, strict=True) if one or not any(made)
    ]
    return tuple(edit for edits in whole for edit in edits)


def _several(texts: Iterable[str]) -> tuple[Edit, ...]:
    """Return the edits of a button, or of several."""
    parts = [parse(text) for text in texts]
    if len(parts) == 1:
        return read_edit_documents(parts[0])
    lists = [part if isinstance(part, list) else [part] for part in parts]
    return read_edit_documents([edit for part in lists for edit in part])


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


def read_limit(text: str) -> Points | None:
    """Return the points of a form field; none where it is left empty."""
    if not text.strip():
        return None
    return to_points(whole_number(text.replace(",", ""), "limit", 0, MOST_POINTS))


def _roll(post: QueryDict) -> SetRoll:
    text = post.get("roll", "")
    roll = whole_number(text, "roll", 0, 1000) if text.strip() else None
    return SetRoll(post.get("id", ""), roll)


def _join(post: QueryDict) -> Join | Leave:
    """Return the edit of a choice whom a unit joins; none chosen is to leave."""
    id, unit = post.get("id", ""), post.get("unit", "")
    return Join(id, unit) if unit else Leave(id)


def _force(text: str) -> AddForce:
    """Return the edit for a book and its edition, such as `charge-orcs@1`."""
    book, _, edition = text.partition("@")
    read_edit({"edit": "add-force", "book": book, "edition": 1})
    return AddForce(book, whole_number(edition, "book", 1, 100_000))


def _named_loadout(post: QueryDict, now: Review) -> SetLoadouts:
    """Return the edit that names the ticked pieces; an equal name is taken over."""
    id = post.get("id", "")
    name = text_field(post, "name", LONGEST_LOADOUT_NAME, least=1)
    items = tuple(post.getlist("items"))
    if not 1 <= len(items) <= MOST_HELD:
        raise DocumentError("/items", f"tick 1 to {MOST_HELD} pieces")
    kept = (one for one in loadouts_of(now.roster, id) if one.name != name)
    edit = SetLoadouts(id, (*kept, Loadout(name, items)))
    read_edit(edit_document(edit))
    return edit


_FIELDS: Mapping[str, Callable[[QueryDict], Edit]] = {
    "rename": lambda post: Rename(post.get("id", ""), text_field(post, "name", 120)),
    "set-note": lambda post: SetNote(
        post.get("id", ""), text_field(post, "note", 1000)
    ),
    "set-count": lambda post: SetCount(
        post.get("id", ""), whole_number(post.get("count", ""), "count", 0, 1000)
    ),
    "set-roll": _roll,
    "join": _join,
    "split": lambda post: Split(
        post.get("id", ""), whole_number(post.get("count", ""), "count", 1, 1000)
    ),
    "rename-army": lambda post: RenameArmy(text_field(post, "name", 120, least=1)),
    "set-army-note": lambda post: SetArmyNote(text_field(post, "note", 5000)),
    "set-limit": lambda post: SetLimit(read_limit(post.get("limit", ""))),
    "add-force": lambda post: _force(post.get("book", "")),
    "switch": lambda post: Switch(post.get("rule", ""), on=post.get("on") == "yes"),
}
