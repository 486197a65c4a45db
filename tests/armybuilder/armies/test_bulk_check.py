"""Bulk checks: judged as a job, told on a page of their own, kept a while."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies.bulk import parcels, store
from armybuilder.armies.bulk.findings import progress_of
from armybuilder.armies.bulk.job import BULK_CHECK
from armybuilder.armies.bulk.parcels import packed, unpacked_files
from armybuilder.armies.bulk.retention import sweep_checks
from armybuilder.armies.bulk.store import go_on, stop_check
from armybuilder.armies.models import BulkCheck, BulkPart, BulkVerdict
from armybuilder.books.models import Book, BookVisibility
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.clock import do_due
from armybuilder.jobs.models import Chunk, Job, State
from rulesets.checks.armies import CheckTerms
from rulesets.checks.files import MOST_BYTES, ArmyFile
from tests.armybuilder.armies.bulk_checks import (
    begun_check,
    documents,
    files,
    members,
    text,
    upload,
    zipped,
)
from tests.real_books import BOOKS

pytestmark = pytest.mark.usefixtures("charge_books")


@pytest.fixture(autouse=True)
def small_parcels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have few files be many: each is judged in the background from the fifth on."""
    monkeypatch.setattr(store, "FEW_FILES", 4)
    monkeypatch.setattr(parcels, "MOST_FILES", 3)


@pytest.fixture
def by_hand(settings: Settings) -> None:
    """Have nobody work on chunks but the test."""
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"


def handed_in(client: Client, these: dict[str, bytes], **more: Any) -> str:
    answer = client.post("/check/", {"uploads": [upload(these)], **more})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def work_on(check: BulkCheck, chunks: int) -> None:
    assert check.job is not None
    free = check.job.chunks.filter(state=State.WAITING).order_by("number")
    for key in [*free.values_list("pk", flat=True)][:chunks]:
        run_chunk(key)


def nothing() -> None:
    """Let work go on."""


def judged(check: BulkCheck) -> list[int]:
    return [*check.verdicts.order_by("number").values_list("number", flat=True)]


# -- the page -----------------------------------------------------------------------


def test_few_files_are_answered_at_once_and_nothing_is_kept(client: Client) -> None:
    page = client.post("/check/", {"uploads": [upload(members(4))]})
    assert page.status_code == 200
    assert not BulkCheck.objects.exists()
    assert "nothing is kept" in page.content.decode()


def test_many_files_get_a_page_of_their_own_with_every_verdict(client: Client) -> None:
    here = handed_in(client, members(8), strict="on")
    page = client.get(here)
    said = page.content.decode()
    progress = page.context["progress"]
    assert progress.counts == [("illegal", 2), ("unreadable", 2), ("legal", 4)]
    assert (progress.state, progress.done, progress.files) == ("done", 8, 8)
    assert "Nothing was skipped." in said
    assert "550 of at most 500 points" in said
    order = [shown.row.word for shown, _ in page.context["rows"]]
    assert order == ["illegal"] * 2 + ["unreadable"] * 2 + ["legal"] * 4
    assert page.context["rows"][0][0].row.file == "001.json"
    reasons = [reason.text for reason, _ in page.context["reasons"]]
    assert reasons == ["Points agreed on", "Unread: expected a whole number"]


def test_filters_stand_in_the_address(client: Client) -> None:
    here = handed_in(client, members(8))
    for query, found in (
        ("word=illegal", ["001.json", "005.json"]),
        ("why=Points+agreed+on", ["001.json", "005.json"]),
        ("why=Unread%3A+expected+a+whole+number", ["003.json", "007.json"]),
        ("why=no+such+rule", []),
        ("word=legal&sort=file", [f"00{n}.json" for n in (0, 2, 4, 6)]),
        ("sort=file&page=99&word=", [f"00{n}.json" for n in range(8)]),
        ("sort=odd&page=x", ["001.json", "005.json"]),
    ):
        rows = client.get(f"{here}?{query}").context["rows"]
        names = [shown.row.file for shown, _ in rows]
        assert names[: len(found)] == found, query
        if "odd" not in query:
            assert len(names) == len(found), query


