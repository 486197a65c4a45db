"""Papers of an event: what is on them, who has them when, and that nothing leaks."""

import csv
import io
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.books.editions import newest_books
from armybuilder.events.models import Entrant, EntrantNote, Event, EventState, StaffRole
from armybuilder.events.organisers import give_role
from armybuilder.events.pairings import pair_as_written
from armybuilder.events.papers import collection as cuts
from armybuilder.events.papers import table_sheets
from armybuilder.events.papers.judge_table import (
    JUDGE_TABLE,
    KIND,
    table_question,
)
from armybuilder.events.papers.paper_list import (
    half_text,
    nameless,
    paper_list,
    shelf_of,
)
from armybuilder.events.rolls import judged_again, roll_of
from armybuilder.events.states import move_event
from armybuilder.events.terms import judge
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import Job
from rulesets.rosters.edits import Join, Rename, apply_all
from rulesets.rosters.roster import read_roster, roster_document
from tests.armybuilder.armies.paper_texts import (
    inside,
    needs_forks,
    pdf_words,
    squeezed,
)
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.events.scene import (
    NOW,
    army,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)
from tests.real_books import sample_army

WAY = "/events/spring-open/"
PACK, TABLE = f"{WAY}papers/judge-pack-1.pdf", f"{WAY}papers/judge-pack.csv"
BOOKLET = f"{WAY}papers/booklet-1.pdf"
SHEETS = f"{WAY}papers/round-1-tables-1.pdf"
SECRETS = ("Annabella", "Berthold", "Red Fury", "Blue Moon", "Old Tom", "Own words")

needs_words = pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext")


def own_words(title: str) -> dict[str, Any]:
    """Return an army with a player's own names and notes."""
    document = army(title=title)
    document["note"] = "Own words"
    unit = document["forces"][0]["units"][0]
    unit["name"], unit["note"] = "Old Tom", "Own words"
    return document


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def event(alice: User, bob: User, charge_books: None) -> Event:
    found = opened(charge_event(alice, allows_illegal=True), alice)
    give_role(found, bob.username, StaffRole.JUDGE)
    anna, bert, _ = placed(found, alice, "Annabella", "Berthold", "Nobody")
    handed(anna, own_words("Red Fury"))
    handed(bert, illegal("Blue Moon"))
    return found


def of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def moved(event: Event, alice: User, phase: str, sight: str) -> Event:
    """Return the event in a phase: ``open``, ``closed`` or ``revealed``."""
    Event.objects.update(sight=sight)
    event.refresh_from_db()
    if phase != "open":
        event = move_event(event, EventState.CLOSED, alice, now=NOW)
    if phase == "revealed":
        event = move_event(event, EventState.REVEALED, alice, now=NOW)
    return event


SEEN = {
    ("staff", "open"): (200, 200, 404, 404),
    ("staff", "closed"): (200, 200, 404, 404),
    ("staff", "revealed"): (200, 200, 200, 200),
    ("blind", "open"): (409, 409, 404, 404),
    ("blind", "closed"): (409, 409, 404, 404),
    ("blind", "revealed"): (200, 200, 200, 200),
    ("open", "open"): (200, 200, 200, 200),
    ("opponent", "closed"): (200, 200, 404, 404),
    ("opponent", "revealed"): (200, 200, 404, 404),
}
"""The answers for the booklet to organiser, judge, entrant and visitor."""


