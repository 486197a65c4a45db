"""Folders, tags and the archive of armies, and finding them again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    When,
)
from django.db.models import Value as Constant
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower
from django.http import QueryDict
from django.utils import timezone

from armybuilder.armies.models import (
    FOLDER_LENGTH,
    TAG_LENGTH,
    Army,
    ArmyEdition,
    ArmyTag,
)
from armybuilder.armies.review import books_at_hand, review_roster
from rulesets.games import GAMES
from rulesets.rosters.roster import read_roster

MOST_TAGS = 12
"""Tags that one army may have."""

LONGEST_SEARCH = 120
"""Characters of a search that are read."""

ORDERS: dict[str, tuple[str, tuple[str | Combinable, ...]]] = {
    "changed": ("Changed last", ("-updated_at", "-pk")),
    "name": ("By name", (Lower("name"), "-pk")),
    "made": ("Made last", ("-created_at", "-pk")),
    "points": ("Most points", (Lower("name"), "-pk")),
}
"""Orders of a list of armies: their names, and what is sorted by.

Points are stored nowhere: `by_points` sorts by them what was found.
"""


@dataclass(frozen=True, slots=True)
class Search:
    """The armies that a list is asked for; empty words ask for all."""

    words: str = ""
    game: str = ""
    tag: str = ""
    folder: str = ""
    order: str = "changed"
    archived: bool = False

    @property
    def narrows(self) -> bool:
        """Return whether some armies may be left out."""
        return bool(self.words or self.game or self.tag or self.folder)


@dataclass(frozen=True, slots=True)
class Drawer:
    """A folder or a tag, and how many armies it holds."""

    name: str
    armies: int


@dataclass(frozen=True, slots=True)
class Cabinet:
    """The folders and tags of somebody, and how many armies there are."""

    folders: tuple[Drawer, ...]
    tags: tuple[Drawer, ...]
    kept: int
    archived: int


def read_search(query: QueryDict) -> Search:
    """Return the search of an address; a value that is not known is left out."""
    game, order = query.get("game", ""), query.get("sort", "")
    return Search(
        words=_clean(query.get("q", ""), LONGEST_SEARCH),
        game=game if game in GAMES else "",
        tag=_clean(query.get("tag", ""), TAG_LENGTH),
        folder=_clean(query.get("folder", ""), FOLDER_LENGTH),
        order=order if order in ORDERS else "changed",
        archived=query.get("archived", "") == "1",
    )


def _clean(text: str, most: int) -> str:
    return " ".join(text.replace("\x00", "").split())[:most]


def found_armies(armies: QuerySet[Army], search: Search) -> QuerySet[Army]:
    """Return the armies that a search asks for, in its order."""
    if search.words:
        armies = armies.filter(_matches(search.words))
    if search.game:
        armies = armies.filter(game=search.game)
    if search.tag:
        armies = armies.filter(tags__name=search.tag)
    if search.folder:
        armies = armies.filter(folder=search.folder)
    return armies.order_by(*ORDERS[search.order][1])


def found_by_game(
    armies: QuerySet[Army], search: Search, games: Sequence[str]
) -> QuerySet[Army]:
    """Return the found armies, those of one game together in the order of the games."""
    places = [When(game=game, then=Constant(place)) for place, game in enumerate(games)]
    known = Case(*places, default=Constant(len(games)), output_field=IntegerField())
    found = found_armies(armies, search).annotate(place=known)
    return found.order_by("place", *ORDERS[search.order][1])


def by_points(armies: Iterable[Army], games: Iterable[str] = GAMES) -> list[Army]:
    """Return armies, those of one game together, and of these the largest first."""
    found = list(armies)
    rosters = [read_roster(army.document) for army in found]
    books = books_at_hand(*rosters)
    points = {
        army.pk: review_roster(roster, books).points
        for army, roster in zip(found, rosters, strict=True)
    }
    places = {game: place for place, game in enumerate(games)}
    return sorted(
        found,
        key=lambda army: (places.get(army.game, len(places)), -points[army.pk]),
    )


def _matches(words: str) -> Q:
    """Return the condition that a name of or at an army holds words."""
    tags = ArmyTag.objects.filter(army=OuterRef("pk"), name__icontains=words)
    uses = ArmyEdition.objects.filter(army=OuterRef("pk"))
    books = uses.filter(edition__book__name__icontains=words)
    of_army = Q(name__icontains=words) | Q(folder__icontains=words)
    return of_army | Exists(tags) | Exists(books)


def cabinet(armies: QuerySet[Army]) -> Cabinet:
    """Return the folders and tags of armies that are not archived."""
    kept = armies.filter(archived_at=None)
    folders = kept.exclude(folder="").order_by("folder").values_list("folder")
    tags = ArmyTag.objects.filter(army__in=kept).order_by("name").values_list("name")
    counts = armies.aggregate(
        kept=Count("pk", filter=Q(archived_at=None)),
        archived=Count("pk", filter=Q(archived_at__isnull=False)),
    )
    return Cabinet(
        folders=tuple(Drawer(*row) for row in folders.annotate(Count("pk"))),
        tags=tuple(Drawer(*row) for row in tags.annotate(Count("pk"))),
        kept=counts["kept"],
        archived=counts["archived"],
    )


def read_tags(text: str) -> tuple[str, ...]:
    """Return the tags of a text, each once; commas part them.

    Raises ValueError where there are more, or longer ones, than an army has.
    """
    return distinct_tags(text.split(","))


def distinct_tags(typed: Iterable[str]) -> tuple[str, ...]:
    """Return tags, each once, without needless spaces; raises ValueError as above."""
    tidy = (" ".join(tag.replace("\x00", "").split()) for tag in typed)
    found = {tag.lower(): tag for tag in tidy if tag}
    if len(found) > MOST_TAGS:
        raise ValueError(f"An army has at most {MOST_TAGS} tags, not {len(found)}.")
    for tag in found.values():
        if len(tag) > TAG_LENGTH:
            raise ValueError(f"A tag has at most {TAG_LENGTH} characters: “{tag}”.")
    return tuple(found.values())


def file_army(army: Army, folder: str, tags: Iterable[str]) -> None:
    """Put an army into a folder and under tags, instead of those that it had."""
    wanted = set(tags)
    with transaction.atomic():
        Army.objects.filter(pk=army.pk).update(folder=folder)
        army.tags.exclude(name__in=wanted).delete()
        new = (ArmyTag(army=army, name=name) for name in sorted(wanted))
        ArmyTag.objects.bulk_create(new, ignore_conflicts=True)


def archive(army: Army) -> None:
    """Take an army out of the list; it stays as it is."""
    Army.objects.filter(pk=army.pk).update(archived_at=timezone.now())


def unarchive(army: Army) -> None:
    """Put an archived army back into the list."""
    Army.objects.filter(pk=army.pk).update(archived_at=None)
