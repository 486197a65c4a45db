"""The terms of a bulk check as a document, and back; as whom it finds books."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from armybuilder.armies.models import BulkCheck
from armybuilder.books.viewers import opened_links, seen_by
from rulesets.checks.armies import MOST_WORK, CheckTerms
from rulesets.core.points import to_points
from rulesets.packs.event_pack import read_event_pack


def kept_terms(
    terms: CheckTerms, pack_name: str, request: HttpRequest
) -> dict[str, Any]:
    """Return terms as a bulk check keeps them, with the links that the asker opened."""
    return {
        "pack": None if terms.pack is None else terms.pack.document,
        "pack_name": pack_name,
        "limit": None if terms.limit is None else str(terms.limit),
        "strict": terms.strict,
        "editions": terms.editions,
        "fixes": terms.fixes,
        "opened": opened_links(request),
    }


def terms_of(check: BulkCheck, *, fixes: bool | None = None) -> CheckTerms:
    """Return the terms that a bulk check keeps; ``fixes`` in the place of its own.

    Only by a pack of somebody's own may one list be too much work: by the rules of
    books and games it is no more than a saved army of its size.
    """
    kept: Any = check.terms
    pack, limit = kept["pack"], kept["limit"]
    return CheckTerms(
        None if pack is None else read_event_pack(pack),
        None if limit is None else to_points(Decimal(limit)),
        strict=kept["strict"],
        editions=kept["editions"],
        fixes=kept["fixes"] if fixes is None else fixes,
        work_each=None if pack is None else MOST_WORK,
    )


@contextmanager
def as_asker(check: BulkCheck) -> Iterator[None]:
    """Have editions found as whoever asked for a bulk check sees them."""
    with seen_by(check.owner or AnonymousUser(), check.terms["opened"]):
        yield
