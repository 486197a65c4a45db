"""The pages of papers: who may see them, and what they answer."""

import subprocess
import time
from pathlib import Path

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies import store
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.papers import renderer
from armybuilder.armies.papers.fork_server import LIBRARIES_MISSING
from armybuilder.armies.views import sheet as printing_views
from tests.armybuilder.armies.paper_texts import (
    needs_forks,
    without_server,
)
from tests.armybuilder.armies.shared_pages import JUDGED_FILES
from tests.real_books import sample_army


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for drawings on a busy machine, where a page would tell of them."""
    monkeypatch.setattr(renderer, "SECONDS", 60)


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


@pytest.mark.parametrize(("secret", "leads"), [("", True), ("1", False)])
def test_a_secret_paper_leads_nobody_to_the_whole_army(
    alice_client: Client, army: Army, secret: str, leads: bool
) -> None:
    Army.objects.update(visibility=Visibility.UNLISTED)
    address = f"/armies/{army.public_id}/print/?kind=sheet&secret={secret}"
    said = alice_client.get(address).content.decode()
    assert ("qr-square" in said) is leads
    assert (army.share_token in said) is leads


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
    monkeypatch.setattr(renderer, "PATIENCE", 0.0)
    monkeypatch.setattr(printing_views, "PDFS", Allowance("pdf", 1, 900))
    Army.objects.update(name=f"Slow {time.time_ns()}")
    army.refresh_from_db()
    army.document["name"] = army.name
    army.save()
    address = f"/armies/{army.public_id}/army.pdf?kind=cards"
    answer = alice_client.get(address)
    assert (answer.status_code, answer["Refresh"]) == (202, "1")
    assert "is being drawn" in answer.content.decode()
    back = f"/armies/{army.public_id}/print/?kind=cards"
    assert f'href="{back}"' in answer.content.decode()
    monkeypatch.setattr(renderer, "PATIENCE", 60)
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
    assert renderer.PACKAGES in answer.content.decode()
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


@pytest.mark.parametrize(
    ("kind", "asks", "tells"),
    [("sheet", True, True), ("compact", True, True), ("blank", False, False)],
)
def test_odds_are_asked_for_and_told_where_a_paper_has_them(
    alice_client: Client, army: Army, kind: str, asks: bool, tells: bool
) -> None:
    address = f"/armies/{army.public_id}/print/?kind={kind}&against=charge-orcs@1/orcs"
    answer = alice_client.get(address)
    said = answer.content.decode()
    assert ('<select name="against">' in said) is asks
    assert 'name="against"' in said, "another paper may tell them"
    assert (answer.context["paper"].odds is not None) is tells


def test_the_set_up_is_one_line_until_it_is_opened_and_stays_open(
    alice_client: Client, army: Army
) -> None:
    address = f"/armies/{army.public_id}/print/?kind=compact&order=points&ink=less"
    said = alice_client.get(address).content.decode()
    assert "<details>" in said
    assert "Compact list, A4, by points, less ink</summary>" in said
    assert (
        "<details open>" in alice_client.get(f"{address}&unfolded=1").content.decode()
    )