def test_a_page_has_a_hundred_verdicts(client: Client) -> None:
    here = handed_in(client, members(120))
    first = client.get(f"{here}?sort=file")
    assert len(first.context["rows"]) == 100
    assert "sort=file&amp;page=2" in first.content.decode()
    assert len(client.get(f"{here}?sort=file&page=2").context["rows"]) == 20


def test_more_files_are_no_more_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pages = [handed_in(client, members(many)) for many in (6, 60)]
    for page in pages:
        with django_assert_num_queries(4):
            client.get(page)
        with django_assert_num_queries(2):
            client.get(f"{page}?piece=run")


def test_a_running_check_tells_how_far_it_is_and_asks_again(
    client: Client, by_hand: None
) -> None:
    here = handed_in(client, members(8))
    check = BulkCheck.objects.get()
    page = client.get(here).content.decode()
    assert "The first verdicts come in a moment." in page
    assert 'hx-trigger="every 1s"' in page
    work_on(check, 1)
    piece = client.get(f"{here}?piece=run").content.decode()
    assert "<html" not in piece
    assert "of 8, about 1 s to go" in piece
    assert "To do <b>5</b>" in piece
    found = client.get(f"{here}?word=legal&piece=found")
    assert "word=legal&amp;piece=found" in found.content.decode()
    assert [shown.row.word for shown, _ in found.context["rows"]] == ["legal"] * 2
    work_on(check, 9)
    piece = client.get(f"{here}?piece=run").content.decode()
    assert "hx-trigger" not in piece
    assert "Nothing was skipped" in piece


def test_nothing_is_skipped_in_silence(client: Client) -> None:
    these = {
        **members(3),
        "empty.json": b"",
        "in.zip": zipped(members(1)),
        "map.png": b"x",
        "readme.txt": b"x",
        "large.json": b" " * (MOST_BYTES + 1),
        "again.json": members(1)["000.json"],
        "__MACOSX/._x.json": b"x",
    }
    page = client.get(handed_in(client, these))
    said = page.content.decode()
    assert page.context["progress"].files == len(these)
    for words in (
        "the file is empty",
        "archives inside archives are not opened",
        "larger than 1,000,000 bytes",
        "no list: a picture",
        "1 file came twice, byte for byte",
        "lists.zip/again.json is the same as lists.zip/000.json",
    ):
        assert words in said, words
    assert dict(page.context["progress"].counts)["no list"] == 3
    kinds = ("a note", "a picture", "left by a file manager")
    assert page.context["progress"].no_lists == [(kind, 1) for kind in kinds]


def test_one_list_is_opened_with_its_messages_and_fixes(client: Client) -> None:
    here = handed_in(client, members(6))
    for headers in ({}, {"HX-Request": "true"}):
        opened = client.get(f"{here}1/", headers=headers).content.decode()
        assert "550 of at most 500 points" in opened
        assert "Would help:" in opened
        assert ("<html" in opened) == (not headers)
    assert "expected a whole number" in client.get(f"{here}3/").content.decode()
    assert client.get(f"{here}6/").status_code == 404


def test_fixes_are_tried_for_all_where_that_is_asked(client: Client) -> None:
    page = client.get(handed_in(client, members(6), fixes="on"))
    row = page.context["rows"][0][0].row
    assert (row.helps[:6], row.then) != ("", "")
    assert ", legal</b>" in page.content.decode()


# -- the same verdicts everywhere ---------------------------------------------------


