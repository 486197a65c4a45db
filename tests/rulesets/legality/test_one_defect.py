"""One defect is told once: no two messages of which whatever mends one mends both."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from rulesets.books.book import Entry
from rulesets.legality import new_selection, with_defaults
from rulesets.legality.engine import verdict
from rulesets.reviews.review import ERROR, Message
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import KEYS, real_book
from tests.rulesets.legality.real import judged

EMPIRE = "warhammer-empire"
REIKLAND, LEAGUE = "mordheim-reikland", "scrollhammer-saltmere-league"


@pytest.mark.parametrize(
    ("book", "unit", "told"),
    [
        (EMPIRE, ("captain", "lance"), [("lance-needs-mount", "f1/captain/lance")]),
        (
            LEAGUE,
            ("captain", ("captain-model", "lance")),
            [("lance-mount", "f1/captain/captain-model/lance")],
        ),
        (
            "warhammer-bretonnia",
            ("paladin", "lance", "knights-vow"),
            [("must-be-mounted", "f1/paladin")],
        ),
        (EMPIRE, ("knightly-orders", "5 knight"), [("slot", "f1/knightly-orders")]),
        (EMPIRE, ("pistoliers", "5 pistolier"), [("slot", "f1/pistoliers")]),
        (REIKLAND, ("captain", "2 pistol"), [("missile-kinds", "f1/captain/pistol")]),
        (
            REIKLAND,
            ("captain", "pistol", "pistol-brace"),
            [("missile-kinds", "f1/captain/pistol-brace")],
        ),
        (
            "mordheim-skaven",
            ("rat-ogre", "2 fighter"),
            [("fighter-number", "f1/rat-ogre")],
        ),
        (
            "scrollhammer-warriors-of-elsweyr",
            ("noble", "2 suthay"),
            [("option-count", "f1/noble")],
        ),
        (
            EMPIRE,
            ("elector-count", "2 enchanted-shield"),
            [("unique-item", "f1/elector-count/enchanted-shield")],
        ),
    ],
)
def test_one_defect_gives_one_message(
    book: str, unit: Any, told: list[tuple[str, str]]
) -> None:
    place = f"f1/{unit[0]}"
    found = judged(book, unit, limit=2000)

    assert [
        (m.code, m.where)
        for m in found.messages
        if m.severity == ERROR and m.where.startswith(place)
    ] == told


def test_two_defects_of_one_piece_are_both_told() -> None:
    """A third pistol is one weapon too many, and three of a kind are two too many."""
    found = judged(REIKLAND, ("captain", "2 pistol", "bow"))
    codes = {m.code for m in found.messages if m.where.startswith("f1/captain")}

    assert codes == {"missile-weapons", "missile-kinds"}


def test_two_things_that_forbid_each_other_are_told_once() -> None:
    allies = ("mordheim-armoury", "giant-wolf", "giant-spider")
    found = judged("mordheim-orcs", "boss", allies=allies, limit=500)

    assert [m.where for m in found.messages if m.code == "not-together"] == [
        "f2/giant-wolf"
    ]


# -- every unit of every book, one wrong choice at a time --------------------------

# Two printed rules that one purchase breaks: each is told, since whoever knows one of
# them may not know the other.
TWO_RULES = {
    frozenset(pair)
    for pair in (
        ("savage-armour", "item-only-for"),
        ("savage-armour", "item-race"),
        # Two styles of a pit fighter: one too many, and too much in both of them.
        ("close-combat-weapons", "option-count"),
        ("one-body-armour", "option-count"),
    )
}
BUDGETS = {"magic-allowance", "magic-budget"}
"""What counts points and no things: never the same as what counts things."""

SWITCHES = {"mordheim": {"campaign": True, "mounted": True}}
MOST_OF_A_PAIR = 2
"""How many cases of two codes are looked into for one unit."""

Sign = tuple[str, str, str]
Edits = Iterator[tuple[tuple[Any, ...], Selection]]


def places(
    selection: Selection, entry: Entry
) -> Iterator[tuple[tuple[int, ...], Entry]]:
    yield (), entry
    for number, child in enumerate(selection.selections):
        if child.entry in entry.entries:
            for path, below in places(child, entry.entries[child.entry]):
                yield (number, *path), below


def changed(
    selection: Selection,
    path: tuple[int, ...],
    change: Callable[[Selection], Selection | None],
) -> Selection | None:
    if not path:
        return change(selection)
    first, *rest = path
    below = list(selection.selections)
    new = changed(below[first], tuple(rest), change)
    below[first : first + 1] = [] if new is None else [new]
    return replace(selection, selections=tuple(below))


def smallest_edits(unit: Selection, entry: Entry) -> Edits:
    """Yield what a player can do to a unit in one step, and the unit that follows."""
    for path, at in places(unit, entry):
        steps: list[tuple[str, Callable[[Selection], Selection | None]]] = [
            (f"add {key}", partial(added, option=option))
            for key, option in at.entries.items()
        ]
        if path:
            steps += [
                ("remove", lambda one: None),
                ("more", lambda one: replace(one, count=one.count + 1)),
                ("less", lambda one: replace(one, count=max(1, one.count - 1))),
            ]
        for name, step in steps:
            after = changed(unit, path, step)
            if after is not None:
                yield (path, name), after


def added(one: Selection, option: Entry) -> Selection:
    known = Counter(child.entry for child in one.selections)
    new = with_defaults(option, f"{one.id}-{option.key}-{known[option.key]}")
    return replace(one, selections=(*one.selections, new))


def doubled(unit: Selection, entry: Entry) -> Edits:
    """Yield the unit with two of every option."""
    for key, option in entry.entries.items():
        once = added(unit, option)
        *others, new = once.selections
        twice = replace(new, count=new.count + 1)
        yield ((), f"two {key}"), replace(once, selections=(*others, twice))


@dataclass
class Sweep:
    """A book under the sweep, with what was found."""

    book: str
    tried: int = 0
    pairs: Counter[frozenset[str]] = field(default_factory=Counter)
    told_twice: list[tuple[Any, ...]] = field(default_factory=list)

    def errors(self, unit: Selection) -> dict[Sign, Message]:
        """Return the errors of an army of one unit that are told beside it."""
        book = real_book(self.book)
        forces = (Force("f1", self.book, 1, (unit,)),)
        switches = SWITCHES.get(book.game, {})
        roster = Roster(book.game, "One", forces=forces, switches=switches)
        said = verdict(roster, {(self.book, 1): book}).messages
        return {
            (m.code, m.where, m.rule): m
            for m in said
            if m.severity == ERROR and m.where.startswith("f1/")
        }

    def look_at(self, entry: Entry) -> None:
        unit = new_selection(real_book(self.book), entry.key, "u")
        before = self.errors(unit)
        known: Counter[frozenset[str]] = Counter()
        for what, wrong in (*smallest_edits(unit, entry), *doubled(unit, entry)):
            self.tried += 1
            new = {s: m for s, m in self.errors(wrong).items() if s not in before}
            pairs = [frozenset((a[0], b[0])) for a, b in combinations(new, 2)]
            if any(known[pair] < MOST_OF_A_PAIR for pair in pairs):
                known.update(pairs)
                self.compare((entry.key, what), new, self.mended(wrong, entry, new))

    def mended(
        self, wrong: Selection, entry: Entry, new: dict[Sign, Message]
    ) -> dict[Sign, set[Any]]:
        """Return by message the smallest edits after which it is told no more."""
        mends: dict[Sign, set[Any]] = {sign: set() for sign in new}
        for what, after in smallest_edits(wrong, entry):
            left = self.errors(after)
            for sign in new:
                if sign not in left:
                    mends[sign].add(what)
        return mends

    def compare(
        self, case: Any, new: dict[Sign, Message], mends: dict[Sign, set[Any]]
    ) -> None:
        for one, other in combinations(new, 2):
            pair = frozenset((one[0], other[0]))
            self.pairs[pair] += 1
            if pair in TWO_RULES or pair & BUDGETS:
                continue
            if mends[one] and mends[one] == mends[other]:
                self.told_twice.append((case, new[one].text, new[other].text))


@pytest.mark.sweep(20)
@pytest.mark.parametrize("key", KEYS)
def test_no_wrong_choice_is_told_twice(
    key: str, covered: Callable[[int, str], None]
) -> None:
    sweep = Sweep(key)
    for entry in real_book(key).entries.values():
        if entry.kind == "unit":
            sweep.look_at(entry)

    covered(sweep.tried, "wrong choices")
    covered(sum(sweep.pairs.values()), "pairs of messages")
    assert sweep.told_twice == []
