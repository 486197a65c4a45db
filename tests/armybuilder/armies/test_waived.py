"""An army whose players do without a rule is legal only with that said, everywhere."""

import io
import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import save_edit
from rulesets.rosters.edits import Add, AddForce, Switch
from rulesets.rosters.roster import Selection
from tests.armybuilder.armies.books import now, skaven
from tests.armybuilder.armies.builder_forms import edit
from tests.armybuilder.armies.shared_pages import JUDGED_PAGES

SAID = "Legal, 1 rule waived"


@pytest.fixture
def mixed(charge_books: None, alice: User) -> Army:
    """Return a shared army of two factions."""
    army = skaven(alice, "ratmen")
    for change in (AddForce("charge-orcs", 1), Add("f2", Selection("o1", "orcs"))):
        save_edit(army, [change], army.revision, alice, "by hand")
        army.refresh_from_db()
    army.visibility = Visibility.PUBLIC
    army.share_token = "two-factions-0001"
    army.save()
    return army


@pytest.fixture
def waived(mixed: Army, alice: User) -> Army:
    save_edit(
        mixed, [Switch("one-faction", on=False)], mixed.revision, alice, "by hand"
    )
    mixed.refresh_from_db()
    return mixed


def test_a_waiver_stands_apart_from_the_fixes_and_does_what_it_says(
    mixed: Army, alice_client: Client
) -> None:
    address = reverse("armies:show", args=[mixed.public_id])
    page = alice_client.get(address, {"problems": "1"})
    (shown,) = page.context["builder"].messages
    assert [fix.text for fix in shown.fixes] == ["Remove all units of Orcs"]
    (waiver,) = shown.waivers
    assert waiver.then == "125 points, legal, 1 rule waived"
    said = page.content.decode()
    assert said.index("Remove all units of Orcs") < said.index("Or agree with")

    edit(alice_client, mixed, edits=json.loads(waiver.edits))
    assert now(mixed).legal
    after = alice_client.get(address).content.decode()
    assert 'title="Waived: One faction">' in after
    assert f"{SAID}</span>" in after
    assert "every rule that is checked is met" not in after
    assert "“One faction”" in after


@pytest.mark.parametrize("page", JUDGED_PAGES)
def test_every_page_and_text_says_what_is_waived(
    waived: Army, client: Client, page: str
) -> None:
    address = reverse(f"armies:{page}", args=[waived.share_token])
    said = client.get(address).content.decode()
    assert SAID.lower() in said.lower()
    assert "One faction" in said


@pytest.mark.parametrize("page", ["mine", "home", "public"])
def test_every_list_of_armies_says_so(
    waived: Army, alice_client: Client, page: str
) -> None:
    said = alice_client.get(reverse(f"armies:{page}")).content.decode()
    row = said.partition('<li class="army"')[2].partition("</li>")[0]
    found = re.search(r'class="verdict is-aside"\s+title="Waived: One faction">', row)
    assert found
    assert f">{SAID}<" in row[found.end() :]


def test_the_sheet_tells_what_is_waived_from_what_is_optional(
    waived: Army, client: Client
) -> None:
    address = reverse("armies:shared_print", args=[waived.share_token])
    said = " ".join(client.get(address).content.decode().split())
    assert f"{SAID}: One faction" in said
    assert "waived by the players: one faction" in said.lower()


def test_checks_of_programs_and_organisers_say_so(
    waived: Army, client: Client, tmp_path: Path
) -> None:
    raw = json.dumps(waived.document)
    rule = {
        "key": "one-faction",
        "title": "One faction",
        "source": "house rule; Charge v2 0.1 beta prints no composition rules",
    }
    for kind, body in (
        ("reviews", f'{{"roster": {raw}}}'),
        ("checks", f'{{"rosters": [{raw}], "strict": false}}'),
    ):
        answer = client.post(f"/api/v1/{kind}/", body, content_type="application/json")
        (said,) = answer.json().get("results", [answer.json()])
        assert (said["legal"], said["verdict_text"]) == (True, SAID)
        assert said["waived"] == [rule]

    strict = client.post(
        "/api/v1/checks/",
        f'{{"rosters": [{raw}], "strict": true}}',
        content_type="application/json",
    ).json()["results"][0]
    assert (strict["legal"], strict["waived"]) == (False, [])

    upload = SimpleUploadedFile("mixed.json", raw.encode())
    page = client.post("/check/", {"uploads": [upload]})
    assert ("legal", 1) in page.context["progress"].counts
    assert f">{SAID}<" in page.content.decode()

    path = tmp_path / "mixed.json"
    path.write_text(raw)
    assert _checked(path, "--agreed").startswith("legal, 1 rule waived ")
    assert json.loads(_checked(path, "--json", "--agreed"))["waived"] == [rule]


def test_the_command_names_waivers_apart_from_fixes(
    mixed: Army, tmp_path: Path
) -> None:
    path = tmp_path / "mixed.json"
    path.write_text(json.dumps(mixed.document))
    lines = [
        line.strip() for line in _checked(path, "--agreed", "--fixes").splitlines()
    ]
    assert "fix: Remove all units of Orcs → 50 points, legal" in lines
    (waiver,) = [line for line in lines if line.startswith("waiver: ")]
    assert waiver.endswith("→ 125 points, legal, 1 rule waived")


def _checked(*arguments: object) -> str:
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("check_army", *arguments, stdout=out)
    return out.getvalue()
