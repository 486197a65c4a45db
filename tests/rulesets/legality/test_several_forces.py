"""Several forces in one army: who stands beside whom, and what a force brings."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulesets.books.sample_armies import SampleArmy, read_book_tests
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import SEE, review, with_fixes
from rulesets.reviews.review import ERROR, Message, Review
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import FIXTURES, KEYS, real_book
from tests.rulesets.legality.real import books_of, errors, roster_of
from tests.rulesets.legality.small import army_of, book_of

# -- what each game allows, worked out by hand --------------------------------------

SERVING = {"mordheim-hired-swords", "mordheim-armoury"}
"""Books that no warband is made of."""

ALLIES = {
    "scrollhammer-falmer": {"scrollhammer-dragons"},
    "scrollhammer-saltmere-league": {
        "scrollhammer-imperial-legion",
        "scrollhammer-holds-of-skyrim",
        "scrollhammer-falmer",
    },
}
"""Whom the two books have as allies that print them; the others' lists are lost."""

ABOUT_FORCES = {"one-faction", "one-book", "one-warband", "no-army-of-its-own"}


def expected(own: str, other: str) -> set[str]:
    """Return the errors that a force of another book, behind one's own, must bring."""
    game = own.partition("-")[0]
    if game == "charge":
        return {"one-faction"}
    if game == "warhammer":
        return {"one-book"}
    if game == "mordheim":
        return set() if {own, other} & SERVING else {"one-warband"}
    alone = {"no-army-of-its-own"} if own == "scrollhammer-dwemer-animunculi" else set()
    refused = own in ALLIES and other not in ALLIES[own]
    return alone | ({"allies"} if refused else set())


# -- armies -------------------------------------------------------------------------


def samples(key: str) -> tuple[SampleArmy, ...]:
    path = FIXTURES / "book-tests" / f"{key}.json"
    return read_book_tests(parse(path.read_bytes())).armies


def sample_force(key: str) -> Force:
    """Return a force of a book as a sample army of it has it, without faults."""
    found = (
        (army.points, force)
        for army in samples(key)
        for force in army.roster.forces
        if force.book == key and force.units and not army.messages
    )
    return min(found, key=lambda one: (one[0] == 0, one[0]))[1]


def renamed(force: Force, letter: str) -> Force:
    """Return a force with ids of its own."""

    def named(these: tuple[Selection, ...]) -> tuple[Selection, ...]:
        return tuple(
            replace(s, id=f"{letter}-{s.id}", selections=named(s.selections))
            for s in these
        )

    return Force(letter, force.book, force.edition, named(force.units))


def judged_with_all(roster: Roster) -> Review:
    return review(roster, books_of(roster))


def told(found: Review) -> list[tuple[str, str, str]]:
    """Return what is said of an army but for what its order decides.

    That is which force stands before a place, and who is past a limit.
    """
    return sorted((m.code, m.text.partition(SEE)[0], place(m)) for m in found.messages)


def place(message: Message) -> str:
    """Return where a message stands; "" where that depends on the order of forces."""
    if "/" not in message.where or SEE in message.text:
        return ""
    return message.where.rpartition("/")[2]


def figures(found: Review) -> tuple[Any, ...]:
    gauges = tuple((g.key, g.count, g.low, g.high) for g in found.gauges)
    return found.points, found.limit, found.models, gauges, found.tallies


PAIRS = [
    (own, other)
    for own in KEYS
    for other in KEYS
    if own != other and own.partition("-")[0] == other.partition("-")[0]
]


# -- sweeps -------------------------------------------------------------------------


@pytest.mark.sweep(20)
@pytest.mark.parametrize("own", KEYS)
def test_a_force_of_another_book_is_what_the_game_allows(
    own: str, covered: Callable[[int, str], None]
) -> None:
    others = [other for first, other in PAIRS if first == own]
    for other in others:
        forces = (sample_force(own), renamed(sample_force(other), "z"))
        now = judged_with_all(Roster(real_book(own).game, "Two", forces=forces))
        about = {m.code for m in now.messages if m.severity == ERROR}
        about &= ABOUT_FORCES | {"allies"}
        assert about == expected(own, other), other
    covered(len(others), "pairs of books")


@pytest.mark.parametrize("own", [key for key in KEYS if key.startswith("mordheim")])
def test_who_serves_a_warband_may_stand_before_it(own: str) -> None:
    for other in SERVING - {own}:
        forces = (sample_force(own), renamed(sample_force(other), "z"))
        army = Roster("mordheim", "Two", limit=500, forces=forces)
        before = replace(army, forces=forces[::-1])
        there, here = judged_with_all(army), judged_with_all(before)
        # What is past a limit depends on the order; that it is does not.
        assert Counter(m.code for m in there.messages) == Counter(
            m.code for m in here.messages
        )
        assert (there.points, there.limit) == (here.points, here.limit)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("key", KEYS)
