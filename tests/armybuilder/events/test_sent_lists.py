"""Lists that an organiser was sent as files: none goes to the wrong player."""

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.models import (
    Entrant,
    EntrantNote,
    EntrantState,
    Event,
    EventPerson,
    Sight,
    StaffRole,
    Submission,
)
from armybuilder.events.sent_lists import (
    HAS_A_LIST,
    NO_PLACE,
    SEVERAL,
    TWICE,
    named_for,
)
from tests.armybuilder.books.documents import printed_book
from tests.armybuilder.events.scene import (
    army,
    as_text,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]

PAGE = "/events/spring-open/sent/"
REASON = "Mailed to me"


@pytest.fixture
def event(alice: User) -> Event:
    made = opened(charge_event(alice), alice)
    placed(made, alice, "Anna", "Anna Berg", "Bert O'Neil", "Bert Stone")
    return made


def sent(
    client: Client, files: Mapping[str, str | bytes], *, places: bool = False
) -> Any:
    uploads = [
        SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)
        for name, text in files.items()
    ]
    ticked = {"gives_places": "on"} if places else {}
    return client.post(PAGE, {"uploads": uploads, "reason": REASON, **ticked})


def left_of(answer: Any) -> dict[str, str]:
    return {one.file: one.why for one in answer.context["found"].left}


def army_of(name: str) -> str:
    row = named(name).current
    return "" if row is None else row.army_name


def named(name: str) -> Entrant:
    return Entrant.objects.select_related("current").get(name=name)


