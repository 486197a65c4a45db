"""What stands out in a comparison, how it is printed, and what is downloaded."""

import csv
import io

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.armies.store import create
from armybuilder.matchups.comparison_job import known_job
from armybuilder.matchups.heat_map import Heading, HeatRow, ShownCell
from armybuilder.matchups.paper import cut
from armybuilder.matchups.ranking import ListRow
from rulesets.core.percent import often
from rulesets.core.subject import clause
from rulesets.rosters.roster import Force, Roster, Selection
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


# -- what stands out, and paper -----------------------------------------------------


def test_the_best_on_average_and_the_worst_to_meet_are_named(client: Client) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}")
    best, worst = found.best
    averages = {
        row.heading.label: float(row.heading.average.strip("<>%")) for row in found.rows
    }

    name = max(averages, key=lambda one: averages[one])
    assert best == f"Best on average: {name} ({averages[name]}%)"
    assert worst.startswith("Worst to meet: ")


def test_nothing_is_the_best_where_all_figures_are_alike(client: Client) -> None:
    found = table(client, f"a={A}&b={ORCS}&kind=shooting&s.distance=150")
    assert len({row.value for row in found.listed}) == 1
    assert found.best == ()


def test_nothing_is_best_to_buy_that_the_rules_forbid_or_nobody_sells(
    client: Client,
) -> None:
    found = table(client, f"a={A}&b={B}&rows=changes")
    sold = [row for row in found.listed if row.group in ("models", "options")]

    assert all(row.note for row in sold)
    assert found.best == ()


def test_units_of_a_whole_have_no_base_among_them(client: Client) -> None:
    assert not any(row.base for row in table(client, f"a={SKAVEN}&b={B}").listed)


def test_an_average_of_no_wounds_is_no_ten(client: Client) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}&measure=dealt")
    bounds = [float(key.text.split()[-1]) for key in found.legend[1:-1]]

    assert bounds == sorted(bounds)


def test_on_paper_a_wide_heat_map_is_cut_into_tables_of_equal_width() -> None:
    heading = Heading("Orcs", "50", "", "", "", "–", "")
    cell = ShownCell("", "–", "", "", "", "")
    rows = (HeatRow(heading, 37 * (cell,)),)
    tables = tuple(cut(37 * (heading,), rows))

    assert [len(one.columns) for one in tables] == [13, 13, 11]
    assert [(one.first, one.last) for one in tables] == [(1, 13), (14, 26), (27, 37)]
    assert [len(one.rows[0].cells) for one in tables] == [13, 13, 11]
    assert [one.has_average for one in tables] == [True, False, False]


def test_paper_tells_the_situation_and_what_of_it_is_not_usual(client: Client) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}&rounds=3&r.half-strength=half-dice")
    told = [(one.label, one.text) for one in found.paper.changed]

    assert told[0] == ("Rounds at most", "3")
    assert len(told) == 2
    assert len(found.paper.readings) > 10


# -- the download -------------------------------------------------------------------


def download(client: Client, query: str, file: str = "table.csv") -> list[list[str]]:
    show(client, query)
    answer = client.get(f"{PAGE}{file}?{query}")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode())))


def test_the_grid_is_downloaded_with_the_numbers_of_the_page(client: Client) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    head, points, *rows = download(client, query)
    shown = table(client, query)

    assert head[0] == "Chance to win"
    assert head[2:] == ["Average", *(column.label for column in shown.columns)]
    assert points[3:] == [column.points for column in shown.columns]
    for row, said in zip(shown.rows, rows[:-1], strict=True):
        texts = [row.heading.average, *(cell.text for cell in row.cells)]
        assert said[0] == row.heading.label
        assert [percents(text) for text in said[2:]] == pytest.approx(
            [float(text.strip("<>%")) for text in texts], abs=0.11
        )
    assert percents(rows[-1][2]) == pytest.approx(
        float(shown.average.strip("<>%")), abs=0.11
    )


def percents(number: str) -> float:
    return 100 * float(number)


