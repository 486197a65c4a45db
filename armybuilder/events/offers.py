"""Lists that a player offers: one of his armies, a file, or a pasted text."""

import re
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict

from armybuilder.armies.access import own_armies
from armybuilder.armies.check_form import opened
from armybuilder.armies.models import Army
from armybuilder.armies.pasted_list import posted_answers, with_likely
from armybuilder.armies.store import roster_of
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.events.models import Entrant, Event
from armybuilder.events.submissions import ARMY, FILE, TEXT, Offer
from rulesets.checks.files import Bounds, UnpackError, unpack
from rulesets.documents.json import DocumentError, parse, sha256
from rulesets.list_text import ListTextError, ReadList, read_list
from rulesets.list_text.text_files import list_text
from rulesets.rosters.roster import RosterError, read_roster

MOST_BYTES = 1_000_000
"""Largest file or text of a list [bytes]."""

MOST_ARMIES = 100

_FEW = Bounds(20, 4 * MOST_BYTES)
"""The most of a file with one list that is looked at."""


class OfferError(ValueError):
    """Something that is no list, with the reason in words."""


@dataclass(frozen=True, slots=True)
class KeptOffer(Offer):
    """An offer that is kept as a draft, with the hash of its roster."""

    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text that is not read to its end: the answers so far, and what still asks."""

    read: ReadList
    text: str
    answers: dict[str, str]


def armies_to_offer(request: HttpRequest, event: Event) -> list[Army]:
    """Return the visitor's armies of the event's game, the newest first."""
    found = own_armies(request).filter(
        game=event.game, deleted_at=None, archived_at=None
    )
    return list(found.defer("document")[:MOST_ARMIES])


def read_offer(request: HttpRequest, event: Event) -> Offer | Reading:
    """Return the list of a request: an army's id, a file, or a text.

    A text of which not every line is sure is returned as it was read so far.

    Raises
    ------
    OfferError
        If there is none, or it cannot be read: names the place.
    """
    army = request.POST.get("army", "")
    if army:
        return _from_army(request, army)
    upload = request.FILES.get("file")
    if upload is not None:
        return read_raw(_one_list(upload), FILE, request.POST, event)
    text = request.POST.get("text", "")
    if not text.strip():
        raise OfferError("Choose an army or a file, or paste a list.")
    return read_raw(text.encode(errors="replace"), TEXT, request.POST, event)


def _one_list(upload: UploadedFile) -> bytes:
    """Return the only list of a file, which may be an archive."""
    try:
        found = [one for one in unpack([opened(upload)], _FEW) if one.is_list]
    except UnpackError as problem:
        raise OfferError(str(problem)) from None
    if len(found) > 1:
        raise OfferError(f"The file holds {len(found)} lists; hand in one.")
    if not found:
        raise OfferError("The file is no list.")
    if found[0].problem:
        raise OfferError(f"This is no list that we can read: {found[0].problem}.")
    if len(found[0].raw) > MOST_BYTES:
        raise OfferError("The file is larger than 1 MB; a list never is.")
    return found[0].raw


def read_raw(raw: bytes, way: str, post: QueryDict, event: Event) -> Offer | Reading:
    """Return the list of a file or a text: a roster document, or lines.

    Raises
    ------
    OfferError
        If it cannot be read: names the place.
    """
    if len(raw) > MOST_BYTES:
        raise OfferError("The text is larger than 1 MB; a list never is.")
    try:
        text = list_text(raw)
        if text is None:
            return Offer(read_roster(parse(raw, RosterError)), way)
        return _from_lines(text, post, event)
    except (DocumentError, ListTextError) as problem:
        raise OfferError(f"This is no list that we can read: {problem}.") from None


def _from_lines(text: str, post: QueryDict, event: Event) -> Offer | Reading:
    """Return a text as a list, with the answers that the player gave so far."""
    shelf = SiteBookshelf()
    answers = posted_answers(post)
    read = read_list(text, shelf, game=event.game, corrections=answers)
    if post.get("all") == "likely":
        answers = with_likely(read, answers)
        read = read_list(text, shelf, game=event.game, corrections=answers)
    if read.army is None or not read.is_settled:
        return Reading(read, text, answers)
    return Offer(read.army, TEXT, text)


def draft_offer(entrant: Entrant, digest: str = "") -> KeptOffer | None:
    """Return the draft of an entrant; none without one, or if it has another hash."""
    kept: dict[str, Any] | None = entrant.draft
    if kept is None:
        return None
    here = sha256(kept["roster"])
    if digest and digest != here:
        return None
    roster = read_roster(kept["roster"])
    return KeptOffer(roster, kept["way"], kept["source"], here)


def _from_army(request: HttpRequest, public_id: str) -> Offer:
    if not re.fullmatch(r"[\w-]{1,40}", public_id):
        raise OfferError("There is no such army of yours.")
    found = own_armies(request).filter(public_id=public_id, deleted_at=None).first()
    if found is None:
        raise OfferError("There is no such army of yours.")
    return Offer(roster_of(found), ARMY)
