"""Lists as text in an event: read line by line, asked about, then handed in."""

import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.models import Entrant, Submission
from tests.armybuilder.books.documents import printed_book
from tests.armybuilder.events.scene import by_link, charge_event, opened, placed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
CHOOSE = "/events/spring-open/mine/choose/"


@pytest.fixture
def anna(alice: User) -> Entrant:
    event = opened(charge_event(alice, allows_illegal=True), alice, timezone.now())
    return placed(event, alice, "Anna")[0]


def units(book: str) -> list[str]:
    """Return names of units of a book."""
    return [unit["name"] for unit in printed_book(book)["units"]]


def test_sure_lines_lead_to_the_verdict_at_once(anna: Entrant) -> None:
    browser = by_link(anna)
    first, second, *_ = units("charge-skaven")
    text = f"Skaven\n{first}\n{second}\n"
    answer = browser.post(CHOOSE, {"text": text}, follow=True)
    assert "Not handed in yet" in answer.content.decode()
    anna.refresh_from_db()
    assert anna.draft is not None
    assert anna.draft["source"].splitlines() == text.splitlines()


def test_a_misspelt_line_is_asked_about_before_anything_counts(anna: Entrant) -> None:
    browser = by_link(anna)
    first, second, *_ = units("charge-skaven")
    wrong = second[:2] + second[3:] + "z"
    text = f"Skaven\n{first}\n{wrong}\n"
    page = browser.post(CHOOSE, {"text": text}).content.decode()
    assert "line by line" in page
    anna.refresh_from_db()
    assert anna.draft is None
    answer = re.search(r'name="answer"\s+value="([^"]+)"', page)
    assert answer is not None
    done = browser.post(CHOOSE, {"text": text, "answer": answer[1]}, follow=True)
    assert "Not handed in yet" in done.content.decode()
    assert Submission.objects.count() == 0


@pytest.mark.parametrize(
    "text",
    ["\x00\x00", "x" * 1_100_000, "{", '{"format": "armybuilder.roster/1"}', "☃"],
    ids=["nul", "too long", "broken", "no roster", "snow"],
)
def test_what_is_no_list_is_said_in_words(anna: Entrant, text: str) -> None:
    answer = by_link(anna).post(CHOOSE, {"text": text})
    assert answer.status_code in (200, 413, 422)
    anna.refresh_from_db()
    assert anna.draft is None


def test_a_judge_reads_a_text_for_a_player(anna: Entrant, alice: User) -> None:
    judge = Client()
    judge.force_login(alice)
    first, second, *_ = units("charge-skaven")
    page = "/events/spring-open/lists/1/hand-in/"
    text = f"Skaven\n{first}\n{second[:2] + second[3:]}z\n"
    asked = judge.post(page, {"text": text, "reason": "By post"}).content.decode()
    assert 'name="reason" value="By post"' in asked
    answer = re.search(r'name="answer"\s+value="([^"]+)"', asked)
    assert answer is not None
    more = {"text": text, "reason": "By post", "answer": answer[1]}
    judge.post(page, more)
    assert Submission.objects.get().reason == "By post"


def test_a_roster_of_another_program_is_handed_in_as_the_file_it_is(
    anna: Entrant,
) -> None:
    first, second, *_ = units("charge-skaven")
    named = "".join(
        f'<selection name="{name}" number="1" type="unit"/>' for name in (first, second)
    )
    force = f'<force catalogueName="Skaven"><selections>{named}</selections></force>'
    roster = f'<roster name="Clan"><forces>{force}</forces></roster>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("clan.ros", roster)
    browser = by_link(anna)
    for name, raw in (("clan.rosz", packed.getvalue()), ("clan.ros", roster.encode())):
        answer = browser.post(
            CHOOSE, {"file": SimpleUploadedFile(name, raw)}, follow=True
        )
        assert "Not handed in yet" in answer.content.decode()
        anna.refresh_from_db()
        assert anna.draft is not None
        assert len(anna.draft["roster"]["forces"][0]["units"]) == 2
        Entrant.objects.update(draft=None)
    both = io.BytesIO()
    with zipfile.ZipFile(both, "w") as two:
        two.writestr("a.ros", roster)
        two.writestr("b.ros", roster)
    upload = SimpleUploadedFile("two.zip", both.getvalue())
    answer = browser.post(CHOOSE, {"file": upload})
    assert "The file holds 2 lists; hand in one." in answer.content.decode()
