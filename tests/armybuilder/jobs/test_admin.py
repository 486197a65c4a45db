"""Jobs in the admin."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.jobs.models import State
from armybuilder.jobs.work import wait
from tests.armybuilder.jobs.test_work import begin

pytestmark = pytest.mark.postgres

LIST = "admin:jobs_job_changelist"


@pytest.fixture
def admin_pages(alice: User, alice_client: Client) -> Client:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    return alice_client


def test_jobs_are_listed_with_their_progress(
    admin_pages: Client, by_hand: None
) -> None:
    begin("user 1")
    begin("user 2")
    page = admin_pages.get(reverse(LIST)).content.decode()
    assert "0 of 4" in page
    assert '<td class="field-waiting">2</td>' in page


def test_a_job_cannot_be_changed(admin_pages: Client, by_hand: None) -> None:
    job = begin()
    page = admin_pages.get(reverse("admin:jobs_job_change", args=[job.pk]))
    assert page.status_code == 200
    assert 'name="state"' not in page.content.decode()


def test_chosen_jobs_are_cancelled(admin_pages: Client, by_hand: None) -> None:
    one, other = begin(a=1), begin(a=2)
    form = {"action": "cancel_jobs", "_selected_action": [one.pk]}
    admin_pages.post(reverse(LIST), form)
    assert wait(one, 0).state == State.CANCELLED
    assert wait(other, 0).state == State.WAITING


def test_what_is_done_stays_done(admin_pages: Client) -> None:
    job = begin()
    form = {"action": "cancel_jobs", "_selected_action": [job.pk]}
    admin_pages.post(reverse(LIST), form)
    assert wait(job, 0).state == State.DONE
