"""Bad input, wherever input comes in: one clear error that names the place.

Never a broken page, and nothing is written.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import models
from django.http import HttpResponseBase
from django.test import Client

from armybuilder.accounts.models import Bucket, User
from armybuilder.armies import saving
from armybuilder.armies.models import Army
from rulesets.documents import DocumentError
from rulesets.roster import read_roster
from tests.armybuilder.bad_documents import (
    EDITS,
    MATCH_UPS,
    QUERIES,
    ROSTERS,
    UNIT,
    UNREADABLE,
    as_json,
    of_units,
    roster,
)

UNCOUNTED: tuple[type[models.Model], ...] = (Bucket, Session)
"""What a refused request may leave behind: how often somebody asked, and who."""

API = "/api/v1"
NAMES = [name for name, _, _ in ROSTERS]


def rows() -> dict[str, int]:
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model not in UNCOUNTED
    }


@pytest.fixture
def army(alice: User) -> Army:
    return saving.create(read_roster(of_units(UNIT)), alice)


@pytest.fixture(autouse=True)
def nothing_is_written(db: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Compare all tables before and after, once the test's own rows are there."""
    for name in ("army", "alice"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
    before = rows()
    kept = list(Army.objects.values_list("document", "revision", "visibility"))
    yield
    assert rows() == before
    assert kept == list(Army.objects.values_list("document", "revision", "visibility"))


def ask(
    client: Client, method: str, address: str, raw: bytes, **headers: str
) -> HttpResponseBase:
    return client.generic(
        method, f"{API}{address}", raw, "application/json", headers=headers
    )


def error(response: Any, status: int = 400) -> tuple[str, str]:
    """Return where and what of a refusal by the API."""
    assert response.status_code == status, response.content[:400]
    said = response.json()["error"]
    assert said["text"]
    return said["where"], said["text"]


# -- the API ------------------------------------------------------------------------

POSTS = (
    ("POST", "/reviews/"),
    ("POST", "/checks/"),
    ("POST", "/odds/"),
    ("POST", "/armies/"),
    ("PUT", "/armies/{army}/"),
    ("POST", "/armies/{army}/edits/"),
    ("PUT", "/armies/{army}/sharing/"),
)


@pytest.mark.parametrize(("method", "address"), POSTS)
@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_the_api_refuses_what_is_no_document(
    alice_client: Client, army: Army, method: str, address: str, raw: bytes
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, raw, **{"If-Match": '"1"'}))


@pytest.mark.parametrize(("method", "address"), POSTS)
@pytest.mark.parametrize("body", [7, "x", [], [1], None, True, {"": 1}, {"x": {}}])
def test_the_api_refuses_a_body_that_is_no_request(
    alice_client: Client, army: Army, method: str, address: str, body: Any
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, as_json(body), **{"If-Match": '"1"'}))


@pytest.mark.parametrize(("method", "address"), POSTS)
def test_the_api_refuses_a_body_that_is_too_large(
    alice_client: Client, army: Army, method: str, address: str
) -> None:
    at = address.format(army=army.public_id)
    error(ask(alice_client, method, at, b" " * 3_000_000 + b"{}"), status=413)


@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_the_api_names_the_place_in_a_bad_roster(
    alice_client: Client, army: Army, name: str, document: Any, where: str
) -> None:
    raw = as_json({"roster": document})
    asked = (
        ask(alice_client, "POST", "/reviews/", raw),
        ask(alice_client, "POST", "/armies/", raw),
        ask(
            alice_client,
            "PUT",
            f"/armies/{army.public_id}/",
            raw,
            **{"If-Match": '"1"'},
        ),
    )
    for response in asked:
        assert error(response)[0].startswith(f"/roster{where}")


@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_one_bad_roster_does_not_stop_a_check(
    client: Client, name: str, document: Any, where: str
) -> None:
    raw = as_json({"rosters": [document, roster()]})
    response: Any = ask(client, "POST", "/checks/", raw)
    assert response.status_code == 200
    bad, good = response.json()["results"]
    assert bad["error"]["where"].startswith(where)
    assert "error" not in good


@pytest.mark.parametrize(("name", "edits", "where"), EDITS)
def test_the_api_names_the_place_in_bad_edits(
    alice_client: Client, army: Army, name: str, edits: Any, where: str
) -> None:
    raw = as_json({"edits": edits, "revision": 1})
    response = ask(alice_client, "POST", f"/armies/{army.public_id}/edits/", raw)
    assert error(response)[0].startswith(f"/edits{where}")


@pytest.mark.parametrize("revision", ["1", 1.5, None, True, [], 10**30, -1, {}])
def test_the_api_refuses_a_bad_revision(
    alice_client: Client, army: Army, revision: Any
) -> None:
    edits = [{"edit": "rename-army", "name": "x"}]
    raw = as_json({"edits": edits, "revision": revision})
    response: Any = ask(alice_client, "POST", f"/armies/{army.public_id}/edits/", raw)
    stale = 409 if isinstance(revision, int) and revision is not True else 400
    assert error(response, stale)[0] == "/revision"