def test_two_forces_of_one_book_are_one(
    key: str, covered: Callable[[int, str], None]
) -> None:
    """Every sample army, cut in two: nothing else is said of it than before."""
    cut = 0
    for army in samples(key):
        for split in _cuts(army.roster):
            whole, parts = judged_with_all(army.roster), judged_with_all(split)
            assert told(parts) == told(whole), army.title
            assert figures(parts) == figures(whole), army.title
            assert sum(f.points for f in parts.forces) == whole.points
            cut += 1
    covered(cut, "armies cut in two")


def _cuts(roster: Roster) -> Iterator[Roster]:
    """Yield the army with the units of its first force in two forces."""
    if any((f.book, f.edition) not in books_of(roster) for f in roster.forces):
        return
    first, *rest = roster.forces
    middle = len(first.units) // 2
    if middle:
        ahead = replace(first, units=first.units[:middle])
        behind = replace(first, id="cut", units=first.units[middle:])
        yield replace(roster, forces=(ahead, behind, *rest))
        yield replace(roster, forces=(ahead, *rest, behind))


@pytest.mark.sweep(20)
@pytest.mark.parametrize("key", KEYS)
def test_an_empty_force_of_any_book_changes_nothing(
    key: str, covered: Callable[[int, str], None]
) -> None:
    """Every sample army beside an empty force, behind it and before it."""
    game, number = real_book(key).game, 0
    others = [other for other in KEYS if real_book(other).game == game]
    for place, army in enumerate(samples(key)):
        roster = army.roster
        if not any(force.units for force in roster.forces):
            continue
        whole = judged_with_all(roster)
        # The first army meets every book, the others one each.
        here = others if not place else [others[place % len(others)]]
        for other in here:
            empty = Force("none", other, 1)
            for forces in ((*roster.forces, empty), (empty, *roster.forces)):
                with_it = judged_with_all(replace(roster, forces=forces))
                said = [one for one in told(with_it) if one[0] != "empty-force"]
                assert said == told(whole), (army.title, other)
                assert figures(with_it) == figures(whole), (army.title, other)
                assert with_it.legal == whole.legal
                number += 1
    covered(number, "armies with an empty force")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("key", KEYS)
def test_a_force_of_another_game_counts_nothing(key: str) -> None:
    game = real_book(key).game
    force = sample_force(key)
    army = Roster(game, "Whole", limit=GAMES[game].limits[0], forces=(force,))
    whole = judged_with_all(army)
    for other in ("charge-skaven", "mordheim-marienburg", "warhammer-bretonnia"):
        if real_book(other).game == game:
            continue
        stranger = renamed(sample_force(other), "z")
        for forces in ((force, stranger), (stranger, force)):
            with_it = judged_with_all(replace(army, forces=forces))
            said = [one for one in told(with_it) if one[0] != "other-game"]
            assert said == told(whole)
            assert figures(with_it) == figures(whole)
            assert not with_it.legal
            (theirs,) = [one for one in with_it.forces if one.id == "z"]
            assert (theirs.points, len(theirs.units)) == (0, len(stranger.units))


# -- what was seen in armies --------------------------------------------------------


def in_two(key: str, *units: Any, **agreed: Any) -> Review:
    """Return what is said of units of a book, half of them in a second force."""
    roster = roster_of(key, *units, **agreed)
    (force,) = roster.forces
    middle = len(units) // 2
    halves = (
        replace(force, units=force.units[:middle]),
        replace(force, id="f2", units=force.units[middle:]),
    )
    return judged_with_all(replace(roster, forces=halves))


@pytest.mark.parametrize(
    ("key", "units", "code", "text"),
    [
        (
            "mordheim-reikland",
            ["captain", *["champion"] * 4],
            "fighter-number",
            "Champion: 4",
        ),
        (
            "mordheim-skaven",
            ["assassin-adept", *[("verminkin", "5 fighter")] * 6],
            "warband-size",
            "31",
        ),
        ("warhammer-empire", ["greatswords"] * 2, "one-greatswords", "2"),
        ("scrollhammer-holds-of-skyrim", ["jarl", "jarl"], "jarl", "2"),
    ],
)
def test_what_one_force_may_not_have_two_of_one_book_may_not(
    key: str, units: list[Any], code: str, text: str
) -> None:
    said = [m.text for m in in_two(key, *units).messages if m.code == code]
    assert len(said) == 1
    assert text in said[0]


