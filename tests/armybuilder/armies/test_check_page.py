import csv
import io
import json
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.throttle import Allowance
from armybuilder.armies.views import check
from tests.real_books import FIXTURES

ARMIES = FIXTURES / "armies"

pytestmark = pytest.mark.usefixtures("charge_books")


def upload(path: str) -> SimpleUploadedFile:
    file = ARMIES / path
    return SimpleUploadedFile(file.name, file.read_bytes())


def text(path: str) -> str:
    return (ARMIES / path).read_text(encoding="utf-8")


def test_anybody_may_open_the_page(client: Client) -> None:
    page = client.get("/check/")
    assert page.status_code == 200
    assert 'type="file"' in page.content.decode()


def test_a_pasted_army_gets_its_verdict(client: Client) -> None:
    page = client.post(
        "/check/", {"text": text("../illegal-armies/over-the-limit.json")}
    )
    said = page.content.decode()
    assert page.status_code == 200
    assert "One Rat Too Many" in said
    assert "550 of at most 500 points" in said
    assert "Would help:" in said


def test_many_files_and_archives_make_one_table(client: Client) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(ARMIES / "orcs-500.json", "orcs-500.json")
    files = [
        upload("skaven-500.json"),
        upload("../illegal-armies/two-generals.json"),
        upload("../broken-armies/count-as-text.json"),
        SimpleUploadedFile("more.zip", packed.getvalue()),
    ]
    page = client.post("/check/", {"uploads": files})
    said = page.content.decode()
    assert page.context["progress"].counts == [
        ("illegal", 1),
        ("unreadable", 1),
        ("legal", 2),
    ]
    assert "more.zip/orcs-500.json" in said
    assert "/forces/0/units/0/count" in said


def test_what_asks_for_a_decision_stands_first_and_files_keep_their_order(
    client: Client,
) -> None:
    legal, illegal = "skaven-500.json", "../illegal-armies/two-generals.json"
    broken, other = "../broken-armies/count-as-text.json", "orcs-500.json"
    files = [upload(name) for name in (legal, illegal, broken, other)]
    page = client.post("/check/", {"uploads": files})
    asked = [shown.row.file for shown, _ in page.context["rows"]]
    assert asked == [files[place].name for place in (1, 2, 0, 3)]
    kept = {"kept": page.context["kept"], "as": "json"}
    documents = client.post("/check/download/", kept).json()
    assert [one["file"] for one in documents] == [file.name for file in files]


def test_more_files_are_no_more_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    names = ["skaven-500.json", "orcs-500.json", "cathay-500.json", "elves-500.json"]
    files = [upload(name) for name in names * 3]
    with django_assert_max_num_queries(8):
        page = client.post("/check/", {"uploads": files})
    assert len(page.context["verdicts"]) == 12


def test_a_limit_and_a_pack_are_used(client: Client) -> None:
    pack = {
        "format": "armybuilder.pack/1",
        "key": "small",
        "name": "Small event",
        "game": "charge",
        "limits": [],
    }
    asked = {"text": text("orcs-500.json"), "limit": "100", "pack": json.dumps(pack)}
    (verdict,) = client.post("/check/", asked).context["verdicts"]
    assert verdict.word == "illegal"
    assert verdict.review.limit == 100


def test_rules_as_printed_are_what_the_page_proposes(client: Client) -> None:
    page = client.get("/check/").content.decode()
    assert re.search(r'<input type="checkbox" name="strict"[^>]* checked>', page)

    document = json.loads(text("../illegal-armies/two-factions.json"))
    document["switches"] = {"one-faction": False}
    asked = {"text": json.dumps(document)}
    loose = client.post("/check/", asked)
    assert loose.context["progress"].counts == [("legal", 1)]
    assert "Waived: One faction" in loose.content.decode()
    strict = client.post("/check/", {**asked, "strict": "on"})
    assert strict.context["progress"].counts == [("illegal", 1), ("legal", 0)]
    assert "Waived" not in strict.content.decode()


