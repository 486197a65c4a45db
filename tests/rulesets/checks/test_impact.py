"""The impact of an edition on armies, against reviews of the same armies."""

import json
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.edition_changes import changes_between
from rulesets.books.load import read_book
from rulesets.books.sample_armies import read_book_tests
from rulesets.checks.impact import (
    MOST_SAMPLES,
    Impact,
    SavedArmy,
    anonymous,
    army_impact,
    impact,
    in_edition,
    joined,
    spread,
)
from rulesets.checks.impact_document import impact_document, read_impact
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.reviews.review import Review
from rulesets.rosters.roster import (
    Loadout,
    Roster,
    Selection,
    read_roster,
    roster_document,
    walk,
)
from tests.real_books import BOOKS, FIXTURES, real_book, real_books, sample_army

TESTED = sorted(path.stem for path in (FIXTURES / "book-tests").glob("*.json"))
Change = Callable[[Any], None]


def book_document(key: str) -> Any:
    return parse((BOOKS / f"{key}.json").read_bytes())


def edition(key: str, change: Change, number: int = 2) -> Book:
    """Return a book of the project after a change of its document."""
    document = deepcopy(book_document(key))
    change(document)
    return read_book(document, number)


def dearer(document: Any, units: int | None = None) -> None:
    """Have models, or units where these have a price, cost a point more."""
    for unit in document["units"][:units]:
        for priced in (unit, *_parts(unit.get("models"))):
            if "points" in priced:
                priced["points"] += 1


def first_unit_dearer(document: Any) -> None:
    dearer(document, 1)


def without_last_unit(document: Any) -> None:
    del document["units"][-1:]


def one_of_each(document: Any) -> None:
    """Allow each of the first ten units once."""
    for unit in document["units"][:10]:
        limit = {"key": "impact-once", "title": "Once", "of": unit["key"], "max": 1}
        document.setdefault("limits", []).append(
            {**limit, "key": f"once-{unit['key']}", "in": "force"}
        )


def other_words(document: Any) -> None:
    document["note"] = "Other words."


CHANGES = (dearer, first_unit_dearer, without_last_unit, one_of_each, other_words)


def _parts(models: Any) -> list[Any]:
    return models if isinstance(models, list) else []


@cache
def sample_rosters(key: str) -> tuple[Roster, ...]:
    path = FIXTURES / "book-tests" / f"{key}.json"
    tests = read_book_tests(parse(path.read_bytes()))
    return tuple(army.roster for army in tests.armies)


def saved(rosters: tuple[Roster, ...]) -> list[SavedArmy]:
    return [SavedArmy(str(n), roster_document(one)) for n, one in enumerate(rosters)]


def witnessed(roster: Roster, before: Book, after: Book) -> tuple[Any, ...]:
    """Return what two whole reviews of an army say, which share no code with impacts.

    Verdicts, points, codes of messages that are more, and that are fewer.
    """
    books = {**real_books(f"{roster.game}-*"), (after.key, after.edition): after}
    then = review(pinned(roster, before), books)
    now = review(pinned(roster, after), books)
    told, tells = codes(then), codes(now)
    return (
        *((then.verdict, then.points), (now.verdict, now.points)),
        *({*(tells - told)}, {*(told - tells)}),
    )


def pinned(roster: Roster, book: Book) -> Roster:
    document = roster_document(roster)
    for force in document["forces"]:
        if force["book"] == book.key:
            force["edition"] = book.edition
    return read_roster(document)


def codes(said: Review) -> Counter[tuple[str, str]]:
    return Counter((one.code, one.severity) for one in said.messages)


def told_by(of: Impact) -> tuple[Any, ...]:
    """Return the same of the impact on one army."""
    ((outcome, cases),) = of.outcomes.items()
    (sample,) = cases.samples
    return (
        *((outcome.before, sample.before), (outcome.after, sample.after)),
        *({(one.code, one.severity) for one in these} for these in messages_of(of)),
    )


def messages_of(of: Impact) -> tuple[Any, Any]:
    return of.appearing, of.vanishing


@pytest.mark.sweep(8)
@pytest.mark.parametrize("key", TESTED)
def test_an_impact_says_of_each_army_what_two_reviews_say(
    key: str, covered: Callable[[int, str], None]
) -> None:
    before, others = real_book(key), real_books(f"{real_book(key).game}-*")
    rosters = sample_rosters(key)[::5]
    for change in CHANGES:
        after = edition(key, change)
        for army, roster in zip(saved(rosters), rosters, strict=True):
            found = army_impact(army, before, after, others)
            expected = witnessed(roster, before, after)
            assert told_by(found) == expected, (change.__name__, roster.name)
    covered(len(CHANGES) * len(rosters), "armies in two editions")


def test_an_army_that_has_none_of_what_changed_is_not_asked_twice() -> None:
    before = real_book("charge-skaven")
    after = edition("charge-skaven", first_unit_dearer)
    found = changes_between(before, after)
    assert (found.is_wide, len(found.entries)) == (False, 1)
    for roster in sample_rosters("charge-skaven"):
        bought = {unit.entry for force in roster.forces for unit in force.units}
        assert found.concern(roster) == (not found.entries.isdisjoint(bought))
    assert not found.concern(sample_army("orcs-500"))
    assert not changes_between(before, edition("charge-skaven", other_words)).entries
    assert changes_between(before, edition("charge-skaven", one_of_each)).is_wide


# -- sums ---------------------------------------------------------------------------


