"""Every write names the revision that it was made for; none is lost or doubled."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.models import ProtectedError
from django.db.utils import ConnectionHandler

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.models import Army
from armybuilder.armies.store import Conflict, create, save_edit
from armybuilder.books.models import Edition
from rulesets.rosters.edits import Add, EditError, Remove, Rename, RenameArmy, SetLimit
from rulesets.rosters.roster import Force, Roster, RosterError, Selection
from tests.armybuilder.armies.books import skaven, units

pytestmark = pytest.mark.postgres

RATMEN = Add("f1", Selection("new", "ratmen"))
JEZZAILS = Add("f1", Selection("new", "jezzails"))


def saved(result: Army | Conflict) -> Army:
    assert isinstance(result, Army)
    return result


def test_an_edit_is_the_next_revision(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    after = saved(save_edit(army, [JEZZAILS], 1, alice, "Added Jezzails"))
    assert after.revision == 2
    assert units(army) == ["ratmen", "jezzails"]
    written = army.revisions.get(number=2)
    assert (written.label, written.by, written.back) == ("Added Jezzails", alice, 1)


def test_a_late_edit_changes_nothing_and_says_what_came_before_it(
    charge_books: None, alice: User, bob: User
) -> None:
    army = skaven(alice, "ratmen")
    save_edit(army, [JEZZAILS], 1, alice, "Added Jezzails")
    save_edit(army, [SetLimit(1000)], 2, alice, "Set the limit")
    late = save_edit(army, [Remove("s1")], 1, bob, "Removed Ratmen")
    assert isinstance(late, Conflict)
    assert [r.label for r in late.since] == ["Added Jezzails", "Set the limit"]
    assert late.edits == (Remove("s1"),)
    assert units(army) == ["ratmen", "jezzails"]


def test_the_same_form_sent_twice_is_done_once(charge_books: None, alice: User) -> None:
    army = skaven(alice)
    for _ in range(2):
        saved(save_edit(army, [RATMEN], 1, alice, "Added Ratmen", key="form-1"))
    assert units(army) == ["ratmen"]
    assert isinstance(
        save_edit(army, [RATMEN], 1, alice, "Added Ratmen", key="form-2"), Conflict
    )
    assert store.was_saved(army, 1, "form-1")
    assert not store.was_saved(army, 1, "form-2")
    assert not store.was_saved(army, 2, "form-1")
    assert not store.was_saved(army, 1, "")


def test_an_undo_sent_twice_is_done_once(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    saved(save_edit(army, [RATMEN], 1, alice, "Added Ratmen"))
    saved(save_edit(army, [RATMEN], 2, alice, "Added Ratmen"))
    for _ in range(2):
        saved(store.undo(army, 3, alice, "press-1"))
    assert units(army) == ["ratmen", "ratmen"]
    assert isinstance(store.undo(army, 3, alice, "press-2"), Conflict)


def test_what_changes_nothing_is_no_revision(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    after = saved(save_edit(army, [Rename("s1", "")], 1, alice, "Named it"))
    assert after.revision == 1


def test_of_several_edits_all_are_made_or_none(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    with pytest.raises(EditError, match="no selection 'gone'"):
        save_edit(army, [RATMEN, Remove("gone")], 1, alice, "Both")
    assert units(army) == ["ratmen"]
    assert army.revisions.count() == 1


def test_what_would_be_no_roster_is_refused(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    with pytest.raises(RosterError, match="/name"):
        save_edit(army, [RenameArmy("x" * 121)], 1, alice, "Renamed")
    army.refresh_from_db()
    assert (army.name, army.revision) == ("Under-empire", 1)


def test_an_army_has_a_size_beyond_which_it_is_refused(
    charge_books: None, alice: User
) -> None:
    many = tuple(Selection(f"s{n}", "ratmen") for n in range(150))
    forces = tuple(
        Force(
            f"f{n}",
            "charge-skaven",
            1,
            tuple(Selection(f"f{n}{u.id}", u.entry) for u in many),
        )
        for n in range(5)
    )
    with pytest.raises(RosterError, match="at most 600"):
        create(Roster("charge", "Horde", forces=forces), alice)
    assert not Army.objects.exists()


# -- undo and redo ------------------------------------------------------------------


def test_undo_walks_back_and_redo_walks_forward(
    charge_books: None, alice: User
) -> None:
    army = skaven(alice)
    save_edit(army, [RATMEN], 1, alice, "Added Ratmen")
    save_edit(army, [JEZZAILS], 2, alice, "Added Jezzails")
    assert saved(store.undo(army, 3, alice)).revision == 4
    assert units(army) == ["ratmen"]
    store.undo(army, 4, alice)
    assert units(army) == []
    with pytest.raises(EditError, match="nothing to undo"):
        store.undo(army, 5, alice)
    store.redo(army, 5, alice)
    assert units(army) == ["ratmen"]
    store.redo(army, 6, alice)
    assert units(army) == ["ratmen", "jezzails"]
    with pytest.raises(EditError, match="nothing to redo"):
        store.redo(army, 7, alice)
    labels = [revision.label for revision in army.revisions.all()]
    assert labels[3:] == [
        "Undid: Added Jezzails",
        "Undid: Added Ratmen",
        "Redid: Added Ratmen",
        "Redid: Added Jezzails",
    ]


def test_a_change_after_an_undo_ends_redo(charge_books: None, alice: User) -> None:
    army = skaven(alice)
    save_edit(army, [RATMEN], 1, alice, "Added Ratmen")
    store.undo(army, 2, alice)
    save_edit(army, [JEZZAILS], 3, alice, "Added Jezzails")
    with pytest.raises(EditError, match="nothing to redo"):
        store.redo(army, 4, alice)
    store.undo(army, 4, alice)
    assert units(army) == []


def test_a_late_undo_is_a_conflict(charge_books: None, alice: User) -> None:
    army = skaven(alice)
    save_edit(army, [RATMEN], 1, alice, "Added Ratmen")
    save_edit(army, [JEZZAILS], 2, alice, "Added Jezzails")
    assert isinstance(store.undo(army, 2, alice), Conflict)
    assert units(army) == ["ratmen", "jezzails"]


def test_the_last_hundred_states_are_kept(
    charge_books: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.KEPT_REVISIONS == 100
    monkeypatch.setattr(store, "KEPT_REVISIONS", 3)
    army = skaven(alice)
    for number in range(1, 6):
        save_edit(army, [RATMEN], number, alice, "Added Ratmen")
    assert [revision.number for revision in army.revisions.all()] == [4, 5, 6]
    store.undo(army, 6, alice)
    assert len(units(army)) == 4
    with pytest.raises(EditError, match="nothing to undo"):
        store.undo(army, 7, alice)


# -- editions -----------------------------------------------------------------------


def test_an_edition_in_use_cannot_be_deleted(charge_books: None, alice: User) -> None:
    army = skaven(alice, "ratmen")
    edition = Edition.objects.get(book__key="charge-skaven")
    with pytest.raises(ProtectedError):
        edition.delete()
    assert [use.edition for use in army.uses.all()] == [edition]


def test_an_edition_that_is_not_known_is_kept_in_the_roster_and_linked_to_none(
    charge_books: None, alice: User
) -> None:
    force = Force("f1", "charge-skaven", 7)
    army = create(Roster("charge", "Old", forces=(force,)), alice)
    assert army.document["forces"][0]["edition"] == 7
    assert not army.uses.exists()


# -- two at once --------------------------------------------------------------------

Connect = Callable[[], None]


@pytest.fixture
def connect(transactional_db: None, tmp_path: Path) -> Callable[[], Connect]:
    """Give threads a connection of their own to a copy of the database as it is.

    The test database of SQLite lives in memory, which threads cannot share; they get a
    file with the site's own settings. PostgreSQL's is shared as it is.
    """

    def copy() -> Connect:
        if connection.vendor != "sqlite":
            return lambda: None
        file = tmp_path / "armies.sqlite3"
        connection.ensure_connection()
        with sqlite3.connect(file) as target:
            connection.connection.backup(target)
        target.close()
        options = {**settings.DATABASES["default"], "NAME": str(file)}

        def use() -> None:
            connections["default"] = ConnectionHandler({"default": options})["default"]

        return use

    return copy


def test_of_two_edits_at_once_one_wins_and_one_is_told(
    connect: Callable[[], Connect], charge_books: None, alice: User
) -> None:
    army = skaven(alice)
    use = connect()
    rounds, writers = 10, 4
    start = Barrier(writers)

    def write(writer: int) -> list[str]:
        use()
        told = []
        try:
            for revision in range(1, rounds + 1):
                start.wait(timeout=20)
                edits = [RenameArmy(f"Writer {writer} in {revision}")]
                result = save_edit(army, edits, revision, None, f"by {writer}")
                told.append("saved" if isinstance(result, Army) else "conflict")
                start.wait(timeout=20)
        except BrokenBarrierError:
            return told
        except BaseException:
            start.abort()
            raise
        finally:
            connections["default"].close()
        return told

    def look() -> tuple[int, int]:
        use()
        try:
            found = Army.objects.get(pk=army.pk)
            return found.revision, found.revisions.count()
        finally:
            connections["default"].close()

    with ThreadPoolExecutor(writers) as pool:
        results = list(pool.map(write, range(writers)))
        for told in zip(*results, strict=True):
            assert sorted(told) == ["conflict"] * (writers - 1) + ["saved"]
        assert pool.submit(look).result() == (rounds + 1, rounds + 1)