@pytest.mark.parametrize(("sight", "phase"), SEEN)
def test_papers_are_for_those_who_see_every_list(
    event: Event,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    sight: str,
    phase: str,
) -> None:
    monkeypatch.setattr("armybuilder.events.views.papers.drawn", lambda _: b"%PDF-")
    event = moved(event, alice, phase, sight)
    pair_as_written(event, "1 - 2")
    anna = event.entrants.get(number=1)
    browsers = (of(alice), of(bob), by_link(anna), Client())
    for browser, status in zip(browsers, SEEN[sight, phase], strict=True):
        assert browser.get(BOOKLET).status_code == status
    organiser, judge_, entrant, visitor = browsers
    hidden = sight == "blind" and phase != "revealed"
    packs = (409 if hidden else 200, 409 if hidden and phase == "open" else 200)
    for url in (PACK, TABLE):
        assert (organiser.get(url).status_code, judge_.get(url).status_code) == packs
        assert entrant.get(url).status_code == visitor.get(url).status_code == 404
    sheets = 409 if hidden else 200
    assert organiser.get(SHEETS).status_code == judge_.get(SHEETS).status_code == sheets
    assert entrant.get(SHEETS).status_code == visitor.get(SHEETS).status_code == 404


def test_a_refusal_says_when_lists_open_and_names_nobody(
    event: Event, alice: User
) -> None:
    moved(event, alice, "closed", "blind")
    for url in (PACK, TABLE, BOOKLET):
        said = of(alice).get(url).content.decode()
        assert "All lists open Wednesday 14 April 2027" in said
        assert not [word for word in SECRETS if word in said]


def test_a_judge_of_hidden_lists_is_noted_once_for_each(
    event: Event, alice: User, bob: User
) -> None:
    moved(event, alice, "closed", "blind")
    for _ in range(2):
        assert of(bob).get(TABLE).status_code == 200
    looked = EntrantNote.objects.filter(kind="looked", by=bob)
    assert looked.count() == 2


def rows_of(answer: Any) -> list[dict[str, str]]:
    text = answer.content.decode().removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_holds_every_unit_once_and_its_sums_are_those_of_the_review(
    event: Event, alice: User
) -> None:
    answer = of(alice).get(TABLE)
    rows = rows_of(answer)
    text = answer.content.decode() + str(answer.headers)
    assert not [word for word in SECRETS if word in text]
    for entrant in event.entrants.filter(current__isnull=False):
        assert entrant.current is not None
        mine = [row for row in rows if row["list"] == f"Entrant {entrant.number:02}"]
        review = judge(event, read_roster(entrant.current.receipt["roster"])).review
        assert sum(Decimal(row["points"]) for row in mine) == review.points
        assert sum(int(row["models"]) for row in mine) == review.models
        units = [line.name for force in review.forces for line in force.units]
        assert sorted(r["unit"] for r in mine) == sorted(units)
        assert {row["verdict"] for row in mine} == {
            "legal" if review.legal else "not legal"
        }
        assert {row["code"] for row in mine} == {entrant.current.code}
    assert "half points" not in rows[0]


@pytest.mark.usefixtures("weasyprint")
@needs_forks
@needs_words
def test_the_judge_pack_says_every_unit_and_nobody(event: Event, alice: User) -> None:
    answer = of(alice).get(PACK)
    assert answer["Content-Disposition"] == (
        'attachment; filename="spring-open-judge-pack-1.pdf"'
    )
    words = pdf_words(answer.content)
    for row in rows_of(of(alice).get(TABLE)):
        assert squeezed(row["unit"]) in words
        assert squeezed(row["details"]) in words
        assert row["code"] in words
    assert "Entrant01" in words
    raw = inside(answer.content) + answer.content
    assert not [word for word in SECRETS if squeezed(word) in words]
    assert not [word for word in SECRETS if word.encode() in raw]


@pytest.mark.usefixtures("weasyprint")
@needs_forks
@needs_words
def test_the_booklet_says_every_list_by_name(event: Event, alice: User) -> None:
    moved(event, alice, "revealed", "staff")
    words = pdf_words(Client().get(BOOKLET).content)
    for word in ("Annabella", "Berthold", "Red Fury", "Blue Moon", "Old Tom"):
        assert squeezed(word) in words
    assert squeezed("Own words") not in words
    assert "Nobody" not in words


