"""Every fix of every sample army: it does what it says, and no two do the same.

What an army holds, how much an edit changes and what is worse than before are worked
out here from documents and full reviews, apart from the code that picks the fixes.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulesets.core.points import Points
from rulesets.legality import review, with_fixes
from rulesets.reviews.review import ERROR, Fix, Message, Review
from rulesets.rosters.edits import SetLimit, Switch, apply_all
from rulesets.rosters.roster import Roster, roster_document
from tests.rulesets.legality.real import books_of
from tests.rulesets.legality.samples import SAMPLES, samples_of

Case = tuple[str, Review, Message]


@pytest.fixture(scope="module", params=SAMPLES)
def cases(request: pytest.FixtureRequest) -> list[Case]:
    """Return every message of a book's sample armies, with its fixes."""
    return [*_cases(request.param)]


def _cases(key: str) -> Iterator[Case]:
    for title, roster in samples_of(key):
        books = books_of(roster)
        found = with_fixes(review(roster, books), books)
        for message in found.messages:
            yield f"{key}, {title}: {message.text}", found, message


def after(now: Review, fix: Fix) -> Review:
    return review(apply_all(now.roster, fix.edits), books_of(now.roster))


# -- a second way to look at armies ----------------------------------------------------


def without_ids(part: Any) -> str:
    """Return a document in one order, without what only tells things apart."""
    if isinstance(part, dict):
        kept = {key: without_ids(part[key]) for key in part if key != "id"}
        return json.dumps(kept, sort_keys=True)
    if isinstance(part, list):
        return json.dumps(sorted(without_ids(one) for one in part))
    return json.dumps(part)


def held(roster: Roster) -> Counter[str]:
    """Return how many there are of everything, by the ids that lead there."""
    counts: Counter[str] = Counter()

    def look(part: Any, path: str) -> None:
        for one in (*part.get("units", ()), *part.get("selections", ())):
            counts[f"{path}/{one['id']}"] += one.get("count", 1)
            look(one, f"{path}/{one['id']}")

    for force in roster_document(roster)["forces"]:
        counts[force["id"]] += force["edition"]
        look(force, force["id"])
    return counts


def size(now: Review, fix: Fix) -> tuple[int, Points]:
    """Return how many things a fix changes, and by how many points.

    What comes along with something bought anew is none beside it.
    """
    was, then = held(now.roster), held(apply_all(now.roster, fix.edits))
    more = then - was
    along = [path for path in more if path not in was and within(path) not in was]
    both = ((was - then) + more).total() - sum(more[path] for path in along)
    return both, max(fix.points - now.points, now.points - fix.points)


def within(path: str) -> str:
    return path.rpartition("/")[0]


def worse(now: Review, then: Review) -> list[str]:
    """Return the errors of which there are more than before, by code and rule."""
    was, are = (
        Counter((m.code, m.rule) for m in of.messages if m.severity == ERROR)
        for of in (now, then)
    )
    return [f"{code}: {rule}" for code, rule in are - was]


# -- what every fix keeps --------------------------------------------------------------


@pytest.mark.sweep(20)
def test_a_fix_and_a_waiver_give_the_army_that_they_say(
    cases: list[Case], covered: Callable[[int, str], None]
) -> None:
    number = 0
    for title, now, message in cases:
        for fix in (*message.fixes, *message.waivers):
            then = after(now, fix)
            said = (fix.points, fix.legal, fix.errors)
            assert said == (then.points, then.legal, then.errors), (title, fix.text)
            number += 1
    covered(number, "fixes and waivers applied")


@pytest.mark.sweep(20)
def test_a_fix_brings_no_error_and_its_message_is_gone_or_nearer(
    cases: list[Case],
) -> None:
    for title, now, message in cases:
        for fix in message.fixes:
            then = after(now, fix)
            assert worse(now, then) == [], (title, fix.text)
            assert off(then, message) < off(now, message) or times(
                then, message
            ) < times(now, message), (title, fix.text)


def times(of: Review, message: Message) -> int:
    return sum((m.code, m.rule) == (message.code, message.rule) for m in of.messages)


def off(of: Review, message: Message) -> Points:
    same = (m for m in of.messages if (m.code, m.rule) == (message.code, message.rule))
    return sum(max(m.off, -m.off) for m in same)


@pytest.mark.sweep(4)
def test_fixes_of_one_message_lead_to_different_armies_in_different_words(
    cases: list[Case], covered: Callable[[int, str], None]
) -> None:
    number = 0
    for title, now, message in cases:
        armies = [
            without_ids(roster_document(apply_all(now.roster, fix.edits)))
            for fix in message.fixes
        ]
        texts = [fix.text for fix in message.fixes]
        assert len(set(armies)) == len(set(texts)) == len(texts), (title, texts)
        assert without_ids(roster_document(now.roster)) not in armies
        number += len(texts) > 1
    covered(number, "messages with several fixes")


@pytest.mark.sweep(20)
def test_the_smallest_change_comes_first_and_more_points_last(
    cases: list[Case],
) -> None:
    for title, now, message in cases:
        agreed = [any(isinstance(e, SetLimit) for e in f.edits) for f in message.fixes]
        assert agreed == sorted(agreed), title
        solved = [
            size(now, fix)
            for fix, only_agreed in zip(message.fixes, agreed, strict=True)
            if not only_agreed and times(after(now, fix), message) < times(now, message)
        ]
        assert solved == sorted(solved), (title, [fix.text for fix in message.fixes])


@pytest.mark.sweep(4)
def test_no_fix_plays_without_a_rule_and_a_waiver_does_nothing_else(
    cases: list[Case], covered: Callable[[int, str], None]
) -> None:
    number = 0
    for title, now, message in cases:
        for fix in message.fixes:
            assert not any(isinstance(edit, Switch) for edit in fix.edits), title
        for waiver in message.waivers:
            assert waiver.edits == (Switch(message.code, on=False),), title
            then = after(now, waiver)
            assert len(then.waived) == len(now.waived) + 1, title
            number += 1
    covered(number, "waivers")


NUMBERED = re.compile(r"\b[Tt]he \w+ ")


@pytest.mark.sweep(4)
def test_a_fix_names_a_unit_that_has_likes_by_its_number(cases: list[Case]) -> None:
    for title, now, message in cases:
        units = [unit for force in now.forces for unit in force.units]
        many = Counter(unit.title for unit in units)
        for fix in message.fixes:
            for edit in fix.edits:
                named = [u for u in units if getattr(edit, "id", "") == u.id]
                for unit in named:
                    if many[unit.title] > 1:
                        assert NUMBERED.search(fix.text), (title, fix.text)