def test_page_bulk_api_and_command_give_the_same_verdicts(
    client: Client, tmp_path: Path
) -> None:
    these = members(12)
    path = tmp_path / "lists.zip"
    path.write_bytes(zipped(these))
    bulk = documents(BulkCheck.objects.get(public_id=_id(handed_in(client, these))))

    printed = []
    for words in ((), ("--jobs", "2", "--books", str(BOOKS))):
        out = io.StringIO()
        # What is forked here has the connection of the test, and asks it nothing.
        with pytest.raises(SystemExit), mock.patch.object(connections, "close_all"):
            call_command(
                *("check_army", "--json", str(path), *words),
                stdout=out,
                stderr=io.StringIO(),
            )
        printed.append([json.loads(line) for line in out.getvalue().splitlines()])
    with mock.patch.object(store, "FEW_FILES", 60):
        page = client.post("/check/", {"uploads": [upload(these)], "strict": "on"})
    kept = {"kept": page.context["kept"], "as": "json"}
    at_once = client.post("/check/download/", kept).json()
    asked = {"rosters": [json.loads(raw) for raw in these.values()]}
    api: Any = client.post("/api/v1/checks/", asked, content_type="application/json")

    expected = [_without_file(one) for one in bulk]
    for answer in (*printed, at_once, api.json()["results"]):
        assert [_without_file(one) for one in answer] == expected


def _id(address: str) -> str:
    return address.strip("/").split("/")[-1]


def _without_file(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "file"}


def test_a_book_that_the_asker_may_not_see_judges_nothing(
    client: Client, alice: User
) -> None:
    these = {f"{n}.json": members(1)["000.json"] + b" " * n for n in range(6)}
    Book.objects.filter(key="charge-skaven").update(
        visibility=BookVisibility.values[-1]
    )
    closed = Book.objects.get(key="charge-skaven").visibility
    assert closed != BookVisibility.PUBLIC
    with mock.patch.object(store, "FEW_FILES", 60):
        page = client.post("/check/", {"uploads": [upload(these)], "strict": "on"})
    here = handed_in(client, these, strict="on")
    words = [row.why for row in _rows(page)]
    assert [row.why for row in _rows(client.get(here))] == words
    assert "charge-skaven" in words[0] or "known" in words[0]


def _rows(page: Any) -> list[Any]:
    return [shown.row for shown, _ in page.context["rows"]]


# -- once each, whatever happens ----------------------------------------------------


def test_a_chunk_that_runs_twice_writes_its_verdicts_once(by_hand: None) -> None:
    check = begun_check(None, files(members(7)))
    question = {"check": check.public_id}
    first = BULK_CHECK.work(question, 0, nothing)
    written = documents(check)
    assert BULK_CHECK.work(question, 0, nothing) == first == 3
    assert documents(check) == written
    part = check.parts.get(number=0)
    BulkPart.objects.filter(pk=part.pk).update(summary=None)
    BulkVerdict.objects.filter(bulk_check=check).delete()

    def meanwhile() -> None:
        """Have somebody else judge the same part before this one is done."""
        if not BulkVerdict.objects.exists():
            BulkPart.objects.filter(pk=part.pk).update(summary=part.summary)

    part.refresh_from_db()
    part.summary = {"words": {}, "reasons": {}, "twins": []}
    assert BULK_CHECK.work(question, 0, meanwhile) == 3
    assert not BulkVerdict.objects.exists()


def test_a_check_that_is_stopped_keeps_its_verdicts_and_goes_on(
    client: Client, by_hand: None
) -> None:
    here = handed_in(client, members(8))
    check = BulkCheck.objects.get()
    work_on(check, 1)
    client.post(f"{here}change/", {"act": "stop"})
    page = client.get(here)
    assert (page.context["progress"].state, page.context["progress"].done) == (
        "stopped",
        3,
    )
    assert 'id="go-on"' in page.content.decode()
    assert not Chunk.objects.filter(state=State.WAITING).exists()

    client.post(f"{here}change/", {"act": "go-on"})
    check = BulkCheck.objects.get()
    assert check.job is not None
    assert check.job.total == 2
    work_on(check, 2)
    assert judged(check) == [*range(8)]
    page = client.get(here)
    assert page.context["progress"].state == "done"
    assert Job.objects.count() == 2


