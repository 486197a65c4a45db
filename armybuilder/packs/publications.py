"""Publishing the draft of a pack as a version."""

from django.db import transaction
from django.db.models import Max

from armybuilder.accounts.models import User
from armybuilder.books.editions import newest_books
from armybuilder.packs.checks import faults_of
from armybuilder.packs.models import Pack, PackVersion
from rulesets.documents.json import sha256
from rulesets.packs.pack import PackError


@transaction.atomic
def publish_pack(
    pack: Pack, person: User | None, revision: int | None = None
) -> PackVersion:
    """Freeze the draft of a pack as its next version.

    ``revision`` is the one of the draft that a person looked at, where one did.

    Raises
    ------
    PackError
        If the draft was changed since, has faults (see `faults_of`), or is the newest
        version already.
    """
    # The row's lock puts two publishers of one pack behind each other.
    locked = Pack.objects.select_for_update().get(pk=pack.pk)
    if revision is not None and revision != locked.revision:
        raise PackError("", "the draft was changed since; look at it again")
    document = locked.draft
    faults = faults_of(document, newest_books(locked.game))
    if faults:
        raise PackError.of(faults)
    newest = locked.versions.order_by("-number").first()
    here = sha256(document)
    if newest is not None and newest.sha256 == here:
        raise PackError("", f"nothing changed since version {newest.number}")
    highest = locked.versions.aggregate(highest=Max("number"))["highest"] or 0
    return PackVersion.objects.create(
        pack=locked,
        number=highest + 1,
        document=document,
        sha256=here,
        published_by=person,
    )