@pytest.mark.parametrize("wanted", ["", "everybody", 7, None, [], {"a": 1}, "PUBLIC"])
def test_the_api_refuses_a_visibility_that_there_is_not(
    alice_client: Client, army: Army, wanted: Any
) -> None:
    raw = as_json({"visibility": wanted})
    response = ask(alice_client, "PUT", f"/armies/{army.public_id}/sharing/", raw)
    assert error(response)[0] == "/visibility"


@pytest.mark.parametrize(
    ("name", "document", "where"), MATCH_UPS, ids=[name for name, _, _ in MATCH_UPS]
)
def test_a_bad_match_up_is_refused_by_the_api_and_the_command(
    client: Client,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    document: Any,
    where: str,
) -> None:
    assert error(ask(client, "POST", "/odds/", as_json(document)))[0].startswith(where)
    path = tmp_path / "match-up.json"
    path.write_bytes(as_json(document))
    with pytest.raises(CommandError) as refused:
        call_command("odds", str(path))
    assert refused.value.returncode == 2
    assert where in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=-1", f"page={10**400}"])
def test_the_api_has_no_such_page(alice_client: Client, army: Army, query: str) -> None:
    error(alice_client.get(f"{API}/armies/?{query}"), status=404)


@pytest.mark.parametrize(
    "address",
    [
        "/books/nothing/",
        f"/books/charge-skaven/editions/{10**40}/",
        "/armies/%00/",
        "/armies/..%2f..%2fetc/",
        "/armies/" + "x" * 5000 + "/",
        "/games/chess/",
        "/nothing/",
    ],
)
def test_the_api_has_nothing_at_an_address_made_up(
    alice_client: Client, address: str
) -> None:
    error(alice_client.get(f"{API}{address}"), status=404)


def test_the_api_refuses_another_kind_of_body(client: Client) -> None:
    response: Any = client.post(f"{API}/reviews/", {"roster": "x"})
    assert error(response, status=415)


# -- the commands -------------------------------------------------------------------


def refused_by(command: str, path: Path, *arguments: str) -> tuple[int, str, str]:
    """Return the exit status, what is said and what is complained about."""
    out, complaints = io.StringIO(), io.StringIO()
    try:
        call_command(command, str(path), *arguments, stdout=out, stderr=complaints)
    except CommandError as problem:
        complaints.write(str(problem))
        return problem.returncode, out.getvalue(), complaints.getvalue()
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue(), complaints.getvalue()
    return 0, out.getvalue(), complaints.getvalue()


@pytest.mark.parametrize("command", ["check_army", "odds", "compare", "import_book"])
@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_commands_end_with_2_on_what_is_no_document(
    tmp_path: Path, command: str, raw: bytes
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    status, said, complaints = refused_by(command, path)
    assert (status, said) == (2, "")
    assert str(path) in complaints


@pytest.mark.parametrize("command", ["check_army", "odds", "compare", "import_book"])
def test_commands_end_with_2_on_what_cannot_be_opened(
    tmp_path: Path, command: str
) -> None:
    assert refused_by(command, tmp_path / "nothing.json")[0] == 2
    (tmp_path / "folder").mkdir()
    assert refused_by(command, tmp_path / "folder")[0] == 2
    large = tmp_path / "large.json"
    large.write_bytes(b"[" + b"0," * 4_000_000 + b"0]")
    assert refused_by(command, large)[0] == 2


@pytest.mark.parametrize(("name", "document", "where"), ROSTERS, ids=NAMES)
def test_check_army_names_the_place_in_a_bad_roster(
    tmp_path: Path, name: str, document: Any, where: str
) -> None:
    path = tmp_path / "army.json"
    path.write_bytes(as_json(document))
    for arguments in ((), ("--json",)):
        status, said, complaints = refused_by("check_army", path, *arguments)
        assert (status, said) == (2, "")
        assert f"{path}: {where}" in complaints


@pytest.mark.parametrize("change", ["key", "units", "format", "game", "name"])
@pytest.mark.parametrize("bad", [None, 7, "<b>", [7], {"x": 1}, 10**30])
def test_import_book_names_the_place_in_a_bad_book(
    tmp_path: Path, books_folder: Path, change: str, bad: Any
) -> None:
    book = json.loads((books_folder / "charge-skaven.json").read_bytes())
    if change == "name" and bad == "<b>":
        bad = ""
    path = tmp_path / "book.json"
    path.write_bytes(as_json({**book, change: bad}))
    status, _, complaints = refused_by("import_book", path)
    assert status == 2
    assert f"/{change}" in complaints


@pytest.fixture
def books_folder() -> Path:
    return Path(__file__).parents[2] / "fixtures" / "books"


# -- pages --------------------------------------------------------------------------


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
    "a bomb": zipped({f"{i}.json": b"0" * 20_000_000 for i in range(30)}),
    "too many files": zipped({f"{i}.json": b"{}" for i in range(501)}),
    "an archive inside": zipped({"a.zip": zipped({"a.json": b"{}"})}),
    "half an archive": zipped({"a.json": b"{}" * 500})[:60],
    "only its start": b"PK\x03\x04",
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
        "/armies/%00/",
        "/armies/" + "x" * 3000 + "/",
        "/armies/..%2f..%2fetc%2fpasswd/",
        "/armies/nothing/army.pdf?paper=a3",
        "/share/%00/",
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
        "q=%00",
        "q=%ff",
        "page=%00",
        f"page={10**40}",
        "page=-1",
        "game=%00",
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
