"""An army without units is called empty, and legal nowhere."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from tests.armybuilder.armies.books import skaven
from tests.armybuilder.armies.shared_pages import JUDGED_PAGES


@pytest.fixture
def nobody(charge_books: None, alice: User) -> Army:
    army = skaven(alice)
    army.visibility = Visibility.PUBLIC
    army.share_token = "nobody-at-all-0001"
    army.save()
    return army


@pytest.mark.parametrize("page", JUDGED_PAGES)
def test_every_page_and_text_of_it_says_so(
    nobody: Army, client: Client, page: str
) -> None:
    text = client.get(reverse(f"armies:{page}", args=[nobody.share_token])).content
    said = text.decode().lower()
    assert re.search(r"(· |>)empty\b", said)
    assert not re.search(r"badge--legal|· (not )?legal|>(not )?legal", said)


@pytest.mark.parametrize("page", ["mine", "home", "public"])
def test_every_list_of_armies_says_so(
    nobody: Army, alice_client: Client, page: str
) -> None:
    said = alice_client.get(reverse(f"armies:{page}")).content.decode()
    row = said.partition('<li class="army"')[2].partition("</li>")[0]
    assert re.search(r'<span class="verdict is-new"\s*>.*>Empty<', row, re.DOTALL)
    assert "egal" not in row


def test_the_builder_says_so(nobody: Army, alice_client: Client) -> None:
    page = alice_client.get(reverse("armies:show", args=[nobody.public_id]))
    said = page.content.decode()
    assert re.search(r'(?s)class="verdict is-new"><svg.{1,500}</svg>Empty<', said)
    assert "is-bad" not in said
    assert "This army is legal" not in said


def test_checks_of_programs_and_organisers_say_so(
    nobody: Army, client: Client, tmp_path: Path
) -> None:
    raw = json.dumps(nobody.document)
    review = client.post(
        "/api/v1/reviews/", f'{{"roster": {raw}}}', content_type="application/json"
    ).json()
    assert (review["verdict"], review["legal"]) == ("empty", False)

    check = client.post(
        "/api/v1/checks/", f'{{"rosters": [{raw}]}}', content_type="application/json"
    ).json()["results"][0]
    assert (check["verdict"], check["legal"]) == ("empty", False)

    upload = SimpleUploadedFile("nobody.json", raw.encode())
    page = client.post("/check/", {"uploads": [upload]})
    assert ("empty", 1) in page.context["progress"].counts
    assert ("legal", 0) in page.context["progress"].counts

    path, out = tmp_path / "nobody.json", io.StringIO()
    path.write_text(raw)
    with pytest.raises(SystemExit) as exit_:
        call_command("check_army", path, stdout=out)
    assert exit_.value.code == 1
    assert out.getvalue().startswith("empty ")
