"""Bad input to pages: one clear error, never a broken page."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.armies.models import Army
from rulesets.documents.json import DocumentError
from rulesets.rosters.roster import read_roster
from tests.armybuilder.bad_input.bad_documents import (
    EDITS,
    NAMES,
    QUERIES,
    ROSTERS,
    UNREADABLE,
    as_json,
    roster,
)
from tests.armybuilder.bad_input.test_commands import refused_by

pytestmark = pytest.mark.postgres


def page_of(response: Any, status: int = 400) -> str:
    assert response.status_code == status, response.status_code
    text: str = response.content.decode()
    assert "<script>alert" not in text
    return text


def as_file(raw: bytes, name: str = "army.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, raw, "application/json")


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_the_import_page_refuses_what_is_no_document(
    client: Client, raw: bytes
) -> None:
    page_of(client.post("/armies/import/", {"file": as_file(raw)}))
    page_of(client.post("/armies/import/", {"text": raw.decode(errors="replace")}))


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_the_import_page_names_the_place_in_a_bad_roster(
    client: Client, name: str, document: Any, where: str
) -> None:
    raw = as_json(document)
    for form in ({"file": as_file(raw)}, {"text": raw.decode()}):
        assert (
            f"At {where}" in page_of(client.post("/armies/import/", form)) or not where
        )


def verdicts(client: Client, **form: Any) -> list[Any]:
    response: Any = client.post("/check/", form)
    assert response.status_code == 200
    return list(response.context["verdicts"])


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "raw", [*UNREADABLE.values(), *(as_json(document) for _, document, _ in ROSTERS)]
)
def test_the_check_page_calls_it_unreadable(client: Client, raw: bytes) -> None:
    (verdict,) = verdicts(client, uploads=[as_file(raw)])
    assert verdict.word == "unreadable"
    assert verdict.problem


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return raw.getvalue()


HOSTILE_ARCHIVES = {
    "a bomb": zipped({f"{i}.json": b"0" * 1_200_000 for i in range(101)}),
    "too many files": zipped({f"{i}.json": b"" for i in range(20_001)}),
    "half an archive": zipped({"a.json": b"{}" * 500})[:60],
    "only its start": b"PK\x03\x04",
}
CLOSED_MEMBERS = {
    "an archive inside": zipped({"a.zip": zipped({"a.json": b"{}"})}),
    "another compression": zipped({"a.json": b"{}"}, zipfile.ZIP_LZMA),
}


@pytest.mark.parametrize("raw", HOSTILE_ARCHIVES.values(), ids=HOSTILE_ARCHIVES.keys())
def test_the_check_page_refuses_hostile_archives(
    client: Client, tmp_path: Path, raw: bytes
) -> None:
    response = client.post("/check/", {"uploads": [as_file(raw, "all.zip")]})
    assert "all.zip" in page_of(response, status=422) or "at once" in page_of(
        response, status=422
    )
    path = tmp_path / "all.zip"
    path.write_bytes(raw)
    assert refused_by("check_army", path)[0] == 2


@pytest.mark.parametrize("raw", CLOSED_MEMBERS.values(), ids=CLOSED_MEMBERS.keys())
def test_a_member_that_cannot_be_opened_is_unreadable_by_its_name(
    client: Client, tmp_path: Path, raw: bytes
) -> None:
    (verdict,) = verdicts(client, uploads=[as_file(raw, "all.zip")])
    assert verdict.word == "unreadable"
    assert verdict.file.startswith("all.zip/a.")
    path = tmp_path / "all.zip"
    path.write_bytes(raw)
    assert refused_by("check_army", path)[0] == 2


def test_nothing_is_unpacked_by_its_name(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("../../out.json", str(tmp_path / "out.json"), "..\\out.json", "con.json")
    raw = zipped({name: as_json(roster()) for name in names})
    with mock.patch.object(Path, "write_bytes", side_effect=AssertionError):
        found = verdicts(client, uploads=[as_file(raw, "all.zip")])
    assert [verdict.word for verdict in found].count("unreadable") == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "<script>alert(1)</script>", "{{ 7*7 }}"]
)
def test_hostile_names_are_only_text(client: Client, name: str) -> None:
    raw = as_json(roster(name=name))
    form = {"uploads": [as_file(raw, "=cmd.json")]}
    response: Any = client.post("/check/", form)
    page_of(response, status=200)
    kept = response.context["kept"]
    table: Any = client.post("/check/download/", {"kept": kept, "as": "csv"})
    cells = table.content.decode("utf-8-sig").splitlines()[1].split(",")
    assert not any(cell.strip('"').startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize("kept", ["", "x", "a:b:c", "\x00", "é" * 100])
def test_a_result_that_was_not_ours_is_not_handed_back(
    client: Client, kept: str
) -> None:
    page_of(client.post("/check/download/", {"kept": kept, "as": "csv"}))


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"text": "   "},
        {"text": "{}", "limit": "1e400"},
        {"text": "{}", "limit": "NaN"},
        {"text": "{}", "limit": "-1"},
        {"text": "{}", "pack": "{"},
        {"text": "{}", "pack": '{"format": "x"}'},
        {"text": "{}", "pack": "[" * 100_000},
        {"text": "a\x00b"},
    ],
)
def test_a_bad_check_form_says_why(client: Client, form: dict[str, str]) -> None:
    assert "errorlist" in page_of(client.post("/check/", form), status=422)


@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_a_bad_match_up_address_says_why(client: Client, name: str, query: str) -> None:
    assert "message--illegal" in page_of(client.get(f"/match-ups/?{query}"))
    page_of(client.get(f"/match-ups/preview/?{query}"))


EDIT_FORMS: dict[str, dict[str, str]] = {
    "nothing": {},
    "no revision": {"edit": "rename-army", "name": "x", "revision": ""},
    "a revision of text": {"edit": "rename-army", "name": "x", "revision": "one"},
    "a huge revision": {"edit": "rename-army", "name": "x", "revision": "9" * 400},
    "an unknown edit": {"edit": "explode"},
    "an empty name": {"edit": "rename-army", "name": "  "},
    "a long name": {"edit": "rename-army", "name": "x" * 5000},
    "a limit of text": {"edit": "set-limit", "limit": "many"},
    "a negative limit": {"edit": "set-limit", "limit": "-1"},
    "a limit in another script": {"edit": "set-limit", "limit": "٣"},
    "a huge limit": {"edit": "set-limit", "limit": "9" * 400},
    "a huge count": {"edit": "set-count", "id": "s1", "count": "9" * 400},
    "a count of nothing there": {"edit": "set-count", "id": "zz", "count": "1"},
    "edits that are no JSON": {"edits": "["},
    "edits nested deeply": {"edits": "[" * 100_000},
    "options of nothing there": {"options": "f1/zz"},
    "options of markup": {"options": "<script>alert(1)</script>"},
    "a NUL as the id": {"edit": "rename", "id": "\x00", "name": "x"},
    **{f"edits: {name}": {"edits": json.dumps(edits)} for name, edits, _ in EDITS},
}


@pytest.mark.parametrize("form", EDIT_FORMS.values(), ids=EDIT_FORMS.keys())
def test_the_builder_refuses_a_bad_form(
    alice_client: Client, army: Army, form: dict[str, str]
) -> None:
    filled = {"revision": "1", **form} if form else form
    page_of(alice_client.post(f"/armies/{army.public_id}/edit/", filled))


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"book": "nothing", "name": "x"},
        {"book": "../../etc/passwd"},
        {"book": "\x00"},
        {"book": "charge-skaven", "limit": "9" * 400},
        {"book": "charge-skaven", "limit": "NaN"},
        {"book": "charge-skaven", "name": "x" * 500},
    ],
)
def test_a_new_army_of_nothing_is_refused(client: Client, form: dict[str, str]) -> None:
    page_of(client.post("/armies/new/", form))


@pytest.mark.parametrize("wanted", ["", "everybody", "\x00", "<script>alert(1)"])
def test_the_builder_refuses_a_visibility_that_there_is_not(
    alice_client: Client, army: Army, wanted: str
) -> None:
    address = f"/armies/{army.public_id}/sharing/"
    page_of(alice_client.post(address, {"visibility": wanted}))


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"username": "\x00", "password1": "x", "password2": "x"},
        {"username": "x" * 5000, "password1": "y" * 9, "password2": "y" * 9},
        {"username": "<script>alert(1)</script>", "password1": "a", "password2": "b"},
    ],
)
def test_a_bad_sign_up_or_sign_in_is_only_refused(
    client: Client, form: dict[str, str]
) -> None:
    page_of(client.post("/accounts/sign-up/", form), status=200)
    signing_in = {"username": form.get("username", ""), "password": "\x00"}
    page_of(client.post("/accounts/sign-in/", signing_in), status=200)


@pytest.mark.parametrize(
    "address",
    [
        "/armies/" + "x" * 3000 + "/",
        "/armies/..%2f..%2fetc%2fpasswd/",
        "/armies/nothing/army.pdf?paper=a3",
        "/share/nothing/army.json",
        "/books/nothing/",
        "/books/nothing/units/nothing/",
        f"/books/charge-skaven/editions/{10**40}/",
        "/%ff%fe/",
        "/<script>alert(1)</script>/",
    ],
)
def test_an_address_made_up_is_not_found(alice_client: Client, address: str) -> None:
    page_of(alice_client.get(address), status=404)


@pytest.mark.parametrize("address", ["/armies/", "/armies/public/", "/books/"])
@pytest.mark.parametrize(
    "query",
    [
        "q=%ff",
        f"page={10**40}",
        "page=-1",
        "q=%25_%27",
    ],
)
def test_a_search_for_anything_is_answered(
    alice_client: Client, address: str, query: str
) -> None:
    page_of(alice_client.get(f"{address}?{query}"), status=200)


def test_the_tables_speak_of_what_is_refused() -> None:
    """What the rows are made from is a roster; each row is none."""
    read_roster(roster())
    for name, document, where in ROSTERS:
        if name == "an unknown game":
            continue  # a roster all the same, of a game that is not here
        with pytest.raises(DocumentError) as refused:
            read_roster(json.loads(as_json(document)))
        assert refused.value.where.startswith(where), name