@cache
def some_impacts() -> tuple[Impact, ...]:
    """Return the impact on each of many armies: every kind of case is among them."""
    before = real_book("charge-skaven")
    after = edition("charge-skaven", without_last_unit)
    armies = saved(sample_rosters("charge-skaven"))
    armies.append(SavedArmy("broken", {"format": "no roster"}))
    more = [army_impact(army, before, after, {}) for army in armies]
    dear = edition("charge-skaven", dearer)
    return (*more, *(army_impact(army, before, dear, {}) for army in armies))


def test_parts_joined_are_the_whole_wherever_it_is_cut() -> None:
    these = some_impacts()
    whole = joined(these)
    for cut in range(len(these) + 1):
        parts = joined(these[:cut]), joined(these[cut:])
        assert joined(parts) == whole
        assert joined((parts[0], joined((parts[1], joined(()))))) == whole


def test_every_army_is_in_one_number() -> None:
    whole = joined(some_impacts())
    assert whole.armies == len(some_impacts())
    assert whole.unreadable.armies == 2
    assert sum(whole.points.values()) == whole.armies - 2
    assert len(whole.cases().samples) == MOST_SAMPLES


def test_a_document_gives_the_same_impact_back() -> None:
    for one in (*some_impacts(), joined(some_impacts()), Impact()):
        assert read_impact(impact_document(one)) == one


def test_the_spread_is_of_the_armies_whose_points_change() -> None:
    of = Impact(points={0: 90, -5: 1, 10: 2, 40: 1})
    found = spread(of)
    assert found is not None
    assert (found.armies, found.low, found.high) == (4, -5, 40)
    assert spread(Impact(points={0: 3})) is None


# -- single armies ------------------------------------------------------------------


def test_an_army_past_its_points_turns_illegal_and_the_sentence_says_why() -> None:
    roster = sample_army("skaven-500")
    before, after = real_book("charge-skaven"), edition("charge-skaven", much_dearer)
    found = impact(saved((roster,)), before, after, {})
    assert (found.losing.armies, found.gaining.armies) == (1, 0)
    (kind,) = found.appearing
    (sample,) = found.appearing[kind].samples
    assert (kind.code, kind.severity) == ("points-limit", "error")
    assert (sample.id, sample.limit) == ("0", 500)
    assert sample.after > 500 >= sample.before
    assert "of at most 500 points" in sample.text
    back = impact(saved((in_edition(roster, after),)), after, before, {})
    assert (back.losing.armies, back.gaining.armies) == (0, 1)
    assert [*back.vanishing] == [kind]


def much_dearer(document: Any) -> None:
    for unit in document["units"]:
        unit["points"] *= 2


def test_an_army_whose_unit_is_gone_cannot_take_it_along() -> None:
    roster = sample_army("skaven-500")
    key = roster.forces[0].units[0].entry
    gone = edition("charge-skaven", lambda book: drop_unit(book, key))
    found = impact(saved((roster,)), real_book("charge-skaven"), gone, {})
    assert found.lost.armies == 1
    assert found.lost.samples[0].rule == "Only what the book offers can be taken"


def drop_unit(document: Any, key: str) -> None:
    document["units"] = [unit for unit in document["units"] if unit["key"] != key]


def test_an_army_without_units_is_empty_in_both() -> None:
    roster = sample_army("skaven-500")
    bare = replace(
        roster, forces=tuple(replace(force, units=()) for force in roster.forces)
    )
    after = edition("charge-skaven", dearer)
    found = impact(saved((bare,)), real_book("charge-skaven"), after, {})
    ((outcome, _),) = found.outcomes.items()
    assert (outcome.before, outcome.after, outcome.same) == ("empty", "empty", True)


def test_no_word_of_a_player_is_told() -> None:
    for key in (TESTED[0], TESTED[-1], "mordheim-skaven"):
        before, after = real_book(key), edition(key, dearer)
        others = real_books(f"{before.game}-*")
        rosters = tuple(map(secretive, sample_rosters(key)[:6]))
        for army in saved(rosters):
            found = army_impact(army, before, after, others)
            assert "SECRET" not in str(impact_document(found))
    broken = SavedArmy("1", {"format": "armybuilder.roster/1", "game": "SECRET"})
    found = army_impact(broken, before, after, {})
    assert found.unreadable.armies == 1
    assert "SECRET" not in str(impact_document(found))


def secretive(roster: Roster) -> Roster:
    """Return an army whose player has named everything."""
    forces = tuple(
        replace(force, units=tuple(map(_secretive, force.units)))
        for force in roster.forces
    )
    return replace(roster, name="SECRET", note="SECRET", forces=forces)


def _secretive(one: Selection) -> Selection:
    return replace(
        one,
        name="SECRET",
        note="SECRET",
        selections=tuple(map(_secretive, one.selections)),
        loadouts=(*one.loadouts, Loadout("SECRET", ("no-such-item",))),
    )


def test_equal_units_are_equal_values_whatever_their_players_call_them() -> None:
    for roster in sample_rosters("mordheim-reikland"):
        bare, other = anonymous(roster), anonymous(renamed(roster))
        assert "SECRET" not in str(other)
        assert bare == other
        ids = [one.id for force in bare.forces for one in walk(force.units)]
        ids += [force.id for force in bare.forces]
        assert len({*ids}) == len(ids)


def renamed(roster: Roster) -> Roster:
    """Return an army with other ids, and a name for each unit."""
    text = json.dumps(roster_document(roster))
    other = re.sub(r'"id": "', '"name": "SECRET", "id": "SECRET-', text)
    document = json.loads(other)
    for force in document["forces"]:
        del force["name"]
    return read_roster(document)
