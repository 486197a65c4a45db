"""Characters in units: who may join whom, as games and books say, with fixes."""

from typing import Any

import pytest

from rulesets.legality import review, with_fixes
from rulesets.reviews.review import Message
from rulesets.rosters.edits import Join, Leave, apply_all
from rulesets.rosters.roster import Roster
from tests.rulesets.legality.real import books_of, roster_of

BRETONNIA = "warhammer-bretonnia"
ORCS = "warhammer-orcs-and-goblins"
EMPIRE = "warhammer-empire"
SKYRIM = "scrollhammer-holds-of-skyrim"
LEAGUE = "scrollhammer-saltmere-league"
MORROWIND = "scrollhammer-great-houses-of-morrowind"
KNIGHT = ("paladin", "knights-vow")
RIDER = ("captain", ("captain-model", "warhorse"))


def joining(book: str, *units: Any, who: str, unit: str) -> Roster:
    return apply_all(roster_of(book, *units), (Join(who, unit),))


def about_joins(roster: Roster) -> dict[str, Message]:
    """Return what is said because of who joins whom, by code."""
    books = books_of(roster)
    alone = apply_all(
        roster, (Leave(u.id) for force in roster.forces for u in force.units)
    )
    before = {(m.code, m.text) for m in review(alone, books).messages}
    now = with_fixes(review(roster, books), books)
    return {m.code: m for m in now.messages if (m.code, m.text) not in before}


@pytest.mark.parametrize(
    ("book", "who", "unit"),
    [
        (BRETONNIA, KNIGHT, "knights-of-the-realm"),
        (BRETONNIA, ("paladin", "questing-vow"), "questing-knights"),
        (BRETONNIA, ("paladin", "grail-vow"), "grail-knights"),
        (BRETONNIA, "damsel", "grail-knights"),
        (EMPIRE, "captain", "halberdiers"),
        (ORCS, "orc-big-boss", "trolls"),
        (LEAGUE, "captain", "magister"),
        (LEAGUE, RIDER, "league-lancers"),
        (LEAGUE, ("magister", "warhorse"), RIDER),
        (MORROWIND, "noble", "spellswords"),
    ],
    ids=str,
)
def test_a_character_may_join_a_unit(book: str, who: Any, unit: Any) -> None:
    first, second = (u if isinstance(u, str) else u[0] for u in (who, unit))
    roster = joining(book, who, unit, who=first, unit=second)

    assert about_joins(roster) == {}


@pytest.mark.parametrize(
    ("book", "who", "unit", "codes"),
    [
        (BRETONNIA, KNIGHT, "questing-knights", ["joins-questing-knights"]),
        (BRETONNIA, KNIGHT, "grail-knights", ["joins-grail-knights"]),
        (BRETONNIA, KNIGHT, "field-trebuchet", ["joins-machine"]),
        (
            BRETONNIA,
            ("paladin", "virtue-of-the-penitent"),
            "men-at-arms",
            ["penitent-alone"],
        ),
        (EMPIRE, "captain", "flagellants", ["crazed-alone", "joins-unbreakable"]),
        (EMPIRE, "captain", "warrior-priest", ["joins-character"]),
        (EMPIRE, "halberdiers", "swordsmen", ["joins-unit"]),
        (ORCS, "goblin-big-boss", "squig-herd", ["squigs-alone"]),
        (ORCS, "goblin-big-boss", "snotlings", ["squigs-alone"]),
        (ORCS, "orc-big-boss", "giant", ["joins-machine"]),
        (ORCS, "orc-big-boss", "pump-wagon", ["joins-unbreakable"]),
        (SKYRIM, "jarl", "hold-riders", ["riders-only"]),
        (LEAGUE, "captain", "brine-hounds", ["joins-beasts"]),
        (LEAGUE, "captain", "pitch-thrower", ["joins-beasts"]),
        (LEAGUE, "captain", "reefback", ["joins-beasts"]),
        (LEAGUE, RIDER, "wall-wardens", ["joins-mounted"]),
        (LEAGUE, "wall-wardens", "deckhands", ["joins-unit"]),
        (MORROWIND, "noble", "warrior-priest", ["joins-single-model"]),
        ("charge-orcs", "orcs", "badlands-beast", ["joins-unit"]),
        ("mordheim-reikland", "champion", "warrior", ["joins-unit"]),
    ],
    ids=str,
)
def test_a_review_says_who_may_not_join_whom(
    book: str, who: Any, unit: str, codes: list[str]
) -> None:
    first = who if isinstance(who, str) else who[0]
    roster = joining(book, who, unit, who=first, unit=unit)

    found = about_joins(roster)

    assert sorted(found) == codes
    for message in found.values():
        assert message.where.split("/")[1] == first
        assert message.source or message.code == "joins-unit"


def test_to_leave_the_unit_is_offered_first_then_to_join_another() -> None:
    units = (KNIGHT, "questing-knights", "knights-errant", "field-trebuchet")
    roster = joining(BRETONNIA, *units, who="paladin", unit="questing-knights")

    message = about_joins(roster)["joins-questing-knights"]

    assert message.text == (
        "Paladin: a knight with the Knight’s Vow may not join Questing Knights."
    )
    assert [(fix.text, fix.edits) for fix in message.fixes][:2] == [
        ("Paladin: leave Questing Knights", (Leave("paladin"),)),
        (
            "Paladin: join Knights Errant instead of Questing Knights",
            (Join("paladin", "knights-errant"),),
        ),
    ]


def test_two_characters_who_join_one_unit_are_told_apart() -> None:
    roster = roster_of(ORCS, "orc-big-boss", "orc-shaman", "squig-herd")
    both = (Join("orc-big-boss", "squig-herd"), Join("orc-shaman", "squig-herd"))
    books = books_of(roster)

    told = review(apply_all(roster, both), books).messages

    assert [m.where for m in told if m.code == "squigs-alone"] == [
        "f1/orc-big-boss",
        "f1/orc-shaman",
    ]


def test_whom_a_unit_joins_is_asked_again_when_the_army_is_reviewed_again() -> None:
    """Units that are settled are kept by their value, of which this is a part."""
    roster = roster_of(ORCS, "orc-big-boss", "squig-herd", "orc-boyz")
    books = books_of(roster)
    joins = [(Join("orc-big-boss", unit),) for unit in ("squig-herd", "orc-boyz")]

    codes = [
        [m.code for m in review(apply_all(roster, edits), books).messages]
        for edits in joins * 3
    ]

    assert ["squigs-alone" in these for these in codes] == [True, False] * 3