def archive_of(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def plain_text() -> str:
    units = [unit["name"] for unit in printed_book("charge-skaven")["units"]]
    return f"Skaven\n{units[0]}\n{units[1]}\n"


def test_each_list_goes_to_the_player_its_file_is_named_for(
    event: Event, alice: User, alice_client: Client
) -> None:
    del event
    inside = {
        "lists/03 bert stone 1000.json": as_text(illegal()),
        "lists/Bert_ONéil.txt": plain_text(),
        "lists/Berta.txt": plain_text(),
    }
    files: dict[str, str | bytes] = {
        "07 anna_berg.json": as_text(army()),
        "ANNA.json": as_text(army(title="Another")),
        "mails.zip": archive_of(inside),
    }
    answer = sent(alice_client, files)
    assert left_of(answer) == {"mails.zip/lists/Berta.txt": NO_PLACE}
    assert named("Bert O'Neil").current is not None
    for name, is_legal in (("Anna", True), ("Anna Berg", True), ("Bert Stone", False)):
        row = named(name).current
        assert row is not None
        assert row.is_legal is is_legal
        assert row.is_by_staff
        note = EntrantNote.objects.get(entrant=named(name), kind="handed-in")
        assert (note.by, note.text) == (alice, REASON)
    assert army_of("Anna") == "Another"
    assert "4 lists are in; 1 waits for you" in " ".join(
        answer.content.decode().split()
    )


@pytest.mark.parametrize(
    ("file", "whom"),
    [
        ("Anna.json", ["Anna"]),
        ("list of anna BERG (final).txt", ["Anna Berg"]),
        ("x.zip/12-Anna-Berg.json (2)", ["Anna Berg"]),
        ("Annabel.json", []),
        ("Berg.json", []),
        ("Bert O'Neil.json", ["Bert O'Neil"]),
        ("bert_oneil-1000.ros", ["Bert O'Neil"]),
        ("Anna Berg and Bert Stone.json", ["Anna Berg", "Bert Stone"]),
        ("2000.json", []),
        (".json", []),
    ],
)
def test_a_file_is_for_who_is_named_whole_in_its_name(
    file: str, whom: list[str]
) -> None:
    names = ("Anna", "Anna Berg", "Bert O'Neil", "Bert Stone")
    players = [Entrant(name=name) for name in names]
    assert [one.name for one in named_for(file, players)] == whom


def test_names_without_a_place_get_one_where_the_organiser_says_so(
    event: Event, alice_client: Client
) -> None:
    files = {"09 carl_gustav.json": as_text(army()), "Dora.json": "{"}
    answer = sent(alice_client, files, places=True)
    assert event.entrants.filter(name="carl gustav", current__isnull=False).exists()
    assert not event.entrants.filter(name="Dora").exists()
    assert list(left_of(answer)) == ["Dora.json"]


def test_names_are_told_apart_by_their_letters_and_odd_ones_get_no_place(
    event: Event, alice_client: Client
) -> None:
    files = {
        "Dora Klee.json": as_text(army()),
        "dora klee.json": as_text(army(title="Again")),
        "Eve, eve@example.org.json": as_text(army()),
        "007.json": as_text(army()),
        f"{'x' * 90}.json": as_text(army()),
    }
    answer = sent(alice_client, files, places=True)
    why = left_of(answer)
    assert why.pop("dora klee.json") == TWICE
    assert set(why.values()) == {NO_PLACE}
    assert len(why) == 3
    assert event.entrants.count() == 5


def test_nobody_gets_a_place_beyond_the_last(
    event: Event, alice_client: Client
) -> None:
    Event.objects.filter(pk=event.pk).update(places=4)
    answer = sent(alice_client, {"Dora.json": as_text(army())}, places=True)
    assert left_of(answer) == {"Dora.json": "All 4 places are taken"}


def test_what_is_not_sure_waits_and_nothing_is_passed_over(
    event: Event, alice_client: Client
) -> None:
    handed(event.entrants.get(name="Anna"), army(title="Hers"))
    files: dict[str, str | bytes] = {
        "Anna.json": as_text(army(title="Mailed")),
        "Anna Berg and Bert Stone.json": as_text(army()),
        "Bert Stone.json": as_text(army()),
        "Bert Stone again.json": as_text(army(title="Other")),
        "Bert O'Neil.txt": plain_text() + "5 Gobledigooks\n",
        "portrait.png": b"\x89PNG",
        "empty.json": b"",
        "bytes.json": b"\xff\xfe\x00",
    }
    answer = sent(alice_client, files)
    why = left_of(answer)
    assert why["Anna.json"] == HAS_A_LIST
    assert why["Anna Berg and Bert Stone.json"] == SEVERAL
    assert why["Bert Stone again.json"] == TWICE
    assert "not understood" in why["Bert O'Neil.txt"]
    assert why["portrait.png"] == "no list: a picture"
    assert len(why) + len(answer.context["found"].taken) == len(files)
    assert army_of("Anna") == "Hers"
    assert army_of("Bert Stone") != "Other"


def test_the_same_files_again_put_nothing_in_twice(
    event: Event, alice_client: Client
) -> None:
    del event
    files = {"Anna.json": as_text(army()), "Bert Stone.json": as_text(illegal())}
    sent(alice_client, files)
    answer = sent(alice_client, files)
    assert Submission.objects.count() == 2
    assert [one.is_new for one in answer.context["found"].taken] == [False, False]
    assert "was in already" in answer.content.decode()


def test_a_list_that_waits_is_read_line_by_line_for_the_player_chosen(
    event: Event, alice_client: Client
) -> None:
    del event
    text = plain_text().replace("Skaven\n", "Skaven\n\n", 1)
    wrong = text.rstrip("\n")[:-1] + "zz\n"
    answer = sent(alice_client, {"somebody.txt": wrong}, places=True)
    page = answer.content.decode()
    assert "Look at it, and take it" in page
    number = named("Bert Stone").number
    body = {"player": number, "text": wrong, "reason": REASON}
    read = alice_client.post(f"{PAGE}one/", body).content.decode()
    assert "line by line" in read
    assert f"/lists/{number}/hand-in/" in read
    chosen = re.search(r'name="answer"\s+value="([^"]+)"', read)
    assert chosen is not None
    body["answer"] = chosen[1]
    alice_client.post(f"/events/spring-open/lists/{number}/hand-in/", body)
    assert named("Bert Stone").current is not None


def test_too_many_files_are_refused_before_any_is_taken(
    event: Event, alice_client: Client
) -> None:
    del event
    many = {f"{n}.json": as_text(army(title=f"{n}")) for n in range(101)}
    answer = sent(alice_client, {"many.zip": archive_of(many)}, places=True)
    assert answer.status_code == 422
    assert "More than 100 files at once." in answer.content.decode()
    assert not Submission.objects.exists()


def test_a_broken_archive_and_no_file_are_said_in_words(
    event: Event, alice_client: Client
) -> None:
    del event
    broken = sent(alice_client, {"many.zip": b"PK\x03\x04broken"})
    assert broken.status_code == 422
    assert "cannot be read" in broken.content.decode()
    assert sent(alice_client, {}).status_code == 422


def test_players_and_strangers_have_no_such_page(
    event: Event, bob: User, bob_client: Client
) -> None:
    player = by_link(event.entrants.get(name="Anna"))
    for nobody in (Client(), player, bob_client):
        assert nobody.get(PAGE).status_code == 404
        assert sent(nobody, {"Anna.json": as_text(army())}).status_code == 404
        body = {"player": 1, "text": "x"}
        assert nobody.post(f"{PAGE}one/", body).status_code == 404
    assert not Submission.objects.exists()
    EventPerson.objects.create(event=event, person=bob, role=StaffRole.JUDGE)
    files = {"Anna.json": as_text(army()), "Dora.json": as_text(army())}
    answer = sent(bob_client, files, places=True)
    assert left_of(answer) == {"Dora.json": NO_PLACE}
    assert b"gives_places" not in bob_client.get(PAGE).content


def test_a_blind_organiser_is_told_no_verdict(
    event: Event, alice_client: Client
) -> None:
    Event.objects.filter(pk=event.pk).update(sight=Sight.BLIND)
    page = sent(alice_client, {"Anna.json": as_text(illegal())}).content.decode()
    assert "1 list is in" in " ".join(page.split())
    row = named("Anna").current
    assert row is not None
    for secret in ("illegal", row.code, row.army_name, row.first_message):
        assert secret not in page


def test_a_withdrawn_player_gets_no_list(event: Event, alice_client: Client) -> None:
    event.entrants.filter(name="Anna").update(state=EntrantState.WITHDRAWN)
    answer = sent(alice_client, {"Anna.json": as_text(army())}, places=True)
    assert left_of(answer) == {"Anna.json": NO_PLACE}
