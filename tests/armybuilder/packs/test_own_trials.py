"""A draft tried on armies of its editor's: saved ones, files, pasted lists."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, ArmyRevision
from armybuilder.armies.pack_trial import GONE, TOO_MANY
from armybuilder.armies.store import create
from armybuilder.packs.models import Pack
from rulesets.rosters.roster import roster_document
from tests.real_books import FIXTURES, sample_army

pytestmark = pytest.mark.django_db
ADDRESS = "/packs/spring-open/try/"
WRONG = "Units of 50 at most: 25 of at most 20 models, 5 models too many."


@pytest.fixture
def strict(pack: Pack) -> Pack:
    """Return the draft with 20 models at most, which Bretonnia breaks."""
    pack.draft["limits"][0]["max"] = 20
    pack.save()
    return pack


def shown(page: Any) -> list[tuple[str, bool, bool, list[str]]]:
    """Return name, verdict without and with the pack, and what it adds."""
    return [
        (
            one.name,
            one.tried.before.legal,
            one.tried.review.legal,
            [why.text for why in one.tried.because],
        )
        for one in page.context["tried"]
    ]


def upload(name: str, raw: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, raw)


def bretonnia() -> bytes:
    return (FIXTURES / "armies" / "bretonnia-2000.json").read_bytes()


def test_saved_armies_are_judged_without_the_pack_and_with_it(
    alice: User, alice_in: Client, strict: Pack
) -> None:
    made = create(sample_army("bretonnia-2000"), alice)
    other = create(sample_army("orcs-500"), alice)
    page = alice_in.get(ADDRESS)
    offered = [key for key, _ in page.context["form"].fields["armies"].choices]
    assert offered == [made.public_id]
    before = Army.objects.count(), ArmyRevision.objects.count()
    page = alice_in.post(ADDRESS, {"armies": [made.public_id]})
    ((name, alone, judged, because),) = shown(page)
    assert (name, alone, judged) == (made.name, True, False)
    assert [text.endswith(WRONG) for text in because] == [True]
    assert (Army.objects.count(), ArmyRevision.objects.count()) == before
    page = alice_in.post(ADDRESS, {"armies": [other.public_id]})
    assert page.status_code == 422


@pytest.mark.parametrize("how", ["file", "zip", "paste"])
def test_files_and_pasted_lists_are_tried(
    how: str, alice_in: Client, strict: Pack
) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("list.json", bretonnia())
    ways: dict[str, dict[str, Any]] = {
        "file": {"uploads": upload("list.json", bretonnia())},
        "zip": {"uploads": upload("lists.zip", packed.getvalue())},
        "paste": {"text": bretonnia().decode()},
    }
    ((_, alone, judged, because),) = shown(alice_in.post(ADDRESS, ways[how]))
    assert (alone, judged, len(because)) == (True, False, 1)


def test_what_is_no_army_is_told_beside_the_others(
    alice_in: Client, strict: Pack
) -> None:
    files = [upload("broken.json", b"{"), upload("list.json", bretonnia())]
    page = alice_in.post(ADDRESS, {"uploads": files})
    broken, army = page.context["tried"]
    assert (broken.name, broken.tried) == ("broken.json", None)
    assert broken.problem
    assert army.tried.because
    assert "not read" in page.content.decode()


def test_an_army_of_another_game_is_told(alice_in: Client, strict: Pack) -> None:
    document = json.dumps(roster_document(sample_army("orcs-500")))
    ((_, _, judged, because),) = shown(alice_in.post(ADDRESS, {"text": document}))
    assert not judged
    assert because


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Choose an army, a file, or paste a list."),
        ({"armies": ["guessed"]}, GONE),
        (
            {"uploads": [upload(f"{n}.json", b"{}") for n in range(11)]},
            "More than 10 files at once.",
        ),
        (
            {"uploads": [upload(f"{n}.json", b"{}") for n in range(10)], "text": "{}"},
            TOO_MANY,
        ),
    ],
)
def test_too_much_and_nothing_are_refused(
    sent: dict[str, Any], said: str, alice_in: Client, strict: Pack
) -> None:
    page = alice_in.post(ADDRESS, sent)
    assert page.status_code == 422
    assert said in page.content.decode()
    assert page.context["tried"] == ()


def test_a_draft_is_tried_by_those_who_edit_it(
    alice: User, bob: User, bob_in: Client, strict: Pack
) -> None:
    hers = create(sample_army("bretonnia-2000"), alice)
    assert bob_in.get(ADDRESS).status_code == 404
    strict.editors.add(bob)
    assert bob_in.get(ADDRESS).status_code == 200
    assert bob_in.post(ADDRESS, {"armies": [hers.public_id]}).status_code == 422
