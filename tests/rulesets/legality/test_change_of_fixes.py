"""Which fixes are offered: distinct armies, small changes first, nothing worse."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.legality import review, with_fixes
from rulesets.reviews.review import Message, Review
from rulesets.rosters.edits import Add, Remove, SetCount
from rulesets.rosters.roster import Selection
from tests.rulesets.legality.real import books_of, judged
from tests.rulesets.legality.small import NO_RULES, Answer, army_of, book_of

EMPIRE = "warhammer-empire"
BRETONNIA = "warhammer-bretonnia"


def solved(found: Review) -> Review:
    return with_fixes(found, books_of(found.roster))


def told(found: Review, code: str) -> Message:
    """Return the message of a code, with its fixes."""
    return next(one for one in solved(found).messages if one.code == code)


def texts(message: Message) -> list[str]:
    return [fix.text for fix in message.fixes]


# -- distinct armies -----------------------------------------------------------------


def test_of_equal_units_only_one_is_offered_to_go() -> None:
    book = book_of({"key": "orcs", "points": 60}, {"key": "trolls", "points": 70})
    army = army_of(book, *["orcs"] * 4, "trolls", limit=250)

    (message,) = with_fixes(army.review, army.books).messages

    assert texts(message) == [
        "Remove the first Orcs (60 points)",
        "Remove Trolls (70 points)",
        "Agree on a limit of 310 points",
    ]


def test_the_same_edit_in_other_words_is_offered_once() -> None:
    found = judged(EMPIRE, ("captain", "general", "halberd", "great-weapon"))

    slot = told(found, "slot")

    assert texts(slot) == ["Captain: without Great weapon", "Captain: without Halberd"]


# -- the smallest change first -------------------------------------------------------

ORCS: dict[str, Any] = {
    "key": "mob",
    "models": [{"key": "orc", "points": 6, "min": 5, "max": 30}],
    "slots": [
        {"key": "command", "options": [{"key": "musician", "points": 7}]},
        {"key": "kit", "options": [{"key": "shields", "points": 1, "per": "model"}]},
    ],
}
BOSS: dict[str, Any] = {
    "key": "boss",
    "points": 80,
    "slots": [{"key": "kit", "options": [{"key": "dagger", "points": 4}]}],
}


def test_past_the_points_goes_an_item_a_model_or_a_musician() -> None:
    army = army_of(
        book_of(ORCS, BOSS),
        ("mob", "20 orc", "musician"),
        ("boss", "dagger"),
        limit=207,
    )

    (message,) = with_fixes(army.review, army.books).messages

    assert message.text == "The army is worth 211 of at most 207 points, 4 too many."
    assert texts(message) == [
        "Boss: without Dagger",
        "Mob: 19 Orc instead of 20",
        "Mob: without Musician",
        "Remove Boss (84 points)",
    ]


def test_as_few_models_go_as_save_enough_with_what_each_of_them_carries() -> None:
    army = army_of(book_of(ORCS), ("mob", "20 orc", "shields"), limit=127)

    message = with_fixes(army.review, army.books).messages[0]

    points = {fix.text: fix.points for fix in message.fixes}
    assert points == {
        "Mob: without Shields": 120,
        "Mob: 18 Orc instead of 20": 126,
        "Agree on a limit of 140 points": 140,
    }


def test_two_small_things_go_before_a_whole_unit() -> None:
    army = army_of(
        book_of(ORCS, BOSS), ("mob", "5 orc", "musician"), ("boss", "dagger"), limit=110
    )

    message = with_fixes(army.review, army.books).messages[0]

    assert message.fixes[0].text == "Mob: without Musician; Boss: without Dagger"
    assert message.fixes[0].points == 110


def test_far_past_the_points_the_fewest_whole_units_go() -> None:
    book = book_of(*({"key": f"mob-{n}", "points": n} for n in (90, 80, 20, 10)))
    army = army_of(book, "mob-90", "mob-80", "mob-20", "mob-10", limit=35)

    message = with_fixes(army.review, army.books).messages[0]

    assert (
        message.fixes[0].text == "Remove Mob 90 (90 points); remove Mob 80 (80 points)"
    )
    assert message.fixes[0].legal


def test_what_comes_along_with_a_unit_is_no_change_beside_it() -> None:
    """Free Company come as ten, Huntsmen as five: both are one unit more."""
    found = judged(EMPIRE, ("captain", "general"), limit=1000)

    core = told(found, "core")

    assert [(fix.text, fix.points - found.points) for fix in core.fixes] == [
        ("Add Free Company", 50),
        ("Add Huntsmen", 50),
        ("Add Halberdiers", 60),
        ("Add Spearmen", 60),
    ]


def test_the_cheapest_units_are_tried_however_many_a_book_has() -> None:
    """What a unit costs is what its models cost: no unit of a row prints a price."""
    rows = [
        {
            "key": f"row-{n}",
            "tags": ["core"],
            "models": [{"key": f"one-{n}", "points": 50 - n, "min": 5}],
        }
        for n in range(30)
    ]
    core = {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 1}
    army = army_of(book_of(BOSS, *rows, limits=[core]), "boss")

    (message,) = with_fixes(army.review, army.books).messages

    assert texts(message) == ["Add Row 29", "Add Row 28", "Add Row 27", "Add Row 26"]


# -- the general ---------------------------------------------------------------------


def test_the_other_character_is_marked_where_the_general_has_less_leadership() -> None:
    found = judged(
        EMPIRE,
        ("master-engineer", "general"),
        "captain",
        *[("spearmen", "20 spearman")] * 2,
        limit=1000,
    )

    message = told(found, "general-leadership")

    fix = message.fixes[0]
    assert fix.text == "General of the army: Captain instead of Master Engineer"
    assert [type(edit) for edit in fix.edits] == [Remove, Add]
    assert fix.legal
    assert fix.points == found.points


def test_a_character_is_marked_where_nobody_is_the_general() -> None:
    found = judged(EMPIRE, "captain", *[("spearmen", "20 spearman")] * 2, limit=1000)

    assert texts(told(found, "no-general"))[0] == "Captain: add General of the army"


def test_a_character_comes_as_the_general_where_none_there_may_be() -> None:
    mobs = [("spearmen", "20 spearman")] * 2
    found = judged(EMPIRE, ("captain", "battle-standard"), *mobs, limit=1000)

    fixes = texts(told(found, "no-general"))

    assert fixes[0] == "Add Captain with General of the army"


def test_either_of_two_generals_may_lose_the_mark() -> None:
    mobs = [("spearmen", "20 spearman")] * 2
    found = judged(EMPIRE, *[("captain", "general")] * 2, *mobs, limit=1000)

    assert texts(told(found, "one-general")) == [
        "The second Captain: without General of the army"
    ]


# -- nothing worse -------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "lords"), [(1000, 0), (2000, 1)])
def test_a_lord_is_offered_only_where_one_is_allowed(limit: int, lords: int) -> None:
    found = judged(EMPIRE, *[("spearmen", "20 spearman")] * 3, limit=limit)

    added = texts(told(found, "no-character"))

    assert added
    names = {"Add Elector Count", "Add Templar Grand Master", "Add Wizard Lord"}
    assert bool(names & set(added)) <= bool(lords)


def test_a_hero_comes_for_a_lord_who_alone_leads() -> None:
    mobs = [("spearmen", "20 spearman")] * 2
    found = judged(EMPIRE, ("elector-count", "general"), *mobs, limit=1500)

    lords = told(found, "lords")

    assert lords.text.startswith("Lords: 1 where none is allowed")
    fix = lords.fixes[0]
    assert fix.text == "Battle Wizard instead of Elector Count"
    assert fix.legal


def test_a_fix_that_breaks_another_rule_is_none() -> None:
    """Removing the mob solves its size and leaves the army without its one mob."""
    needed = {"key": "one", "title": "A mob", "of": "mob", "in": "force", "min": 1}
    mob = {"key": "mob", "models": [{"key": "orc", "min": 5, "max": 10}]}
    army = army_of(book_of(mob, limits=[needed]), ("mob", "4 orc"))

    message = with_fixes(army.review, army.books).messages[0]

    assert [fix.edits for fix in message.fixes] == [(SetCount("s2", 5),)]


SPEARMEN = ("spearmen", "20 spearman", ("standard-bearer", "war-banner"))


def test_a_lord_goes_together_with_the_banner_that_only_he_allows() -> None:
    mob = ("spearmen", "20 spearman")
    lord = ("elector-count", "general")
    found = judged(EMPIRE, lord, "captain", SPEARMEN, mob, limit=1500)

    fixes = told(found, "lords").fixes

    spearmen = "the first Spearmen (20 models)"
    assert [(fix.text, fix.points - found.points, fix.legal) for fix in fixes] == [
        (
            f"Remove Elector Count; {spearmen}, Standard bearer: without War Banner",
            -105,
            True,
        ),
        (f"Remove Elector Count; {spearmen}: without Standard bearer", -115, True),
    ]
    assert [type(edit) for edit in fixes[0].edits] == [Remove, Remove]


def test_after_another_went_a_unit_is_called_as_before() -> None:
    none = {"key": "none", "title": "No chief", "of": "chief", "in": "force", "max": 0}
    flags = {
        **{"key": "flags", "title": "Flags", "of": "flag", "in": "force", "max": 0},
        "when": {"of": "chief", "in": "force", "at_most": 0},
    }
    kit = {"key": "kit", "options": [{"key": "flag"}]}
    book = book_of(
        {"key": "chief", "name": "Mob"},
        {"key": "mob", "points": 10, "slots": [kit]},
        limits=[none, flags],
    )
    army = army_of(book, "chief", ("mob", "flag"))

    (message,) = with_fixes(army.review, army.books).messages

    assert texts(message) == ["Remove the first Mob; the second Mob: without Flag"]


def test_what_was_taken_away_is_not_bought_again() -> None:
    one = {"key": "one", "title": "A mob", "of": "mob", "in": "force", "min": 1}
    none = {"key": "none", "title": "No flag", "of": "flag", "in": "force", "max": 0}
    kit = {"key": "kit", "min": 1, "default": ["flag"], "options": [{"key": "flag"}]}
    mob = {"key": "mob", "points": 10, "slots": [kit]}
    army = army_of(book_of(mob, limits=[one, none]), ("mob", "flag"))

    messages = with_fixes(army.review, army.books).messages

    assert [message.fixes for message in messages] == [()]


def test_another_is_chosen_where_one_must_be() -> None:
    order = {
        "key": "order",
        "min": 1,
        "max": 1,
        "options": [{"key": "ranks"}, {"key": "open-order"}],
    }
    once = {"key": "once", "title": "Open order once", "of": "open-order", "max": 1}
    book = book_of({"key": "bowmen", "slots": [order]}, limits=[once])
    army = army_of(book, ("bowmen", "open-order"), ("bowmen", "open-order"))

    message = with_fixes(army.review, army.books).messages[0]

    assert texts(message)[0] == "The second Bowmen: Ranks instead of Open Order"


def test_messages_and_fixes_number_units_alike_over_several_forces() -> None:
    """Forces of one book are one, so the third mob is that of the other book."""
    one, other = book_of(ORCS), book_of({**ORCS, "name": "Mob"}, key="other")
    small = ("mob", "4 orc")
    both = army_of(one, small, allies=(other, small))
    last = replace(both.review.roster.forces[0], id="f3", units=(_again(both),))
    roster = replace(both.review.roster, forces=(*both.review.roster.forces, last))

    found = with_fixes(review(roster, both.books, NO_RULES), both.books, NO_RULES)

    sizes = [one for one in found.messages if one.code == "unit-size"]
    for message in sizes:
        number = message.text.partition(" Mob")[0]
        assert message.fixes[0].text.startswith(f"{number} Mob")
    told = {message.where: message.text.split()[1] for message in sizes}
    assert told == {"f1/s1": "first", "f3/t1": "second", "f2/s3": "third"}


def _again(army: Answer) -> Selection:
    """Return the first unit of an army once more, with other ids."""
    unit = army.review.roster.forces[0].units[0]
    inner = tuple(replace(one, id="t2") for one in unit.selections)
    return replace(unit, id="t1", selections=inner)


# -- names ---------------------------------------------------------------------------


def test_two_like_units_are_told_apart() -> None:
    army = army_of(
        book_of(ORCS), ("mob", "20 orc"), ("mob", "31 orc"), ("mob", "4 orc")
    )

    fixes = [texts(message) for message in with_fixes(army.review, army.books).messages]

    assert [these[0] for these in fixes] == [
        "The second Mob (31 models): 30 Orc instead of 31",
        "The third Mob (4 models): 5 Orc instead of 4",
    ]
