"""Penalties: by the clock as the pack says, by hand as a judge says; told, counted."""

import csv
import io
from datetime import datetime, timedelta

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.judgements import query
from armybuilder.events.models import Entrant, EntrantNote, Event
from armybuilder.events.submissions import Hand
from tests.armybuilder.events.scene import (
    DEADLINE,
    army,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
HERE = "/events/spring-open/"
DECIDE = f"{HERE}lists/1/decide/"
PACK = {
    "format": "armybuilder.pack/1",
    "key": "strict",
    "name": "Strict",
    "game": "charge",
    "penalties": [
        {"key": "late", "text": "Late lists", "points": 1.5, "hours": 24},
        {"key": "paint", "text": "Unpainted models", "points": 5},
    ],
}


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice, pack=PACK), alice)


@pytest.fixture
def anna(event: Event, alice: User) -> Entrant:
    return placed(event, alice, "Anna")[0]


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    moment = DEADLINE + timedelta(hours=30)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    return moment


def taken(entrant: Entrant, judge: User, hours: float) -> None:
    at = DEADLINE + timedelta(hours=hours)
    handed(entrant, at=at, person=judge, is_staff=True, reason="Train was late")


def column(browser: Client, number: int = 0) -> str:
    text = browser.get(f"{HERE}export/table/").content.decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text))][number]["points off"]


@pytest.mark.parametrize(
    ("hours", "points"), [(0, "1.5"), (24, "1.5"), (24.01, "3"), (30, "3")]
)
def test_the_pack_takes_off_for_every_day_begun(
    anna: Entrant, alice: User, alice_client: Client, hours: float, points: str
) -> None:
    taken(anna, alice, hours)
    assert column(alice_client) == points
    board = alice_client.get(f"{HERE}board/").content.decode()
    assert "Late, taken by a judge" in board
    assert f"−{points}</td>" in board
    assert "Anna" in alice_client.get(f"{HERE}board/?state=late").content.decode()
    assert "Late lists" in alice_client.get(f"{HERE}lists/1/").content.decode()


def test_a_list_in_time_and_an_answer_to_a_judge_are_not_late(
    anna: Entrant, alice: User, alice_client: Client, now: datetime
) -> None:
    row = handed(anna)
    assert column(alice_client) == ""
    hand = Hand(DEADLINE + timedelta(hours=1), alice, is_staff=True)
    query(anna, row.code, "Why?", hand, now + timedelta(hours=9))
    handed(anna, army(title="Mended"), at=now)
    assert column(alice_client) == ""
    board = alice_client.get(f"{HERE}board/").content.decode()
    assert "Late, taken" not in board
    assert "Penalty" not in board


def test_a_judge_takes_points_off_and_gives_them_back(
    anna: Entrant, alice: User, alice_client: Client
) -> None:
    row = handed(anna)
    sent = {"do": "penalty", "seen": row.code, "points": "5", "text": "Unpainted"}
    alice_client.post(DECIDE, sent)
    alice_client.post(DECIDE, {**sent, "points": "-1.5", "text": "Some are painted"})
    assert column(alice_client) == "3.5"
    notes = [
        (n.by, str(n.points), n.text)
        for n in EntrantNote.objects.filter(kind="penalty")
    ]
    assert notes == [(alice, "5.00", "Unpainted"), (alice, "-1.50", "Some are painted")]
    page = alice_client.get(f"{HERE}lists/1/").content.decode()
    for words in ("Penalty −5, by alice", "Penalty +1.5, by alice", "−3.5"):
        assert words in page


def test_a_player_sees_what_is_off_once_he_is_judged(
    anna: Entrant, alice: User, alice_client: Client
) -> None:
    taken(anna, alice, 25)
    mine = f"{HERE}mine/"
    assert "Points off" not in by_link(anna).get(mine).content.decode()
    code = anna.submissions.get().code
    alice_client.post(DECIDE, {"do": "accept", "seen": code})
    page = by_link(anna).get(mine).content.decode()
    assert "Points off" in page
    assert "−3</dt>" in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"points": "much"}, "Write how many points"),
        ({"points": "0"}, "Write how many points"),
        ({"points": "1e9"}, "Write how many points"),
        ({"points": "NaN"}, "Write how many points"),
        ({"points": "0.001"}, "Write how many points"),
        ({"text": " "}, "Write what the penalty is for, or choose the rule."),
        ({"seen": "A" * 8}, "was handed in meanwhile"),
    ],
)
def test_a_wrong_penalty_is_refused_and_nothing_is_kept(
    anna: Entrant, alice_client: Client, wrong: dict[str, str], words: str
) -> None:
    row = handed(anna)
    sent = {"do": "penalty", "seen": row.code, "points": "5", "text": "Unpainted"}
    answer = alice_client.post(DECIDE, sent | wrong)
    assert answer.status_code == 409
    assert words in answer.content.decode()
    assert not EntrantNote.objects.filter(kind="penalty").exists()


