"""Pairings: at random without repeats, as written, and shown only once all is open."""

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.accounts.models import User
from armybuilder.events import pairings
from armybuilder.events.models import Entrant, Event, EventState, Pairing
from armybuilder.events.pairings import (
    PairingError,
    delete_round,
    earlier_pairs,
    game_rounds,
    pair_as_written,
    pair_at_random,
    random_pairs,
    read_pairs,
)
from armybuilder.events.states import move_event
from tests.armybuilder.events.scene import (
    NOW,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

WAY = "/events/spring-open/"


@pytest.mark.parametrize("people", [2, 3, 6, 7, 10, 16, 61])
def test_nobody_meets_the_same_twice_while_that_can_be_avoided(people: int) -> None:
    everybody = list(range(1, people + 1))
    earlier: frozenset[frozenset[int | None]] = frozenset()
    rounds = min(5, people - 1 + people % 2)
    rounds = rounds if people > 6 else rounds // 2 or 1
    for number in range(rounds):
        pairs = random_pairs(everybody, earlier, seed=number)
        found = {frozenset(pair) for pair in pairs}
        assert not found & earlier
        assert sorted(pk for pair in pairs for pk in pair if pk is not None) == (
            everybody
        )
        earlier |= found


def test_pairs_repeat_rather_than_that_somebody_goes_without() -> None:
    earlier = frozenset({frozenset((1, 2))})
    assert {*random_pairs([1, 2], earlier, 3)[0]} == {1, 2}


def test_a_hopeless_search_for_pairs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairings, "MOST_STEPS", 500)
    everybody = list(range(20))
    alone = frozenset(frozenset((0, other)) for other in everybody)
    assert len(random_pairs(everybody, alone, 5)) == 10


def test_the_same_seed_gives_the_same_pairs_and_another_others() -> None:
    everybody = list(range(40))
    first = random_pairs(everybody, frozenset(), 11)
    assert random_pairs(everybody, frozenset(), 11) == first
    assert random_pairs(everybody, frozenset(), 12) != first


def test_the_odd_one_has_a_bye_at_the_last_table() -> None:
    *others, last = random_pairs([1, 2, 3, 4, 5], frozenset(), 1)
    assert last[1] is None
    assert all(second is not None for _, second in others)


def _people() -> list[Entrant]:
    names = ("Anna", "Bert", "Clara", "Ann-Marie", "Bert")
    return [Entrant(pk=10 + n, number=n, name=name) for n, name in enumerate(names, 1)]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("01 - 02\n3-4", [(11, 12), (13, 14)]),
        ("Anna - Clara", [(11, 13)]),
        ("anna vs. #2\n\n  ", [(11, 12)]),
        ("Ann-Marie - Anna", [(14, 11)]),
        ("Clara\tAnna", [(13, 11)]),
        ("1; 5", [(11, 15)]),
        ("5 - bye", [(15, None)]),
        ("bye - 5", [(15, None)]),
        ("Ann-Marie", [(14, None)]),
        ("4", [(14, None)]),
    ],
)
def test_pairs_are_read_from_numbers_and_names(
    text: str, pairs: Sequence[tuple[int, int | None]]
) -> None:
    assert list(read_pairs(text, _people())) == list(pairs)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Write a line for each table"),
        ("1 - 2\n3 - 9", "Line 2: there is no entrant “9”"),
        ("1 - 2\n2 - 3", "Line 2: 02 Bert stands in line 1 already"),
        ("1 - 1", "Line 1: nobody plays against himself"),
        ("Bert - Anna", "Line 1: there are 2 entrants “Bert”; write the number"),
        ("Anna und Clara", "Line 1: .*no pair of entrants"),
        ("bye - bye", "Line 1: nobody has a bye"),
        ("1 - " + "9" * 5000, "Line 1"),
        ("9 - bye", "Line 1"),
        ("x" * 200_001, "too long"),
    ],
)
def test_what_is_no_pair_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(PairingError, match=said):
        read_pairs(text, _people())


@pytest.fixture
def event(alice: User, charge_books: None) -> Event:
    found = opened(charge_event(alice), alice)
    for one in placed(found, alice, "Anna", "Bert", "Clara"):
        handed(one)
    placed(found, alice, "Nobody")
    return found


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def organiser(alice: User, at_noon: None) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_lists_that_are_in_are_paired_and_three_rounds_repeat_no_pair(
    event: Event,
) -> None:
    for number in (1, 2, 3):
        assert pair_at_random(event, seed=number) == number
    assert len(earlier_pairs(event)) == 6
    assert not Pairing.objects.filter(first__name="Nobody").exists()


