"""Crests: drawn from what a book says of its arms, without style or script."""

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from armybuilder.books.crests import PAINT, drawn
from armybuilder.books.drafts import save_draft
from armybuilder.books.emblems import EMBLEMS, PARTS, SHAPES
from rulesets.books import heraldry
from rulesets.books.heraldry import Arms, arms_of
from rulesets.games import GAMES
from tests.armybuilder.books.documents import RICH

ARMS = Arms(("gules", "argent"), "per-pale", "comet")


def test_everything_that_a_book_may_say_can_be_drawn() -> None:
    assert set(PAINT) == set(heraldry.TINCTURES)
    assert set(PARTS) == set(heraldry.FIELDS)
    assert set(EMBLEMS) == set(heraldry.EMBLEMS)
    assert set(GAMES) <= set(SHAPES)


@pytest.mark.parametrize("field", heraldry.FIELDS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_crest_is_a_drawing_without_style(game: str, field: str) -> None:
    for emblem in heraldry.EMBLEMS:
        crest = drawn((game, Arms(("azure", "or"), field, emblem)), "crest")
        assert "style" not in crest
        assert f'fill="{PAINT["azure"]}"' in crest
        assert f'fill="{PAINT["or"]}"' in crest


def test_a_counterchanged_emblem_shows_both_tinctures() -> None:
    crest = drawn(("warhammer", ARMS), "crest")
    assert crest.count(EMBLEMS["comet"]) == 2
    plain = drawn(("warhammer", Arms(ARMS.colours, "plain", "comet")), "crest")
    assert plain.count(EMBLEMS["comet"]) == 1


def test_what_a_book_does_not_say_its_key_decides() -> None:
    for key in ("riverfolk", "orcs", "elves", "a", "b"):
        arms = arms_of(key)
        assert heraldry.reads_well(arms.colours)
        assert arms == arms_of(key)
    assert len({arms_of(f"book-{number}") for number in range(50)}) > 40
    assert arms_of("riverfolk", emblem="anchor").emblem == "anchor"


def test_icons_and_crests_need_no_loading() -> None:
    book = type("Drawn", (), {"game": "charge", "arms": ARMS})()
    page = Template('{% icon "printer" %}{% crest book "crest--l" %}')
    text = page.render(Context({"book": book}))
    assert 'class="i" aria-hidden="true"' in text
    assert '<svg class="crest crest--l"' in text


def test_authors_see_the_crest_of_their_draft(admin_client: Client) -> None:
    book = save_draft(RICH)
    page = admin_client.get(reverse("admin:books_book_change", args=[book.pk]))
    assertContains(page, '<svg class="crest crest--l"')
    assertContains(page, f'fill="{PAINT["vert"]}"')
    assertContains(page, "vert, argent")
