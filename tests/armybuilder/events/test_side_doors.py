"""Mails, jobs, the admin and refusals tell no more of a list than the pages do.

The marks and the table of who sees what are those of `test_who_sees_what`.
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.armies.models import Army
from armybuilder.events.judgements import accept, reinstate, withdraw
from armybuilder.events.models import Entrant, Event, Mail, StaffRole
from armybuilder.events.organisers import take_role
from armybuilder.events.submissions import FILE, Hand, Offer, keep_draft
from armybuilder.jobs.models import Job
from rulesets.rosters.roster import read_roster
from tests.armybuilder.events.scene import (
    NOW,
    army,
    as_text,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)
from tests.armybuilder.events.test_who_sees_what import (
    HERE,
    ROLES,
    SIGHTS,
    STATES,
    Scene,
    expected,
    make_scene,
    marked,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]

SAID = "zzsaidzz"
DECISIONS = ("accept", "query", "refuse")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def mails(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def found_in(scene: Scene, texts: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Return the marks that are in any of the texts, with where each stands first."""
    seen: dict[str, str] = {}
    for where, text in texts:
        for mark, pattern in scene.marks().items():
            if re.search(pattern, text):
                seen.setdefault(mark, where)
    return seen


# -- mails -----------------------------------------------------------------------------


def mails_of(scene: Scene, role: str) -> Iterator[tuple[str, str]]:
    """Yield every mail that somebody has the event send, and what its links open."""
    browser, code = scene.browsers[role], scene.codes[0]
    version = scene.anna.submissions.get(code=code).number
    said = {"text": SAID, "seen": code}
    sent = [
        *((f"{HERE}lists/1/decide/", {"do": step, **said}) for step in DECISIONS),
        (f"{HERE}people/", {"do": "mail"}),
    ]
    for page, body in sent:
        with transaction.atomic():
            browser.post(page, body)
            yield from _kept(f"{role} {body['do']}")
            transaction.set_rollback(True)
    for step in DECISIONS:
        asked = {"number": 1, "version": version, "do": step, "text": SAID}
        with transaction.atomic():
            page = f"/api/v1{HERE}decisions/"
            browser.post(page, asked, content_type="application/json")
            yield from _kept(f"{role} {step} over the API")
            transaction.set_rollback(True)


def _kept(where: str) -> Iterator[tuple[str, str]]:
    for mail in Mail.objects.all():
        text = f"{mail.subject}\n{mail.body}"
        yield f"the mail of: {where}", text
        for link in re.findall(r"/events/i/[\w-]+/", text):
            visitor = Client()
            visitor.get(link)
            page = visitor.get(f"{HERE}mine/").content.decode()
            yield f"the link in the mail of: {where}", page


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("state", "sight"), [*product(STATES, SIGHTS)])
def test_a_mail_tells_no_more_than_who_gave_its_address_sees(
    alice: User, now: None, mails: None, state: str, sight: str
) -> None:
    """Organisers type the addresses of those whom they invite, perhaps their own."""
    scene = make_scene(alice, sight, state)
    Entrant.objects.update(email="of-the-organiser@example.org")
    sees = expected(sight, "organiser", state)
    # Who sees a list whole is shown its player's link too, and may open the draft.
    opens = {*sees, "name", "draft"} if "army" in sees else {*sees, "name"}
    for role in ("organiser", "judge"):
        texts = [*mails_of(scene, role)]
        leaks = found_in(scene, iter(texts))
        assert {m: leaks[m] for m in leaks.keys() - opens} == {}
        told = any(SAID in text for _, text in texts)
        assert not told or "asked" in sees


def test_who_is_asked_gets_the_words_where_his_list_is_no_secret(
    alice: User, now: None, mails: None
) -> None:
    scene = make_scene(alice, "staff", "open")
    Entrant.objects.filter(pk=scene.anna.pk).update(email="anna@example.org")
    body = {"do": "query", "seen": scene.codes[0], "text": SAID}
    scene.browsers["judge"].post(f"{HERE}lists/1/decide/", body)
    mail = Mail.objects.get()
    assert SAID in mail.body
    assert f"/events/i/{scene.anna.link}/" in mail.body


