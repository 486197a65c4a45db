"""Printed papers: what stands on them, on pages and as PDFs."""

import importlib
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies import store
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.papers import drawing
from armybuilder.armies.papers.draw import LIBRARIES_MISSING, locked_fetcher
from armybuilder.armies.papers.drawing import PdfFailed, PdfUnavailable
from armybuilder.armies.papers.pages import font_files
from armybuilder.armies.papers.paper import paper
from armybuilder.armies.papers.setup import PaperSetup
from armybuilder.armies.views import sheet as printing_views
from rulesets.game import Boxes
from rulesets.legality import review
from rulesets.rosters.roster import Roster, Selection
from tests.armybuilder.armies.paper_texts import (
    DAY,
    LINK,
    inside,
    page_of,
    pages,
    paper_of,
    pdf_of,
)
from tests.armybuilder.armies.shared_pages import JUDGED_FILES
from tests.real_books import real_books, sample_army


def page(army: Roster, **setup: Any) -> str:
    return page_of(paper_of(army, **setup))


@pytest.fixture(scope="module")
def weasyprint() -> Any:
    """Return WeasyPrint; skip where its libraries are missing, but not in CI."""
    try:
        return importlib.import_module("weasyprint")
    except OSError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"WeasyPrint cannot be loaded: {problem}")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for drawings on a busy machine, where a page would tell of them."""
    monkeypatch.setattr(drawing, "SECONDS", 60)


# -- what stands on it --------------------------------------------------------------


def test_the_sheet_names_the_army_its_sum_and_its_verdict() -> None:
    said = page(sample_army("cathay-1000"))
    assert "Gate and Cannon" in said
    assert "<strong>1,000</strong>" in said
    assert ">Legal<span" in said
    said = " ".join(said.split())
    assert "Cathay · Charge v2 0.1 beta · Ada" in said
    assert "Cathay, edition 1 · worked out on 1 March 2026" in said
    assert "1 March 2026" in said


def test_every_unit_has_its_stat_line_gear_rules_and_boxes() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count('<section class="unit') == 16
    assert "Jezzail Rifles" in said
    boxes = re.findall(r"(\d+) box(?:es)? to cross out", said)
    assert sum(map(int, boxes)) == 12 * 20 + 4 * 6
    assert said.count("half strength at") == 16


@pytest.mark.parametrize(
    ("boxes", "drawn", "marked"), [(None, 20, 0), (Boxes("push"), 6, 0)]
)
def test_the_game_says_what_is_crossed_out(
    boxes: Boxes | None, drawn: int, marked: int
) -> None:
    now = review(sample_army("cathay-1000"), real_books())
    other = replace(now, game=replace(now.game, boxes=boxes))
    shown = paper(other, real_books(), PaperSetup(), printed=DAY).units[0]
    found = [box for line in shown.boxes for box in line.boxes]
    assert (len(found), sum(box.half for box in found)) == (drawn, marked)


def boxes_of(name: str, army: str) -> list[tuple[str, int]]:
    """Return the lines of boxes of the first unit of a name."""
    units = paper_of(sample_army(army)).units
    unit = next(unit for unit in units if unit.line.name == name)
    return [(line.label, len(line.boxes)) for line in unit.boxes]


@pytest.mark.parametrize(
    ("name", "army", "lines"),
    [
        ("Elector Count", "empire-2000", [("Wounds", 3)]),
        (
            "Swordsmen",
            "empire-2000",
            [("front", 5), ("+1", 5), ("+2", 5), ("+3", 5)],
        ),
        ("Detachment of Free Company", "empire-2000", [("front", 5), ("", 3)]),
        ("Archers", "empire-2000", [("", 10)]),
        ("Trolls", "orcs-and-goblins-2000", [("Wounds", 3), ("", 3), ("", 3)]),
        ("Goblin Spear Chukka", "orcs-and-goblins-2000", [("Wounds", 3)]),
        ("Vampire", "mordheim-undead-500", [("Wounds", 2)]),
        ("Zombie", "mordheim-undead-500", [("", 5)]),
        (
            "Guild Forces",
            "imperial-legion-1000",
            [
                *(("Skirmisher", 2), ("", 2), ("", 2)),
                *(("Breaker", 2), ("", 2), ("", 2)),
                *(("Crusader", 2), ("", 2)),
                ("Monk", 2),
            ],
        ),
    ],
)
def test_models_have_a_box_each_and_a_box_for_each_wound(
    name: str, army: str, lines: list[tuple[str, int]]
) -> None:
    assert boxes_of(name, army) == lines


def test_a_rule_is_explained_once() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count("<b>Strength in numbers</b>") == 1


def test_an_illegal_army_is_printed_with_what_is_wrong() -> None:
    said = page(sample_army("../illegal-armies/two-factions"))
    assert "verdict--bad" in said
    assert "Not legal: 1 problem<" in said
    assert "The army is of 2 factions; it may be of one." in said


def test_an_army_of_an_unknown_edition_is_printed_too() -> None:
    said = page(sample_army("../illegal-armies/unknown-edition"))
    assert "Not legal" in said
    assert "9999" in said


def test_what_players_wrote_stays_text() -> None:
    army = sample_army("orcs-500")
    force = army.forces[0]
    unit = replace(force.units[0], name="<img src=x>", note="a\n</p><link rel=x>")
    army = replace(
        army,
        name="<script>alert(1)</script>",
        note="<object data='file:///etc/passwd'>",
        forces=(replace(force, units=(unit, *force.units[1:])),),
    )
    said = page(army)
    for mark in ("<script", "<img", "<link", "<object"):
        assert mark not in said


def test_a_detachment_is_a_unit_below_its_parent() -> None:
    old_guard = next(
        unit
        for unit in paper_of(sample_army("empire-2000")).units
        if unit.title == "The Old Guard"
    )
    assert (old_guard.price, old_guard.family) == ("190", "310")
    assert old_guard.size == "Halberdiers · 20 models, one of them Sergeant"
    below = [(unit.number, unit.price, unit.strength) for unit in old_guard.under]
    assert below == [("5a", "80", 10), ("5b", "40", 8)]
    assert "ranks +3" in old_guard.facts


def test_a_wizard_has_room_for_as_many_spells_as_he_knows() -> None:
    wizard = paper_of(sample_army("empire-2000")).units[2]
    assert (wizard.title, wizard.writes) == ("Battle Wizard", 2)


def test_the_short_code_is_of_one_list_of_one_edition() -> None:
    army = sample_army("empire-2000")
    code = paper_of(army).code
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", code)
    assert paper_of(army, kind="cards", secret=True).code == code
    assert paper_of(replace(army, limit=1999)).code != code


def test_the_square_leads_to_the_link_where_there_is_one() -> None:
    army = sample_army("orcs-500")
    assert "qr-square" not in page_of(paper_of(army))
    assert f"Link to the list: {LINK}" in page_of(paper_of(army, address=LINK))


@pytest.mark.parametrize("kind", ["sheet", "compact", "cards"])
def test_hidden_points_stand_nowhere(kind: str) -> None:
    said = page(sample_army("empire-2000"), kind=kind, points=False)
    for price in ("1,996", "2,000 points", "203", "310", "971"):
        assert price not in said


@pytest.mark.parametrize(
    ("order", "first", "last"),
    [
        ("section", "Count Aldemar", "Helblaster Volley Gun"),
        ("army", "Count Aldemar", "Helblaster Volley Gun"),
        ("points", "The Old Guard", "Huntsmen"),
    ],
)
def test_units_stand_in_the_order_that_is_asked_for(
    order: str, first: str, last: str
) -> None:
    units = paper_of(sample_army("empire-2000"), order=order).sections
    every = [unit for section in units for unit in section.units]
    assert (every[0].title, every[-1].title) == (first, last)
    assert [unit.number for unit in every] == [str(n) for n in range(1, 15)]


def test_to_save_paper_equal_heights_stand_beside_each_other() -> None:
    (section,) = [
        one
        for one in paper_of(sample_army("empire-2000"), order="space").sections
        if one.key == "core"
    ]
    heights = [unit.height for unit in section.units if not unit.under]
    assert heights == sorted(heights, reverse=True)


def test_a_warband_has_boxes_of_experience_and_room_to_write() -> None:
    said = page(sample_army("mordheim-reikland-500"), kind="roster")
    assert said.count("Experience 20 of 90") == 1
    assert said.count("Experience 8 of 90") == 2
    assert said.count("Experience 0 of 14") == 3 + 2
    assert "Rout test from" in said
    assert said.count(">Injuries<") == 6


def test_a_card_that_is_full_goes_on_with_another() -> None:
    army = sample_army("empire-2000")
    force = army.forces[0]
    long = replace(force.units[3], note="A vow. " * 120)
    wordy = replace(army, forces=(replace(force, units=(long,)),))
    for cards, many in (
        (paper_of(army, kind="cards"), 1 + 17),
        (paper_of(wordy, kind="cards"), 1 + 2),
        (paper_of(army, kind="blank"), 6),
    ):
        assert page_of(cards).count('<article class="card') == many


# -- as a PDF -----------------------------------------------------------------------


@pytest.mark.parametrize(("size", "width"), [("a4", b"595"), ("letter", b"612")])
@pytest.mark.usefixtures("weasyprint")
def test_the_pdf_is_tagged_and_of_the_paper(size: str, width: bytes) -> None:
    pdf = pdf_of(paper_of(sample_army("cathay-500"), paper=size))
    assert pdf.startswith(b"%PDF-")
    assert b"/StructTreeRoot" in inside(pdf)
    assert re.search(rb"/MediaBox ?\[0 0 " + width, inside(pdf))
    assert pages(pdf) == 1


@pytest.mark.usefixtures("weasyprint")
def test_the_same_paper_is_the_same_bytes() -> None:
    page = drawing.paper_page(paper_of(sample_army("orcs-500")))
    first = drawing.drawn(page)
    (drawing.spool() / f"{drawing.page_key(page)}.pdf").unlink()
    assert drawing.drawn(page) == first


@pytest.mark.usefixtures("weasyprint")
def test_a_long_army_runs_over_several_pages() -> None:
    assert pages(pdf_of(paper_of(sample_army("skaven-1000")))) > 1


def test_an_army_that_is_too_large_is_refused_in_words() -> None:
    army = sample_army("skaven-1000")
    units = tuple(Selection(f"u{n}", "ratmen") for n in range(401))
    army = replace(army, forces=(replace(army.forces[0], units=units),))
    with pytest.raises(PdfFailed, match="at most 400 selections"):
        drawing.paper_page(paper_of(army))


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<link rel="stylesheet" href="file:///etc/hostname">',
        '<link rel="attachment" href="file:///etc/hostname">',
        '<a rel="attachment" href="file:///etc/hostname">x</a>',
        '<style>@import "http://127.0.0.1:9/x.css";</style>',
        '<p style="background: url(file:///etc/hostname)">x</p>',
        '<object data="data:text/plain,x"></object>',
    ],
)
def test_a_page_that_asks_for_anything_else_is_not_drawn(
    weasyprint: Any, markup: str
) -> None:
    page = f"<body>{markup}</body>"
    document = weasyprint.HTML(string=page, url_fetcher=locked_fetcher(weasyprint))
    with pytest.raises(weasyprint.urls.FatalURLFetchingError, match="may not fetch"):
        document.write_pdf()


def test_faces_are_read_and_nothing_beside_them(weasyprint: Any) -> None:
    faces = frozenset(file.as_uri() for file in font_files())
    fetcher = locked_fetcher(weasyprint, faces)
    assert all(fetcher.fetch(face).read(4) for face in faces)
    beside = font_files()[0].with_name("LICENSE.txt").as_uri()
    for address in (beside, "file:///etc/hostname", "http://127.0.0.1:9/x"):
        with pytest.raises(weasyprint.urls.FatalURLFetchingError):
            fetcher.fetch(address)


def a_page(words: str) -> str:
    return f'<html lang="en"><title>x</title><body><p>{words} {time.time_ns()}</p>'


def without_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the next drawing start a server of its own."""
    monkeypatch.setattr(drawing, "spool", lambda: tmp_path)


