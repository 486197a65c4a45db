"""Eleven states that army builders are known to let pass, on the project's own books.

Each state stands beside the same army before the mistake, which has no error. A price
written into a file is the one that is no army at all: a roster holds no prices.
"""

from typing import Any

import pytest

from rulesets.rosters.roster import RosterError, read_roster, roster_document
from tests.real_books import real_book
from tests.rulesets.legality.real import errors, judged, roster_of

EMPIRE, LEAGUE = "warhammer-empire", "scrollhammer-saltmere-league"
REIKLAND, ORC_MOB = "mordheim-reikland", "mordheim-orcs"

CAPTAIN = ("captain", "general")
SPEARMEN = ("spearmen", "20 spearman")
SWORDSMEN = ("swordsmen", "20 swordsman")
KNIGHTS = ("knightly-orders", "5 knight", "warhorse-barded")
INNER_CIRCLE = (*KNIGHTS, "inner-circle")
MASTER = ("templar-grand-master", "general", "warhorse-barded")

LEAGUE_CAPTAIN = ("captain", "general", "captain-model")
COLLEGE = ("storm-college", ("magister", "brine-bolt"))
GUARDS = ("quay-guard", "10 quay-guardsman")
WARDENS = ("wall-wardens", "10 warden")
LEAGUE_ARMY = (*COLLEGE, LEAGUE_CAPTAIN, GUARDS, WARDENS)
LANCERS = "league-lancers"
TIDEWROUGHT = ("tidewrought", "3 tidewrought-model")

WARBAND = ("captain", ("warrior", "4 fighter"))
ORCS = ("boss", ("orc-boy", "2 fighter"))