@pytest.mark.usefixtures("weasyprint")
@needs_forks
@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="no pdftoppm here")
def test_phones_read_the_codes_of_a_table_sheet(
    event: Event, alice: User, tmp_path: Path
) -> None:
    zxing = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    pair_as_written(event, "1 - 2\n3 - bye")
    answer = of(alice).get(SHEETS)
    (tmp_path / "tables.pdf").write_bytes(answer.content)
    command = ["pdftoppm", "-r", "110", "-f", "1", "-l", "1", "-png", "tables.pdf", "t"]
    subprocess.run(command, cwd=tmp_path, check=True)
    (picture,) = tmp_path.glob("t-*.png")
    read = zxing.read_barcodes(image.open(picture))
    codes = Entrant.objects.filter(number__in=(1, 2)).values_list("current__code")
    verify = {f"http://testserver/v/{code}/" for (code,) in codes}
    assert {one.text for one in read} == verify
    for one in read:
        place = one.position
        width = abs(place.top_right.x - place.top_left.x) / 110 * 25.4
        assert width >= 18
        path = one.text.removeprefix("http://testserver")
        assert "Valid" in Client().get(path).content.decode()


def test_a_game_with_break_points_has_their_columns(alice: User) -> None:
    publish_printed("warhammer-empire")
    found = opened(charge_event(alice, game="warhammer", limit=2000), alice)
    (anna,) = placed(found, alice, "Anna")
    handed(anna, roster_document(sample_army("empire-2000")))
    rows = {row["unit"]: row for row in rows_of(of(alice).get(TABLE))}
    halberdiers = rows["Halberdiers"]
    told = [halberdiers[k] for k in ("models", "unit strength", "panic", "below half")]
    # A quarter of 20 is 5; fewer than half of 20 is 9.
    assert told == ["20", "20", "−5", "9"]
    assert Decimal(halberdiers["half points"]) * 2 == Decimal(halberdiers["points"])
    assert rows["Elector Count"]["below half"] == "1 W"
    assert rows["Great Cannon"]["half points"] == ""
    assert rows["Detachment of Handgunners"]["belongs to the unit above"] == "yes"
    assert sum(Decimal(row["points"]) for row in rows.values()) == 1996


def test_a_coded_list_says_whom_a_character_joins_without_words_of_the_player(
    alice: User,
) -> None:
    publish_printed("warhammer-empire")
    found = opened(charge_event(alice, game="warhammer", limit=2000), alice)
    (anna,) = placed(found, alice, "Anna")
    roster = sample_army("empire-2000")
    count, halberdiers = (
        next(one.id for one in roster.forces[0].units if one.entry == entry)
        for entry in ("elector-count", "halberdiers")
    )
    edits = (Rename(halberdiers, "Red Fury"), Join(count, halberdiers))
    handed(anna, roster_document(apply_all(roster, edits)))
    rows = {row["unit"]: row for row in rows_of(of(alice).get(TABLE))}
    assert rows["Elector Count"]["details"].endswith(", joins Halberdiers")
    assert "Red Fury" not in str(rows)
    assert anna.current is not None
    roll = roll_of(judged_again(found, anna.current)).text
    assert roll.count(", joins Halberdiers: ") == 1


@pytest.mark.parametrize(
    ("points", "text"), [(Decimal("101.5"), "101½"), (60, "60"), (Decimal("0.5"), "½")]
)
def test_half_points_are_exact(points: Any, text: str) -> None:
    assert half_text(points) == text


def test_names_of_the_players_own_are_all_taken_away() -> None:
    roster = read_roster(own_words("Red Fury"))
    bare = nameless(roster)
    assert not [word for word in SECRETS if word in str(roster_document(bare))]
    assert [u.entry for f in bare.forces for u in f.units] == [
        u.entry for f in roster.forces for u in f.units
    ]


