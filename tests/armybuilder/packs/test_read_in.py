"""Documents read in: every fault told, and over a draft shown first, then kept."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack
from armybuilder.packs.views.replacement import STALE
from rulesets.documents.yaml_text import yaml_text
from tests.armybuilder.packs.packs import a_version, pack_document

pytestmark = pytest.mark.django_db
OVER = "/packs/spring-open/read-in/"
HIGHLANDER = {
    "key": "alike",
    "title": "Highlander",
    "each": "kind:unit",
    "of": "same",
    "in": "army",
    "max": 1,
}


def draft() -> Any:
    return Pack.objects.get(key="spring-open").draft


def told(page: Any) -> list[str]:
    return list(page.context["form"].non_field_errors())


def with_limits(*limits: Any, **more: Any) -> dict[str, Any]:
    return pack_document(limits=list(limits), **more)


# -- every fault -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            with_limits(
                {**HIGHLANDER, "of": "kind:modle"},
                {**HIGHLANDER, "key": "core", "title": "Core"},
                penalties=[{"key": "alike", "text": "Late"}],
                replaces=["raer"],
            ),
            [
                "Penalty 1 (Late), key: the key 'alike' stands at /limits/0 too.",
                "Rule that does not hold 1 (raer): the game has no rule 'raer'",
                "Rule 2 (Core), key: the game has a rule 'core'; name it in replaces",
                "Rule 1 (Highlander), of: 'kind:modle' finds nothing in any book",
            ],
        ),
        (with_limits({**HIGHLANDER, "max": "x"}), ["Rule 1 (Highlander), max: "]),
        (
            with_limits({"title": "A"}, {"key": "b"}),
            ["Rule 1 (A): ", "Rule 2 (b): "],
        ),
        (
            pack_document(
                house_readings=[
                    {"key": "a", "text": "A.", "reading": "no-such", "answer": 1}
                ]
            ),
            ["House reading 1 (A.), reading: the odds of this game have no reading"],
        ),
        ([], ["The document: "]),
        (pack_document(game="chess"), ["Game: the game 'chess' is none of "]),
    ],
)
@pytest.mark.parametrize("over", [False, True])
def test_every_fault_is_told_with_its_place_and_the_text_stays(
    document: Any, said: list[str], over: bool, alice_in: Client, pack: Pack
) -> None:
    text = json.dumps(document)
    page = alice_in.post(OVER if over else "/packs/read-in/", {"text": text})
    assert page.status_code == 422
    found = told(page)
    assert all(any(one.startswith(wanted) for one in found) for wanted in said), found
    assert page.context["form"]["text"].value() == text
    assert Pack.objects.filter(owner__isnull=False).get().draft == pack.draft


def test_a_fault_of_a_file_is_told_by_its_line_and_the_text_comes_along(
    alice_in: Client, warhammer: None
) -> None:
    text = yaml_text(with_limits({**HIGHLANDER, "of": "kind:modle"}))
    file = SimpleUploadedFile("pack.yaml", text.encode())
    page = alice_in.post("/packs/read-in/", {"file": file})
    (only,) = told(page)
    line = next(n for n, one in enumerate(text.split("\n"), 1) if "modle" in one)
    assert only.endswith(f"(line {line}).")
    assert page.context["form"]["text"].value() == text
    mended = text.replace("kind:modle", "kind:unit")
    assert alice_in.post("/packs/read-in/", {"text": mended}).status_code == 302


# -- over a draft ----------------------------------------------------------------------


def test_a_document_over_a_draft_is_shown_first_and_then_kept(
    alice_in: Client, pack: Pack
) -> None:
    version = a_version(pack)
    document = with_limits(HIGHLANDER, name="Autumn Open", limit=1500, key="another")
    page = alice_in.post(OVER, {"text": json.dumps(document)})
    changes = page.context["changes"]
    assert changes.added == (
        "It is called Autumn Open.",
        "No more than 1 of the same unit.",
        "Armies are worth at most 1,500 points.",
    )
    assert changes.gone == (
        "It is called Spring Open.",
        "No unit has more than 50 models.",
    )
    assert draft() == pack.draft
    kept = {"text": page.context["kept"], "seen": page.context["seen"]}
    answer = alice_in.post(OVER, {**kept, "do": "replace"})
    assert answer.headers["Location"] == "/packs/spring-open/edit/"
    assert draft() == {**document, "key": "spring-open"}
    assert Pack.objects.get(key="spring-open").name == "Autumn Open"
    version.refresh_from_db()
    assert version.document == pack.draft


def test_words_that_no_sentence_says_are_a_change_too(
    alice_in: Client, pack: Pack
) -> None:
    rule = {**pack.draft["limits"][0], "message": "Too many."}
    page = alice_in.post(OVER, {"text": json.dumps(with_limits(rule))})
    assert (page.context["changes"].added, page.context["changes"].gone) == ((), ())
    assert "titles, messages or sources of rules change" in page.content.decode()
    assert 'id="replace-draft"' in page.content.decode()


def test_the_same_document_changes_nothing(alice_in: Client, pack: Pack) -> None:
    page = alice_in.post(OVER, {"text": json.dumps(pack.draft)})
    assert page.context["changes"] is None
    assert 'id="replace-draft"' not in page.content.decode()


def test_a_pack_stays_one_of_its_game(alice_in: Client, pack: Pack) -> None:
    document = json.dumps({**pack_document(game="charge"), "limits": []})
    page = alice_in.post(OVER, {"text": document})
    assert (page.status_code, told(page)) == (
        422,
        ["Game: this pack is one of Warhammer."],
    )


@pytest.mark.parametrize("seen", ["1", "", "x"])
def test_a_draft_that_was_changed_meanwhile_is_asked_for_again(
    seen: str, alice_in: Client, pack: Pack
) -> None:
    Pack.objects.update(revision=7, draft={**pack.draft, "limit": 900})
    text = json.dumps(with_limits(HIGHLANDER))
    sent = {"text": text, "seen": seen, "do": "replace"}
    page = alice_in.post(OVER, sent)
    assert page.status_code == 409
    assert STALE in page.content.decode()
    assert "Armies are worth at most 900 points." in page.context["changes"].gone
    assert (page.context["seen"], draft()["limit"]) == (7, 900)
    again = {"text": page.context["kept"], "seen": 7, "do": "replace"}
    assert alice_in.post(OVER, again).status_code == 302
    assert draft() == with_limits(HIGHLANDER)


def test_an_editor_may_read_a_document_over_it_and_nobody_else(
    bob: User, bob_in: Client, pack: Pack
) -> None:
    sent = {"text": json.dumps(with_limits(HIGHLANDER)), "seen": 1, "do": "replace"}
    assert bob_in.post(OVER, sent).status_code == 404
    assert draft() == pack.draft
    pack.editors.add(bob)
    assert bob_in.post(OVER, sent).status_code == 302
    assert draft() == with_limits(HIGHLANDER)