def test_a_mail_of_a_blind_event_leads_to_the_page_that_has_the_words(
    alice: User, now: None, mails: None
) -> None:
    scene = make_scene(alice, "blind", "closed")
    Entrant.objects.filter(pk=scene.anna.pk).update(email="anna@example.org")
    body = {"do": "query", "seen": scene.codes[0], "text": SAID}
    scene.browsers["judge"].post(f"{HERE}lists/1/decide/", body)
    assert f"http://testserver{HERE}mine/" in Mail.objects.get().body
    page = scene.browsers["by_link"].get(f"{HERE}mine/").content.decode()
    assert SAID in page


# -- jobs ------------------------------------------------------------------------------


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("state", "sight"), [*product(("revealed", "over", "cancelled"), SIGHTS)]
)
def test_the_field_is_seen_by_staff_while_they_are_it(
    alice: User, now: None, state: str, sight: str
) -> None:
    scene = make_scene(alice, sight, "revealed")
    event = scene.event
    # Both lists count: one of them is illegal, and its unit is in fights.
    first, second = event.entrants.filter(number__in=(1, 2))
    handed(second, at=NOW, is_staff=True, reason="late")
    accept(first, scene.codes[0], Hand(NOW, is_staff=True, reason="it plays"))
    judge, page = scene.browsers["judge"], f"{HERE}field/"
    judge.post(f"{page}start/")
    job = Job.objects.get(kind="event-field")
    assert job.state == "done"
    Event.objects.filter(pk=event.pk).update(state=state)

    def field_of(role: str) -> Iterator[tuple[str, str]]:
        browser = scene.browsers[role]
        pages = (page, f"{page}?as=csv")
        for address in (*pages, f"/api/v1/comparisons/{job.pk}/"):
            yield address, browser.get(address).content.decode()
        polled = browser.get(page, headers={"HX-Request": "true"})
        yield "its progress", polled.content.decode()
        yield "its end", browser.post(f"{page}cancel/", follow=True).content.decode()
        for ending in ("progress", "cancel"):
            address = f"/match-up/compare/{job.pk}/{ending}/"
            send = browser.get if ending == "progress" else browser.post
            yield address, send(address).content.decode()

    shown = state != "cancelled"
    for role in ROLES:
        staff = role in ("organiser", "judge") and shown
        seen = found_in(scene, field_of(role)).keys()
        assert seen >= {"name", "army"} if staff else not seen, role
        assert scene.browsers[role].get(
            f"/api/v1/comparisons/{job.pk}/"
        ).status_code in (
            401,
            404,
        )
    take_role(event, User.objects.get(username="judge"))
    assert judge.get(page).status_code == 404
    assert found_in(scene, field_of("judge")) == {}


def test_the_table_of_lists_is_given_to_who_sees_them_now(
    alice: User, now: None
) -> None:
    scene = make_scene(alice, "blind", "closed")
    judge, page = scene.browsers["judge"], f"{HERE}papers/judge-pack.csv"
    code = scene.codes[0]
    assert code in judge.get(page).content.decode()
    job = Job.objects.get(kind="judge-table")
    for role in ROLES:
        of_comparisons = scene.browsers[role].get(f"/api/v1/comparisons/{job.pk}/")
        assert of_comparisons.status_code in (401, 404)
        table = scene.browsers[role].get(page).content.decode()
        assert (code in table) == (role == "judge"), role
    Event.objects.filter(pk=scene.event.pk).update(state="open")
    assert code not in judge.get(page).content.decode()


# -- the admin -------------------------------------------------------------------------


