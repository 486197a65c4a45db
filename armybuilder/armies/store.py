"""The one place where armies are written.

Every write names the revision that it was made for. The row is changed by one
conditional UPDATE, so of two writes for the same revision one wins and the other gets a
`Conflict`, on SQLite and on PostgreSQL alike.
"""

import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.armies.models import (
    Army,
    ArmyEdition,
    ArmyRevision,
    Visibility,
    new_share_token,
)
from armybuilder.books import editions
from armybuilder.books.models import Edition
from armybuilder.books.viewers import usable
from armybuilder.packs.access import versions_for
from armybuilder.packs.models import PackVersion
from rulesets.books.former_keys import with_present_keys
from rulesets.checks.armies import MOST_SELECTIONS
from rulesets.documents.json import canonical
from rulesets.rosters.edits import (
    Edit,
    EditError,
    RenameArmy,
    SetEdition,
    apply,
    apply_all,
)
from rulesets.rosters.roster import (
    Roster,
    RosterError,
    read_roster,
    roster_document,
    selections_of,
)

KEPT_REVISIONS = 100
"""Most states that are kept of an army."""

LEAST_KEPT_REVISIONS = 10
"""Most states that are kept of the largest armies."""

KEPT_BYTES = 2_000_000
"""Room for the kept states of one army, between these bounds [bytes]."""

MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Conflict:
    """An edit that came too late: the army as it is, and the edits since."""

    army: Army
    since: tuple[ArmyRevision, ...]
    edits: tuple[Edit, ...]


def roster_of(army: Army) -> Roster:
    """Return the roster of an army; the same one while its document is the same."""
    return _roster_of(canonical(army.document))


@lru_cache(maxsize=32)
def _roster_of(text: str) -> Roster:
    return read_roster(json.loads(text))


def create(
    roster: Roster, owner: User | None, label: str = "Created", by: User | None = None
) -> Army:
    """Save a roster as a new army.

    Raises RosterError where it is larger than an army may be.
    """
    document = _document(roster)
    with transaction.atomic():
        army = Army.objects.create(
            owner=owner, game=roster.game, name=roster.name, document=document
        )
        ArmyRevision.objects.create(
            army=army,
            number=1,
            document=document,
            label=label,
            made_by=label,
            by=by or owner,
        )
        _link_editions(army, roster)
    return army


def save_edit(
    army: Army,
    edits: Sequence[Edit],
    expected_revision: int,
    by: User | None,
    label: str,
    key: str = "",
) -> Army | Conflict:
    """Apply edits to an army and save the result as its next revision.

    `key` names the request: sent again with the same key, it changes nothing and gives
    the same army. Raises EditError where an edit does not apply to the army as it is,
    and RosterError where the result is no roster.
    """
    with transaction.atomic():
        is_read = army.revision == expected_revision
        current = copy(army) if is_read else Army.objects.get(pk=army.pk)
        if current.revision != expected_revision or current.deleted_at:
            return _late(current, edits, expected_revision, key)
        before = roster_of(current)
        try:
            roster = apply_all(before, edits)
            if any(isinstance(edit, SetEdition) for edit in edits):
                roster = with_present_keys(roster, editions.books_for(roster))
        except EditError:
            # Since it was read, the army may have been saved by somebody else.
            if Army.objects.filter(pk=army.pk, revision=expected_revision).exists():
                raise
            return _late(current, edits, expected_revision, key)
        if roster == before:
            return at_revision(Army.objects.get(pk=army.pk), expected_revision)
        state = ArmyRevision(
            label=label[:200],
            made_by=label[:200],
            back=current.revision,
            request_key=key,
            by=by,
        )
        written = _write(current, roster, state)
        return written or _late(current, edits, expected_revision, key)


def was_saved(army: Army, expected_revision: int, key: str) -> bool:
    """Return whether the request of a key was the one made for a revision."""
    return (
        bool(key)
        and army.revisions.filter(
            number=expected_revision + 1, request_key=key
        ).exists()
    )


def replace_roster(
    army: Army, roster: Roster, expected_revision: int, by: User | None, label: str
) -> Army | Conflict:
    """Save another roster as the army's next revision."""
    with transaction.atomic():
        current = Army.objects.get(pk=army.pk)
        if current.revision != expected_revision or current.deleted_at:
            return _late(current, (), expected_revision, "")
        state = ArmyRevision(
            label=label[:200], made_by=label[:200], back=current.revision, by=by
        )
        return _write(current, roster, state) or _late(
            current, (), expected_revision, ""
        )


def undo(
    army: Army, expected_revision: int, by: User | None, key: str = ""
) -> Army | Conflict:
    """Go back to the state before the last change; raises EditError without one."""
    return _step(army, expected_revision, by, key, forward=False)


def redo(
    army: Army, expected_revision: int, by: User | None, key: str = ""
) -> Army | Conflict:
    """Go forward again after an undo; raises EditError without one."""
    return _step(army, expected_revision, by, key, forward=True)


def _step(
    army: Army,
    expected_revision: int,
    by: User | None,
    key: str,
    *,
    forward: bool,
) -> Army | Conflict:
    with transaction.atomic():
        current = Army.objects.get(pk=army.pk)
        if current.revision != expected_revision or current.deleted_at:
            return _late(current, (), expected_revision, key)
        now = current.revisions.get(number=current.revision)
        number = now.forward if forward else now.back
        target = current.revisions.filter(number=number or 0).first()
        if target is None:
            word = "redo" if forward else "undo"
            raise EditError(f"There is nothing to {word}.")
        done = target.made_by if forward else now.made_by
        state = ArmyRevision(
            label=f"{'Redid' if forward else 'Undid'}: {done}"[:200],
            made_by=target.made_by,
            back=target.back,
            forward=target.forward if forward else now.number,
            request_key=key,
            by=by,
        )
        written = _write(current, read_roster(target.document), state)
        return written or _late(current, (), expected_revision, key)