def test_a_list_that_cannot_be_judged_again_says_so(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.update(game="warhammer")
    event.refresh_from_db()
    anna = event.entrants.get(number=1)
    assert anna.current is not None
    shelf = shelf_of([anna.current])
    found = paper_list(event, anna, anna.current, "Entrant 01", shelf, is_coded=True)
    assert "another game" in found.problem
    assert found.parts == ()


def test_many_lists_are_cut_into_parts(
    event: Event, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.events.views.papers.drawn", lambda _: b"%PDF-")
    monkeypatch.setattr(cuts, "PART_SIZE", 1)
    monkeypatch.setattr(table_sheets, "SHEETS", 1)
    pair_as_written(event, "1 - bye\n2 - bye")
    page = of(alice).get(f"{WAY}papers/").content.decode()
    assert "judge-pack-2.pdf" in page
    assert "round-1-tables-2.pdf" in page
    assert of(alice).get(f"{WAY}papers/judge-pack-2.pdf").status_code == 200
    assert of(alice).get(f"{WAY}papers/judge-pack-3.pdf").status_code == 409
    assert of(alice).get(f"{WAY}papers/round-1-tables-3.pdf").status_code == 404


def test_lists_with_too_many_units_are_refused_in_words(
    event: Event, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.events.papers.judge_pack.MOST_UNITS", 3)
    said = of(alice).get(PACK)
    assert said.status_code == 409
    assert "a PDF holds 3" in said.content.decode()


def test_a_drawing_that_takes_long_asks_again(
    event: Event, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.events.views.papers.drawn", lambda _: None)
    said = of(alice).get(PACK)
    assert (said.status_code, said["Refresh"]) == (202, "3")


def table_queries(event: Event, alice: User, *, is_made: bool) -> int:
    """Return how many queries the page of a table takes, or the work behind it."""
    entrants = list(event.entrants.select_related("current").order_by("number"))
    question = table_question(event, entrants)
    client = of(alice)
    client.get(TABLE)
    with CaptureQueriesContext(connection) as asked:
        if is_made:
            client.get(TABLE)
        else:
            for part in JUDGE_TABLE.split(question):
                JUDGE_TABLE.work(question, part, lambda: None)
    return len(asked)


@pytest.mark.parametrize("is_made", [True, False])
def test_a_table_of_more_lists_takes_as_many_queries(
    event: Event, alice: User, is_made: bool
) -> None:
    newest_books("charge")
    few = table_queries(event, alice, is_made=is_made)
    for one in placed(event, alice, "Clara", "Dora", "Emil"):
        handed(one, army())
    assert table_queries(event, alice, is_made=is_made) == few


def test_a_table_is_made_once_for_the_same_lists(event: Event, alice: User) -> None:
    first, again = of(alice).get(TABLE).content, of(alice).get(TABLE).content
    assert first == again
    assert Job.objects.filter(kind=KIND).count() == 1
    handed(placed(event, alice, "Clara")[0], army())
    assert of(alice).get(TABLE).content != first


def test_a_table_that_is_being_made_says_how_far_it_is(
    event: Event, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.events.views.papers.PATIENCE", 0)
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"
    said = of(alice).get(TABLE)
    assert (said.status_code, said["Refresh"]) == (202, "2")
    assert "0 of 1 parts done" in said.content.decode()
    assert of(alice).get(TABLE).status_code == 202
    job = Job.objects.get(kind=KIND)
    run_chunk(job.chunks.get().pk)
    assert of(alice).get(TABLE)["Content-Type"].startswith("text/csv")


def test_a_table_of_other_terms_is_not_made(event: Event, alice: User) -> None:
    entrants = list(event.entrants.select_related("current"))
    question = table_question(event, entrants)
    part = JUDGE_TABLE.split(question)[0]
    Event.objects.filter(pk=event.pk).update(limit=750)
    with pytest.raises(WorkError, match="changed meanwhile"):
        JUDGE_TABLE.work(question, part, lambda: None)


def test_a_great_many_tables_at_once_are_refused(
    event: Event, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.events.views.papers.take", lambda *_: False)
    assert of(alice).get(TABLE).status_code == 429
    assert of(alice).get(PACK).status_code == 429
