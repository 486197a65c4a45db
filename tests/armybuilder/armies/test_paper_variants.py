"""Every paper of every game with every option: drawn without warnings, and complete."""

import itertools
import logging
import shutil
from typing import Any

import pytest

from armybuilder.armies.odds.loadout_odds import book_target
from armybuilder.armies.odds.unit_odds import OddsBasis
from armybuilder.armies.papers.faces import font_files
from armybuilder.armies.papers.fork_server import Drawer, drawer
from armybuilder.armies.papers.pages import pdf_page, pdf_styles
from armybuilder.armies.papers.paper import Paper, paper
from armybuilder.armies.papers.setup import (
    KINDS,
    ORDERS,
    PAPERS,
    PaperSetup,
    kinds_of,
)
from rulesets.legality import review
from tests.armybuilder.armies.paper_texts import DAY, pdf_words, squeezed
from tests.real_books import real_books, sample_army

ARMIES = {
    "empire-2000": "warhammer-bretonnia@1/men-at-arms",
    "mordheim-undead-500": "mordheim-reikland@1/warrior",
    "saltmere-league-750": "scrollhammer-imperial-legion@1/legionnaires",
    "kevorki-500": "charge-orcs@1/orcs",
}
"""An army of each game, and whom its odds are told against."""

Options = dict[str, Any]
CHOICES: dict[str, tuple[Any, ...]] = {
    "paper": tuple(PAPERS),
    "order": tuple(ORDERS),
    "points": (True, False),
    "secret": (False, True),
    "ink": (False, True),
    "odds": (False, True),
}
EVERY = [
    dict(zip(CHOICES, chosen, strict=True))
    for chosen in itertools.product(*CHOICES.values())
]
STRIDE = 11
"""One in so many of all options is drawn of each army and kind, others each time."""

VARIANTS = [
    (army, kind, options)
    for first, (army, kind) in enumerate(itertools.product(ARMIES, KINDS))
    for options in EVERY[first % STRIDE :: STRIDE]
]


@pytest.fixture(scope="module")
def drawing(weasyprint: Any) -> Drawer:
    return drawer(pdf_styles(), [file.as_uri() for file in font_files()])


def named(variant: tuple[str, str, Options]) -> str:
    army, kind, options = variant
    return "-".join([army, kind, *(str(chosen) for chosen in options.values())])


def paper_of_variant(army: str, kind: str, options: Options) -> Paper | None:
    """Return a paper as set up; none where its game has no such paper."""
    books = real_books()
    now = review(sample_army(army), books)
    if kind not in kinds_of(now.game):
        return None
    setup = PaperSetup(kind, **{key: options[key] for key in options if key != "odds"})
    basis = None
    if options["odds"] and setup.tells_odds:
        basis = OddsBasis(book_target(ARMIES[army], books), {})
    return paper(now, books, setup, printed=DAY, owner="Ada", basis=basis)


def untold(drawn: Paper, said: str) -> list[str]:
    """Return what a paper holds and a text does not say."""
    if drawn.setup.kind == "blank":
        return [] if squeezed("Gear and rules") in said else ["Gear and rules"]
    facts = [drawn.review.roster.name, drawn.code]
    for unit in drawn.units:
        facts += [unit.title, unit.price if drawn.prices else "", *unit.rules]
        facts += [piece.name for one in unit.carried for piece in one.pieces]
        facts += [f"{one.expected} wounds" for _, one in unit.attacks]
        facts += [f"wins {one.winning}" for _, one in unit.fights]
    return [fact for fact in facts if squeezed(fact) not in said]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext here")
@pytest.mark.parametrize("variant", VARIANTS, ids=named)
@pytest.mark.sweep(23)
def test_a_paper_is_drawn_without_a_warning_and_says_all_of_its_units(
    variant: tuple[str, str, Options],
    drawing: Drawer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawn = paper_of_variant(*variant)
    if drawn is None:
        return
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf = drawing.draw(pdf_page(drawn))
    assert [one.getMessage() for one in caplog.records] == []
    assert untold(drawn, pdf_words(pdf)) == []


def test_styles_and_crests_on_cards_give_no_warning(
    weasyprint: Any, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = paper_of_variant("mordheim-undead-500", "cards", EVERY[0])
    assert drawn is not None
    with caplog.at_level(logging.WARNING, "weasyprint"):
        fresh = drawer(pdf_styles(), [file.as_uri() for file in font_files()])
        fresh.draw(pdf_page(drawn))
    assert [one.getMessage() for one in caplog.records] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_two_choices_stand_together_on_a_paper_that_is_drawn(kind: str) -> None:
    drawn = [options for _, one, options in VARIANTS if one == kind]
    for first, second in itertools.combinations(CHOICES, 2):
        both = set(itertools.product(CHOICES[first], CHOICES[second]))
        assert {(one[first], one[second]) for one in drawn} == both