def _write(current: Army, roster: Roster, state: ArmyRevision) -> Army | None:
    """Write the next revision; none if somebody else was quicker."""
    document = _document(roster)
    is_linked = _is_linked(current, roster)
    number = current.revision + 1
    now = timezone.now()
    changed = Army.objects.filter(
        pk=current.pk, revision=current.revision, deleted_at=None
    ).update(
        document=document,
        name=roster.name,
        game=roster.game,
        revision=number,
        updated_at=now,
    )
    if not changed:
        return None
    current.document, current.name, current.game = document, roster.name, roster.game
    current.revision, current.updated_at = number, now
    state.army, state.number, state.document = current, number, document
    state.save()
    size = len(canonical(document))
    room = min(KEPT_REVISIONS, max(LEAST_KEPT_REVISIONS, KEPT_BYTES // size))
    current.revisions.filter(number__lte=number - room).delete()
    if not is_linked:
        _link_editions(current, roster)
    return current


def _late(
    current: Army, edits: Sequence[Edit], expected_revision: int, request_key: str
) -> Army | Conflict:
    """Return the army if this very request was already done, else the conflict."""
    current.refresh_from_db()
    since = tuple(current.revisions.filter(number__gt=expected_revision))
    if request_key and since and since[0].request_key == request_key:
        return current
    return Conflict(current, since, tuple(edits))


def _document(roster: Roster) -> dict[str, object]:
    """Return the document of a roster that may be saved."""
    document = roster_document(roster)
    text = canonical(document)
    checked = _roster_of(text)
    size = selections_of(checked)
    if size > MOST_SELECTIONS:
        raise RosterError(
            "/forces",
            f"{size} selections; an army holds at most {MOST_SELECTIONS}",
        )
    if len(text) > MOST_BYTES:
        raise RosterError("", f"a saved army holds at most {MOST_BYTES:,} bytes")
    return document


def _is_linked(army: Army, roster: Roster) -> bool:
    """Return whether an army has the links that its next roster needs."""
    wanted = _editions_of(roster)
    is_same = wanted == _editions_of(roster_of(army))
    return is_same and army.uses.count() == len(wanted)


def _editions_of(roster: Roster) -> set[tuple[str, int]]:
    return {(force.book, force.edition) for force in roster.forces}


def _link_editions(army: Army, roster: Roster) -> None:
    """Make the army's links those of the editions that its roster names."""
    wanted = _editions_of(roster)
    known = usable(Edition.objects.filter(book__key__in={key for key, _ in wanted}))
    found = {
        pk
        for pk, *name in known.values_list("pk", "book__key", "number")
        if (*name,) in wanted
    }
    linked = set(army.uses.values_list("edition_id", flat=True))
    if linked - found:
        army.uses.filter(edition_id__in=linked - found).delete()
    ArmyEdition.objects.bulk_create(
        ArmyEdition(army=army, edition_id=pk) for pk in sorted(found - linked)
    )


# -- what is not part of the roster -------------------------------------------------


def duplicate(army: Army, owner: User | None) -> Army:
    """Save a copy of an army for somebody."""
    roster = read_roster(army.document)
    named = apply(roster, RenameArmy(f"{roster.name[:110]} (copy)"))
    copied = create(named, owner, label=f"Copied from {roster.name}"[:200])
    if army.pack_id is not None and versions_for(owner).filter(pk=army.pack_id):
        set_pack(copied, army.pack)
    return copied


def set_pack(army: Army, version: PackVersion | None) -> None:
    """Have an army judged by a version of a pack; by its game's own rules for none.

    The roster stays, so it is no revision.
    """
    Army.objects.filter(pk=army.pk).update(pack=version)
    army.pack = version


def at_revision(army: Army, expected_revision: int) -> Army | Conflict:
    """Return an army that is at a revision, or the edits since."""
    if army.revision == expected_revision:
        return army
    return _late(army, (), expected_revision, "")


def delete(army: Army, expected_revision: int | None = None) -> Army | Conflict:
    """Put an army aside, whatever its revision if none is named.

    `restore` brings it back.
    """
    found = Army.objects.filter(pk=army.pk, deleted_at=None)
    if expected_revision is not None:
        found = found.filter(revision=expected_revision)
    if found.update(deleted_at=timezone.now()) or expected_revision is None:
        return army
    return _late(army, (), expected_revision, "")


def restore(army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(deleted_at=None)


def set_visibility(army: Army, visibility: Visibility) -> None:
    """Share an army or take it back; a link that was taken back never opens again."""
    army.visibility = visibility
    if visibility == Visibility.PRIVATE:
        army.share_token = new_share_token()
        Army.objects.filter(pk=army.pk).update(
            visibility=visibility, share_token=army.share_token
        )
    else:
        Army.objects.filter(pk=army.pk).update(visibility=visibility)


def set_secret_link(army: Army, *, wanted: bool) -> None:
    """Make a link to an army without its secrets, or take it back for good."""
    army.secret_token = new_share_token() if wanted else None
    Army.objects.filter(pk=army.pk).update(secret_token=army.secret_token)
