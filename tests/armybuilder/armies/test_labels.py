"""Edits in words, one for each kind of edit."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.armies.labels import _WORDS, label
from armybuilder.armies.review import review_army
from rulesets.rosters.edit_document import KINDS
from rulesets.rosters.edits import (
    Add,
    AddForce,
    ChangeCount,
    Choose,
    Duplicate,
    Edit,
    Join,
    Leave,
    Move,
    Remove,
    RemoveForce,
    Rename,
    RenameArmy,
    SetArmyNote,
    SetCount,
    SetEdition,
    SetLimit,
    SetLoadouts,
    SetNote,
    SetRoll,
    Split,
    Switch,
)
from rulesets.rosters.roster import Loadout, Selection
from tests.armybuilder.armies.books import OPTIONS, guards
from tests.armybuilder.editions import published

CASES: list[tuple[Edit, str]] = [
    (Add("f1", Selection("new", "crows")), "Added Crows"),
    (Add("u1", Selection("new", "banner")), "Added Guard: Banner"),
    (Choose("u1", Selection("new", "halberd"), ("spear",)), "Chose Guard: Halberd"),
    (Remove("u1"), "Removed Guard"),
    (Remove("gone"), "Removed something that is gone"),
    (SetCount("m1", 12), "Set Guardsman to 12"),
    (SetCount("m1", 0), "Removed Guardsman"),
    (ChangeCount("m1", 2), "Guardsman: 2 more"),
    (ChangeCount("m1", -1), "Guardsman: 1 fewer"),
    (Rename("u1", "Watch"), "Named Guard “Watch”"),
    (Rename("u1", ""), "Gave Guard its own name back"),
    (SetNote("u1", "Left"), "Changed the note on Guard"),
    (SetRoll("u1", 4), "Set the roll of Guard"),
    (Move("u1", 0), "Moved Guard"),
    (Duplicate("u1"), "Duplicated Guard"),
    (Split("m1", 4), "Split 4 off Guardsman"),
    (Join("u1", "gone"), "Let Guard join something that is gone"),
    (Leave("u1"), "Let Guard stand alone"),
    (
        SetLoadouts("m1", (Loadout("Wall", ("spear",)),)),
        "Named the loadouts of Guardsman",
    ),
    (RenameArmy("Watch"), "Renamed the army to “Watch”"),
    (SetArmyNote("x"), "Changed the army’s notes"),
    (SetLimit(1000), "Set the limit to 1,000 points"),
    (SetLimit(None), "Took the limit away"),
    (Switch("one-faction", on=False), "Switched “One faction” off"),
    (Switch("one-faction", on=True), "Switched “One faction” on"),
    (SetEdition("f1", 2), "Options: edition 2"),
    (AddForce("charge-orcs", 1), "Added a force of charge-orcs"),
    (RemoveForce("f1"), "Removed the force of Options"),
]


@pytest.mark.parametrize(("edit", "words"), CASES)
def test_an_edit_in_words(alice: User, edit: Edit, words: str) -> None:
    published(OPTIONS)
    reviewed = review_army(guards(alice))
    assert label([edit], reviewed.review, reviewed.books) == words


def test_every_kind_of_edit_has_words() -> None:
    assert set(_WORDS) == set(KINDS.values())
    assert {type(edit) for edit, _ in CASES} == set(KINDS.values())


def test_many_edits_are_counted_and_the_same_words_said_once(alice: User) -> None:
    published(OPTIONS)
    reviewed = review_army(guards(alice))
    crows: list[Edit] = [Add("f1", Selection("new", "crows"))] * 3
    more: list[Edit] = [*[Move("u1", 0)] * 2, Duplicate("u1"), SetLimit(9)]
    words = label([*crows, *more, SetArmyNote("x")], reviewed.review, reviewed.books)
    assert words == "Added Crows, 3 times; Moved Guard; Duplicated Guard; and 2 more"
