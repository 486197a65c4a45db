"""Nobody sees of a list what he must not: role by state by rule of sight.

The tables are written from what the pages promise to players, not from the code:
"staff" and "opponent": judges at once, after the reveal everybody, or opponents alone;
"blind": before the deadline nobody, then the judges without names and the organiser the
verdict alone, everybody after the reveal; "open": everybody. A draft is its player's
alone. An event that is prepared is there for nobody but who runs it. A cancelled one
shows what it showed before lists closed.

A list has marks in every place where a word of it could come out, and every answer of
the site is searched for them: pages, exports, receipts, pages of codes, refusals.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.judgements import answer, query, refuse, withdraw
from armybuilder.events.models import Entrant, Event, Pairing, StaffRole, Submission
from armybuilder.events.organisers import give_role
from armybuilder.events.submissions import FILE, Hand, Offer, keep_draft
from rulesets.rosters.roster import read_roster
from tests.armybuilder.events.scene import (
    NOW,
    army,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]

STATES = ("draft", "open", "closed", "revealed", "over", "cancelled")
SIGHTS = ("staff", "blind", "open", "opponent")

# What somebody learns of the list of another: - nothing, p that it is in, v its
# verdict, l the list, L the list and all that was said about it; N: and whose it is.
LISTS = {
    #                           draft open closed revealed over cancelled
    ("staff", "organiser"): "   LN    LN   LN     LN       LN   LN",
    ("staff", "judge"): "       LN    LN   LN     LN       LN   LN",
    ("staff", "opponent"): "    -     -    -      lN       lN   -",
    ("staff", "other"): "       -     -    -      lN       lN   -",
    ("staff", "anybody"): "     -     -    -      lN       lN   -",
    ("blind", "organiser"): "   pN    pN   vN     LN       LN   pN",
    ("blind", "judge"): "       p     p    L      LN       LN   p",
    ("blind", "opponent"): "    -     -    -      lN       lN   -",
    ("blind", "other"): "       -     -    -      lN       lN   -",
    ("blind", "anybody"): "     -     -    -      lN       lN   -",
    ("open", "organiser"): "    LN    LN   LN     LN       LN   LN",
    ("open", "judge"): "        LN    LN   LN     LN       LN   LN",
    ("open", "opponent"): "     -     lN   lN     lN       lN   lN",
    ("open", "other"): "        -     lN   lN     lN       lN   lN",
    ("open", "anybody"): "      -     lN   lN     lN       lN   lN",
    ("opponent", "organiser"): "LN    LN   LN     LN       LN   LN",
    ("opponent", "judge"): "    LN    LN   LN     LN       LN   LN",
    ("opponent", "opponent"): " -     -    -      lN       lN   -",
    ("opponent", "other"): "    -     -    -      -        -    -",
    ("opponent", "anybody"): "  -     -    -      -        -    -",
}
ANYBODY = ("stranger", "visitor", "elsewhere", "superuser")
ROLES = ("organiser", "judge", "by_account", "by_link", "opponent", "other", *ANYBODY)

VERDICT = {"verdict"}
LIST = {*VERDICT, "army", "unit", "message", "note", "unit-note"}
ALL = {*LIST, "older", "asked", "answered", "gone", "refused", "why"}
MARKS = {
    "-": set[str](),
    "p": {"presence"},
    "v": {"presence", *VERDICT},
    "l": {*LIST},
    "L": {"presence", *ALL},
    "N": {"name"},
}
OWN = {*LIST, "older", "asked", "answered", "draft", "name"}


def expected(sight: str, role: str, state: str) -> set[str]:
    if role in ("by_account", "by_link"):
        return set() if state == "draft" else OWN
    row = "anybody" if role in ANYBODY else role
    cell = LISTS[sight, row].split()[STATES.index(state)]
    return set().union(*(MARKS[letter] for letter in cell))


@dataclass
class Scene:
    """An event whose first entrant has a list with marks; a browser for each role."""

    event: Event
    anna: Entrant
    codes: list[str]
    receipt: dict[str, Any]
    browsers: dict[str, Client]
    message: str
    found: dict[str, list[str]] = field(default_factory=dict)

    def marks(self) -> dict[str, str]:
        """Return for each mark the pattern that gives it away."""
        words = (
            *("army", "unit", "note", "older", "asked", "answered", "draft", "name"),
            *("gone", "refused", "why"),
        )
        return {
            **{word: f"zz{word}zz" for word in words},
            "unit-note": "zzremarkzz",
            "message": re.escape(self.message),
            "verdict": r'st-illegal|,illegal,|,"illegal",',
            # Staff alone have a page of a list that is hidden.
            "presence": r'>Entrant 01|href="/events/spring-open/lists/1/"',
        }


def marked(document: dict[str, Any], name: str) -> dict[str, Any]:
    document["name"] = f"{name} of the list"
    document["note"] = "zznotezz"
    unit = document["forces"][0]["units"][0]
    unit["name"], unit["note"] = "zzunitzz", "zzremarkzz"
    return document


def make_scene(alice: User, sight: str, state: str, secret: Any = None) -> Scene:
    event = opened(charge_event(alice, sight=sight, allows_illegal=True), alice)
    people = {
        name: User.objects.create_user(name)
        for name in ("judge", "anna", "bert", "stranger", "elsewhere")
    }
    people["superuser"] = User.objects.create_superuser("root", password=None)
    give_role(event, "judge", StaffRole.JUDGE)
    charge_event(people["elsewhere"], name="Another")
    anna, bert, clara, dora, emil = placed(
        event, alice, "zznamezz", "Bert", "Clara", "Dora", "Emil"
    )
    Entrant.objects.filter(pk=anna.pk).update(person=people["anna"])
    Entrant.objects.filter(pk=bert.pk).update(person=people["bert"])
    Pairing.objects.create(event=event, round=1, table=1, first=bert, second=anna)
    hand = Hand(NOW, people["judge"], is_staff=True)
    older = handed(anna, marked(army(), "zzolderzz"))
    row = handed(anna, marked(illegal(), "zzarmyzz") if secret is None else secret)
    query(anna, row.code, "zzaskedzz", hand, NOW + timedelta(days=30))
    answer(anna, "zzansweredzz", Hand(NOW))
    draft = read_roster(army(title="zzdraftzz"))
    keep_draft(anna, Offer(draft, FILE), Hand(NOW))
    gone = handed(dora, army(title="zzgonezz"))
    withdraw(dora, hand)
    out = handed(emil, army(title="zzrefusedzz"))
    refuse(emil, out.code, "zzwhyzz", hand)
    Event.objects.filter(pk=event.pk).update(state=state)
    row = Submission.objects.get(pk=row.pk)
    return Scene(
        event=event,
        anna=anna,
        codes=[row.code, older.code, gone.code, out.code],
        receipt={"list": row.receipt, "signature": row.signature, "key": "A" * 44},
        browsers=_browsers(alice, people, anna, clara, state),
        message=row.first_message.replace("'", "&#x27;") or "no message",
    )


def _browsers(
    alice: User, people: dict[str, User], anna: Entrant, clara: Entrant, state: str
) -> dict[str, Client]:
    signed_in = {
        "organiser": alice,
        "judge": people["judge"],
        "by_account": people["anna"],
        "opponent": people["bert"],
        "stranger": people["stranger"],
        "elsewhere": people["elsewhere"],
        "superuser": people["superuser"],
    }
    browsers = {name: Client() for name in signed_in}
    for name, person in signed_in.items():
        browsers[name].force_login(person)
    return {
        **browsers,
        "by_link": by_link(anna),
        "other": by_link(clara),
        "visitor": Client(),
    }


HERE = "/events/spring-open/"
SEARCHES = (
    "",
    "?words=zznam",
    "?book=charge-skaven",
    "?state=illegal",
    "?state=queried",
)
PAGES = (
    *("/", "/events/", HERE, f"{HERE}join/", f"{HERE}mine/", f"{HERE}people/"),
    *(f"{HERE}settings/", *(f"{HERE}board/{query}" for query in SEARCHES)),
    *(f"{HERE}export/{kind}/" for kind in ("table", "lists", "pairing")),
    f"{HERE}board/pulse/",
    *(f"{HERE}lists/{number}/{end}" for number in (1, 4, 5) for end in ("", "pane/")),
    *(f"{HERE}{end}" for end in ("rounds/", "field/", "papers/", "sent/")),
    f"{HERE}papers/judge-pack.csv",
    *(f"{HERE}papers/{end}-1.pdf" for end in ("judge-pack", "booklet")),
    f"{HERE}papers/round-1-tables-1.pdf",
    "/api/v1/events/",
    *(f"/api/v1{HERE}{end}" for end in ("", "lists/", "place/", "board/")),
)
STEPS = (
    *("accept", "query", "refuse", "withdraw", "take-back"),
    *("penalty", "nonsense"),
)


def answers(scene: Scene, browser: Client) -> Iterator[tuple[str, str]]:
    """Yield every answer that somebody gets from the pages of an event."""
    for page in PAGES:
        yield page, _text(browser.get(page))
    for code in scene.codes:
        for page in (f"{HERE}receipts/{code}.json", f"/v/{code}/"):
            yield page, _text(browser.get(page))
    for page, body in _posts(scene):
        with transaction.atomic():
            try:
                yield page, _text(browser.post(page, body, follow=True))
            finally:
                transaction.set_rollback(True)


def _posts(scene: Scene) -> Iterator[tuple[str, Any]]:
    raw = json.dumps(scene.receipt).encode()
    yield "/v/", {"receipt": SimpleUploadedFile("receipt.json", raw)}
    current, older = scene.codes[:2]
    decisions = [*product((current,), STEPS), (older, "accept"), ("A" * 8, "query")]
    for code, step in decisions:
        yield f"{HERE}lists/1/decide/", {"do": step, "seen": code, "text": ""}
    yield f"{HERE}lists/4/decide/", {"do": "accept", "seen": scene.codes[2]}
    _, _, gone, refused = scene.codes
    every = [f"1:{refused}", f"4:{gone}", f"5:{refused}"]
    yield f"{HERE}board/accept/", {"list": [*every, f"1:{scene.codes[0]}", "99:A"]}
    for step in ("remove", "renew"):
        yield f"{HERE}people/", {"do": step, "number": "1"}
    yield f"{HERE}mine/hand-in/", {"sha256": "0" * 64}
    yield f"{HERE}mine/choose/", {"text": "{}"}
    yield f"{HERE}lists/1/hand-in/", {"text": "{}", "reason": ""}
    yield f"{HERE}delete/", {}


def _text(answer: Any) -> str:
    assert answer.status_code < 500
    return str(answer.content.decode())


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def papers_as_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with the page that a PDF is drawn from: it says what is printed."""
    views = "armybuilder.events.views.papers"
    monkeypatch.setattr(f"{views}.drawn", lambda page: page.encode())
    monkeypatch.setattr(f"{views}.is_known", lambda page: True)


@pytest.mark.usefixtures("papers_as_pages")
@pytest.mark.sweep(9)
@pytest.mark.parametrize(("state", "sight"), [*product(STATES, SIGHTS)])
def test_everybody_sees_what_the_table_says_and_no_more(
    alice: User, now: None, state: str, sight: str
) -> None:
    scene = make_scene(alice, sight, state)
    patterns = {mark: re.compile(text) for mark, text in scene.marks().items()}
    wrong = []
    for role in ROLES:
        seen: dict[str, str] = {}
        for page, text in answers(scene, scene.browsers[role]):
            for mark, pattern in patterns.items():
                if pattern.search(text):
                    seen.setdefault(mark, page)
        may = expected(sight, role, state)
        if role not in ("organiser", "judge"):
            seen.pop("presence", None)  # a list that is shown has a link of its own
        wrong += [f"{role} learns {m} at {seen[m]}" for m in seen.keys() - may]
        wrong += [f"{role} does not see {m}" for m in may - seen.keys()]
    assert sorted(wrong) == []
