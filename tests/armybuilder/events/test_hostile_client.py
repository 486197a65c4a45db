"""Events asked by somebody who means harm, and by many at once: nothing breaks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.test import Client, override_settings
from django.utils.dateparse import parse_datetime

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, PlaceError, read_names, renew_link
from armybuilder.events.forms import JoinForm
from armybuilder.events.judgements import accept, query, withdraw
from armybuilder.events.keys import private_key
from armybuilder.events.models import (
    Entrant,
    EntrantNote,
    Event,
    EventMove,
    StaffRole,
    Submission,
)
from armybuilder.events.organisers import (
    change_event,
    delete_event,
    give_role,
)
from armybuilder.events.states import EventError, settled
from armybuilder.events.submissions import (
    FILE,
    Hand,
    Offer,
    TooLate,
    hand_in,
)
from armybuilder.events.terms import ListRefused
from armybuilder.events.times import TimeError, moment_of
from armybuilder.events.verification import verify_code
from rulesets.receipts import check_receipt, public_key_of
from rulesets.rosters.roster import read_roster
from tests.armybuilder.events.scene import (
    DEADLINE,
    NOW,
    army,
    as_text,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.usefixtures("charge_books"),
]
HERE = "/events/spring-open/"
STEPS = ("accept", "query", "refuse", "withdraw", "take-back", "invite", "staff")
GARBAGE: tuple[Any, ...] = (
    *("", "\x00", "a\x00b", "\ud800", "0", "-1", "1e400", "NaN", "٣", "9" * 30),
    *("=1+1", "<script>alert(1)</script>", "Anna\r\nBcc: x@example.org", "é" * 5000),
    *("1:AAAAAAAA", "99999999:\x00", "../..", "2027-13-45T99:99", "Mars/Olympus"),
)
FIELDS = (
    *("name", "email", "text", "seen", "list", "number", "username", "role", "reason"),
    *("names", "sha256", "army", "state", "code", "limit", "places", "revision"),
    *("starts_at", "deadline", "time_zone", "sight", "game", "pack", "editions"),
    *("about", "place", "all"),
)
ADDRESSES = (
    *("/events/", "/events/new/", "/events/friendly/", HERE, "/v/", "/v/%C3%A9/"),
    *("/events/i/guessed/", f"/events/i/{'x' * 500}/", f"/v/{'9' * 300}/"),
    *(f"{HERE}{end}/" for end in ("join", "settings", "move", "delete", "people")),
    *(f"{HERE}mine/{end}" for end in ("", "choose/", "hand-in/", "answer/")),
    *(f"{HERE}board/{end}" for end in ("", "accept/")),
    *(f"{HERE}lists/{number}/" for number in (1, 77, 10**25)),
    *(f"{HERE}lists/{number}/decide/" for number in (1, 10**25)),
    *(f"{HERE}export/{kind}/" for kind in ("table", "lists", "pairing", "none")),
    *(f"{HERE}receipts/{code}.json" for code in ("A" * 8, "a" * 300)),
)


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice, allows_illegal=True), alice)


@pytest.fixture
def browsers(event: Event, alice: User) -> dict[str, Client]:
    anna, _ = placed(event, alice, "Anna", "Bert")
    handed(anna)
    judge = User.objects.create_user("judge")
    give_role(event, "judge", StaffRole.JUDGE)
    found = {"organiser": Client(), "judge": Client(), "visitor": Client()}
    found["organiser"].force_login(alice)
    found["judge"].force_login(judge)
    return {**found, "entrant": by_link(anna)}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("who", ["organiser", "entrant", "judge", "visitor"])
def test_garbage_in_every_field_is_never_a_failure(
    who: str, browsers: dict[str, Client]
) -> None:
    browser = browsers[who]
    for address in ADDRESSES:
        assert browser.get(address).status_code < 500, address
        for index, value in enumerate(GARBAGE):
            query_string = {"words": value, "state": value, "message": value}
            if "\x00" not in value and "\ud800" not in value:
                assert browser.get(address, query_string).status_code < 500
            sent = dict.fromkeys(FIELDS, value.encode("utf-8", "replace").decode())
            sent["do"] = STEPS[index % len(STEPS)]
            with transaction.atomic():
                answer = browser.post(address, sent)
                transaction.set_rollback(True)
            assert answer.status_code < 500, (address, value[:40])


def test_another_events_list_is_not_decided_nor_shown(
    browsers: dict[str, Client], event: Event
) -> None:
    bob = User.objects.create_user("bob-elsewhere")
    other = opened(charge_event(bob, name="Other"), bob)
    (emil,) = placed(other, bob, "Emil")
    row = handed(emil)
    organiser = browsers["organiser"]
    decide = {"do": "accept", "seen": row.code, "text": "Mine now"}
    assert organiser.post(f"{HERE}lists/1/decide/", decide).status_code == 409
    organiser.post(f"{HERE}board/accept/", {"list": f"1:{row.code}"})
    for address in (
        "/events/other/board/",
        f"/events/other/receipts/{row.code}.json",
        f"{HERE}receipts/{row.code}.json",
    ):
        assert organiser.get(address).status_code == 404
    for end in ("move", "delete", "people", "settings", "board/accept"):
        assert organiser.post(f"/events/other/{end}/", {}).status_code == 404
    emil.refresh_from_db()
    assert (emil.state, Event.objects.count()) == ("submitted", 2)


def test_a_link_of_another_event_and_a_former_one_open_no_place(
    event: Event, alice: User
) -> None:
    (anna,) = placed(event, alice, "Anna")
    browser = by_link(anna)
    assert browser.get(f"{HERE}mine/").status_code == 200
    renew_link(anna)
    assert browser.get(f"{HERE}mine/").status_code == 404
    other = opened(charge_event(alice, name="Other"), alice)
    (emil,) = placed(other, alice, "Emil")
    assert by_link(emil).get(f"{HERE}mine/").status_code == 404


@pytest.mark.parametrize("sight", ["blind", "friends"])
def test_who_gave_a_link_does_not_see_the_list_behind_it(
    alice: User, sight: str
) -> None:
    event = opened(charge_event(alice, sight=sight), alice)
    _, anna = placed(event, alice, "Who begins a game", "Anna")
    player, snoop = by_link(anna), by_link(anna)
    spy = Client()
    spy.force_login(User.objects.create_user("spy"))
    spy.get(f"/events/i/{anna.link}/")
    sent = SimpleUploadedFile("list.json", as_text(army()).encode())
    player.post(f"{HERE}mine/choose/", {"file": sent})
    assert "Not handed in yet" in player.get(f"{HERE}mine/").content.decode()
    assert snoop.get(f"{HERE}mine/").status_code == 404
    assert spy.get(f"{HERE}mine/").status_code == 404
    assert snoop.get(f"/events/i/{anna.link}/").status_code == 404


def test_nothing_is_posted_without_a_token_of_the_page(event: Event) -> None:
    browser = Client(enforce_csrf_checks=True)
    ends = ("join", "mine/choose", "mine/hand-in", "mine/answer", "board/accept")
    for end in (*ends, "move", "delete", "people", "settings", "lists/1/decide"):
        assert browser.post(f"{HERE}{end}/", {"name": "x"}).status_code == 403
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    "line",
    ["\x07Anna", "Anna\u202e", "x" * 81, "a@b", "Anna, no address@", "A, a@b.c\u2028"],
)
def test_what_is_no_name_or_address_is_refused_by_line(line: str) -> None:
    with pytest.raises(PlaceError, match="Line 1"):
        read_names(line)
    long = f"Anna, {'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"
    with pytest.raises(PlaceError, match="no address"):
        read_names(long)
    assert read_names("Anna <a@example.org>") == (Invited("Anna", "a@example.org"),)


def test_a_name_has_one_line() -> None:
    assert not JoinForm({"name": "Anna\r\nBcc: b@example.org"}).is_valid()
    assert not JoinForm(
        {"name": "A", "email": f"{'a' * 64}@{'b.' * 110}org"}
    ).is_valid()


def test_times_that_the_clocks_skip_or_show_twice_are_refused() -> None:
    for text in ("2027-03-28T02:30", "2027-10-31T02:30"):
        naive = parse_datetime(text)
        assert naive is not None
        with pytest.raises(TimeError):
            moment_of(naive, "Europe/Vienna")
        assert moment_of(naive, "Asia/Tokyo").tzinfo is not None


def test_the_database_refuses_to_change_a_list(event: Event, alice: User) -> None:
    (anna,) = placed(event, alice, "Anna")
    row = handed(anna)
    changes: tuple[dict[str, Any], ...] = (
        *({"army_name": "Other"}, {"receipt": {}}, {"is_legal": False}),
    )
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            Submission.objects.filter(pk=row.pk).update(**change)
    assert verify_code(row.code).word == "valid"


def test_a_deleted_account_leaves_its_list_and_its_receipt(
    event: Event, alice: User
) -> None:
    anna = User.objects.create_user("anna")
    (place,) = placed(event, alice, "Anna")
    Entrant.objects.filter(pk=place.pk).update(person=anna)
    row = handed(place, person=anna)
    anna.delete()
    kept = Submission.objects.get(pk=row.pk)
    receipt = {"list": kept.receipt, "signature": kept.signature}
    assert kept.by is None
    assert check_receipt({**receipt, "key": event.public_key}).is_valid


def test_former_secret_keys_still_open_the_key_of_an_event(event: Event) -> None:
    former = settings.SECRET_KEY
    with override_settings(SECRET_KEY="new" * 20, SECRET_KEY_FALLBACKS=[former]):
        assert public_key_of(private_key(event)) == event.public_key


def test_a_list_that_came_in_time_is_taken_though_others_closed_the_event(
    event: Event, alice: User
) -> None:
    anna, bert = placed(event, alice, "Anna", "Bert")
    settled(event, DEADLINE)
    handed(anna, at=DEADLINE - timedelta(microseconds=1))
    with pytest.raises(TooLate):
        handed(bert, at=DEADLINE)
    with pytest.raises(TooLate):
        handed(bert, at=DEADLINE + timedelta(microseconds=1))


def test_a_list_for_a_place_that_is_gone_is_refused(event: Event, alice: User) -> None:
    (anna,) = placed(event, alice, "Anna")
    delete_event(event)
    with pytest.raises(ListRefused):
        hand_in(anna, Offer(read_roster(army()), FILE), Hand(NOW))
    with pytest.raises(EventError):
        change_event(event, {}, 1)


# -- many at once ------------------------------------------------------------------


def at_once(*acts: Any) -> list[Any]:
    """Do all at the same time, each on a connection of its own."""

    def act(one: Any) -> Any:
        try:
            return one()
        except (ValueError, Event.DoesNotExist) as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


@pytest.mark.slow
def test_of_fifty_players_in_the_last_minute_each_is_in_once(
    shared_database: Any, alice: User
) -> None:
    event = opened(charge_event(alice), alice)
    players = placed(event, alice, *(f"Player {number}" for number in range(50)))
    offer = Offer(read_roster(army()), FILE)
    hand = Hand(DEADLINE - timedelta(seconds=1))
    shared_database()
    for start in range(0, 50, 10):
        ten = players[start : start + 10]
        acts = [lambda p=place: hand_in(p, offer, hand) for place in (*ten, *ten)]
        codes = [row.code for row, _ in at_once(*acts)]
        assert codes[:10] == codes[10:], "twice the same list, one receipt"
    kept = at_once(
        lambda: Submission.objects.count(),
        lambda: EntrantNote.objects.filter(kind="handed-in").count(),
    )
    assert kept == [50, 50]


@pytest.mark.slow
def test_judges_who_decide_at_the_same_moment_are_both_kept(
    shared_database: Any, alice: User
) -> None:
    event = opened(charge_event(alice), alice)
    (anna,) = placed(event, alice, "Anna")
    row = handed(anna)
    hand = Hand(NOW, alice, is_staff=True)
    shared_database()
    at_once(
        lambda: accept(anna, row.code, hand),
        lambda: query(anna, row.code, "Why?", hand, None),
        lambda: accept(anna, row.code, hand),
        lambda: withdraw(anna, hand),
    )
    kinds, state = at_once(
        lambda: list(anna.notes.order_by("pk").values_list("kind", flat=True)),
        lambda: Entrant.objects.get(pk=anna.pk).state,
    )
    assert kinds[-1] == state
    assert kinds.count("withdrawn") == 1
    assert kinds.count("accepted") <= 2


@pytest.mark.slow
def test_the_clock_moves_an_event_once_and_a_deletion_loses_no_list(
    shared_database: Any, alice: User
) -> None:
    event = opened(charge_event(alice), alice)
    (anna,) = placed(event, alice, "Anna")
    offer = Offer(read_roster(army()), FILE)
    shared_database()
    done = at_once(
        lambda: hand_in(anna, offer, Hand(NOW)),
        lambda: delete_event(event),
        *([lambda: settled(Event.objects.get(pk=event.pk), DEADLINE)] * 4),
    )
    lists, moves, events = at_once(
        lambda: Submission.objects.count(),
        lambda: EventMove.objects.filter(after="closed").count(),
        lambda: Event.objects.count(),
    )
    if isinstance(done[0], tuple):
        assert (lists, moves, events) == (1, 1, 1)
    else:
        assert lists == 0