@pytest.mark.parametrize("forks", [True, False])
def test_the_drawing_process_knows_no_secrets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forks: bool
) -> None:
    seen: dict[str, Any] = {}

    def note(command: list[str], **options: Any) -> Any:
        seen.update(options)
        return subprocess.CompletedProcess(command, 1, b"", b"that is all")

    without_server(monkeypatch, tmp_path)
    monkeypatch.setenv("SECRET_KEY", "hush")
    monkeypatch.setattr(subprocess, "run", note)
    monkeypatch.setattr(drawing, "FORKS", forks)
    with pytest.raises(PdfFailed, match="that is all"):
        drawing.drawn(a_page("x"))
    assert "SECRET_KEY" not in seen["env"]
    assert seen["timeout"] == drawing.SECONDS


@pytest.mark.parametrize("forks", [True, False])
@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (LIBRARIES_MISSING, PdfUnavailable, "apt-get install libpango-1.0-0"),
        (1, PdfFailed, "MemoryError"),
    ],
)
def test_a_drawing_that_fails_says_why(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    status: int,
    error: type[Exception],
    said: str,
    forks: bool,
) -> None:
    done = subprocess.CompletedProcess([], status, b"", b"Traceback\nMemoryError")
    without_server(monkeypatch, tmp_path)
    monkeypatch.setattr(drawing, "FORKS", forks)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(error, match=said):
        drawing.drawn(a_page("x"))


