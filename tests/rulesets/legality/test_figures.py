"""What queries read off stat lines, what an army's size is, and types that change."""

from typing import Any

import pytest

from rulesets.reviews.review import Review
from tests.rulesets.legality.real import judged
from tests.rulesets.legality.small import army_of, book_of


def line(key: str, **figures: Any) -> dict[str, Any]:
    return {"key": key, "characteristics": figures}


def tally(count: str, of: Any = "*", key: str = "tally") -> dict[str, Any]:
    """Return a tally of what a query reads off the whole army."""
    return {
        "key": key,
        "title": key,
        "amount": {"terms": [{"count": count, "of": of, "in": "army"}]},
    }


def value(found: Review, key: str = "tally") -> Any:
    return next(tally.value for tally in found.tallies if tally.key == key)


BANNER = {
    "key": "banner",
    "changes": [
        {
            "change": "figure:morale",
            "op": "add",
            "value": 2,
            "in": "bearer",
            "to": "kind:unit",
        }
    ],
}
HERO = {
    "key": "hero",
    "models": 1,
    "profiles": [line("hero", morale=9, push=None)],
    "slots": [{"key": "kit", "options": [BANNER]}],
}
MOB = {
    "key": "mob",
    "models": [{"key": "goblin", "min": 1}],
    "profiles": [line("goblin", morale=5, push=2)],
    "slots": [
        {
            "key": "leaders",
            "options": [
                {
                    "key": "boss",
                    "kind": "model",
                    "models": 0,
                    "profiles": [line("boss", morale=7, push=4)],
                }
            ],
        }
    ],
}


# -- highest and sum --------------------------------------------------------------


def test_the_highest_is_read_among_the_models_that_are_found() -> None:
    book = book_of(HERO, MOB, tallies=[tally("highest:morale")])
    mobs = book_of(HERO, MOB, tallies=[tally("highest:morale", "mob")])

    assert value(army_of(book, "hero", ("mob", "3 goblin")).review) == 9
    assert value(army_of(mobs, "hero", ("mob", "3 goblin")).review) == 5


def test_the_highest_is_read_after_every_change() -> None:
    book = book_of(HERO, tallies=[tally("highest:morale")])

    assert value(army_of(book, ("hero", "banner")).review) == 11


def test_a_leader_who_adds_no_model_has_a_line_that_may_be_the_highest() -> None:
    parts = [tally("highest:morale"), tally("sum:push", key="pushing")]
    found = army_of(book_of(MOB, tallies=parts), ("mob", "3 goblin", "boss")).review

    assert value(found) == 7
    assert value(found, "pushing") == 3 * 2


@pytest.mark.parametrize("count", ["highest:morale", "sum:morale"])
def test_of_nobody_the_figure_is_nothing(count: str) -> None:
    book = book_of(HERO, MOB, tallies=[tally(count, "dragon")])

    assert value(army_of(book, "hero").review) == 0


@pytest.mark.parametrize("count", ["highest:push", "sum:push"])
def test_a_dash_and_a_word_count_nothing(count: str) -> None:
    beast = {"key": "beast", "models": 2, "profiles": [line("beast", push="2D6")]}
    book = book_of(HERO, beast, tallies=[tally(count)])

    assert value(army_of(book, "hero", "beast").review) == 0


def test_the_sum_counts_every_model_with_its_own_line() -> None:
    parts = [tally("sum:morale", "kind:unit")]
    book = book_of(HERO, MOB, tallies=parts)

    found = army_of(book, "hero", ("mob", "3 goblin"), ("mob", "2 goblin")).review

    assert value(found) == 9 + 3 * 5 + 2 * 5


def test_nothing_is_summed_twice_where_targets_find_a_part_of_one_another() -> None:
    book = book_of(MOB, tallies=[tally("sum:morale", ["kind:unit", "goblin", "*"])])

    assert value(army_of(book, ("mob", "3 goblin")).review) == 15


def test_two_groups_are_summed_with_the_lines_that_they_have_after_changes() -> None:
    helmet = {
        "key": "helmet",
        "changes": [
            {"change": "figure:morale", "op": "add", "value": 1, "in": "bearer"}
        ],
    }
    book = book_of(
        {
            "key": "mob",
            "models": [
                {
                    "key": "goblin",
                    "profile": "goblin",
                    "slots": [{"key": "kit", "options": [helmet]}],
                }
            ],
            "profiles": [line("goblin", morale=5)],
        },
        tallies=[tally("sum:morale", "mob")],
    )

    found = army_of(book, ("mob", "3 goblin", ("2 goblin", "helmet"))).review

    assert value(found) == 3 * 5 + 2 * 6


def test_a_limit_on_the_highest_says_both_figures() -> None:
    general = {
        "key": "general",
        "title": "The general leads best",
        "each": "#general",
        "count": "highest:morale",
        "of": "kind:unit",
        "max": {
            "terms": [{"count": "highest:morale", "of": "kind:unit", "in": "unit"}]
        },
    }
    crown = {"key": "crown", "tags": ["general"]}
    chief = {
        "key": "chief",
        "models": 1,
        "profiles": [line("chief", morale=9)],
        "slots": [{"key": "rank", "options": [crown]}],
    }
    book = book_of(HERO, chief, limits=[general])

    assert army_of(book, ("chief", "crown")).said == []
    assert army_of(book, ("chief", "crown"), "hero").said == []
    found = army_of(book, ("chief", "crown"), ("hero", "banner")).review
    assert [(m.code, m.where) for m in found.messages] == [("general", "f1/s1/s2")]
    assert "11 of at most 9" in found.messages[0].text