@pytest.mark.parametrize("other", ["skaven", "middenheim", "marienburg"])
def test_a_second_warband_is_told_and_removed(other: str) -> None:
    other = f"mordheim-{other}"
    army = roster_of("mordheim-reikland", "captain", ("warrior", "2 fighter"))
    second = renamed(sample_force(other), "z")
    army = replace(army, forces=(army.forces[0], second))
    books = books_of(army)
    found = with_fixes(review(army, books), books)
    (message,) = [m for m in found.messages if m.code == "one-warband"]
    assert message.where == "z"
    assert message.text.startswith(f"{real_book(other).name} is a warband of its own")
    assert message.fixes[0].text == f"Remove all units of {real_book(other).name}"


def test_a_second_warband_in_two_forces_is_removed_whole() -> None:
    second = sample_force("mordheim-skaven")
    army = roster_of("mordheim-reikland", "captain", ("warrior", "2 fighter"))
    forces = (army.forces[0], renamed(second, "y"), renamed(second, "z"))
    army = replace(army, forces=forces)
    found = with_fixes(review(army, books_of(army)), books_of(army))
    (message,) = [m for m in found.messages if m.code == "one-warband"]
    assert message.marks == ("y", "z")
    assert len(message.fixes[0].edits) == 2


def test_orcs_fill_no_core_of_the_empire() -> None:
    army = roster_of("warhammer-empire", "captain", limit=1000)
    orcs = renamed(sample_force("warhammer-orcs-and-goblins"), "z")
    found = judged_with_all(replace(army, forces=(army.forces[0], orcs)))
    assert {("one-book", "z"), ("core", "")} <= {*errors(found)}


@pytest.mark.parametrize("first", [False, True])
def test_the_gold_of_marienburg_is_for_marienburgers(first: bool) -> None:
    army = roster_of("mordheim-reikland", "captain", limit=500)
    empty = Force("none", "mordheim-marienburg", 1)
    forces = (empty, *army.forces) if first else (*army.forces, empty)
    assert judged_with_all(replace(army, forces=forces)).limit == 500
    own = judged_with_all(roster_of("mordheim-marienburg", "captain", limit=500))
    assert own.limit == 600


def test_a_hired_sword_of_marienburgers_leaves_them_their_gold() -> None:
    army = roster_of("mordheim-hired-swords", "halfling-scout", limit=500)
    own = renamed(sample_force("mordheim-marienburg"), "z")
    found = judged_with_all(replace(army, forces=(*army.forces, own)))
    assert found.limit == 600


def test_bretonnians_who_are_not_there_bring_no_character() -> None:
    heroes = ["captain"] * 5
    army = roster_of("warhammer-empire", *heroes, limit=2000)
    empty = Force("none", "warhammer-bretonnia", 1)
    found = judged_with_all(replace(army, forces=(*army.forces, empty)))
    (said,) = [m.text for m in found.messages if m.code == "characters"]
    assert said.startswith("Characters: 5 of at most 4 in an army of 2,000 points.")


# -- books of one's own -------------------------------------------------------------

LIFTED = {
    "change": "max:guards",
    "op": "remove",
    "in": "army",
    "to": "kind:force",
    "title": "Lifted",
}
DEARER = {"change": "points", "op": "add", "value": 1, "in": "army", "to": "guard"}
AT_MOST_ONE = {"key": "guards", "title": "Guards", "of": "guard", "in": "force"}


@pytest.mark.parametrize("stands_at", ["book", "unit"])
def test_what_an_ally_brings_reaches_its_own_force_only(stands_at: str) -> None:
    changes = [LIFTED, DEARER]
    own = book_of({"key": "guard", "points": 10}, limits=[{**AT_MOST_ONE, "max": 1}])
    theirs = book_of(
        {
            "key": "wizard",
            "points": 5,
            "changes": changes if stands_at == "unit" else [],
        },
        key="other",
        changes=changes if stands_at == "book" else [],
    )
    army = army_of(own, "guard", "guard", allies=(theirs, "wizard"))
    assert army.points == 25
    assert [m.code for m in army.review.messages] == ["guards"]


def test_two_editions_of_one_book_are_an_error_with_a_fix() -> None:
    book = book_of({"key": "guard", "points": 10})
    books = {("test", 1): book, ("test", 2): replace(book, edition=2)}
    forces = tuple(
        Force(f"f{n}", "test", n, (Selection(f"s{n}", "guard"),)) for n in (1, 2)
    )
    army = Roster("charge", "Two", forces=forces)
    found = with_fixes(review(army, books), books)
    (message,) = found.messages
    assert (message.code, message.where, found.points) == ("one-edition", "f1", 20)
    assert [(fix.text, fix.legal) for fix in message.fixes] == [
        ("Use edition 2 of Test Book", True)
    ]
