"""Lists that an organiser was sent as files, each named for its player."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import cast

from django.http import QueryDict

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, PlaceError, invite, is_name
from armybuilder.events.models import Entrant, EntrantState, Event, Submission
from armybuilder.events.offers import OfferError, Reading, read_raw
from armybuilder.events.submissions import FILE, Hand, Offer, hand_in
from armybuilder.events.terms import ListRefused
from rulesets.checks.files import ArmyFile
from rulesets.documents.json import sha256
from rulesets.list_text.text_files import list_text, unsettled_text
from rulesets.rosters.roster import roster_document

MOST_FILES = 100
"""Files that are taken in at once."""

MOST_TEXT = 60_000
"""Longest text that is kept on the page for a second look [characters]."""

NO_PLACE = "nobody here has a place by this name"
SEVERAL = "several players may be meant"
HAS_A_LIST = "this player has handed in another list already"
TWICE = "another file here is for the same player"


@dataclass(frozen=True, slots=True)
class Taken:
    """A file whose list is in.

    Parameters
    ----------
    file : str
        The name that it came with.
    entrant : Entrant
    row : Submission
    is_new : bool
        False where the same list was in already.
    """

    file: str
    entrant: Entrant
    row: Submission
    is_new: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A file that waits for its organiser.

    Parameters
    ----------
    file : str
    why : str
        Why it was not taken, as the end of a sentence.
    text : str
        Its list to go on with; "" where it cannot be read at all.
    number : int, optional
        Of the entrant whom it is for, where that is sure.
    """

    file: str
    why: str
    text: str = ""
    number: int | None = None


@dataclass(slots=True)
class Intake:
    """The lists that are in, and the files that wait."""

    taken: list[Taken] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Read:
    """A file whose list is read.

    Parameters
    ----------
    file : ArmyFile
    text : str
    offer : Offer or Reading
    named : list of Entrant
        The players whom its name may mean.
    """

    file: ArmyFile
    text: str
    offer: Offer | Reading
    named: list[Entrant]

    def left(self, why: str) -> Left:
        return _left(self.file, why, self.text, self.named)


def _left(file: ArmyFile, why: str, text: str, named: Sequence[Entrant]) -> Left:
    number = named[0].number if len(named) == 1 else None
    return Left(file.name, why.rstrip("."), text, number)


def take_sent(
    event: Event, files: Iterable[ArmyFile], hand: Hand, *, gives_places: bool
) -> Intake:
    """Hand in every list that is sure, each for the player whose name its file has.

    Parameters
    ----------
    gives_places : bool
        Whether a name that has no place is given one: all such names, or none where
        there are not enough places. The hand is an account's then.
    """
    found = Intake()
    players = list(
        event.entrants.exclude(state=EntrantState.WITHDRAWN).select_related("current")
    )
    read = [one for file in files if (one := _read(event, file, players, found))]
    problem = _give_places(event, read, hand) if gives_places else ""
    done: set[int] = set()
    for one in read:
        taken = _taken(one, done, hand, problem or NO_PLACE)
        if isinstance(taken, Taken):
            done.add(taken.entrant.pk)
            found.taken.append(taken)
        else:
            found.left.append(taken)
    return found


def _read(
    event: Event, file: ArmyFile, players: Sequence[Entrant], found: Intake
) -> _Read | None:
    """Return a file as a list; none for one that is no list, which is left."""
    if file.problem:
        found.left.append(Left(file.name, file.problem))
        return None
    named, text = named_for(file.name, players), _text_of(file.raw)
    try:
        offer = read_raw(file.raw, FILE, QueryDict(), event)
    except OfferError as problem:
        found.left.append(_left(file, str(problem), text, named))
        return None
    return _Read(file, text, offer, named)


def _give_places(event: Event, read: Sequence[_Read], hand: Hand) -> str:
    """Give a place to each new name, and tell the lists; return why none was given."""
    new: dict[str, list[_Read]] = {}
    for one in filter(_is_somebodys, read):
        new.setdefault(_name_in(one.file.name).casefold(), []).append(one)
    names = [Invited(_name_in(some[0].file.name)) for some in new.values()]
    try:
        given = invite(event, names, cast(User, hand.person), hand.received)
    except PlaceError as problem:
        return str(problem)
    for entrant in given:
        for one in new[entrant.name.casefold()]:
            one.named.append(entrant)
    return ""


def _is_somebodys(one: _Read) -> bool:
    """Return whether a list whose player has no place is surely a player's."""
    is_list = isinstance(one.offer, Offer) or one.offer.read.army is not None
    return is_list and not one.named and bool(_name_in(one.file.name))


def _taken(one: _Read, done: set[int], hand: Hand, no_place: str) -> Taken | Left:
    if isinstance(one.offer, Reading):
        return one.left(unsettled_text(one.offer.read))
    why = _why_not(one, one.offer, done, no_place)
    if why:
        return one.left(why)
    try:
        row, is_new = hand_in(one.named[0], one.offer, hand)
    except ListRefused as problem:
        return one.left(str(problem))
    return Taken(one.file.name, one.named[0], row, is_new)


def _why_not(one: _Read, offer: Offer, done: set[int], no_place: str) -> str:
    """Return why it is not sure whose list it is, or that it counts; "" where it is."""
    if not one.named:
        return no_place
    if len(one.named) > 1:
        return SEVERAL
    if one.named[0].pk in done:
        return TWICE
    return HAS_A_LIST if _has_another(one.named[0], offer) else ""


def _has_another(entrant: Entrant, offer: Offer) -> bool:
    row = entrant.current
    digest = sha256(roster_document(offer.roster))
    return row is not None and row.roster_sha256 != digest


def _name_in(file: str) -> str:
    """Return the name of a player in the name of a file, "" where there is none."""
    name = re.sub(r"[\s_]+", " ", _stem(file)).lstrip("0123456789.-) ").strip()
    return name if _words(name) and is_name(name) else ""


def named_for(file: str, players: Iterable[Entrant]) -> list[Entrant]:
    """Return the players whose whole name stands in the name of a file.

    The longest names count: of Anna and Anna Berg a file "07 anna_berg.json" is for the
    second alone.
    """
    said = _words(_stem(file))
    found: dict[int, list[Entrant]] = {}
    for one in players:
        words = _words(one.name)
        places = range(len(said) - len(words) + 1)
        if words and any(said[at : at + len(words)] == words for at in places):
            found.setdefault(len(words), []).append(one)
    return found[max(found)] if found else []


def _stem(file: str) -> str:
    return PurePosixPath(file.replace("\\", "/")).stem


def _words(name: str) -> list[str]:
    """Return the words of a name, without accents and apostrophes."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", re.sub("['\u2019]", "", bare))


def _text_of(raw: bytes) -> str:
    """Return a list as text to go on with; "" where it is none, or very long."""
    try:
        text = list_text(raw) or raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    return text if len(text) <= MOST_TEXT else ""