def test_a_change_reads_figures_as_they_are_printed() -> None:
    """A change of figures cannot wait for the figures that it would itself change."""
    proud = {
        "key": "proud",
        "models": 1,
        "profiles": [line("proud", push=1)],
        "changes": [
            {
                "change": "figure:push",
                "op": "set",
                "value": {"terms": [{"count": "highest:morale", "of": "hero"}]},
            }
        ],
    }
    found = army_of(book_of(HERO, proud), ("hero", "banner"), "proud").review

    assert found.forces[0].units[1].profiles[0].figures["push"].now == 9


# -- the size of an army ----------------------------------------------------------

SIZED = book_of(
    {"key": "guard", "points": 60},
    limits=[
        {
            "key": "guards",
            "title": "A guard for every hundred points",
            "of": "guard",
            "in": "force",
            "max": {"terms": [{"count": "size", "every": 100}]},
        }
    ],
    tallies=[tally("size")],
)


def test_the_size_is_the_points_agreed_on() -> None:
    found = army_of(SIZED, "guard", "guard", limit=250)

    assert value(found.review) == 250
    assert found.said == []


def test_without_points_agreed_on_the_size_is_what_the_army_is_worth() -> None:
    one, two = army_of(SIZED, "guard"), army_of(SIZED, "guard", "guard")

    assert (value(one.review), value(two.review)) == (60, 120)
    assert [m.code for m in one.review.messages] == ["guards"]
    assert "60 of" not in one.said[0][1]
    assert [text for _, text in two.said] == [
        "A guard for every hundred points: 2 of at most 1 (1 for every 100 points of "
        "the army), 1 too many. See the second Guard."
    ]


# -- types that change ------------------------------------------------------------


def mounted(**more: Any) -> dict[str, Any]:
    """Return a horse that makes cavalry of its rider."""
    change = {"change": "type", "op": "set", "value": "cavalry", "in": "bearer"}
    return {"key": "horse", "kind": "mount", "changes": [{**change, **more}]}


def rider(**more: Any) -> Any:
    """Return the book of a knight on foot who may buy a horse."""
    return book_of(
        {
            "key": "knight",
            "type": "infantry",
            "models": 1,
            "profiles": [line("knight", morale=7)],
            "slots": [{"key": "stable", "options": [mounted()]}],
        },
        limits=[
            {"key": kind, "title": kind, "of": f"#{kind}", "in": "force", "max": 0}
            for kind in ("infantry", "cavalry")
        ],
        **more,
    )


def test_a_horse_makes_cavalry_of_its_rider_and_queries_find_it_as_such() -> None:
    on_foot, riding = army_of(rider(), "knight"), army_of(rider(), ("knight", "horse"))

    assert [m.code for m in on_foot.review.messages] == ["infantry"]
    assert [m.code for m in riding.review.messages] == ["cavalry"]


def test_a_type_that_changes_brings_the_figures_of_the_new_type() -> None:
    on_foot, riding = (
        army_of(rider(), unit).review.forces[0].units[0].profiles[0]
        for unit in ("knight", ("knight", "horse"))
    )

    assert (on_foot.kind, on_foot.figures["speed"].now) == ("infantry", 6)
    assert (riding.kind, riding.figures["speed"].now) == ("cavalry", 10)


def test_a_figure_that_is_printed_stays_when_the_type_changes() -> None:
    book = rider()
    slow = book_of(
        {
            "key": "knight",
            "type": "infantry",
            "models": 1,
            "profiles": [line("knight", speed=4)],
            "slots": [{"key": "stable", "options": [mounted()]}],
        }
    )

    assert book.units["knight"].profiles[0].kind == "infantry"
    profile = army_of(slow, ("knight", "horse")).review.forces[0].units[0].profiles[0]
    assert (profile.kind, profile.figures["speed"].now) == ("cavalry", 4)


def test_a_mount_keeps_its_own_type() -> None:
    horse = {**mounted(), "profiles": [{**line("horse", push=3), "type": "monster"}]}
    book = book_of(
        {
            "key": "knight",
            "type": "infantry",
            "models": 1,
            "profiles": [line("knight", morale=7)],
            "slots": [{"key": "stable", "options": [horse]}],
        }
    )

    unit = army_of(book, ("knight", "horse")).review.forces[0].units[0]

    assert unit.profiles[0].kind == "cavalry"
    assert unit.lines[0].profiles[0].kind == "monster"


def test_one_group_may_ride_while_the_others_of_its_unit_walk() -> None:
    book = book_of(
        {
            "key": "warband",
            "type": "infantry",
            "models": [
                {"key": "chief", "profile": "chief", "slots": [stable()]},
                {"key": "man", "profile": "man"},
            ],
            "profiles": [line("chief", morale=8), line("man", morale=6)],
        }
    )

    unit = army_of(book, ("warband", ("chief", "horse"), "5 man")).review.forces[0]

    kinds = {part.entry: part.profiles[0].kind for part in unit.units[0].lines}
    assert kinds == {"chief": "cavalry", "man": "infantry"}


def stable() -> dict[str, Any]:
    return {"key": "stable", "options": [mounted()]}


def test_captains_of_the_real_books_are_cavalry_in_the_saddle() -> None:
    empire = judged("warhammer-empire", ("captain", "warhorse"), limit=500)
    league = judged(
        "scrollhammer-saltmere-league", ("captain", ("captain-model", "warhorse"))
    )

    captain, model = empire.line("f1/captain"), league.line("f1/captain/captain-model")
    assert captain is not None
    assert model is not None
    assert captain.profiles[0].kind == model.profiles[0].kind == "cavalry"
    assert model.profiles[0].figures["t"].now == 5
    assert model.profiles[0].figures["t"].changed_by == ("Warhorse",)