def test_files_that_are_too_much_in_one_go_are_not_lost(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "MOST_WORK", 10)
    files = [upload("orcs-500.json"), upload("skaven-500.json")]
    page = client.post("/check/", {"uploads": files})
    assert ("not checked", 2) in page.context["progress"].counts
    assert "too much in one go; check these 2 separately" in page.content.decode()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "Choose at least one file"),
        ({"text": "{}", "pack": "{}"}, "This is no pack: /: missing"),
        ({"text": "{}", "limit": "-1"}, "greater than or equal to 0"),
    ],
)
def test_a_bad_form_says_what_is_wrong(
    client: Client, asked: dict[str, str], said: str
) -> None:
    page = client.post("/check/", asked)
    assert page.status_code == 422
    assert said in page.content.decode()


def test_a_broken_archive_is_named(client: Client) -> None:
    torn = SimpleUploadedFile("torn.zip", b"PK\x03\x04torn")
    page = client.post("/check/", {"uploads": [torn]})
    assert page.status_code == 422
    assert "torn.zip: the archive cannot be read" in page.content.decode()


def test_an_empty_file_is_unreadable_and_the_others_are_judged(client: Client) -> None:
    files = [SimpleUploadedFile("empty.json", b""), upload("orcs-500.json")]
    verdicts = client.post("/check/", {"uploads": files}).context["verdicts"]
    assert [verdict.word for verdict in verdicts] == ["unreadable", "legal"]


def test_a_name_cannot_become_markup(client: Client) -> None:
    document = json.loads(text("orcs-500.json"))
    document["name"] = "<script>alert(1)</script>"
    page = client.post("/check/", {"text": json.dumps(document)})
    assert "<script>alert" not in page.content.decode()


def test_what_is_sent_has_a_limit(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "MOST_SENT", 1000)
    page = client.post("/check/", {"text": "x" * 2000})
    assert page.status_code == 413
    assert "Too much at once" in page.content.decode()


def test_a_text_past_the_sites_limit_is_refused_with_the_reason(client: Client) -> None:
    page = client.post("/check/", {"text": "x" * 3_000_000})
    assert page.status_code == 413
    assert "Too much at once" in page.content.decode()


def test_a_form_from_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/check/", {"text": text("orcs-500.json")})
    assert page.status_code == 403


def test_checks_in_a_row_run_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "CHECKS", Allowance("few-checks", 1, 3600))
    asked = {"text": text("orcs-500.json")}
    assert client.post("/check/", asked).status_code == 200
    assert client.post("/check/", asked).status_code == 429


def test_the_result_is_handed_back_as_csv_and_json(client: Client) -> None:
    files = [upload("orcs-500.json"), upload("../broken-armies/not-json.json")]
    kept = client.post("/check/", {"uploads": files}).context["kept"]

    table = client.post("/check/download/", {"kept": kept, "as": "csv"})
    assert table["Content-Disposition"] == 'attachment; filename="army-check.csv"'
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert [(row["file"], row["verdict"], row["points"]) for row in rows] == [
        ("orcs-500.json", "legal", "500"),
        ("not-json.json", "unreadable", ""),
    ]

    said = client.post("/check/download/", {"kept": kept, "as": "json"}).json()
    assert said[0]["legal"] is True
    assert said[1]["error"]["text"].startswith("not JSON")


def test_a_result_that_was_not_ours_is_refused(client: Client) -> None:
    kept = client.post("/check/", {"text": text("orcs-500.json")}).context["kept"]
    for bad in ("", "x", kept[:-1] + ("a" if kept[-1] != "a" else "b")):
        page = client.post("/check/download/", {"kept": bad, "as": "json"})
        assert page.status_code == 400
        assert "no longer valid" in page.content.decode()


def test_a_list_of_another_game_than_the_packs_is_shown_as_read(
    client: Client,
) -> None:
    pack = {
        "format": "armybuilder.pack/1",
        "key": "spring",
        "name": "Spring Open",
        "game": "warhammer",
    }
    asked = {"text": text("skaven-1000.json"), "pack": json.dumps(pack)}
    answer = client.post("/check/", asked)
    (verdict,) = answer.context["verdicts"]
    assert (verdict.word, verdict.army) == ("illegal", verdict.review.roster.name)
    said = answer.content.decode()
    assert "is of another game, Warhammer; this army is of Charge v2" in said