def test_a_drawing_without_a_server_that_takes_too_long_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "SECONDS", 0.05)
    monkeypatch.setattr(drawing, "FORKS", False)
    with pytest.raises(PdfFailed, match="took longer"):
        drawing.drawn(a_page("x"))


@pytest.mark.parametrize("arguments", [["once"], []])
def test_missing_libraries_have_their_own_exit_status(
    tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('no libpango')")
    done = subprocess.run(
        [sys.executable, "-m", "armybuilder.armies.papers.draw", *arguments],
        input=b'{"page": "", "styles": "", "faces": [], "spool": "/nowhere"}',
        capture_output=True,
        cwd=settings.BASE_DIR,
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert done.returncode == LIBRARIES_MISSING
    assert b"no libpango" in done.stderr


@pytest.mark.usefixtures("weasyprint")
def test_without_a_server_a_page_is_drawn_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "FORKS", False)
    raw = drawing.drawn(a_page("x"))
    assert raw is not None
    assert raw.startswith(b"%PDF-")


needs_forks = pytest.mark.skipif(not drawing.FORKS, reason="no fork server here")


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_page_that_fails_says_why_and_the_server_goes_on() -> None:
    bad = a_page('<img src="http://127.0.0.1:9/x.png">')
    with pytest.raises(PdfFailed, match="may not fetch"):
        drawing.drawn(bad)
    assert drawing.drawn(a_page("after it"))


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_drawing_goes_on_while_nobody_waits_and_is_there_then() -> None:
    page = a_page("slow")
    assert drawing.drawn(page, patience=0.0) is None
    assert drawing.is_known(page)
    assert drawing.drawn(page)


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_server_that_died_is_started_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without_server(monkeypatch, tmp_path)
    first = servers(tmp_path)
    assert drawing.drawn(a_page("one"))
    (server,) = servers(tmp_path)
    assert not first
    assert not children(server), "a fork that has ended is collected"
    os.kill(server, 9)
    while servers(tmp_path):
        time.sleep(0.05)
    assert drawing.drawn(a_page("two"))
    (other,) = servers(tmp_path)
    assert other != server
    os.kill(other, 15)


def servers(spool: Path) -> list[int]:
    """Return the processes that listen in a folder."""
    found = []
    inodes = [
        line.split()[6]
        for line in Path("/proc/net/unix").read_text().splitlines()
        if f"{spool}/" in line
    ]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            links = [str(one.readlink()) for one in (process / "fd").iterdir()]
        except OSError:
            continue
        if any(f"socket:[{inode}]" in links for inode in inodes):
            found.append(int(process.name))
    return found


def children(process: int) -> list[int]:
    """Return the processes below one, ended and not collected ones among them."""
    for _ in range(100):
        told = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if not told:
            return []
        time.sleep(0.05)
    return [int(one) for one in told]


@needs_forks
def test_the_folder_of_drawings_is_this_users_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = drawing.spool()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    with pytest.raises(PdfFailed, match="this user alone"):
        drawing.spool()


# -- the pages ----------------------------------------------------------------------


@pytest.fixture
def army(charge_books: None, alice: User) -> Army:
    return store.create(sample_army("orcs-500"), alice)


def test_the_owner_prints_the_sheet(alice_client: Client, army: Army) -> None:
    said = alice_client.get(f"/armies/{army.public_id}/print/").content.decode()
    assert "alice" in said
    pdf = f"/armies/{army.public_id}/army.pdf?kind=sheet&amp;order=section"
    assert f"{pdf}&amp;paper=letter" in said


@pytest.mark.usefixtures("weasyprint")
def test_the_owner_gets_the_pdf(alice_client: Client, army: Army) -> None:
    answer = alice_client.get(f"/armies/{army.public_id}/army.pdf?paper=letter")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].endswith('.pdf"')
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.parametrize("page", ["print/", "army.pdf"])
def test_somebody_else_learns_nothing(
    bob_client: Client, client: Client, army: Army, page: str
) -> None:
    for visibility in Visibility.values:
        Army.objects.update(visibility=visibility)
        for visitor in (bob_client, client):
            address = f"/armies/{army.public_id}/{page}"
            assert visitor.get(address).status_code == 404


