"""The PDF of every paper says what the review says, and a secret one no secret."""

import re
import shutil
from collections import Counter
from dataclasses import replace

import pytest

from armybuilder.armies.odds.loadout_odds import book_target
from armybuilder.armies.odds.unit_odds import OddsBasis
from armybuilder.armies.papers import renderer
from armybuilder.armies.papers.paper import Paper, paper
from armybuilder.armies.papers.setup import ORDERS, PaperSetup, kinds_of
from rulesets.core.points import points_text
from rulesets.legality import review
from rulesets.reviews.review import Line, Review
from tests.armybuilder.armies.paper_texts import (
    DAY,
    LINK,
    inside,
    page_of,
    pages,
    paper_of,
    pdf_of,
    pdf_words,
    squeezed,
)
from tests.real_books import FIXTURES, real_books, sample_army

ARMIES = sorted(path.stem for path in (FIXTURES / "armies").glob("*.json"))
KINDS = ("sheet", "compact", "cards", "roster")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext here"),
]


def units_of(now: Review) -> list[Line]:
    """Return the units of a review, and those within them."""
    every = [line for line in now.lines() if line.kind in ("unit", "unknown")]
    assert every
    return every


def alone(line: Line) -> str:
    """Return what a unit is worth without the units within it."""
    inner = (part.points for part in line.lines if part.kind == "unit")
    return points_text(line.points - sum(inner))


def counted(line: Line) -> list[str]:
    """Return how a paper counts the models of a unit, "" where there is one."""
    inner = sum(part.models for part in line.lines if part.kind == "unit")
    groups = [part for part in line.lines if part.kind == "model" and part.models]
    names = Counter[str]()
    for group in groups:
        names[group.title] += group.models
    if line.models - inner < 2:
        return []
    if len(names) > 1 and names.total() == line.models - inner:
        return [f"{models} × {name}" for name, models in names.items()]
    return [f"{line.models - inner} models"]


def untold(now: Review, said: str, drawn: Paper) -> list[str]:
    """Return what a review says of its units and a text does not."""
    facts = [drawn.total.replace(",", "").split(" ")[0], drawn.code]
    facts += [now.roster.name, drawn.verdict]
    facts += [force.book_name for force in now.forces]
    for line in units_of(now):
        facts += [line.title, alone(line), *counted(line)]
        facts += [gear.name for gear in line.gear]
        facts += [m.text for m in now.beside(line.path)]
        models = [part for part in line.lines if part.kind == "model"]
        facts += [gear.name for part in models for gear in part.gear]
    if drawn.setup.kind != "roster":
        facts += [m.text for m in now.messages]
    text = said.replace(",", "")
    return [fact for fact in facts if squeezed(fact).replace(",", "") not in text]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("army", ARMIES)
def test_a_paper_says_every_unit_its_points_gear_and_messages(
    army: str, kind: str
) -> None:
    roster = sample_army(army)
    now = review(roster, real_books())
    if kind not in kinds_of(now.game):
        with pytest.raises(ValueError, match="must be one of"):
            drawing_of_unknown(kind, now)
        return
    drawn = paper_of(roster, kind=kind, address=LINK)
    assert untold(now, pdf_words(pdf_of(drawn)), drawn) == []


def drawing_of_unknown(kind: str, now: Review) -> None:
    from armybuilder.armies.papers.setup import read_setup

    read_setup({"kind": kind}, now.game)


@pytest.mark.parametrize(
    "army", sorted(path.stem for path in (FIXTURES / "illegal-armies").glob("*.json"))
)
@pytest.mark.sweep(3)
def test_what_is_wrong_with_an_army_stands_on_its_sheet(army: str) -> None:
    roster = sample_army(f"../illegal-armies/{army}")
    now = review(roster, real_books())
    said = pdf_words(pdf_of(paper_of(roster)))
    missing = [m.text for m in now.messages if squeezed(m.text) not in said]
    assert missing == []


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize(
    "army",
    [
        *("empire-2000", "bretonnia-2000", "orcs-and-goblins-2000"),
        *("saltmere-league-750", "saltmere-league-1500"),
    ],
)
def test_a_secret_paper_names_no_secret_anywhere(army: str, kind: str) -> None:
    roster = sample_army(army)
    books = real_books()
    now = review(roster, books)
    secrets = {
        item.name
        for force in now.forces
        for item in books[force.book, force.edition].items.values()
        if any(f"#{tag}" in now.game.paper.secrets for tag in item.tags)
    }
    held = {g.name for line in now.lines() for g in line.gear} & secrets
    assert held, "an army without secrets shows nothing"
    drawn = paper_of(roster, kind=kind, secret=True)
    raw = pdf_of(drawn)
    pdf = pdf_words(raw)
    assert [name for name in secrets if name.encode() in inside(raw)] == []
    page = squeezed(re.sub("<[^>]+>", "", page_of(drawn)))
    for said in (pdf, page):
        assert [name for name in secrets if squeezed(name) in said] == []
        assert [u.title for u in drawn.units if squeezed(u.title) not in said] == []
    open_price = {unit.price for unit in paper_of(roster).units}
    told = re.findall(r'class="(?:price|c-pts)">([^<]*)<', page_of(drawn))
    assert not open_price & {price.strip() for price in told}