def test_who_does_not_see_a_list_takes_nothing_off(
    anna: Entrant, event: Event, alice_client: Client
) -> None:
    row = handed(anna)
    Event.objects.filter(pk=event.pk).update(sight="blind", state="closed")
    sent = {"do": "penalty", "seen": row.code, "points": "5", "text": "Unpainted"}
    answer = alice_client.post(DECIDE, sent)
    assert "You do not see this list" in answer.content.decode()
    assert not EntrantNote.objects.filter(kind="penalty").exists()


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the pages of papers in place of drawing them."""
    found: list[str] = []

    def drawn(page: str) -> bytes:
        found.append(page)
        return b"%PDF-"

    monkeypatch.setattr("armybuilder.events.views.papers.drawn", drawn)
    return found


def test_a_letter_and_the_judge_pack_tell_what_is_off(
    anna: Entrant,
    event: Event,
    alice: User,
    alice_client: Client,
    pages: list[str],
) -> None:
    taken(anna, alice, 25)
    code = anna.submissions.get().code
    sent = {"do": "penalty", "seen": code, "points": "5", "text": "Anna forgot paint"}
    alice_client.post(DECIDE, sent)
    page = alice_client.get(f"{HERE}lists/1/").content.decode()
    told = page.partition('id="letter">')[2].partition("</textarea>")[0]
    for words in ("score: −8.", "- −3: Late lists", "- −5: Anna forgot paint"):
        assert words in told
    alice_client.get(f"{HERE}papers/judge-pack-1.pdf")
    assert "<li>−3: Late lists</li><li>−5: by judges</li>" in pages[0]
    # A judge's words may name the player; a judge pack never does.
    assert "Anna" not in pages[0]


def test_a_letter_and_a_judge_pack_without_penalties_tell_of_none(
    anna: Entrant, alice_client: Client, pages: list[str]
) -> None:
    handed(anna)
    page = alice_client.get(f"{HERE}lists/1/").content.decode()
    assert "Points off your score" not in page
    alice_client.get(f"{HERE}papers/judge-pack-1.pdf")
    assert "Points off" not in pages[0]


def test_a_penalty_names_the_rule_that_it_is_for(
    anna: Entrant, event: Event, alice_client: Client, pages: list[str]
) -> None:
    Event.objects.filter(pk=event.pk).update(allows_illegal=True)
    at = DEADLINE - timedelta(hours=1)
    row = handed(anna, illegal(), at)
    rule = row.list_messages.get(severity="error").title
    page = alice_client.get(f"{HERE}lists/1/").content.decode()
    # The pack's own that no clock counts may be named as well.
    for one in (rule, "Unpainted models"):
        assert f'<option value="{one}"' in page
    assert '<option value="Late lists"' not in page
    sent = {"do": "penalty", "seen": row.code, "points": "5", "text": "", "rule": rule}
    alice_client.post(DECIDE, sent)
    alice_client.post(DECIDE, {**sent, "points": "2", "text": "Anna again"})
    page = alice_client.get(f"{HERE}lists/1/").content.decode()
    told = page.partition('id="letter">')[2].partition("</textarea>")[0]
    assert f"- −5: {rule}\n- −2: {rule}: Anna again" in told
    assert f"Penalty −5 for {rule}, by alice" in page
    alice_client.get(f"{HERE}papers/judge-pack-1.pdf")
    assert f"<li>−7: {rule}: by judges</li>" in pages[0]


def test_a_penalty_names_no_rule_that_the_list_has_nothing_to_do_with(
    anna: Entrant, alice_client: Client
) -> None:
    row = handed(anna)
    sent = {"do": "penalty", "seen": row.code, "points": "5", "text": "Unpainted"}
    answer = alice_client.post(DECIDE, {**sent, "rule": "Made up"})
    assert "This list has no such rule." in answer.content.decode()
    assert not EntrantNote.objects.filter(kind="penalty").exists()
