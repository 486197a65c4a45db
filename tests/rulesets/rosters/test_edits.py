"""Edits: each kind does what it says, to a new roster, and names what is missing."""

from dataclasses import replace

import pytest

from rulesets.documents.json import canonical, parse
from rulesets.rosters.edit_document import KINDS, edit_document, read_edit
from rulesets.rosters.edits import (
    Add,
    AddForce,
    ChangeCount,
    Choose,
    Duplicate,
    Edit,
    EditError,
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
    apply,
    apply_all,
)
from rulesets.rosters.roster import Force, Loadout, Roster, Selection, walk

SWORD = Selection("s2", "sword")
ORCS = Selection("s1", "orcs", selections=(SWORD, Selection("s3", "boy", 10)))
BEAST = Selection("s4", "beast")
ROSTER = Roster(
    "charge",
    "Warband",
    limit=500,
    forces=(Force("f1", "orcs", 1, (ORCS, BEAST)), Force("f2", "rats", 2)),
)

EVERY_EDIT: tuple[Edit, ...] = (
    Add("s1", Selection("new", "shield", selections=(Selection("new", "boss"),))),
    Add("f1", BEAST, at=0),
    Remove("s2"),
    SetCount("s3", 12),
    ChangeCount("s3", 2),
    ChangeCount("s3", -10),
    Choose("s1", Selection("new", "bow"), ("sword", "axe")),
    Rename("s4", "Old Stamper"),
    SetNote("s4", "keep back"),
    SetRoll("s2", 7),
    SetRoll("s2", None),
    Move("s4", 0),
    Duplicate("s1"),
    Split("s3", 4),
    Join("s4", "s1"),
    Leave("s4"),
    SetLoadouts("s3", (Loadout("Pair", ("sword", "sword")), Loadout("Fists", ()))),
    RenameArmy("Horde"),
    SetArmyNote("for Sunday"),
    SetLimit(1000),
    SetLimit(None),
    Switch("one-general", on=False),
    SetEdition("f2", 3),
    AddForce("elves", 1),
    RemoveForce("f2"),
)


def after(edit: Edit) -> Roster:
    return apply(ROSTER, edit)


def entries(roster: Roster) -> list[str]:
    return [s.entry for force in roster.forces for s in walk(force.units)]


def test_every_kind_of_edit_is_tried_here() -> None:
    assert {type(edit) for edit in EVERY_EDIT} == set(KINDS.values())


@pytest.mark.parametrize("edit", EVERY_EDIT, ids=str)
def test_an_edit_is_the_same_after_a_trip_through_its_document(edit: Edit) -> None:
    assert read_edit(parse(canonical(edit_document(edit)))) == edit


@pytest.mark.parametrize("edit", EVERY_EDIT, ids=str)
def test_an_edit_leaves_its_roster_alone_and_gives_another(edit: Edit) -> None:
    before = replace(ROSTER)

    then = after(edit)

    assert before == ROSTER
    assert (then == ROSTER) == (edit in (SetRoll("s2", None), Leave("s4")))


@pytest.mark.parametrize("edit", EVERY_EDIT, ids=str)
def test_no_id_is_used_twice_after_an_edit(edit: Edit) -> None:
    then = after(edit)
    ids = [force.id for force in then.forces]
    ids += [s.id for force in then.forces for s in walk(force.units)]

    assert len(ids) == len(set(ids))
    assert not any(id.startswith("new") for id in ids)


def test_add_puts_a_selection_last_or_at_its_place() -> None:
    assert entries(after(Add("f1", Selection("new", "wolf"))))[-1] == "wolf"
    assert entries(after(Add("f1", Selection("new", "wolf"), at=0)))[0] == "wolf"
    assert entries(after(Add("s1", Selection("new", "horn"), at=1))) == [
        "orcs",
        "sword",
        "horn",
        "boy",
        "beast",
    ]


def test_add_keeps_a_free_id_and_replaces_one_that_is_taken() -> None:
    free = after(Add("f1", Selection("mine", "wolf")))
    taken = after(Add("f1", Selection("s1", "wolf")))

    assert free.forces[0].units[-1].id == "mine"
    assert taken.forces[0].units[-1].id not in ("s1", "s2", "s3", "s4")


def test_remove_takes_what_was_bought_along() -> None:
    assert entries(after(Remove("s1"))) == ["beast"]


def test_a_count_is_set_and_zero_removes() -> None:
    assert after(SetCount("s3", 12)).forces[0].units[0].selections[1].count == 12
    assert entries(after(SetCount("s3", 0))) == ["orcs", "sword", "beast"]


def test_choose_takes_the_place_of_its_rivals_only() -> None:
    then = after(Choose("s1", Selection("new", "bow"), ("sword", "axe")))

    assert entries(then) == ["orcs", "boy", "bow", "beast"]


def test_names_notes_and_rolls_are_set() -> None:
    then = apply_all(
        ROSTER, (Rename("s4", "Stamper"), SetNote("s4", "back"), SetRoll("s4", 3))
    )
    beast = then.forces[0].units[1]

    assert (beast.name, beast.note, beast.roll) == ("Stamper", "back", 3)


def test_move_changes_the_order_among_siblings_and_past_the_end_is_last() -> None:
    assert entries(after(Move("s4", 0)))[0] == "beast"
    assert entries(after(Move("s1", 99)))[-1] == "boy"
    assert entries(after(Move("s2", 1)))[:3] == ["orcs", "boy", "sword"]