def test_a_check_that_was_interrupted_says_so_and_goes_on(
    client: Client, by_hand: None
) -> None:
    here = handed_in(client, members(5))
    Job.objects.update(state=State.FAILED, error="The site was updated.")
    said = client.get(here).content.decode()
    assert "interrupted. The site was updated." in said
    client.post(f"{here}change/", {"act": "go-on"})
    work_on(BulkCheck.objects.get(), 9)
    assert judged(BulkCheck.objects.get()) == [*range(5)]


def test_a_check_whose_job_was_swept_goes_on(by_hand: None) -> None:
    check = begun_check(None, files(members(5)))
    stop_check(check)
    Job.objects.all().delete()
    check = BulkCheck.objects.get()
    assert progress_of(check, timezone.now()).state == "stopped"
    go_on(check, "visitor x")
    work_on(check, 9)
    assert judged(check) == [*range(5)]


def test_a_check_is_deleted_with_all_of_it_while_it_runs(
    client: Client, by_hand: None
) -> None:
    here = handed_in(client, members(8))
    check = BulkCheck.objects.get()
    work_on(check, 1)
    client.post(f"{here}change/", {"act": "delete"})
    assert client.get(here).status_code == 404
    for model in (BulkCheck, BulkPart, BulkVerdict):
        assert not model.objects.exists()
    assert Job.objects.get().state == State.CANCELLED


# -- whose --------------------------------------------------------------------------


def test_a_check_is_shown_to_its_asker_alone(
    client: Client, alice_client: Client, bob_client: Client
) -> None:
    here = handed_in(alice_client, members(5))
    for other in (client, bob_client):
        assert other.get(here).status_code == 404
        assert other.get(f"{here}1/").status_code == 404
        assert other.get(f"{here}verdicts.csv").status_code == 404
        assert other.post(f"{here}change/", {"act": "delete"}).status_code == 404
    assert alice_client.get(here).status_code == 200
    assert here in alice_client.get("/check/").content.decode()
    assert here not in bob_client.get("/check/").content.decode()


def test_a_visitors_check_is_theirs_after_they_sign_in(
    client: Client, alice: User
) -> None:
    here = handed_in(client, members(5))
    alice.set_password("a-long-password")
    alice.save()
    asked = {"username": alice.username, "password": "a-long-password"}
    client.post("/accounts/sign-in/", asked)
    assert client.get(here).status_code == 200
    assert BulkCheck.objects.get().owner == alice
    assert Client().get(here).status_code == 404


