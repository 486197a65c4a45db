"""Units that join others: read, refused, and sound after any edits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.documents.json import canonical, parse
from rulesets.rosters.edit_document import read_edit
from rulesets.rosters.edits import (
    Add,
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
    SetCount,
    Split,
    apply,
    apply_all,
)
from rulesets.rosters.joins import joined_unit, joiners
from rulesets.rosters.roster import (
    Force,
    Roster,
    RosterError,
    Selection,
    read_roster,
    roster_document,
)

KNIGHTS = Selection("knights", "knights", selections=(Selection("lance", "lance"),))
GENERAL = Selection("general", "general", joins="knights")
WIZARD = Selection("wizard", "wizard")
ALLIES = Selection("allies", "spears")
ROSTER = Roster(
    "warhammer",
    "The ride",
    forces=(
        Force("f1", "empire", 1, (KNIGHTS, GENERAL, WIZARD)),
        Force("f2", "dwarfs", 1, (ALLIES,)),
    ),
)


def joins(roster: Roster) -> dict[str, str]:
    units = (unit for force in roster.forces for unit in force.units)
    return {unit.id: unit.joins for unit in units if unit.joins}


# -- documents ------------------------------------------------------------------------


def test_whom_a_unit_joins_is_in_its_document_and_comes_back() -> None:
    document = roster_document(ROSTER)

    assert document["forces"][0]["units"][1] == {
        "id": "general",
        "entry": "general",
        "joins": "knights",
    }
    assert read_roster(parse(canonical(document))) == ROSTER


@pytest.mark.parametrize(
    ("unit", "document", "place", "why"),
    [
        (1, {"joins": "ghosts"}, "/forces/0/units/1/joins", "no unit 'ghosts'"),
        (1, {"joins": "allies"}, "/forces/0/units/1/joins", "no unit 'allies'"),
        (1, {"joins": "lance"}, "/forces/0/units/1/joins", "no unit 'lance'"),
        (1, {"joins": "general"}, "/forces/0/units/1/joins", "joins itself"),
        (0, {"joins": "general"}, "/forces/0/units/0/joins", "itself joins another"),
        (2, {"joins": "general"}, "/forces/0/units/2/joins", "itself joins another"),
        (
            2,
            {"selections": [{"id": "x", "entry": "hat", "joins": "knights"}]},
            "/forces/0/units/2/selections/0/joins",
            "only units of a force",
        ),
    ],
)
def test_a_roster_in_which_nobody_stands_where_he_says_is_none(
    unit: int, document: dict[str, Any], place: str, why: str
) -> None:
    broken = roster_document(ROSTER)
    broken["forces"][0]["units"][unit] |= document

    with pytest.raises(RosterError, match=why) as refused:
        read_roster(broken)

    assert refused.value.where == place


# -- edits ----------------------------------------------------------------------------


def test_a_character_joins_a_unit_and_leaves_the_one_before() -> None:
    then = apply_all(ROSTER, (Leave("general"), Join("wizard", "knights")))

    assert joins(then) == {"wizard": "knights"}
    assert [one.id for one in joiners(then.forces[0], "knights")] == ["wizard"]
    assert joined_unit(then.forces[0], "wizard") == KNIGHTS
    assert joined_unit(then.forces[0], "general") is None


@pytest.mark.parametrize(
    ("who", "unit", "why"),
    [
        ("wizard", "ghosts", "no unit 'ghosts' in this force"),
        ("ghost", "knights", "no unit 'ghost' in this army"),
        ("lance", "knights", "no unit 'lance' in this army"),
        ("wizard", "allies", "no unit 'allies' in this force"),
        ("wizard", "wizard", "No unit joins itself"),
        ("wizard", "general", "itself joins another"),
        ("knights", "wizard", "Others join the unit 'knights'"),
    ],
)
def test_an_edit_that_joins_nobody_sound_is_refused(
    who: str, unit: str, why: str
) -> None:
    with pytest.raises(EditError, match=why):
        apply(ROSTER, Join(who, unit))


@pytest.mark.parametrize(
    "edit", [Remove("knights"), SetCount("knights", 0), ChangeCount("knights", -1)]
)
def test_who_joined_a_unit_that_is_gone_stands_alone_again(edit: Edit) -> None:
    assert joins(apply(ROSTER, edit)) == {}


def test_a_copy_of_a_unit_has_nobody_and_a_copy_of_a_character_joins_nobody() -> None:
    units, characters = (apply(ROSTER, Duplicate(id)) for id in ("knights", "general"))

    assert joins(units) == joins(characters) == {"general": "knights"}
    assert len(units.forces[0].units) == len(characters.forces[0].units) == 4


def test_what_is_added_joins_only_as_a_unit_of_the_force() -> None:
    joining = Selection("new", "squire", joins="knights")
    within = Selection("new", "captain", selections=(joining,))

    assert set(joins(apply(ROSTER, Add("f1", joining))).values()) == {"knights"}
    for edit in (Add("f2", joining), Add("wizard", joining), Add("f1", within)):
        then = apply(ROSTER, edit)
        assert joins(then) == joins(ROSTER)
        assert read_roster(roster_document(then)) == then


def test_an_edit_is_read_with_whom_a_unit_joins() -> None:
    edit = {"edit": "join", "id": "wizard", "unit": "knights"}

    assert read_edit(edit) == Join("wizard", "knights")
    assert read_edit({"edit": "leave", "id": "wizard"}) == Leave("wizard")


IDS = st.sampled_from(("knights", "general", "wizard", "allies", "lance", "s8", "s9"))
PARENTS = st.sampled_from(("f1", "f2", "knights", "wizard"))
BOUGHT = st.builds(
    Selection,
    st.just("new"),
    st.sampled_from(("knights", "general")),
    count=st.integers(1, 3),
    joins=st.sampled_from(("", "knights", "general", "new", "s8")),
)
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(Join, IDS, IDS),
    st.builds(Join, IDS, st.just("knights")),
    st.builds(Leave, IDS),
    st.builds(Remove, IDS),
    st.builds(Duplicate, IDS),
    st.builds(Split, IDS, st.just(1)),
    st.builds(Move, IDS, st.integers(0, 3)),
    st.builds(SetCount, IDS, st.integers(0, 3)),
    st.builds(Add, PARENTS, BOUGHT),
    st.builds(Choose, PARENTS, BOUGHT, st.just(("knights",))),
    st.builds(RemoveForce, st.sampled_from(("f1", "f2"))),
)


@given(st.lists(EDITS, max_size=12))
def test_after_any_edits_an_army_is_one_that_can_be_read(edits: list[Edit]) -> None:
    roster = ROSTER
    for edit in edits:
        try:
            roster = apply(roster, edit)
        except EditError:
            continue
        assert read_roster(roster_document(roster)) == roster
