import importlib
import os
import re
import subprocess
import sys
import zlib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies import printed_sheet, store
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.printed_sheet import PdfFailed, PdfUnavailable, sheet, sheet_pdf
from armybuilder.armies.render_pdf import LIBRARIES_MISSING, locked_fetcher
from armybuilder.armies.views import sheet as printing_views
from rulesets.game import Boxes
from rulesets.legality import review
from rulesets.rosters.roster import Roster, Selection
from tests.armybuilder.armies.shared_pages import JUDGED_FILES
from tests.real_books import real_books, sample_army

DAY = date(2026, 3, 1)


def sheet_of(army: Roster) -> printed_sheet.Sheet:
    return sheet(review(army, real_books()), real_books(), printed=DAY, owner="Ada")


def page(army: Roster) -> str:
    return render_to_string("armies/sheet_pdf.html", {"sheet": sheet_of(army)})


def inside(pdf: bytes) -> bytes:
    """Return every stream of a PDF unpacked."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return b"\n".join(zlib.decompressobj().decompress(part) for part in streams)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", inside(pdf)))


@pytest.fixture(scope="module")
def weasyprint() -> Any:
    """Return WeasyPrint; skip where its libraries are missing, but not in CI."""
    try:
        return importlib.import_module("weasyprint")
    except OSError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"WeasyPrint cannot be loaded: {problem}")


# -- what stands on it --------------------------------------------------------------


def test_the_sheet_names_the_army_its_sum_and_its_verdict() -> None:
    said = page(sample_army("cathay-1000"))
    assert "Gate and Cannon" in said
    assert "<strong>1,000</strong>" in said
    assert ">Legal<" in said
    assert "Charge v2 0.1 beta · Cathay, edition 1" in " ".join(said.split())
    assert "1 March 2026" in said


def test_every_unit_has_its_stat_line_gear_rules_and_boxes() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count('<section class="sheet-unit">') == 16
    assert "Jezzail Rifles" in said
    assert said.count('class="sheet-box') - said.count('class="sheet-boxes"') == (
        12 * 20 + 4 * 6
    )
    assert said.count("sheet-box--half") == 16


@pytest.mark.parametrize(
    ("boxes", "drawn", "marked"), [(None, 0, 0), (Boxes("push"), 6, 0)]
)
def test_the_game_says_what_is_ticked_off(
    boxes: Boxes | None, drawn: int, marked: int
) -> None:
    now = review(sample_army("cathay-1000"), real_books())
    other = replace(now, game=replace(now.game, boxes=boxes))
    shown = sheet(other, real_books(), printed=DAY).army.forces[0].units[0]
    found = [box for row in shown.boxes for model in row.models for box in model]
    assert (len(found), sum(found)) == (drawn, marked)


def boxes_of(name: str, army: str) -> list[str]:
    """Return what the boxes of the first unit of a name say that they count."""
    shown = sheet_of(sample_army(army)).army
    units = [unit for force in shown.forces for unit in force.units]
    unit = next(unit for unit in units if unit.line.name == name)
    assert all(
        f"{len(row.models)} × " in row.label or len(row.models) == 1
        for row in unit.boxes
    )
    return [row.label for row in unit.boxes]


@pytest.mark.parametrize(
    ("name", "army", "labels"),
    [
        ("Elector Count", "empire-2000", ["3 wounds"]),
        ("Swordsmen", "empire-2000", []),
        ("Trolls", "orcs-and-goblins-2000", ["3 × 3 wounds"]),
        ("Goblin Spear Chukka", "orcs-and-goblins-2000", ["3 wounds"]),
        ("Vampire", "mordheim-undead-500", ["2 wounds"]),
        ("Zombie", "mordheim-undead-500", []),
        (
            "Guild Forces",
            "imperial-legion-1000",
            [
                "Skirmisher: 3 × 2 wounds",
                "Breaker: 3 × 2 wounds",
                "Crusader: 2 × 2 wounds",
                "Monk: 2 wounds",
            ],
        ),
    ],
)
def test_models_of_several_wounds_have_boxes_and_others_none(
    name: str, army: str, labels: list[str]
) -> None:
    assert boxes_of(name, army) == labels


def test_a_rule_is_explained_once() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count('<th scope="row">Strength in numbers</th>') == 1
    assert "Charge v2 0.1 beta" in said


def test_an_illegal_army_is_printed_with_what_is_wrong() -> None:
    said = page(sample_army("../illegal-armies/two-factions"))
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


# -- as a PDF -----------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "width"), [("a4", b"595"), ("letter", b"612")])
@pytest.mark.usefixtures("weasyprint")
def test_the_pdf_is_tagged_and_of_the_paper(paper: str, width: bytes) -> None:
    pdf = sheet_pdf(sheet_of(sample_army("cathay-500")), paper=paper)
    assert pdf.startswith(b"%PDF-")
    assert b"/StructTreeRoot" in inside(pdf)
    assert re.search(rb"/MediaBox ?\[0 0 " + width, inside(pdf))
    assert pages(pdf) == 1


@pytest.mark.usefixtures("weasyprint")
def test_the_same_sheet_is_the_same_bytes() -> None:
    drawn = sheet_of(sample_army("orcs-500"))
    assert sheet_pdf(drawn) == sheet_pdf(drawn)


@pytest.mark.usefixtures("weasyprint")
def test_a_long_army_runs_over_several_pages() -> None:
    assert pages(sheet_pdf(sheet_of(sample_army("skaven-1000")))) > 1


def test_an_army_that_is_too_large_is_refused_in_words() -> None:
    army = sample_army("skaven-1000")
    units = tuple(Selection(f"u{n}", "ratmen") for n in range(201))
    army = replace(army, forces=(replace(army.forces[0], units=units),))
    with pytest.raises(PdfFailed, match="at most 200 selections"):
        sheet_pdf(sheet_of(army))


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


def test_the_drawing_process_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def note(command: list[str], **options: Any) -> Any:
        seen.update(options)
        return subprocess.CompletedProcess(command, 0, b"%PDF-", b"")

    monkeypatch.setenv("SECRET_KEY", "hush")
    monkeypatch.setattr(subprocess, "run", note)
    sheet_pdf(sheet_of(sample_army("orcs-500")))
    assert "SECRET_KEY" not in seen["env"]
    assert seen["timeout"] == printed_sheet.SECONDS


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (LIBRARIES_MISSING, PdfUnavailable, "apt-get install libpango-1.0-0"),
        (1, PdfFailed, "MemoryError"),
    ],
)
def test_a_drawing_that_fails_says_why(
    monkeypatch: pytest.MonkeyPatch, status: int, error: type[Exception], said: str
) -> None:
    done = subprocess.CompletedProcess([], status, b"", b"Traceback\nMemoryError")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(error, match=said):
        sheet_pdf(sheet_of(sample_army("orcs-500")))


def test_a_drawing_that_takes_too_long_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(printed_sheet, "SECONDS", 0.05)
    with pytest.raises(PdfFailed, match="took longer"):
        sheet_pdf(sheet_of(sample_army("orcs-500")))


def test_missing_libraries_have_their_own_exit_status(tmp_path: Path) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('no libpango')")
    done = subprocess.run(
        [sys.executable, "-m", "armybuilder.armies.render_pdf"],
        input=b'{"page": "", "styles": []}',
        capture_output=True,
        cwd=settings.BASE_DIR,
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert done.returncode == LIBRARIES_MISSING
    assert b"no libpango" in done.stderr


# -- the pages ----------------------------------------------------------------------


@pytest.fixture
def army(charge_books: None, alice: User) -> Army:
    return store.create(sample_army("orcs-500"), alice)


def test_the_owner_prints_the_sheet(alice_client: Client, army: Army) -> None:
    said = alice_client.get(f"/armies/{army.public_id}/print/").content.decode()
    assert "alice" in said
    assert f"/armies/{army.public_id}/army.pdf?paper=letter" in said


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
    answers = [alice_client.get(address) for _ in range(2)]
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
    assert "at most 200 selections" in answer.content.decode()
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
    assert not [one for one in caplog.records if one.exc_info]


def test_an_unknown_paper_is_refused_in_words(alice_client: Client, army: Army) -> None:
    answer = alice_client.get(f"/armies/{army.public_id}/army.pdf?paper=a0")
    assert answer.status_code == 400
    assert "a4, letter" in answer.content.decode()


def test_without_the_libraries_a_page_names_them(
    alice_client: Client, army: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.CompletedProcess([], LIBRARIES_MISSING, b"", b"")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    answer = alice_client.get(f"/armies/{army.public_id}/army.pdf")
    assert answer.status_code == 503
    assert printed_sheet.PACKAGES in answer.content.decode()
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