def test_a_round_is_written_changed_and_taken_back_on_its_page(
    event: Event, organiser: Client
) -> None:
    page = f"{WAY}rounds/"
    organiser.post(page, {"do": "write", "text": "1 - 3\n2 - bye"})
    assert game_rounds(event)[0].lines == "01 - 03\n02 - bye"
    organiser.post(page, {"do": "write", "round": "1", "text": "Clara - Bert"})
    assert [one.lines for one in game_rounds(event)] == ["03 - 02"]
    wrong = organiser.post(page, {"do": "write", "round": "1", "text": "3 - 77"})
    assert wrong.status_code == 422
    assert "Line 1" in wrong.content.decode()
    assert [one.lines for one in game_rounds(event)] == ["03 - 02"]
    organiser.post(page, {"do": "delete", "round": "1"})
    assert game_rounds(event) == ()
    gone = organiser.post(page, {"do": "write", "round": "1", "text": "1 - 2"})
    assert "There is no game round 1 any more" in gone.content.decode()
    assert not delete_round(event, 1)


def test_a_round_is_paired_from_a_seed_on_its_page(
    event: Event, organiser: Client
) -> None:
    said = organiser.post(f"{WAY}rounds/", {"do": "random", "seed": "7"}, follow=True)
    assert "from seed 7" in said.content.decode()
    wrong = organiser.post(f"{WAY}rounds/", {"do": "random", "seed": "-1"})
    assert wrong.status_code == 422
    assert len(game_rounds(event)) == 1


def test_too_few_lists_and_too_many_rounds_are_refused(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairings, "MOST_ROUNDS", 1)
    pair_at_random(event, 1)
    with pytest.raises(PairingError, match="at most 1 game rounds"):
        pair_at_random(event, 1)
    Entrant.objects.exclude(name="Anna").update(state="withdrawn")
    with pytest.raises(PairingError, match="Two lists have to be in"):
        pair_at_random(event, 1)


@pytest.mark.parametrize("sight", ["staff", "blind", "open", "opponent"])
def test_a_pairing_shows_nothing_before_the_reveal(
    event: Event, alice: User, at_noon: None, sight: str
) -> None:
    Event.objects.update(sight=sight)
    event.refresh_from_db()
    pair_as_written(event, "1 - 2\n3 - bye")
    anna, _, clara, _ = event.entrants.all()
    for state in (EventState.OPEN, EventState.CLOSED):
        if state == EventState.CLOSED:
            event = move_event(event, state, alice, now=NOW)
        for browser in (Client(), by_link(anna), by_link(clara)):
            page = browser.get(WAY).content.decode()
            assert "Game round" not in page
        assert "Game round" not in by_link(anna).get(f"{WAY}mine/").content.decode()
        if sight != "open":
            assert by_link(anna).get(f"{WAY}lists/2/").status_code == 404
    move_event(event, EventState.REVEALED, alice, now=NOW)
    mine = by_link(anna).get(f"{WAY}mine/").content.decode()
    assert "Game round 1, table 1:" in mine
    assert f"{WAY}lists/2/" in mine
    assert "Clara" not in mine
    assert by_link(anna).get(f"{WAY}lists/2/").status_code == 200
    assert "have a bye" in by_link(clara).get(f"{WAY}mine/").content.decode()
    public = Client().get(WAY).content.decode()
    assert ("Game round 1" in public) == (sight != "opponent")
    theirs = by_link(clara).get(f"{WAY}lists/1/").status_code
    assert theirs == (404 if sight == "opponent" else 200)


@pytest.mark.usefixtures("at_noon")
def test_the_pages_of_rounds_take_as_many_queries_for_many_tables(
    event: Event, alice: User
) -> None:
    pair_as_written(event, "1 - 2")
    few = _queries(alice)
    for one in placed(event, alice, "Dora", "Emil"):
        handed(one)
    pair_as_written(event, "1 - 2\n3 - 5\n6 - bye")
    assert _queries(alice) == few


def _queries(person: User) -> int:
    client = Client()
    client.force_login(person)
    client.get(f"{WAY}rounds/")
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(f"{WAY}rounds/").status_code == 200
    return len(found)
