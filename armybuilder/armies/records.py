"""Saved armies as the pages of army books tell of them: their number, some by name."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Count, Q

from armybuilder.accounts.models import User
from armybuilder.armies.access import of_seen_books, page_of_army
from armybuilder.armies.models import Army, Visibility
from armybuilder.books.impact import ArmyCounts, ArmyRecords, ShownArmy


def count_armies(book: str, since: datetime | None) -> ArmyCounts:
    """Return how many armies use a book, and how many of them are new or changed."""
    armies = Army.objects.filter(uses__edition__book__key=book, deleted_at=None)
    newer = Q(updated_at__gt=since) | Q(archived_at__gt=since) if since else Q(pk=None)
    counts = armies.aggregate(
        armies=Count("pk", distinct=True),
        changed=Count("pk", filter=newer, distinct=True),
    )
    return ArmyCounts(**counts)


def shown_armies(user: User, ids: Sequence[str]) -> Mapping[str, ShownArmy]:
    """Return the armies that are a person's own or public, by the ids of a job."""
    allowed = Q(owner=user) | Q(visibility=Visibility.PUBLIC) & of_seen_books()
    found = Army.objects.filter(allowed, pk__in=ids, deleted_at=None)
    return {str(army.pk): _shown(army, user) for army in found}


def _shown(army: Army, user: User) -> ShownArmy:
    handle = army.public_id if army.owner_id == user.pk else army.share_token
    return ShownArmy(army.name, page_of_army(army, handle))


RECORDS = ArmyRecords(count_armies, shown_armies)
