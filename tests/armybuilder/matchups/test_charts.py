"""Charts are well-formed, escaped, named, and carry the figures that they draw."""

from xml.etree import ElementTree

import pytest

from armybuilder.matchups.charts import (
    Chart,
    Part,
    at_least,
    both_ways,
    histogram,
    reverse_sums,
    round_bars,
    small_bars,
    win_bar,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert("x")</script> & Sons'
PARTS = (
    Part(HOSTILE, 0.5, "a1"),
    Part("both", 0.2, "both"),
    Part("nobody", 0.1, "open"),
    Part("never", 0.0, "b2"),
    Part("B", 0.2, "b1"),
)
ROWS = [(part.label, part.chance) for part in PARTS]
CHARTS = (
    win_bar("w", HOSTILE, PARTS, ROWS),
    round_bars("r", HOSTILE, [("Round 1", PARTS), ("Round 2", PARTS)]),
    histogram("h", HOSTILE, (0.25, 0.5, 0.25), HOSTILE),
    at_least("l", HOSTILE, (0.25, 0.5, 0.25), HOSTILE),
)


@pytest.mark.parametrize("chart", CHARTS, ids=["bar", "rounds", "histogram", "curve"])
def test_every_chart_is_xml_with_a_title_and_its_figures_in_words(chart: Chart) -> None:
    root = ElementTree.fromstring(chart.svg)  # noqa: S314
    assert root.findtext(f"{SVG}title") == HOSTILE
    words = root.findtext(f"{SVG}desc") or ""
    assert chart.rows[0][-1] in words
    assert "<script" not in chart.svg
    named = root.get("aria-labelledby", "").split()
    assert named == [part.get("id") for part in root[:2]]


@pytest.mark.parametrize("chart", CHARTS, ids=["bar", "rounds", "histogram", "curve"])
def test_every_chart_has_a_table_as_wide_as_its_headings(chart: Chart) -> None:
    assert chart.rows
    assert {len(row) for row in chart.rows} == {len(chart.headings)}


@pytest.mark.parametrize("chart", CHARTS, ids=["bar", "rounds", "histogram", "curve"])
def test_colours_stand_as_attributes_for_paper_and_never_as_style(chart: Chart) -> None:
    root = ElementTree.fromstring(chart.svg)  # noqa: S314
    bars = root.findall(f"{SVG}rect")
    assert bars
    assert all(bar.get("fill", "").startswith("#") for bar in bars)
    assert "style" not in chart.svg


def test_the_bar_is_as_wide_as_its_chances_together() -> None:
    root = ElementTree.fromstring(CHARTS[0].svg)  # noqa: S314
    wide = [
        float(bar.get("width", "0"))
        for bar in root.findall(f"{SVG}rect")
        if bar.get("height") == "34.00"
    ]
    assert sum(wide) == pytest.approx(360, abs=0.05)
    assert wide[0] == pytest.approx(180, abs=0.01)


def test_at_least_falls_and_its_table_starts_at_one() -> None:
    chart = CHARTS[3]
    assert chart.rows == (("1", "75.0%"), ("2", "25.0%"))
    assert chart.caption.startswith("Average 1.00")
    assert chart.caption.endswith("; 3 times in 4 at least 1; 1 time in 4 at least 2.")


def test_a_count_is_told_with_its_own_chance_not_with_the_one_it_is_found_by() -> None:
    chart = at_least("z", "Wounds", (0.55, 0.4, 0.05), "wounds")
    assert chart.caption == "Average 0.50 wounds; 45 times in 100 at least 1."


def test_a_histogram_marks_its_average_and_what_is_most_likely() -> None:
    assert CHARTS[2].caption == (
        "Average 1.00 (the mark under the axis); most likely 1, with 50.0%."
    )


def test_a_distribution_of_nothing_but_zero_is_drawn() -> None:
    chart = at_least("z", "None", (1.0,), "wounds")
    assert chart.rows == ()
    assert chart.caption == "Average 0.00 wounds."


def test_reverse_sums_count_from_the_small_end() -> None:
    assert reverse_sums((0.5, 0.25, 0.25)) == [1.0, 0.5, 0.25]


def test_small_bars_name_every_figure() -> None:
    svg = small_bars("s", "Wounds", [(1, 0.9), (3, 0.25)])
    assert "at least 3: 25.0%" in svg
    assert svg.count("<rect") == 4


def test_both_ways_tells_at_least_first_and_exactly_behind() -> None:
    chart = both_ways("w", "Wounds", (0.25, 0.5, 0.25), "wounds")
    assert chart.rows == (("1", "75.0%"), ("2", "25.0%"))
    assert chart.other is not None
    assert chart.other.rows == (("0", "25.0%"), ("1", "50.0%"), ("2", "25.0%"))
    assert chart.other_name == "Exactly so many wounds"
    assert 'id="w-exactly-title"' in chart.other.svg


def test_what_befalls_side_a_is_hatched_for_paper_in_grey() -> None:
    parts = [Part("B falls", 0.5, "a1"), Part("A falls", 0.5, "b1")]
    svg = win_bar("w", "How it ends", parts, [("B falls", 0.5)]).svg
    assert svg.count('class="hatched"') == 2
    assert 'fill="url(#w-hatch)"' in svg
    assert 'id="w-hatch"' in svg


def test_a_figure_that_does_not_fit_over_its_bar_is_left_out() -> None:
    many = at_least("m", "Many", (0.04,) * 25, "wounds").svg
    few = at_least("f", "Few", (0.5, 0.5), "wounds").svg
    assert ">48.0%</text>" not in many
    assert ">50.0%</text>" in few


def test_narrow_bars_say_whole_per_cents_and_never_a_false_nought_or_hundred() -> None:
    svg = at_least("n", "Ten", (0.001, *(0.1,) * 9, 0.099), "wounds").svg
    assert ">90%<" in svg
    assert ">9.9%<" in svg
    assert ">90.0%<" not in svg
    assert svg.count(">100%<") == 1, "the axis alone"


def test_a_long_label_goes_on_in_the_next_line_of_the_legend() -> None:
    long = "Chartered Company and Light Cavalry destroy each other"
    parts = [Part("B falls", 0.5, "a1"), Part(long, 0.5, "both")]
    svg = win_bar("long", "How it ends", parts, []).svg
    assert long not in svg
    assert ">Chartered Company and Light Cavalry<" in svg
    assert ">destroy each other<" in svg


def test_a_share_is_known_by_its_number_too() -> None:
    parts = [Part("B falls", 0.9, "a1"), Part("A falls", 0.1, "b1")]
    svg = win_bar("numbers", "How it ends", parts, []).svg
    assert svg.count(">1<") == 1
    assert svg.count(">2<") == 2