@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize("page", ["print/", "army.pdf"])
def test_a_share_link_prints_signed_out_until_it_is_private_again(
    client: Client, army: Army, page: str
) -> None:
    address = f"/share/{army.share_token}/{page}"
    assert client.get(address).status_code == 404
    Army.objects.update(visibility=Visibility.UNLISTED)
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    assert b"alice" not in answer.content


@pytest.mark.usefixtures("weasyprint")
def test_nobody_draws_pdfs_without_end(
    alice_client: Client, army: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing_views, "PDFS", Allowance("pdf", 1, 900))
    address = f"/armies/{army.public_id}/army.pdf"
    answers = []
    for kind in ("sheet", "cards"):
        army.document["name"] = f"Never printed {time.time_ns()}"
        army.save()
        answers.append(alice_client.get(f"{address}?kind={kind}"))
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "Wait a minute" in answers[1].content.decode()


def test_a_pdf_of_too_large_an_army_is_refused_and_no_error_of_the_site(
    alice_client: Client, army: Army, caplog: pytest.LogCaptureFixture
) -> None:
    army.document["forces"] = [
        {
            **{"id": f"f{n}", "book": "charge-skaven", "edition": 1},
            "units": [{"id": f"u{n}-{m}", "entry": "ratmen"} for m in range(200)],
        }
        for n in range(3)
    ]
    army.save()
    with caplog.at_level("WARNING"):
        answer = alice_client.get(f"/armies/{army.public_id}/army.pdf")
    assert answer.status_code == 422
    assert "at most 400 selections" in answer.content.decode()
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
    assert not [one for one in caplog.records if one.exc_info]