def test_too_many_checks_are_refused_and_nothing_is_written(
    alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_in(alice_client, members(5))
    for name, value in (
        ("MOST_KEPT", 1),
        ("LISTS", Allowance("few-lists", burst=0, refill_seconds=60)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(store, name, value)
            asked = {"uploads": [upload(members(6))]}
            answer = alice_client.post("/check/", asked)
        assert answer.status_code == 429, name
        assert BulkCheck.objects.count() == 1
    assert BulkPart.objects.count() == 2


def test_whoever_waits_for_too_much_is_told_and_nothing_is_written(
    alice_client: Client, by_hand: None, settings: Settings
) -> None:
    settings.JOB_MOST_OF_ONE = 1
    handed_in(alice_client, members(5))
    answer = alice_client.post("/check/", {"uploads": [upload(members(6))]})
    assert answer.status_code == 429
    assert "You wait for 1 answers already" in answer.content.decode()
    assert BulkCheck.objects.count() == 1


# -- kept a while -------------------------------------------------------------------


def test_the_clock_deletes_what_is_not_kept_any_more(
    alice: User, by_hand: None, settings: Settings
) -> None:
    settings.DUE_WORK = ["armybuilder.armies.bulk.retention.sweep_checks"]
    old = begun_check(alice, files(members(5)))
    new = begun_check(alice, files(members(6)))
    BulkCheck.objects.filter(pk=new.pk).update(
        kept_until=old.kept_until + timedelta(days=1)
    )
    assert old.kept_until - old.created_at == timedelta(days=7)
    assert sweep_checks(old.kept_until - timedelta(seconds=1)) == 0
    do_due(old.kept_until)
    assert [*BulkCheck.objects.all()] == [new]
    assert {part.bulk_check_id for part in BulkPart.objects.all()} == {new.pk}
    assert Job.objects.filter(state=State.CANCELLED).count() == 1


# -- exports ------------------------------------------------------------------------


def exported(client: Client, here: str, what: str) -> bytes:
    answer = client.get(f"{here}{what}")
    assert answer.status_code == 200
    assert f'filename="{what}"' in answer["Content-Disposition"]
    return b"".join(answer)


def test_verdicts_are_taken_home_as_table_and_documents(client: Client) -> None:
    here = handed_in(client, members(6), fixes="on")
    check = BulkCheck.objects.get()
    lines = exported(client, here, "verdicts.jsonl").splitlines()
    assert [json.loads(line) for line in lines] == documents(check)
    table = exported(client, here, "verdicts.csv").decode("utf-8-sig")
    rows = [*csv.DictReader(io.StringIO(table))]
    assert [row["verdict"] for row in rows] == [
        *("legal", "illegal", "legal", "unreadable", "legal", "illegal")
    ]
    assert rows[1]["messages"].startswith("Points agreed on: The army is worth 550")
    assert rows[1]["would_help"]


def test_the_legal_lists_are_taken_home_as_they_came(client: Client) -> None:
    these = members(6)
    here = handed_in(client, {f"../{name}": raw for name, raw in these.items()})
    raw = exported(client, here, "legal-lists.zip")
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        names = archive.namelist()
        assert [archive.read(name) for name in names] == [*these.values()][::2]
    assert not [name for name in names if "/" in name or name.startswith(".")]
    assert client.get(f"{here}verdicts.exe").status_code == 404


def test_a_formula_stays_a_text(client: Client) -> None:
    these = members(5)
    these = {f"=cmd{name}": raw for name, raw in these.items()}
    with mock.patch.object(store, "FEW_FILES", 0):
        raw = {"uploads": [], "text": json.dumps({"name": "=1+1"})}
        here = str(client.post("/check/", raw)["Location"])
    assert b"\n=" not in exported(client, here, "verdicts.csv")


# -- parcels ------------------------------------------------------------------------


def test_files_come_out_of_a_parcel_as_they_went_in() -> None:
    these = [
        ArmyFile("a.json", b"{}\n{}"),
        ArmyFile("b \u20ac\ufffd.json", bytes(range(256))),
        ArmyFile("c", problem="it is encrypted"),
        ArmyFile("d.png", problem="no list: a picture", is_list=False),
        ArmyFile("e", b"x", same_as="a.json"),
    ]
    assert [*unpacked_files(packed(these))] == these
    (large,) = unpacked_files(packed([ArmyFile("f", b" " * (MOST_BYTES + 1))]))
    assert (large.raw, large.problem) == (b"", "larger than 1,000,000 bytes")


def test_names_and_texts_that_no_database_keeps_are_kept_readable(
    by_hand: None,
) -> None:
    roster = json.loads(text("armies/orcs-500"))
    roster["name"] = "Nul \x00 here"
    these = [
        ArmyFile("x\x00\ud800.json", json.dumps(roster).encode()),
        ArmyFile("y.json", b'{"a\\u0000": 1}'),
    ]
    check = begun_check(None, these)
    work_on(check, 1)
    assert len(documents(check)) == 2


@pytest.fixture
def memory() -> Iterator[Any]:
    import tracemalloc

    tracemalloc.start()
    yield tracemalloc
    tracemalloc.stop()


@pytest.mark.slow
def test_memory_of_a_part_does_not_grow_with_the_check(
    memory: Any, by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels, "MOST_FILES", 50)
    monkeypatch.setattr(store, "LISTS", Allowance("lots", 10**6, 1))
    peaks = []
    for many in (200, 2000):
        check = begun_check(None, files(members(many)), CheckTerms())
        work_on(check, 1)
        memory.reset_peak()
        work_on(check, 2)
        peaks.append(memory.get_traced_memory()[1] - memory.get_traced_memory()[0])
    assert peaks[1] < peaks[0] + 1_000_000
