"""The same files get the same verdicts by every way, by the same pack's name."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armybuilder.accounts.models import User
from rulesets import check
from tests.armybuilder.api.conftest import send
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document
from tests.real_books import FIXTURES

pytestmark = pytest.mark.django_db

Judged = dict[str, tuple[str, Any, list[str]]]

FILES = [
    FIXTURES / "armies" / f"{name}.json"
    for name in ("empire-2000", "bretonnia-2000", "orcs-and-goblins-2000")
]
CHARACTERS = {
    "key": "one-character",
    "title": "One character",
    "of": "#character",
    "max": 1,
    "message": "Characters: {count} of at most {max}.",
}
"""A house rule that breaks all three armies, so that there is something to compare."""


@pytest.fixture(autouse=True)
def _books(db: None) -> None:
    publish_printed("warhammer-*")


@pytest.fixture
def alice_in(client: Client, alice: User) -> Client:
    document = pack_document(limits=[CHARACTERS], limit=1900)
    a_version(a_pack(alice, draft=document))
    client.force_login(alice)
    return client


def documents() -> list[Any]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in FILES]


def verdicts(told: list[dict[str, Any]]) -> Judged:
    return {
        one["army"]: (
            one["verdict"],
            one["points"],
            sorted(message["text"] for message in one["messages"]),
        )
        for one in told
    }


def on_the_page(client: Client, name: str) -> Judged:
    sent = {"named": name, "strict": "on"}
    told = []
    for path in FILES:
        page = client.post("/check/", {**sent, "text": path.read_text("utf-8")})
        kept = {"kept": page.context["kept"], "as": "json"}
        told += client.post("/check/download/", kept).json()
    return verdicts(told)


def over_the_api(client: Client, name: str) -> Judged:
    answer = send(client, "post", "checks/", {"rosters": documents(), "pack": name})
    return verdicts(answer.json()["results"])


def by_the_command(client: Client, name: str) -> Judged:
    out = StringIO()
    files = [str(path) for path in FILES]
    with pytest.raises(SystemExit):
        call_command("check_army", *files, "--json", "--pack", name, stdout=out)
    return verdicts([json.loads(line) for line in out.getvalue().splitlines()])


WAYS: list[Callable[[Client, str], Judged]] = [
    on_the_page,
    over_the_api,
    by_the_command,
]


@pytest.mark.parametrize("name", ["spring-open", "spring-open@1", "border-patrol"])
def test_every_way_says_the_same(alice_in: Client, name: str) -> None:
    first, *others = (way(alice_in, name) for way in WAYS)
    assert {word for word, _, _ in first.values()} == {"illegal"}
    assert all(other == first for other in others)
    if name != "border-patrol":
        for _, _, messages in first.values():
            assert any("of at most 1." in text for text in messages)


def test_the_engine_alone_knows_the_packs_that_come_with_it(
    alice_in: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(path) for path in FILES]
    assert check.main([*files, "--json", "--pack", "border-patrol"]) == 1
    lines = capsys.readouterr().out.splitlines()
    told = verdicts([json.loads(line) for line in lines])
    assert told == over_the_api(alice_in, "border-patrol")


def test_a_review_and_a_plan_take_a_name_too(alice_in: Client) -> None:
    roster = documents()[0]
    sent = {"roster": roster, "pack": "spring-open"}
    review = send(alice_in, "post", "reviews/", sent).json()
    assert review["limit"] == 1900
    plan = send(alice_in, "post", "plans/", {**sent, "goal": "legal"})
    assert plan.status_code == 200


@pytest.mark.parametrize("name", ["spring-open", "spring-open@7", "no such", ""])
def test_a_pack_that_is_not_there_for_the_asker_is_named(
    client: Client, bob: User, alice: User, name: str
) -> None:
    pack = a_pack(alice)
    a_version(pack)
    client.force_login(bob)
    sent = {"rosters": documents()[:1], "pack": name}
    answer = send(client, "post", "checks/", sent)
    assert answer.status_code == 400, answer.content
    assert answer.json()["where"] == "/pack"
    if name:
        text = FILES[0].read_text("utf-8")
        page = client.post("/check/", {"text": text, "named": name})
        assert page.status_code == 422
        assert "There is no pack" in page.content.decode()


def test_a_command_names_what_is_neither_file_nor_pack() -> None:
    with pytest.raises(CommandError, match="no such file, and no pack of this name"):
        call_command("check_army", str(FILES[0]), "--pack", "unheard-of")


def test_a_pack_is_chosen_or_pasted_but_not_both(alice_in: Client) -> None:
    pasted = json.dumps(pack_document("other"))
    text = FILES[0].read_text("utf-8")
    sent = {"text": text, "named": "spring-open", "pack": pasted}
    page = alice_in.post("/check/", sent)
    assert page.status_code == 422
    assert "not both" in page.content.decode()