def test_the_admin_names_no_army(alice: User) -> None:
    """Not even where it says what would be deleted with an account."""
    scene = make_scene(alice, "blind", "open")
    anna = User.objects.get(username="anna")
    document = marked(army(), "zzarmyzz")
    Army.objects.create(
        owner=anna, game="charge", name=document["name"], document=document
    )
    author = User.objects.create_user("author")
    grant_role(author, AUTHORS)
    scene.browsers["author"] = Client()
    scene.browsers["author"].force_login(User.objects.get(username="author"))

    def pages(browser: Client) -> Iterator[tuple[str, str]]:
        yield "index", browser.get(reverse("admin:index")).content.decode()
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            lists = [reverse(f"{name}_changelist"), reverse(f"{name}_add")]
            some = model._default_manager.values_list("pk", flat=True)[:9]
            for pk, page in product(some, ("change", "history", "delete")):
                lists.append(reverse(f"{name}_{page}", args=[pk]))
            for address in lists:
                yield address, browser.get(address).content.decode()
        chosen = {"action": "delete_selected", "_selected_action": [anna.pk]}
        address = reverse("admin:accounts_user_changelist")
        yield "delete some", browser.post(address, chosen).content.decode()

    for role in ("superuser", "author"):
        texts = [*pages(scene.browsers[role])]
        assert found_in(scene, iter(texts)) == {}, role
        assert any("1 army" in text or "armies" in text for _, text in texts)


# -- refusals and answers --------------------------------------------------------------


@pytest.fixture
def blind(alice: User) -> Entrant:
    """Return a place of an open blind event."""
    event = opened(charge_event(alice, sight="blind"), alice)
    return placed(event, alice, "Anna")[0]


def test_a_blind_organiser_learns_nothing_by_handing_in_the_same_list(
    now: None, blind: Entrant, alice_client: Client
) -> None:
    anna = blind
    document = army(title="Guessed")
    own = handed(anna, document)
    for guess in (army(title="Another"), document):
        with transaction.atomic():
            file = SimpleUploadedFile("list.json", as_text(guess).encode())
            body = {"file": file, "reason": "by mail"}
            page = f"{HERE}lists/{anna.number}/hand-in/"
            answer = alice_client.post(page, body, follow=True)
            transaction.set_rollback(True)
        assert own.code not in answer.content.decode()
        assert "The list is in." in answer.content.decode()


def test_a_draft_is_not_opened_by_withdrawing_and_taking_back(
    now: None, blind: Entrant, alice_client: Client
) -> None:
    anna = blind
    keep_draft(anna, Offer(read_roster(army(title="zzdraftzz")), FILE), Hand(NOW))
    anna.refresh_from_db()
    staff = Hand(NOW, is_staff=True)
    withdraw(anna, staff)
    back = reinstate(anna, staff)
    assert back.state == "draft"
    people = alice_client.get(f"{HERE}people/").content.decode()
    assert "Take the place back" in people
    assert back.link not in people
    assert "zzdraftzz" in by_link(back).get(f"{HERE}mine/").content.decode()


def test_a_role_taken_away_shows_nothing_more(alice: User, now: None) -> None:
    scene = make_scene(alice, "blind", "closed")
    judge = scene.browsers["judge"]
    assert judge.get(f"{HERE}lists/1/").status_code == 200
    take_role(scene.event, User.objects.get(username="judge"))
    for page in ("board/", "lists/1/", "papers/", "papers/judge-pack.csv"):
        assert judge.get(f"{HERE}{page}").status_code == 404
    assert StaffRole.JUDGE not in scene.event.people.values_list("role", flat=True)


def test_a_paper_that_is_being_drawn_names_no_list(
    alice: User, now: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = make_scene(alice, "staff", "revealed")
    views = "armybuilder.events.views.papers"
    monkeypatch.setattr(f"{views}.drawn", lambda page: None)
    monkeypatch.setattr(f"{views}.is_known", lambda page: True)
    papers = [f"{HERE}papers/{name}-1.pdf" for name in ("judge-pack", "booklet")]
    statuses = {}
    for role, page in product(ROLES, papers):
        answer = scene.browsers[role].get(page)
        statuses[role, page] = answer.status_code
        texts = iter([(page, answer.content.decode())])
        assert found_in(scene, texts) == {}, (role, page)
    pack = papers[0]
    drawn = {role for role in ROLES if statuses[role, pack] == 202}
    assert drawn == {"organiser", "judge"}