Army = tuple[Any, ...]
CASES: dict[str, tuple[str, Army, Army, set[tuple[str, str]], dict[str, Any]]] = {
    # What it is: book, the army before, after the mistake, what must be told, agreed.
    "Warhammer: past the points": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, SWORDSMEN),
        (CAPTAIN, SPEARMEN, SWORDSMEN, SPEARMEN),
        {("points-limit", "")},
        {"limit": 310},
    ),
    "Mordheim: past the gold": (
        REIKLAND,
        (*WARBAND, "champion"),
        (*WARBAND, "champion", "champion"),
        {("points-limit", "")},
        {"limit": 195},
    ),
    "Scrollhammer: past the points": (
        LEAGUE,
        LEAGUE_ARMY,
        (*LEAGUE_ARMY, TIDEWROUGHT),
        {("points-limit", "")},
        {"limit": 400},
    ),
    "Warhammer: three models of at least ten": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, ("swordsmen", "10 swordsman")),
        (CAPTAIN, SPEARMEN, ("swordsmen", "3 swordsman")),
        {("unit-size", "f1/swordsmen")},
        {"limit": 500},
    ),
    "Scrollhammer: three models of at least ten": (
        LEAGUE,
        LEAGUE_ARMY,
        (*LEAGUE_ARMY, ("quay-guard", "3 quay-guardsman")),
        {("unit-size", "f1/quay-guard-2")},
        {},
    ),
    "Warhammer: forty models of at most ten": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, ("huntsmen", "10 huntsman")),
        (CAPTAIN, SPEARMEN, ("huntsmen", "40 huntsman")),
        {("unit-size", "f1/huntsmen")},
        {"limit": 1000},
    ),
    "Scrollhammer: forty models of at most twelve": (
        LEAGUE,
        (*LEAGUE_ARMY, (LANCERS, "12 lancer")),
        (*LEAGUE_ARMY, (LANCERS, "40 lancer")),
        {("unit-size", f"f1/{LANCERS}")},
        {},
    ),
    "Mordheim: six in a group of at most five": (
        REIKLAND,
        ("captain", ("warrior", "5 fighter")),
        ("captain", ("warrior", "6 fighter")),
        {("unit-size", "f1/warrior")},
        {"limit": 500},
    ),
    "Warhammer: all exclusive weapons": (
        EMPIRE,
        ((*CAPTAIN, "warhorse", "lance"), SPEARMEN, SWORDSMEN),
        (
            (*CAPTAIN, "warhorse", "great-weapon", "halberd", "lance", "pistol"),
            SPEARMEN,
            SWORDSMEN,
        ),
        {("slot", "f1/captain")},
        {"limit": 500},
    ),
    "Scrollhammer: all exclusive weapons": (
        LEAGUE,
        (*LEAGUE_ARMY, ("coast-outriders", "5 outrider", "spear")),
        (*LEAGUE_ARMY, ("coast-outriders", "5 outrider", "spear", "shortbow")),
        {("slot", "f1/coast-outriders")},
        {},
    ),
    "Mordheim: every weapon of the list": (
        REIKLAND,
        (("captain", "sword", "axe"), ("warrior", "2 fighter")),
        (("captain", "sword", "axe", "spear"), ("warrior", "2 fighter")),
        {("close-combat-weapons", "f1/captain")},
        {"limit": 500},
    ),
    "Warhammer: all mounts": (
        EMPIRE,
        ((*CAPTAIN, "pegasus"), SPEARMEN, SWORDSMEN),
        ((*CAPTAIN, "warhorse", "warhorse-barded", "pegasus"), SPEARMEN, SWORDSMEN),
        {("slot", "f1/captain")},
        {"limit": 500},
    ),
    "Scrollhammer: all mounts": (
        LEAGUE,
        (
            *COLLEGE,
            GUARDS,
            WARDENS,
            ("captain", "general", ("captain-model", "marsh-drake")),
        ),
        (
            *COLLEGE,
            GUARDS,
            WARDENS,
            ("captain", "general", ("captain-model", "warhorse", "marsh-drake")),
        ),
        {("slot", "f1/captain/captain-model")},
        {},
    ),
    "Warhammer: too little Core": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, SWORDSMEN, KNIGHTS),
        (CAPTAIN, SPEARMEN, SWORDSMEN),
        {("core", "")},
        {"limit": 2000},
    ),
    "Scrollhammer: Core below a quarter of the points": (
        LEAGUE,
        (*LEAGUE_ARMY, TIDEWROUGHT),
        (*LEAGUE_ARMY, TIDEWROUGHT, (LANCERS, "12 lancer")),
        {("core-points", "")},
        {"switches": {"core-points": True}},
    ),
    "Warhammer: a unit that was invented": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, SWORDSMEN),
        (CAPTAIN, SPEARMEN, SWORDSMEN, "dragon-riders"),
        {("unknown-entry", "f1/dragon-riders")},
        {"limit": 500},
    ),
    "Mordheim: a fighter that was invented": (
        REIKLAND,
        WARBAND,
        (*WARBAND, "assassin"),
        {("unknown-entry", "f1/assassin")},
        {"limit": 500},
    ),
    "Scrollhammer: a weapon that was invented": (
        LEAGUE,
        LEAGUE_ARMY,
        (*COLLEGE, LEAGUE_CAPTAIN, WARDENS, (*GUARDS, "sunblade")),
        {("unknown-entry", "f1/quay-guard/sunblade")},
        {},
    ),
    "Warhammer: nobody who could be the general": (
        EMPIRE,
        (CAPTAIN, SPEARMEN, SWORDSMEN),
        (SPEARMEN, SWORDSMEN),
        {("no-character", "")},
        {"limit": 500},
    ),
    "Scrollhammer: no general": (
        LEAGUE,
        LEAGUE_ARMY,
        (*COLLEGE, ("captain", "captain-model"), GUARDS, WARDENS),
        {("one-general", "")},
        {},
    ),
    "Mordheim: no leader": (
        REIKLAND,
        ("captain", "champion", ("warrior", "3 fighter")),
        ("champion", ("warrior", "3 fighter")),
        {("one-leader", "")},
        {"limit": 500},
    ),
    "Warhammer: three Inner Circles": (
        EMPIRE,
        (CAPTAIN, INNER_CIRCLE, KNIGHTS, KNIGHTS),
        (CAPTAIN, INNER_CIRCLE, INNER_CIRCLE, INNER_CIRCLE),
        {("inner-circle", "f1/knightly-orders-2/inner-circle-2")},
        {"limit": 2000},
    ),
    "Scrollhammer: three units of Tidewrought": (
        LEAGUE,
        (*LEAGUE_ARMY, TIDEWROUGHT),
        (*LEAGUE_ARMY, TIDEWROUGHT, TIDEWROUGHT, TIDEWROUGHT),
        {("tidewrought-units", "f1/tidewrought-2")},
        {},
    ),
    "Mordheim: three champions": (
        REIKLAND,
        (*WARBAND, "champion", "champion"),
        (*WARBAND, "champion", "champion", "champion"),
        {("fighter-number", "f1/champion-3")},
        {"limit": 500},
    ),
    "Warhammer: a Grand Master without knights": (
        EMPIRE,
        (MASTER, SPEARMEN, SWORDSMEN, KNIGHTS),
        (MASTER, SPEARMEN, SWORDSMEN, ("halberdiers", "20 halberdier")),
        {("grand-master-needs-knights", "f1/templar-grand-master")},
        {"limit": 2000},
    ),
    "Scrollhammer: a Master Wright without engines": (
        LEAGUE,
        (*LEAGUE_ARMY, TIDEWROUGHT, "wright"),
        (*LEAGUE_ARMY, "wright"),
        {("wright-needs-work", "f1/wright")},
        {},
    ),
    "Mordheim: squigs without goblins": (
        ORC_MOB,
        (*ORCS, ("goblin", "2 fighter"), ("cave-squig", "2 fighter")),
        (*ORCS, ("cave-squig", "2 fighter")),
        {("fighter-ratio", "f1/cave-squig")},
        {"limit": 500},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_army_before_the_mistake_has_no_error(case: str) -> None:
    key, before, _, _, agreed = CASES[case]

    assert errors(judged(key, *before, **agreed)) == []


@pytest.mark.parametrize("case", CASES)
def test_the_mistake_is_told_beside_what_it_is_about_and_nothing_else_is(
    case: str,
) -> None:
    key, _, after, told, agreed = CASES[case]

    assert set(errors(judged(key, *after, **agreed))) == told


@pytest.mark.parametrize("case", CASES)
def test_the_words_name_the_thing_and_the_rule(case: str) -> None:
    key, _, after, told, agreed = CASES[case]
    found = judged(key, *after, **agreed)

    for message in found.messages:
        if (message.code, message.where) in told:
            assert message.rule
            assert message.source or message.code in ("unit-size", "unknown-entry")
            line = found.line(message.where)
            assert not message.where or line is not None
            assert message.text.endswith(".")


@pytest.mark.parametrize("key", [EMPIRE, LEAGUE, REIKLAND, "charge-orcs"])
def test_a_price_that_is_written_into_a_file_is_refused_with_its_place(
    key: str,
) -> None:
    unit = next(iter(real_book(key).units))
    document = roster_document(roster_of(key, unit))
    assert read_roster(document) == roster_of(key, unit)

    document["forces"][0]["units"][0]["points"] = 0

    with pytest.raises(RosterError) as caught:
        read_roster(document)
    assert caught.value.where == "/forces/0/units/0"
    assert "points" in caught.value.text