def test_every_match_up_of_a_grid_is_downloaded_with_every_figure(
    client: Client,
) -> None:
    query = f"a={SKAVEN}&b={ORCS}"
    head, *rows = download(client, query, "every.csv")
    grid = download(client, query)

    assert head[:6] == [
        *("Unit, A", "How many, A", "Points, A"),
        *("Unit, B", "How many, B", "Points, B"),
    ]
    assert head[-3:] == ["Method", "Error", "Remark"]
    wins = head.index("Chance to win")
    assert [row[wins] for row in rows] == [*grid[2][3:], *grid[3][3:]]


def test_a_list_is_downloaded_with_every_measure(client: Client) -> None:
    head, *rows = download(client, f"a={A}&b={B}&rows=changes")

    assert head[3:5] == ["Chance to win", "Win less loss"]
    assert rows[0][0] == "As it is"


def test_a_name_that_looks_like_a_formula_is_no_formula(
    alice_client: Client, alice: User
) -> None:
    units = (Selection("s1", "ratmen", name="=1+1"), Selection("s2", "jezzails"))
    roster = Roster("charge", "Odd", forces=(Force("f1", "charge-skaven", 1, units),))
    army = create(roster, alice)
    rows = download(alice_client, f"a=army:{army.public_id}&b={ORCS}")

    assert rows[2][0] == "'=1+1"


def test_what_was_not_worked_out_is_shown_instead_of_downloaded(
    client: Client,
) -> None:
    answer = client.get(f"{PAGE}table.csv?a={SKAVEN}&b={ORCS}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{PAGE}?a={SKAVEN}&b={ORCS}"


def test_a_result_is_found_by_its_document_alone(client: Client) -> None:
    question = client.get(f"{PAGE}?a={SKAVEN}&b={ORCS}").context["question"]
    job = known_job(question.document)

    assert job is not None
    assert job.result is not None
    assert [len(row) for row in job.result["cells"]] == [2, 2]


# -- one answer first ---------------------------------------------------------------


def said(client: Client, query: str) -> str:
    return "".join(text for text, _ in table(client, query).said)


def chance(row: ListRow) -> float:
    return float(row.value.strip("<>%")) / 100


def test_a_list_begins_with_where_most_is_won_and_where_least(client: Client) -> None:
    found = table(client, f"a={A}&b={ORCS}")
    best, worst = found.listed[0], found.listed[-1]
    told = said(client, f"a={A}&b={ORCS}")
    assert told.startswith(f"Ratmen win most often against {best.label}, ")
    assert f", and least against {worst.label}, " in told
    assert often(chance(best)) in told
    page = show(client, f"a={A}&b={ORCS}")
    assert page.index('class="say"') < page.index('aria-label="Measure"')


def test_a_heat_map_begins_with_the_best_row_and_the_worst_column(
    client: Client,
) -> None:
    found = table(client, f"a={SKAVEN}&b={ORCS}")
    best, worst = (one.partition(": ")[2].partition(" (")[0] for one in found.best)
    told = said(client, f"a={SKAVEN}&b={ORCS}")
    assert told.startswith(f"On average {clause(best, 'wins')} most often, ")
    assert f"{clause(worst, 'is')} the worst to meet" in told


@pytest.mark.parametrize("query", [f"a={SKAVEN}&b={B}", f"a={A}&b={ORCS}"])
def test_figures_words_and_bars_of_a_row_are_the_same_chances(
    client: Client, query: str
) -> None:
    for row in table(client, query).listed:
        if not row.outcomes:
            continue
        widths = {part.tone: float(part.width) for part in row.outcomes}
        told = {
            words.rpartition(" ")[0]: words.rpartition(" ")[2]
            for words in row.outcome.split(", ")
        }
        assert told["wins"] == row.value
        for word, tone in (("wins", "a1"), ("loses", "b1"), ("neither", "open")):
            if word in told and told[word][0] not in "<>":
                share = float(told[word].strip("%"))
                assert widths.get(tone, 0.0) == pytest.approx(share, abs=0.051)
        assert sum(widths.values()) == pytest.approx(100, abs=0.02)


def test_a_comparison_tells_its_situation_in_a_sentence(client: Client) -> None:
    page = show(client, f"a={A}&b={ORCS}&s.contact=flank")
    assert "Ratmen charge the unit of the row from " in page
    assert 'href="#ask-s-contact"' in page