def test_figures_of_a_secret_paper_are_those_without_magic() -> None:
    army = sample_army("empire-2000")
    shown, secret = paper_of(army).units[0], paper_of(army, secret=True).units[0]
    figures = [[c.text for c in unit.stats[0].cells] for unit in (shown, secret)]
    by_name = [
        dict(zip((c.heading for c in shown.stats[0].cells), one, strict=True))
        for one in figures
    ]
    assert [(one["S"], one["Sv"], one["Ward"]) for one in by_name] == [
        ("5", "0+", "5+"),
        ("4", "2+", "–"),
    ]


def test_odds_of_a_secret_paper_know_no_magic() -> None:
    army = sample_army("empire-2000")
    books = real_books()
    target = book_target("warhammer-bretonnia@1/men-at-arms", books)
    now = review(army, books)
    drawn = [
        paper(now, books, setup, printed=DAY, basis=OddsBasis(target, {}))
        for setup in (PaperSetup(), PaperSetup(secret=True))
    ]
    attacks = [one.units[0].odds for one in drawn]
    assert all(odds is not None and odds.attacks for odds in attacks)
    first, second = (odds.attacks[0].needed for odds in attacks if odds is not None)
    assert first != second


def test_ways_of_attacking_that_are_equal_stand_in_one_line() -> None:
    army = sample_army("empire-2000")
    books = real_books()
    target = book_target("warhammer-bretonnia@1/men-at-arms", books)
    basis = OddsBasis(target, {})
    drawn = paper(review(army, books), books, PaperSetup(), printed=DAY, basis=basis)
    wizard, _, guard = drawn.units[2:5]
    assert [name for name, _ in wizard.attacks] == [
        "Close combat, charging and later rounds"
    ]
    assert wizard.odds is not None
    assert len(wizard.odds.attacks) == 2
    said = page_of(drawn)
    assert said.count("Close combat, charging and later rounds") > 1
    assert "(50.0%)" not in said
    assert guard.attacks


def test_what_no_figure_counts_of_the_target_is_said_once() -> None:
    army = sample_army("empire-2000")
    books = real_books()
    target = book_target("warhammer-bretonnia@1/men-at-arms", books)
    basis = OddsBasis(target, {})
    now = review(army, books)
    drawn = paper(now, books, PaperSetup(), printed=DAY, basis=basis)
    assert drawn.odds is not None
    assert drawn.odds.left_out == ("Peasant’s Duty",)
    assert pdf_words(pdf_of(drawn)).count(squeezed("Peasant’s Duty")) == 1
    assert "Prayers of Sigmar, Righteous fury (not worked out)" in page_of(drawn)
    assert pages(pdf_of(drawn)) <= 3


@pytest.mark.parametrize(
    ("army", "kind", "many"),
    [
        ("empire-2000", "compact", 1),
        ("orcs-and-goblins-2000", "compact", 1),
        ("bretonnia-2000", "compact", 1),
        ("empire-2000", "sheet", 2),
        ("empire-2000", "cards", 3),
        ("empire-2000", "blank", 1),
        ("mordheim-reikland-500", "roster", 2),
    ],
)
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_papers_take_as_many_pages_as_they_promise(
    army: str, kind: str, many: int, size: str
) -> None:
    drawn = pages(pdf_of(paper_of(sample_army(army), kind=kind, paper=size)))
    more = 1 if size == "letter" and kind in ("sheet", "roster") else 0
    assert many <= drawn <= many + more


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("ink", [True, False])
def test_every_order_says_the_same(order: str, ink: bool) -> None:
    army = sample_army("orcs-and-goblins-2000")
    drawn = paper_of(army, order=order, ink=ink)
    now = review(army, real_books())
    assert untold(now, pdf_words(pdf_of(drawn)), drawn) == []


def test_a_hundred_units_are_drawn() -> None:
    army = sample_army("empire-2000")
    force = army.forces[0]
    units = tuple(
        replace(unit, id=f"{unit.id}-{n}", selections=())
        for n in range(8)
        for unit in force.units
    )[:100]
    army = replace(army, limit=None, forces=(replace(force, units=units),))
    page = renderer.paper_page(paper_of(army))
    raw = renderer.drawn(page, patience=60)
    assert raw is not None
    assert pages(raw) > 5
