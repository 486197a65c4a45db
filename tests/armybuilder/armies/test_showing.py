"""What is shown of units of real books: what was chosen, bases, texts, messages."""

from armybuilder.armies.presentation import (
    ShownArmy,
    show,
)
from armybuilder.armies.shown_messages import shown_messages
from tests.rulesets.legality.real import books_of, judged, roster_of

BRETONNIA = "warhammer-bretonnia"
EMPIRE = "warhammer-empire"
LEAGUE = "scrollhammer-saltmere-league"
ELSWEYR = "scrollhammer-warriors-of-elsweyr"


def shown(key: str, *units: object) -> ShownArmy:
    return show(judged(key, *units), books_of(roster_of(key, *units)))


def test_what_is_carried_is_not_told_as_bought_again() -> None:
    (unit,) = shown(EMPIRE, ("spearmen", "20 spearman", "shield")).forces[0].units

    assert unit.chosen == ("20 × Spearman",)
    assert unit.bought == ("20 × Spearman", "Shields")
    assert "Shield" in {gear.name.removesuffix("s") for gear in unit.gear}


def test_a_banner_that_no_group_carries_is_told_as_bought() -> None:
    standard = ("standard-bearer", "banner-of-duty")
    army = shown(EMPIRE, ("swordsmen", "10 swordsman", "duellist", standard))
    (unit,) = army.forces[0].units

    assert "Standard bearer (Banner of Duty)" in unit.chosen
    assert "Banner of Duty" not in [g.name for one in unit.groups for g in one.gear]


def test_a_rider_has_not_the_base_that_is_printed_for_one_on_foot() -> None:
    army = shown(BRETONNIA, "damsel", ("damsel", "warhorse"))
    on_foot, riding = army.forces[0].units

    assert on_foot.footprint == "20x20"
    assert riding.footprint == ""


def test_an_option_named_in_the_plural_and_its_item_are_explained_once() -> None:
    army = shown(ELSWEYR, ("dagi", "10 dagi", "shields"))

    assert [x.name for x in army.items if x.name.startswith("Shield")] == ["Shield"]


def test_a_message_names_what_it_is_about_once() -> None:
    found = judged(LEAGUE, "counting-house")

    said = [
        (shown.about[0][1], shown.text)
        for shown in shown_messages(found)
        if "Reeve" in shown.text
    ]
    assert said == [
        ("Counting House", "Asks for a Harbour Reeve; the army has none."),
    ]
