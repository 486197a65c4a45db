"""Preconditions: the revision that a change is meant for, by `If-Match` or a field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from armybuilder.api.errors import Refused
from armybuilder.armies import store
from armybuilder.armies.models import Army
from rulesets.documents.json import DocumentError

HEADER = "If-Match"
ANY = -1
"""Stands for whatever revision there is: the header `*`."""
NAME_IT = 'Name the revision that you read: If-Match: "3", as its ETag says.'
_TAG = re.compile(r'(?:W/)?"([!#-~\x80-\xff]*)"')
_TAGS = re.compile(rf"\s*{_TAG.pattern}(?:\s*,\s*{_TAG.pattern})*\s*")


def if_match(description: str, *, required: bool = False) -> OpenApiParameter:
    """Return the header as the schema describes it."""
    return OpenApiParameter(
        HEADER,
        {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,9}")$'},
        OpenApiParameter.HEADER,
        required=required,
        description=description,
    )


IF_AT = if_match('If sent, only this revision of the army is meant: "3".')


@dataclass(frozen=True, slots=True)
class Expected:
    """The revision that a change is meant for, and whether a header named it."""

    revision: int
    by_header: bool

    def refuse_late(self, outcome: Army | store.Conflict) -> Army:
        """Return the army as written; raises Refused where the change was too late."""
        if isinstance(outcome, Army):
            return outcome
        now = outcome.army.revision
        done = [{"revision": one.number, "label": one.label} for one in outcome.since]
        raise Refused(
            "stale" if self.by_header else "conflict",
            f"The army is at revision {now} by now; nothing was changed.",
            "" if self.by_header else "/revision",
            revision=now,
            since=done,
        )


def expected_revision(
    request: Request, army: Army, document: dict[str, Any] | None = None
) -> Expected:
    """Return the revision that a change is meant for; it must be named.

    Where the header holds, the field must hold too.

    Raises
    ------
    Refused
        If neither the header nor the field ``revision`` of the body names it.
    DocumentError
        If the field is no number.
    """
    field = _field(document or {})
    by_header = _by_header(request, army.revision)
    if by_header is None and field is None:
        raise Refused("revision-missing", NAME_IT)
    if by_header is not None and (field is None or by_header != army.revision):
        return Expected(by_header, by_header=True)
    return Expected(int(field or 0), by_header=False)


def refuse_stale(request: Request, army: Army) -> None:
    """Refuse a change for another revision; it need not be named."""
    revision = _by_header(request, army.revision)
    if revision is not None:
        at_hand = store.at_revision(army, revision)
        Expected(revision, by_header=True).refuse_late(at_hand)


def refuse_other_revision(request: Request, newest: int) -> None:
    """Refuse a step from another revision of a draft; it need not be named."""
    if _by_header(request, newest) not in (None, newest):
        text = f"The draft is at revision {newest} by now; nothing was changed."
        raise Refused("stale", text, revision=newest, since=[])


def seen_revision(request: Request, newest: int, document: Mapping[str, Any]) -> int:
    """Return the revision of a draft that a change was made from; it must be named.

    It may be an older one: what was written since is merged, not refused.

    Raises
    ------
    Refused
        If neither the header nor the field ``revision`` of the body names it, or the
        header names none that the draft has.
    DocumentError
        If the field is no number of a revision, or another than the header's.
    """
    field, named = _field(document), _named(request)
    if named is None and field is None:
        raise Refused("revision-missing", NAME_IT)
    known = [one for one in named or () if one == ANY or one <= newest]
    if named is not None and not known:
        text = f"The draft is at revision {newest} and has none of that name."
        raise Refused("stale", text, revision=newest, since=[])
    if field is not None and not 0 <= field <= newest:
        raise DocumentError("/revision", f"the draft has no revision {field}")
    if named is None:
        return int(field or 0)
    by_header = newest if ANY in known else max(known)
    if field not in (None, by_header):
        raise DocumentError("/revision", f"{HEADER} names revision {by_header}")
    return by_header


def _field(document: Mapping[str, Any]) -> int | None:
    if "revision" not in document:
        return None
    revision = document["revision"]
    if isinstance(revision, int) and not isinstance(revision, bool):
        return revision
    raise DocumentError("/revision", "expected the number that you read")


def _by_header(request: Request, newest: int) -> int | None:
    """Return the revision that the header names: the newest, if it is among them."""
    named = _named(request)
    if named is None:
        return None
    return newest if named & {ANY, newest} else max(named, default=0)


def _named(request: Request) -> set[int] | None:
    """Return the revisions that the header names, or `ANY`; none without it."""
    text = request.headers.get(HEADER)
    if text is None:
        return None
    if text.strip() == "*":
        return {ANY}
    if not _TAGS.fullmatch(text):
        raise Refused("bad-header", f'{HEADER}: expected the ETag that you read: "3".')
    tags = [tag for tag in _TAG.findall(text) if re.fullmatch("[0-9]{1,9}", tag)]
    return {int(tag) for tag in tags}