def test_duplicate_stands_right_behind_with_new_ids() -> None:
    then = after(Duplicate("s1"))

    assert entries(then) == ["orcs", "sword", "boy", "orcs", "sword", "boy", "beast"]
    assert then.forces[0].units[1].selections[1].count == 10


def test_the_army_itself_is_edited() -> None:
    then = apply_all(
        ROSTER,
        (
            RenameArmy("Horde"),
            SetArmyNote("Sunday"),
            SetLimit(None),
            Switch("a", on=True),
            Switch("a", on=False),
        ),
    )

    assert (then.name, then.note, then.limit) == ("Horde", "Sunday", None)
    assert then.switches == {"a": False}


def test_forces_come_and_go_and_change_their_edition() -> None:
    assert after(SetEdition("f2", 3)).forces[1].edition == 3
    assert [f.id for f in after(AddForce("elves", 1)).forces] == ["f1", "f2", "f3"]
    assert [f.id for f in after(RemoveForce("f1")).forces] == ["f2"]
    again = apply_all(ROSTER, (RemoveForce("f1"), AddForce("elves", 1)))
    assert [f.id for f in again.forces] == ["f2", "f3"]


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (Add("s9", BEAST), "There is no selection 's9' in this army."),
        (Remove("s9"), "There is no selection 's9' in this army."),
        (SetCount("s9", 1), "There is no selection 's9' in this army."),
        (SetCount("s9", 0), "There is no selection 's9' in this army."),
        (Choose("s9", BEAST, ()), "There is no selection 's9' in this army."),
        (Rename("f1", "x"), "There is no selection 'f1' in this army."),
        (SetNote("s9", ""), "There is no selection 's9' in this army."),
        (SetRoll("s9", 1), "There is no selection 's9' in this army."),
        (Move("s9", 0), "There is no selection 's9' in this army."),
        (Duplicate("s9"), "There is no selection 's9' in this army."),
        (SetEdition("f9", 1), "There is no force 'f9' in this army."),
        (RemoveForce("s1"), "There is no force 's1' in this army."),
        (SetCount("s1", -1), "A count is 0 to 1000, not -1."),
        (SetCount("s1", 1001), "A count is 0 to 1000, not 1001."),
    ],
)
def test_an_edit_that_cannot_be_made_says_why(edit: Edit, text: str) -> None:
    with pytest.raises(EditError) as caught:
        after(edit)

    assert str(caught.value) == text


def test_of_several_edits_all_are_made_or_none() -> None:
    with pytest.raises(EditError):
        apply_all(ROSTER, (Remove("s4"), Remove("s4")))


def test_an_army_does_not_grow_past_its_bounds() -> None:
    forces = apply_all(ROSTER, [AddForce("x", 1)] * 8)
    with pytest.raises(EditError, match="at most 10 forces"):
        apply(forces, AddForce("x", 1))

    wide = replace(
        ROSTER,
        forces=(
            Force("f1", "x", 1, tuple(Selection(f"s{n}", "a") for n in range(200))),
        ),
    )
    with pytest.raises(EditError, match="At most 200 selections"):
        apply(wide, Duplicate("s1"))

    deep = Selection("d0", "a")
    for level in range(1, 12):
        deep = Selection(f"d{level}", "a", selections=(deep,))
    full = apply(ROSTER, Add("f1", deep))
    with pytest.raises(EditError, match="at most 12 levels"):
        apply(full, Add("d0", BEAST))

    hundred = tuple(Selection(f"n{n}", "a") for n in range(200))
    many = tuple(replace(BEAST, id=f"u{n}", selections=hundred) for n in range(20))
    with pytest.raises(EditError, match="at most 3,000 selections"):
        apply_all(
            replace(ROSTER, forces=(Force("f1", "x", 1),)),
            [Add("f1", unit) for unit in many],
        )


def test_a_part_split_off_has_equal_choices_and_stands_behind_the_rest() -> None:
    armed = apply(ROSTER, Add("s3", Selection("s9", "spear")))

    rest, part = apply(armed, Split("s3", 4)).forces[0].units[0].selections[1:]

    assert (rest.count, part.count) == (6, 4)
    assert [s.entry for s in rest.selections] == [s.entry for s in part.selections]
    assert rest.id == "s3"


@pytest.mark.parametrize("count", [-1, 0, 10, 11])
def test_no_part_can_be_split_off_that_leaves_nobody_on_a_side(count: int) -> None:
    with pytest.raises(EditError, match=r"1 to 9 can be split off"):
        apply(ROSTER, Split("s3", count))


def test_named_loadouts_go_with_a_part_that_is_split_off() -> None:
    pair = (Loadout("Pair", ("sword", "sword")),)
    then = apply_all(ROSTER, (SetLoadouts("s3", pair), Split("s3", 1)))

    groups = then.forces[0].units[0].selections[1:]

    assert [group.loadouts for group in groups] == [pair, pair]


def test_change_count_counts_from_what_there_is() -> None:
    more = apply_all(ROSTER, [SetCount("s3", 7), ChangeCount("s3", 2)])
    assert [s.count for s in walk(more.forces[0].units) if s.id == "s3"] == [9]
    assert "boy" not in entries(after(ChangeCount("s3", -11)))
    with pytest.raises(EditError, match="A count is 0 to 1000, not 1001"):
        after(ChangeCount("s3", 991))
    with pytest.raises(EditError, match="no selection 'gone'"):
        after(ChangeCount("gone", 1))
