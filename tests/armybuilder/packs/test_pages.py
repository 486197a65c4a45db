"""Pages of packs: begun, edited in sentences, tried, published, shared, given up."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.packs import drafts
from armybuilder.packs.models import Pack, PackVersion
from rulesets.documents.forms import read_document
from rulesets.packs.ready_rules import READY_RULES
from tests.armybuilder.packs.packs import a_pack, a_version, pack_document

pytestmark = pytest.mark.django_db

BLANK = {"do": "fill", "at": "/limits/unit-of-50", "path": "n"}
WRONG = "Men-at-arms, Units of 50 at most: 25 of at most 20 models, 5 models too many."
ALONE = {"game": "warhammer", "name": "Spring Open"}


def draft() -> Any:
    return Pack.objects.get(key="spring-open").draft


def told(page: Any) -> str:
    return str(page.content.decode())


# -- begun ----------------------------------------------------------------------------


def test_a_pack_begins_with_ready_rules(alice_in: Client, warhammer: None) -> None:
    rules = [rule.key for rule in READY_RULES] + ["all-of-border-patrol"]
    page = alice_in.get("/packs/new/")
    assert all(f'value="{key}"' in told(page) for key in rules)
    sent = {**ALONE, "limit": "2000", "rules": rules[:3]}
    answer = alice_in.post("/packs/new/", sent)
    assert answer.headers["Location"] == "/packs/spring-open/edit/"
    assert draft()["limit"] == 2000
    keys = [limit["key"] for limit in draft()["limits"]]
    assert keys == ["unit-models", "alike", "special-characters"]


def test_every_ready_rule_can_be_published_in_one_pack(
    alice_in: Client, warhammer: None
) -> None:
    rules = [rule.key for rule in READY_RULES] + ["all-of-border-patrol"]
    alice_in.post("/packs/new/", {**ALONE, "rules": rules})
    assert alice_in.post("/packs/spring-open/publish/", {"seen": 1}).status_code == 302
    assert PackVersion.objects.get(pack__key="spring-open").number == 1


def test_a_second_pack_of_a_name_gets_a_key_of_its_own(
    alice_in: Client, warhammer: None
) -> None:
    for key in ("spring-open", "spring-open-2"):
        answer = alice_in.post("/packs/new/", ALONE)
        assert answer.headers["Location"] == f"/packs/{key}/edit/"
    answer = alice_in.post("/packs/new/", {**ALONE, "name": "New"})
    assert answer.headers["Location"] == "/packs/new-2/edit/"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 121},
        {"limit": "-1"},
        {"limit": "many"},
        {"rules": ["unheard-of"]},
    ],
)
def test_a_pack_that_cannot_be_begun_says_why(
    wrong: dict[str, Any], alice_in: Client, warhammer: None
) -> None:
    page = alice_in.post("/packs/new/", {**ALONE, **wrong})
    assert page.status_code == 422
    assert 'class="errorlist"' in told(page)
    assert not Pack.objects.filter(owner__isnull=False).exists()


def test_nobody_has_packs_without_end(
    alice_in: Client, warhammer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "MOST_PACKS", 1)
    alice_in.post("/packs/new/", ALONE)
    page = alice_in.post("/packs/new/", ALONE)
    assert "You have 1 packs" in told(page)


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_document_handed_out_is_read_in_again(
    form: str, alice_in: Client, pack: Pack
) -> None:
    a_version(pack)
    handed = alice_in.get(f"/packs/spring-open/document/?as={form}")
    assert read_document(handed.content) == pack.draft
    file = SimpleUploadedFile(f"pack.{form}", handed.content)
    answer = alice_in.post("/packs/read-in/", {"file": file})
    assert answer.headers["Location"] == "/packs/spring-open-2/edit/"
    again = Pack.objects.get(key="spring-open-2").draft
    assert again == {**pack.draft, "key": "spring-open-2"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Choose a file, or paste a document."),
        ("{", "The document: not JSON"),
    ],
)
def test_what_is_no_document_is_told(text: str, said: str, alice_in: Client) -> None:
    page = alice_in.post("/packs/read-in/", {"text": text})
    assert page.status_code == 422
    assert said in told(page)


# -- edited ---------------------------------------------------------------------------


def test_a_blank_is_filled_and_the_draft_has_a_new_revision(
    alice_in: Client, pack: Pack
) -> None:
    page = told(alice_in.get("/packs/spring-open/edit/"))
    assert "No unit has more than" in page
    sent = {**BLANK, "value": "20", "seen": 1}
    answer = alice_in.post("/packs/spring-open/rules/", sent)
    assert answer.headers["Location"] == "/packs/spring-open/edit/"
    assert draft()["limits"][0]["max"] == 20
    assert Pack.objects.get(pk=pack.pk).revision == 2


def test_a_trial_names_the_armies_that_a_change_breaks(
    alice_in: Client, pack: Pack
) -> None:
    before = alice_in.get("/packs/spring-open/edit/").context["trial"]
    assert [one.because for one in before.armies] == [(), (), ()]
    assert before.legal == 3
    alice_in.post("/packs/spring-open/rules/", {**BLANK, "value": "20", "seen": 1})
    page = alice_in.get("/packs/spring-open/edit/")
    trial = page.context["trial"]
    said = {one.book.name: [why.text for why in one.because] for one in trial.armies}
    assert said["Bretonnia"] == [WRONG]
    assert trial.legal == 1
    assert 'href="#at-limits-unit-of-50"' in told(page)
    assert 'id="at-limits-unit-of-50"' in told(page)
    assert "breaks 2 of 3" in told(page)


def test_a_stale_edit_is_told_and_what_was_typed_too(
    alice_in: Client, pack: Pack
) -> None:
    Pack.objects.update(revision=7)
    sent = {**BLANK, "value": "41", "seen": 1}
    page = alice_in.post("/packs/spring-open/rules/", sent)
    assert page.status_code == 409
    assert drafts.STALE in told(page)
    assert "You said: 41" in told(page)
    assert 'name="seen" value="7"' in told(page)
    assert draft() == pack.draft


def test_a_stale_form_keeps_what_was_typed(alice_in: Client, pack: Pack) -> None:
    Pack.objects.update(revision=7)
    sent = {"penalty-text": "Unpainted models", "penalty-points": "5", "seen": 1}
    page = alice_in.post("/packs/spring-open/parts/penalty/", sent)
    assert page.status_code == 409
    assert "Unpainted models" in told(page)
    assert draft() == pack.draft


@pytest.mark.parametrize(
    "sent",
    [
        {**BLANK, "value": "many"},
        {**BLANK, "value": "-4"},
        {**BLANK, "path": "nothing", "value": "1"},
        {**BLANK, "at": "/limits/gone", "value": "1"},
        {"do": "text", "at": "/limits/unit-of-50", "text": "{"},
        {"do": "text", "at": "/limits/unit-of-50", "text": '{"key": 1}'},
        {"do": "add", "at": "/limits", "row": "unheard-of"},
        {"do": "nothing", "at": "/limits/unit-of-50"},
        {"do": "words", "at": "/limits/unit-of-50", "title": "a\x00b"},
    ],
)
def test_an_edit_that_goes_nowhere_is_told_and_nothing_is_kept(
    sent: dict[str, str], alice_in: Client, pack: Pack
) -> None:
    page = alice_in.post("/packs/spring-open/rules/", {**sent, "seen": "1"})
    assert page.status_code == 400
    assert 'role="alert"' in told(page)
    assert (draft(), Pack.objects.get(pk=pack.pk).revision) == (pack.draft, 1)


PARTS: dict[str, tuple[dict[str, str], str, Any]] = {
    "score": (
        {
            "score-title": "Composition",
            "score-base": "20",
            "score-times0": "-3",
            "score-of0": "#rare",
        },
        "tallies",
        {
            "key": "composition",
            "title": "Composition",
            "amount": {
                "base": 20,
                "terms": [{"count": "slots", "of": "#rare", "times": -3}],
            },
        },
    ),
    "reading": (
        {"reading-text": "Woods block sight."},
        "house_readings",
        {"key": "woods-block-sight", "text": "Woods block sight."},
    ),
    "penalty": (
        {"penalty-text": "Late", "penalty-points": "1", "penalty-hours": "24"},
        "penalties",
        {"key": "late", "text": "Late", "points": 1, "hours": 24},
    ),
}


@pytest.mark.parametrize("part", list(PARTS))
def test_a_part_is_added_and_taken_out_again(
    part: str, alice_in: Client, pack: Pack
) -> None:
    sent, member, written = PARTS[part]
    address = f"/packs/spring-open/parts/{part}/"
    assert alice_in.post(address, {**sent, "seen": 1}).status_code == 302
    assert draft()[member] == [written]
    gone = {"do": "remove", "key": written["key"], "seen": 2}
    assert alice_in.post("/packs/spring-open/parts/", gone).status_code == 302
    assert draft() == pack.draft


def test_a_house_reading_may_answer_a_reading_of_the_odds(
    alice_in: Client, pack: Pack
) -> None:
    page = alice_in.get("/packs/spring-open/edit/")
    field = page.context["forms"].reading.fields["answer"]
    value, words = field.choices[1]
    sent = {"reading-answer": value, "seen": 1}
    alice_in.post("/packs/spring-open/parts/reading/", sent)
    (kept,) = draft()["house_readings"]
    assert value.startswith(f"{kept['reading']}=")
    assert kept["text"] == words
    assert not alice_in.get("/packs/spring-open/edit/").context["faults"]


@pytest.mark.parametrize(
    ("part", "sent"),
    [
        ("score", {"score-title": "A", "score-base": "1", "score-times0": "3"}),
        ("score", {"score-title": "A", "score-base": "1", "score-of0": "nothing"}),
        ("reading", {}),
        ("penalty", {"penalty-text": "A", "penalty-hours": "24"}),
        ("penalty", {"penalty-text": "A", "penalty-points": "0"}),
        ("basics", {"basics-name": "A", "basics-editions": "day"}),
        ("basics", {"basics-name": "", "basics-editions": "any"}),
    ],
)
def test_a_form_that_says_too_little_is_told(
    part: str, sent: dict[str, str], alice_in: Client, pack: Pack
) -> None:
    page = alice_in.post(f"/packs/spring-open/parts/{part}/", {**sent, "seen": "1"})
    assert page.status_code == 422
    assert 'class="errorlist' in told(page)
    assert draft() == pack.draft


def test_points_name_and_editions_are_kept(alice_in: Client, pack: Pack) -> None:
    sent = {
        "basics-name": "Autumn Open",
        "basics-limit": "1500",
        "basics-editions": "day",
        "basics-day": "2027-04-01",
        "basics-fixed": "on",
        "seen": "1",
    }
    alice_in.post("/packs/spring-open/parts/basics/", sent)
    more = {"name": "Autumn Open", "limit": 1500, "editions": "2027-04-01"}
    assert draft() == {**pack.draft, **more, "fixed": True}
    assert Pack.objects.get(pk=pack.pk).name == "Autumn Open"
    empty = {"basics-name": "Autumn Open", "basics-editions": "any", "seen": "2"}
    alice_in.post("/packs/spring-open/parts/basics/", empty)
    assert draft() == {**pack.draft, "name": "Autumn Open"}


def test_a_rule_of_the_game_is_struck_and_restored(
    alice_in: Client, pack: Pack
) -> None:
    address = "/packs/spring-open/parts/"
    alice_in.post(address, {"do": "strike", "key": "rare", "seen": 1})
    assert draft()["replaces"] == ["rare"]
    page = alice_in.post(address, {"do": "strike", "key": "unheard-of", "seen": 2})
    assert page.status_code == 400
    alice_in.post(address, {"do": "restore", "key": "rare", "seen": 2})
    assert draft() == pack.draft


def test_the_menu_of_a_blank_offers_words_of_every_book_of_the_game(
    alice_in: Client, pack: Pack
) -> None:
    alice_in.post(
        "/packs/spring-open/rules/",
        {"do": "add", "at": "/limits", "row": "limit-none", "seen": 1},
    )
    key = draft()["limits"][1]["key"]
    address = f"/packs/spring-open/blank/?at=/limits/{key}&path=thing&q="
    for word in ("Steam Tank", "Grail Knights", "Giant"):
        assert word in told(alice_in.get(f"{address}{word}"))


# -- published ------------------------------------------------------------------------


def test_a_published_version_stays_and_the_draft_goes_on(
    alice_in: Client, pack: Pack
) -> None:
    alice_in.post("/packs/spring-open/publish/", {"seen": 1})
    alice_in.post("/packs/spring-open/rules/", {**BLANK, "value": "20", "seen": 1})
    alice_in.post("/packs/spring-open/publish/", {"seen": 2})
    maxima = PackVersion.objects.filter(pack=pack).order_by("number")
    assert [one.document["limits"][0]["max"] for one in maxima] == [50, 20]
    first = told(alice_in.get("/packs/spring-open/versions/1/"))
    assert "No unit has more than 50 models" in first
    newest = alice_in.get("/packs/spring-open/")
    assert "No unit has more than 20 models" in told(newest)
    changes = newest.context["changes"]
    assert changes.added == ("No unit has more than 20 models.",)
    assert changes.gone == ("No unit has more than 50 models.",)
    assert "Publish" not in told(alice_in.get("/packs/spring-open/edit/"))


def test_faults_are_told_and_nothing_is_published(
    alice_in: Client, alice: User, warhammer: None
) -> None:
    rule = {"key": "no-tanks", "title": "No tanks", "of": "steam-tanks", "max": 0}
    reading = {"key": "a", "text": "A.", "reading": "unheard-of", "answer": True}
    document = pack_document(limits=[rule], house_readings=[reading])
    a_pack(alice, draft=document)
    page = told(alice_in.get("/packs/spring-open/edit/"))
    assert "did you mean" in page
    assert "have no reading" in page
    answer = alice_in.post("/packs/spring-open/publish/", {"seen": 1})
    assert answer.status_code == 409
    assert "Not published: /limits/0/of" in told(answer)
    assert not Pack.objects.get(key="spring-open").versions.exists()


def test_what_is_published_is_what_was_looked_at(alice_in: Client, pack: Pack) -> None:
    Pack.objects.update(revision=2)
    page = alice_in.post("/packs/spring-open/publish/", {"seen": 1})
    assert page.status_code == 409
    assert not pack.versions.exists()


# -- shared, copied, given up ---------------------------------------------------------


def test_an_editor_edits_and_publishes_but_does_not_share(
    alice_in: Client, bob_in: Client, pack: Pack
) -> None:
    share = {"do": "add", "username": "BOB"}
    assert alice_in.post("/packs/spring-open/share/", share).status_code == 302
    sent = {**BLANK, "value": "20", "seen": 1}
    assert bob_in.post("/packs/spring-open/rules/", sent).status_code == 302
    assert bob_in.post("/packs/spring-open/publish/", {"seen": 2}).status_code == 302
    assert bob_in.post("/packs/spring-open/share/", share).status_code == 404
    assert bob_in.post("/packs/spring-open/give-up/").status_code == 404
    assert "Spring Open" in told(bob_in.get("/packs/"))
    alice_in.post("/packs/spring-open/share/", {"do": "drop", "username": "bob"})
    assert bob_in.get("/packs/spring-open/edit/").status_code == 404
    assert bob_in.get("/packs/spring-open/").status_code == 404


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["nobody", "alice", "", "\x00"])
def test_nobody_is_let_in_who_is_not_there(
    name: str, alice_in: Client, pack: Pack
) -> None:
    page = alice_in.post("/packs/spring-open/share/", {"do": "add", "username": name})
    assert page.status_code == 400
    assert not pack.editors.exists()


def test_a_public_pack_is_read_by_all_and_its_draft_by_none_of_them(
    alice_in: Client, bob_in: Client, pack: Pack
) -> None:
    a_version(pack)
    assert bob_in.get("/packs/spring-open/").status_code == 404
    alice_in.post("/packs/spring-open/share/", {"do": "show"})
    for client in (bob_in, Client()):
        assert client.get("/packs/spring-open/").status_code == 200
        assert client.get("/packs/spring-open/document/?draft=1").status_code == 404
        assert client.get("/packs/spring-open/versions/2/").status_code == 404
    huge = "/packs/spring-open/versions/99999999999999999999/"
    assert alice_in.get(huge).status_code == 404


def test_a_copy_is_ones_own(alice_in: Client, bob_in: Client, pack: Pack) -> None:
    answer = bob_in.post("/packs/border-patrol/versions/1/copy/")
    assert answer.headers["Location"] == "/packs/border-patrol-2/edit/"
    made = Pack.objects.get(key="border-patrol-2")
    assert (made.owner.username if made.owner else "", made.is_public) == ("bob", False)


def test_a_pack_without_versions_is_deleted_and_another_retired(
    alice_in: Client, pack: Pack
) -> None:
    a_version(pack)
    alice_in.post("/packs/spring-open/give-up/")
    assert Pack.objects.get(pk=pack.pk).retired_at is not None
    assert "offered no longer" in told(alice_in.get("/packs/"))
    form = alice_in.get("/check/").context["form"]
    assert "spring-open" not in str(form["named"])
    alice_in.post("/packs/spring-open/give-up/")
    assert Pack.objects.get(pk=pack.pk).retired_at is None
    alice_in.post("/packs/new/", {**ALONE, "name": "Other"})
    alice_in.post("/packs/other/give-up/")
    assert not Pack.objects.filter(key="other").exists()


# -- queries --------------------------------------------------------------------------

QUERIES = {
    "/packs/": 4,
    "/packs/new/": 4,
    "/packs/spring-open/": 8,
    "/packs/spring-open/edit/": 11,
    "/packs/spring-open/blank/?at=/limits": 4,
}


@pytest.mark.parametrize("address", list(QUERIES))
def test_a_page_asks_as_often_however_many_packs_there_are(
    address: str,
    alice_in: Client,
    alice: User,
    pack: Pack,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(1, 4):
        a_version(pack, number)
        other = a_pack(alice, f"other-{number}", is_public=number == 2)
        a_version(other)
    alice_in.get(address)
    with django_assert_num_queries(QUERIES[address]):
        assert alice_in.get(address).status_code == 200


def test_a_rule_of_a_pack_names_the_pack_as_its_source(
    alice_in: Client, pack: Pack
) -> None:
    alice_in.post("/packs/spring-open/rules/", {**BLANK, "value": "20", "seen": 1})
    trial = alice_in.get("/packs/spring-open/edit/").context["trial"]
    sources = {
        message.source
        for one in trial.armies
        for message in one.review.messages
        if message.code == "unit-of-50"
    }
    assert sources == {"Spring Open"}


def test_a_score_is_told_as_it_is_written(alice_in: Client, pack: Pack) -> None:
    sent, _, _ = PARTS["score"]
    alice_in.post("/packs/spring-open/parts/score/", {**sent, "seen": 1})
    page = told(alice_in.get("/packs/spring-open/edit/"))
    assert "Composition: 20, −3 for each Rare choice." in page


# -- rules that find nothing yet ------------------------------------------------------


def test_a_rule_about_what_no_book_marks_is_said_to_change_nothing(
    alice_in: Client, warhammer: None
) -> None:
    remark = "No book of Warhammer marks special characters yet"
    alice_in.post("/packs/new/", {**ALONE, "rules": ["no-special-characters"]})
    assert remark in told(alice_in.get("/packs/spring-open/edit/"))
    alice_in.post("/packs/spring-open/publish/", {"seen": 1})
    assert remark in told(alice_in.get("/packs/spring-open/"))
    document = draft()
    document["limits"] = []
    Pack.objects.update(draft=document)
    assert remark not in told(alice_in.get("/packs/spring-open/edit/"))