def test_an_unknown_paper_is_refused_in_words(alice_client: Client, army: Army) -> None:
    answer = alice_client.get(f"/armies/{army.public_id}/army.pdf?paper=a0")
    assert answer.status_code == 400
    assert "a4, letter" in answer.content.decode()


@pytest.mark.parametrize("asked", ["kind=poster", "kind=roster", "order=luck"])
def test_an_unknown_set_up_is_refused_in_words(
    alice_client: Client, army: Army, asked: str
) -> None:
    for page in ("print/", "army.pdf"):
        answer = alice_client.get(f"/armies/{army.public_id}/{page}?{asked}")
        assert answer.status_code == 400
        assert "must be one of" in answer.content.decode()


def test_the_set_up_is_kept_for_the_next_paper(
    alice_client: Client, army: Army
) -> None:
    address = f"/armies/{army.public_id}/print/"
    alice_client.get(f"{address}?kind=compact&ink=less")
    setup = alice_client.get(address).context["setup"]
    assert (setup.kind, setup.ink, setup.secret) == ("compact", True, False)
    assert alice_client.get(f"{address}?kind=cards").context["setup"].ink is False


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_page_says_that_the_pdf_is_drawn_and_asks_again(
    alice_client: Client, army: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "PATIENCE", 0.0)
    monkeypatch.setattr(printing_views, "PDFS", Allowance("pdf", 1, 900))
    Army.objects.update(name=f"Slow {time.time_ns()}")
    army.refresh_from_db()
    army.document["name"] = army.name
    army.save()
    address = f"/armies/{army.public_id}/army.pdf?kind=cards"
    answer = alice_client.get(address)
    assert (answer.status_code, answer["Refresh"]) == (202, "1")
    assert "is being drawn" in answer.content.decode()
    monkeypatch.setattr(drawing, "PATIENCE", 60)
    assert alice_client.get(address)["Content-Type"] == "application/pdf"


def test_without_the_libraries_a_page_names_them(
    alice_client: Client,
    army: Army,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    done = subprocess.CompletedProcess([], LIBRARIES_MISSING, b"", b"")
    without_server(monkeypatch, tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    answer = alice_client.get(f"/armies/{army.public_id}/army.pdf")
    assert answer.status_code == 503
    assert drawing.PACKAGES in answer.content.decode()
    assert f"/armies/{army.public_id}/print/" in answer.content.decode()


@pytest.mark.parametrize("page", JUDGED_FILES)
def test_the_texts_are_for_the_owner_and_behind_the_share_link(
    alice_client: Client, bob_client: Client, army: Army, page: str
) -> None:
    answer = alice_client.get(f"/armies/{army.public_id}/{page}")
    assert "charset=utf-8" in answer["Content-Type"]
    assert army.name in answer.content.decode()
    assert bob_client.get(f"/armies/{army.public_id}/{page}").status_code == 404
    assert bob_client.get(f"/share/{army.share_token}/{page}").status_code == 404
    Army.objects.update(visibility=Visibility.PUBLIC)
    assert bob_client.get(f"/share/{army.share_token}/{page}").status_code == 200
