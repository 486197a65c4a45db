"""The comparison page: its address is the whole question, its answer a job's result."""

import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import create
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.models import Job, State
from armybuilder.matchups import comparison_views
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.matchups.comparing import (
    ORCS,
    PAGE,
    SKAVEN,
    A,
    B,
    show,
    table,
)

pytestmark = pytest.mark.usefixtures("charge_books")

BEGIN = 'id="begin"'


def refused(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 400
    return answer.content.decode()


def moved(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 302
    return answer.headers["Location"].partition("?")[2]


@pytest.fixture
def army(alice: User) -> Army:
    units = (
        Selection("s1", "jezzails", name="The Long Guns"),
        Selection("s2", "ratmen"),
        Selection("s3", "ratmen"),
    )
    roster = Roster(
        "charge", "Warlocks", forces=(Force("f1", "charge-skaven", 1, units),)
    )
    return create(roster, alice)


@pytest.fixture
def always_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every comparison for a large one."""
    monkeypatch.setattr(comparison_views, "AT_ONCE", 0)


# -- what is shown ------------------------------------------------------------------


def test_without_sides_units_armies_and_books_are_offered(
    alice_client: Client, army: Army
) -> None:
    page = show(alice_client, "")

    for address in (
        SKAVEN,
        A,
        f"army:{army.public_id}",
        f"army:{army.public_id}/f1/s1",
    ):
        assert f'value="{address}"' in page


def test_two_books_are_a_heat_map_with_a_number_in_every_cell(client: Client) -> None:
    page = show(client, f"a={SKAVEN}&b={ORCS}")

    assert page.count('class="tone-') >= 4
    assert len(re.findall(r'<td id="cell-\d-\d" class="tone-\w+"><a href', page)) == 4
    assert "<caption>" in page
    assert 'scope="row"' in page
    assert "badge--legal" in page


def test_a_cell_says_what_its_match_up_page_says(client: Client) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}&rounds=3&s.a.wounds-lost=2")
    cell = found.rows[0].cells[0]
    answer = client.get(cell.href)

    assert answer.status_code == 200
    wins = answer.context["result"].headlines[0]
    assert wins.text == cell.text
    assert "rounds=3" in cell.href
    assert "s.a.wounds-lost=2" in cell.href


def test_one_unit_against_a_book_is_a_ranked_list(client: Client) -> None:
    found = table(client, f"a={A}&b={ORCS}")

    assert found.ranks_enemies
    assert found.rows == ()
    chances = [float(row.value.strip("<>%")) for row in found.listed]
    assert chances == sorted(chances, reverse=True)
    assert {row.label for row in found.listed} == {"Orcs", "Badlands Beast"}


def test_a_book_against_one_unit_tells_what_100_points_do(client: Client) -> None:
    assert not table(client, f"a={SKAVEN}&b={B}&measure=dealt-per-100").shows_per_100
    found = table(client, f"a={SKAVEN}&b={B}&measure=dealt")

    assert found.shows_per_100
    assert all(float(row.per_100) > 0 for row in found.listed)


def test_changes_are_listed_with_their_difference_and_the_base_among_them(
    client: Client,
) -> None:
    found = table(client, f"a={A}&b={B}&rows=changes")
    (base,) = [row for row in found.listed if row.base]
    better = next(row for row in found.listed if row.label.startswith("Save"))

    assert (base.label, base.change) == ("As it is", "–")
    assert better.change.startswith("+")
    assert better.href.startswith("/match-ups/?a=charge-skaven@1/ratmen~better:save")
    assert base.href.startswith("/match-ups/?a=charge-skaven@1/ratmen&")


def test_changes_against_a_whole_book_are_a_heat_map(client: Client) -> None:
    found = table(client, f"a={A}&b={ORCS}&rows=changes")

    assert len(found.columns) == 2
    assert found.rows[0].heading.label == "As it is"
    assert found.rows[0].cells[0].href
    assert "~better:melee-dice&b=" in found.rows[1].cells[0].href


def test_equal_units_of_an_army_stand_for_one_and_count_in_the_average(
    alice_client: Client, army: Army
) -> None:
    found = table(alice_client, f"a={ORCS}&b=army:{army.public_id}&measure=margin")
    labels = [column.label for column in found.columns]
    assert labels == ["The Long Guns", "Ratmen × 2"]

    row = found.rows[0]
    guns, ratmen = (float(cell.text.replace("−", "-")) for cell in row.cells)
    mean = float(row.heading.average.replace("−", "-"))
    assert mean == pytest.approx((guns + 2 * ratmen) / 3, abs=0.1)


def test_a_volley_is_compared_by_the_wounds_that_it_deals(client: Client) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}&kind=shooting")

    assert found.measure.key == "dealt"
    assert [link.label for link in found.measures][:1] == ["Wounds dealt"]


def test_what_cannot_be_worked_out_says_why_in_its_row(client: Client) -> None:
    publish_printed("mordheim-reikland")
    query = "a=mordheim-reikland@1&b=mordheim-reikland@1/youngblood&kind=shooting"
    found = table(client, query)

    notes = [row.note for row in found.listed]
    assert "Mercenary Captain has nothing to shoot with" in notes
    assert found.listed[-1].value == "–"


def test_a_kind_without_winner_and_wounds_is_said_not_to_be_comparable(
    client: Client,
) -> None:
    publish_printed("mordheim-reikland")
    page = show(client, "a=mordheim-reikland@1&b=mordheim-reikland@1/captain&kind=rout")

    assert "neither a winner nor wounds" in page


# -- the address --------------------------------------------------------------------


def test_editions_are_pinned_and_usual_answers_left_out(client: Client) -> None:
    entered = (
        "rows=units&game=charge&b=charge-orcs&a=charge-skaven/ratmen&s.a.wounds-lost=0"
        "&kind=charge&measure=&sort="
    )
    assert moved(client, entered) == f"a={A}&b={ORCS}"


def test_two_units_are_compared_by_loadouts_unless_something_else_is_asked(
    client: Client,
) -> None:
    assert client.get(f"{PAGE}?a={A}&b={B}").context["question"].rows == "loadouts"
    assert moved(client, f"a={A}&b={B}&rows=loadouts") == f"a={A}&b={B}"


def test_a_whole_has_its_units_in_the_rows_whatever_is_asked(client: Client) -> None:
    assert moved(client, f"a={SKAVEN}&b={ORCS}&rows=changes") == f"a={SKAVEN}&b={ORCS}"


def test_a_question_with_one_side_has_a_short_address(client: Client) -> None:
    assert moved(client, "a=charge-skaven&b=&rounds=") == f"a={SKAVEN}"
    assert "Now choose side B" in show(client, f"a={SKAVEN}")


def test_swapping_turns_the_sides_and_their_answers(client: Client) -> None:
    page = show(client, f"a={SKAVEN}&b={B}&s.b.wounds-lost=3")
    assert f'href="{PAGE}?a={B}&amp;b={SKAVEN}&amp;s.a.wounds-lost=3"' in page


def test_rows_are_sorted_by_plain_links(client: Client) -> None:
    by_name = table(client, f"a={SKAVEN}&b={ORCS}&sort=name")
    turned = table(client, f"a={SKAVEN}&b={ORCS}&sort=-name")
    names = [row.heading.label for row in by_name.rows]

    assert names == sorted(names)
    assert [row.heading.label for row in turned.rows] == names[::-1]
    column = table(client, f"a={SKAVEN}&b={ORCS}&sort=c2")
    chances = [float(row.cells[1].text.strip("<>%")) for row in column.rows]
    assert chances == sorted(chances, reverse=True)
    assert "sort=-c2" in column.columns[1].sort


@pytest.mark.parametrize(
    ("query", "place", "text"),
    [
        (f"a=Nonsense!&b={B}", "Side A", "expected a unit"),
        (f"a={A}&b=charge-ghosts", "Side B", "no published edition"),
        (f"a={A}&b=charge-orcs@99", "Side B", "no published edition"),
        (f"a={A}&b=charge-orcs/ghost", "Side B", "has no unit"),
        (f"a={A}&b=army:unknown", "Side B", "no such army"),
        (f"a={A}&b={B}&kind=duel", "Kind", "expected one of"),
        (f"a={A}&b={B}&rounds=0", "Rounds", "from 1 to 100"),
        (f"a={A}&b={B}&rows=all", "rows", "expected one of"),
        (f"a={A}&b={B}&measure=luck", "measure", "expected one of"),
        (f"a={A}&b={ORCS}&sort=c3", "sort", "expected one of"),
        (f"a={A}&b={ORCS}&sort=c²", "sort", "expected one of"),
        (f"a={A}&b={ORCS}&s.weather=rain", "s.weather", "asks nothing of this name"),
        (f"a={A}&b={ORCS}&s.a.wounds-lost=x", "s.a.wounds-lost", "whole number"),
    ],
)
def test_a_bad_query_names_its_field_and_keeps_the_form(
    client: Client, query: str, place: str, text: str
) -> None:
    page = refused(client, query)
    assert f"<strong>{place}" in page
    assert text in page
    assert 'id="question"' in page


def test_sides_of_two_games_are_refused(client: Client) -> None:
    publish_printed("mordheim-reikland")
    page = refused(client, f"a={SKAVEN}&b=mordheim-reikland@1")
    assert "Reiklanders are of Mordheim, Skaven of Charge v2." in page


def test_nobody_else_learns_that_a_private_army_exists(
    bob_client: Client, client: Client, army: Army
) -> None:
    said = "there is no such army, or it is not shown to you."
    for other in (bob_client, client):
        for address in (f"army:{army.public_id}", f"army:{army.public_id}/f1/s1"):
            page = refused(other, f"a={address}&b={ORCS}")
            assert said in page
            assert "Warlocks" not in page


def test_a_shared_army_may_be_compared_by_anybody(client: Client, army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(visibility=Visibility.UNLISTED)
    assert "The Long Guns" in show(client, f"a=army:{army.share_token}&b={ORCS}")


def test_the_same_question_of_two_viewers_is_worked_out_once(
    client: Client, alice_client: Client
) -> None:
    for other in (client, alice_client):
        show(other, f"a={SKAVEN}&b={ORCS}&measure=margin&sort=name")
        show(other, f"a={SKAVEN}&b={ORCS}")
    assert Job.objects.count() == 1


def test_the_page_asks_the_database_a_fixed_number_of_times(
    client: Client, django_assert_num_queries: Any
) -> None:
    address = f"{PAGE}?a={SKAVEN}&b={ORCS}"
    client.get(address)
    with django_assert_num_queries(7):
        client.get(address)


def test_a_large_table_is_sent_packed(client: Client) -> None:
    address = f"{PAGE}?a={SKAVEN}&b={ORCS}"
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 4


# -- jobs ---------------------------------------------------------------------------


@pytest.mark.usefixtures("always_ask")
def test_a_large_comparison_is_begun_by_a_button_and_kept(client: Client) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    page = show(client, query)
    assert "4 match-ups" in page
    assert BEGIN in page
    assert not Job.objects.exists()

    begun = client.post(f"{PAGE}start/?{query}")
    assert begun.status_code == 302
    assert begun.headers["Location"] == f"{PAGE}?{query}"
    assert BEGIN not in show(client, query)


def test_a_kind_that_takes_longer_is_asked_for_where_another_is_begun(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    monkeypatch.setattr(comparison_views, "AT_ONCE", 0.05)
    assert BEGIN in show(client, f"{query}&kind=battle-line")
    assert BEGIN not in show(client, query)


@pytest.fixture
def waiting(client: Client, always_ask: None, monkeypatch: pytest.MonkeyPatch) -> Job:
    """Return a job that nothing works on."""
    monkeypatch.setattr("armybuilder.jobs.inline.run_chunk", lambda chunk: None)
    client.post(f"{PAGE}start/?a={SKAVEN}&b={ORCS}")
    return Job.objects.get()


def test_a_job_at_work_shows_its_progress_and_asks_again(
    client: Client, waiting: Job
) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    page = show(client, query)
    assert "0 of 1 parts done" in page
    assert "<progress" in page
    assert f'href="{PAGE}?a={SKAVEN}&amp;b={ORCS}#progress"' in page

    piece = client.get(
        f"{PAGE}progress/{waiting.pk}/?{query}", headers={"HX-Request": "true"}
    )
    assert piece.status_code == 200
    assert "<html" not in piece.content.decode()
    assert "0 of 1 parts done" in piece.content.decode()


@pytest.fixture
def in_blocks(client: Client, waiting: Job, monkeypatch: pytest.MonkeyPatch) -> Job:
    """Return a job of two rows and two columns, each cell a block; none is done."""
    monkeypatch.setattr("rulesets.matchups.comparison.BLOCK", 1)
    waiting.delete()
    client.post(f"{PAGE}start/?a={SKAVEN}&b={ORCS}")
    return Job.objects.get()


def work_on(job: Job, *numbers: int) -> None:
    for chunk in job.chunks.filter(number__in=numbers):
        run_chunk(chunk.pk)


def texts(rows: Any) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in rows]


def test_cells_are_shown_as_they_are_worked_out(client: Client, in_blocks: Job) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    assert 'id="heat-map"' not in show(client, query)

    work_on(in_blocks, 1)
    page = show(client, f"{query}&sort=value")
    so_far = table(client, f"{query}&sort=value", "so_far")
    assert "1 of 4 parts done" in page
    assert (page.count("cell-1-2-link"), page.count(">…<")) == (1, 8)

    work_on(in_blocks, 0, 2, 3)
    whole = table(client, query)
    (_, known), below = texts(whole.rows)
    assert texts(so_far.rows) == [["…", known], ["…", "…"]]
    assert [row.heading.average for row in so_far.rows] == ["…", "…"]
    assert "…" not in (known, *below, *(row.heading.average for row in whole.rows))


def piece_of(client: Client, job: Job, seen: str) -> str:
    query = f"a={SKAVEN}&b={ORCS}&seen={seen}"
    answer = client.get(
        f"{PAGE}progress/{job.pk}/?{query}", headers={"HX-Request": "true"}
    )
    assert answer.status_code == (200 if answer.content else 204)
    return answer.content.decode()


def test_a_page_that_asks_again_is_given_the_cells_that_are_new_to_it(
    client: Client, in_blocks: Job
) -> None:
    assert "cell-" not in piece_of(client, in_blocks, "0")
    work_on(in_blocks, 2)
    first = piece_of(client, in_blocks, "0")
    assert "<caption>" in first
    assert """hx-vals='{"seen": "4"}'""" in first
    assert piece_of(client, in_blocks, "4") == ""

    work_on(in_blocks, 1)
    second = piece_of(client, in_blocks, "4")
    assert re.findall(r'<td id="([\w-]+)" hx-swap-oob="true"', second) == ["cell-1-2"]
    assert """hx-vals='{"seen": "6"}'""" in second
    assert "<caption>" not in second


def test_what_no_page_has_seen_is_given_whole(client: Client, in_blocks: Job) -> None:
    work_on(in_blocks, 0)
    assert "<caption>" in piece_of(client, in_blocks, "nonsense")


def test_a_list_waits_until_its_order_is_known(
    client: Client, waiting: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesets.matchups.comparison.BLOCK", 1)
    query = f"a={SKAVEN}&b={B}"
    client.post(f"{PAGE}start/?{query}")
    job = Job.objects.latest("pk")
    work_on(job, 0)

    page = show(client, query)
    assert "1 of 2 parts done" in page
    assert 'class="stack-table ranking"' not in page


def test_an_open_comparison_asks_the_database_a_fixed_number_of_times(
    client: Client, in_blocks: Job, django_assert_num_queries: Any
) -> None:
    address = f"{PAGE}?a={SKAVEN}&b={ORCS}"
    work_on(in_blocks, 0)
    show(client, f"a={SKAVEN}&b={ORCS}")
    for done in (1, 2):
        work_on(in_blocks, done)
        with django_assert_num_queries(10):
            client.get(address)


def test_the_page_takes_its_answer_in_when_the_job_is_over(
    client: Client, waiting: Job
) -> None:
    Job.objects.update(state=State.FAILED, error="The dice are gone.")
    query = f"a={SKAVEN}&b={ORCS}"
    piece = client.get(
        f"{PAGE}progress/{waiting.pk}/?{query}&seen=1", headers={"HX-Request": "true"}
    )
    assert f'hx-get="{PAGE}?a={SKAVEN}&amp;b={ORCS}"' in piece.content.decode()
    assert 'hx-trigger="load"' in piece.content.decode()
    page = show(client, query)
    assert "The dice are gone." in page
    assert "Try again" in page


def test_the_page_of_a_job_that_an_older_release_began_is_loaded_again(
    client: Client, waiting: Job
) -> None:
    Job.objects.update(release="older")
    query = f"a={SKAVEN}&b={ORCS}"
    piece = client.get(
        f"{PAGE}progress/{waiting.pk}/?{query}", headers={"HX-Request": "true"}
    )
    assert piece.headers["HX-Refresh"] == "true"


def test_without_scripts_the_progress_is_the_page_itself(
    client: Client, waiting: Job
) -> None:
    answer = client.get(f"{PAGE}progress/{waiting.pk}/?a={SKAVEN}&b={ORCS}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{PAGE}?a={SKAVEN}&b={ORCS}"


def test_what_nobody_waits_for_is_cancelled_and_may_be_begun_again(
    client: Client, waiting: Job
) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    answer = client.post(f"{PAGE}cancel/{waiting.pk}/?{query}")

    assert answer.status_code == 302
    waiting.refresh_from_db()
    assert waiting.state == State.CANCELLED
    assert BEGIN in show(client, query)


def test_a_job_of_somebody_else_is_none_of_ones_own(
    bob_client: Client, waiting: Job
) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    assert bob_client.get(f"{PAGE}progress/{waiting.pk}/?{query}").status_code == 404
    assert bob_client.post(f"{PAGE}cancel/{waiting.pk}/?{query}").status_code == 404
    assert BEGIN in show(bob_client, query)


def test_who_waits_for_much_already_is_told_so(
    client: Client, waiting: Job, settings: Any
) -> None:
    settings.JOB_MOST_OF_ONE = 1
    answer = client.post(f"{PAGE}start/?a={ORCS}&b={SKAVEN}")

    assert answer.status_code == 429
    assert "let one of them arrive first" in answer.content.decode()


def test_who_drops_cookies_begins_no_more_comparisons_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison_views, "LARGE", Allowance("large", 1, 3600))
    monkeypatch.setattr(comparison_views, "SMALL", Allowance("small", 1, 3600))
    large = (f"a={ORCS}&b={SKAVEN}", f"a={SKAVEN}&b={ORCS}", f"a={ORCS}&b={SKAVEN}")
    begun = [Client().post(f"{PAGE}start/?{query}").status_code for query in large]
    assert begun == [302, 429, 302]
    small = (f"a={A}&b={B}", f"a={B}&b={A}", f"a={A}&b={B}")
    shown = [Client().get(f"{PAGE}?{query}").status_code for query in small]
    assert shown == [200, 429, 200]


def test_more_match_ups_than_may_be_compared_are_refused_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.matchups.comparison_query.MOST_CELLS", 3)
    assert "4 match-ups; at most 3" in refused(client, f"a={SKAVEN}&b={ORCS}")
    monkeypatch.setattr("armybuilder.matchups.comparison_query.MOST_SIDE", 1)
    assert "2 units; at most 1" in refused(client, f"a={SKAVEN}&b={ORCS}")
