"""Every page in light and dark, on a desk and on a phone: axe finds nothing serious."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import set_secret_link
from armybuilder.books.models import Book, OptionList, Unit
from tests.browser.conftest import OpenPage

PHONE, DESK = 390, 1280
LOOKS = ("color-contrast", "scrollable-region-focusable", "target-size")
"""What of axe's rules depends on the size of the window; it runs the others once."""
SERIOUS = ("serious", "critical")
ADMIRAL = "The Admiral's Reckoning"
FIGHT = "a=charge-skaven@1/ratmen&b=charge-orcs@1/{orcs}"


def army(name: str) -> Army:
    return Army.objects.get(name=name)


def shared_address(name: str) -> str:
    found = army(name)
    Army.objects.filter(pk=found.pk).update(visibility=Visibility.UNLISTED)
    return f"/share/{found.share_token}/"


def own_address(name: str, page: str) -> str:
    return f"/armies/{army(name).public_id}/{page}"


def two_armies() -> str:
    one, other = army("Under the Granary"), army("One Rat Too Many")
    return f"/armies/{one.public_id}/compare/?with={other.public_id}"


def secret_address(name: str) -> str:
    found = army(name)
    set_secret_link(found, wanted=True)
    return f"/secret/{found.secret_token}/"


def orcs() -> str:
    return Unit.objects.filter(book__key="charge-orcs").earliest("pk").key


def fight(page: str) -> str:
    return f"{page}?{FIGHT.format(orcs=orcs())}"


def book_change(model: str) -> str:
    key = Book.objects.get(key="charge-skaven").pk
    if model == "unit":
        key = Unit.objects.filter(book=key).earliest("pk").pk
    return f"/admin/books/{model}/{key}/change/"


def list_change(key: str) -> str:
    named = OptionList.objects.get(book__key="warhammer-bretonnia", key=key)
    return f"/admin/books/optionlist/{named.pk}/change/"


Address = str | Callable[[], str]
PAGES: tuple[tuple[str, Address, str], ...] = (
    ("home", "/", ""),
    ("home-signed-in", "/", "player"),
    ("help", "/help/", ""),
    ("books", "/books/", ""),
    ("books-found", "/books/?q=knight", ""),
    ("book", "/books/charge-skaven/", ""),
    ("edition", "/books/charge-skaven/editions/1/", ""),
    ("unit", "/books/charge-skaven/units/ratmen/", ""),
    ("book-long", "/books/scrollhammer-saltmere-league/", ""),
    ("book-of-items", "/books/mordheim-armoury/", ""),
    ("book-rules", "/books/warhammer-bretonnia/rules/", ""),
    ("armies", "/armies/", "player"),
    ("new", "/armies/new/", ""),
    ("new-of-a-book", "/armies/new/?book=warhammer-empire", ""),
    ("import", "/armies/import/", ""),
    ("public", "/armies/public/", ""),
    ("deleted", "/armies/deleted/", "player"),
    (
        "builder",
        lambda: f"/armies/{army('Under the Granary').public_id}/?unit=f1/s1",
        "player",
    ),
    (
        "builder-illegal",
        lambda: f"/armies/{army('One Rat Too Many').public_id}/",
        "player",
    ),
    (
        "builder-hands",
        lambda: f"/armies/{army('The Lady’s Own').public_id}/?unit=f1/s1",
        "player",
    ),
    (
        "builder-groups",
        lambda: f"/armies/{army(ADMIRAL).public_id}/?unit=f1/s53",
        "player",
    ),
    ("share-warband", lambda: shared_address("Reikland Free Company"), ""),
    (
        "print-groups",
        lambda: f"{shared_address(ADMIRAL)}print/",
        "",
    ),
    ("share", lambda: shared_address("Under the Granary"), ""),
    ("print", lambda: f"{shared_address('One Rat Too Many')}print/", ""),
    ("army-share", lambda: own_address(ADMIRAL, "share/"), "player"),
    ("army-history", lambda: own_address(ADMIRAL, "history/"), "player"),
    ("army-state", lambda: own_address(ADMIRAL, "history/1/"), "player"),
    ("army-filing", lambda: own_address(ADMIRAL, "filing/"), "player"),
    ("army-edition", lambda: own_address(ADMIRAL, "edition/"), "player"),
    ("army-beside-none", lambda: own_address(ADMIRAL, "compare/"), "player"),
    ("army-beside-another", two_armies, "player"),
    ("secret-list", lambda: secret_address("The Lady’s Own"), ""),
    ("match-up-empty", "/match-ups/", ""),
    ("match-up", lambda: fight("/match-ups/"), ""),
    ("match-up-wrong", "/match-ups/?a=nothing/at-all", ""),
    ("preview", lambda: fight("/match-ups/preview/"), ""),
    ("compare-empty", "/match-ups/compare/", ""),
    (
        "compare-heat",
        "/match-ups/compare/?a=mordheim-reikland@1&b=mordheim-skaven@1",
        "",
    ),
    ("compare-changes", lambda: f"{fight('/match-ups/compare/')}&rows=changes", ""),
    (
        "compare-heavy",
        "/match-ups/compare/?a=warhammer-empire@1&b=warhammer-bretonnia@1",
        "",
    ),
    ("check", "/check/", ""),
    ("sign-in", "/accounts/sign-in/", ""),
    ("sign-up", "/accounts/sign-up/", ""),
    ("account", "/accounts/", "organiser"),
    ("e-mail", "/accounts/email/", "organiser"),
    ("forgotten", "/accounts/forgotten/", ""),
    ("forgotten-sent", "/accounts/forgotten/sent/", ""),
    ("not-found", "/nothing/here/", ""),
    ("api", "/api/v1/docs/", ""),
    ("admin", "/admin/", "author"),
    ("admin-books", "/admin/books/book/", "author"),
    ("admin-book", lambda: book_change("book"), "author"),
    ("admin-unit", lambda: book_change("unit"), "author"),
    ("admin-list", lambda: list_change("magic-weapons"), "author"),
)
# What Django's admin and the API's page draw is not ours to lay out for a phone.
FRAMED = ("admin", "api")


DJANGOS_OWN = {"exclude": [["#nav-sidebar"], ["td.delete"]]}
"""The admin's sidebar, and the box in a table that only its column's head names."""


def findings(page: Page, *rules: str) -> list[str]:
    """Return what axe calls serious or worse, by rule and place."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, context=DJANGOS_OWN, options=options)
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found.response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def too_wide(page: Page) -> int:
    """Return how far the page reaches beyond the window [px]."""
    width: int = page.evaluate(
        "document.scrollingElement.scrollWidth - window.innerWidth"
    )
    return max(0, width)


def light_up(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Switch the colours and wait until they have changed: the admin fades them."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(
        """async () => {
            await new Promise(frame => requestAnimationFrame(frame));
            await new Promise(frame => requestAnimationFrame(frame));
            await Promise.allSettled(document.getAnimations().map(a => a.finished));
        }"""
    )


def look(page: Page, *, widths: tuple[int, ...]) -> dict[str, Any]:
    """Return what is wrong with a page, by how it is looked at."""
    wrong: dict[str, Any] = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        light_up(page, "light")
        wrong[f"{width} light"] = findings(page, *(() if width == DESK else LOOKS))
        light_up(page, "dark")
        wrong[f"{width} dark"] = findings(page, "color-contrast")
        wrong[f"{width} reaches out"] = too_wide(page)
    return {how: what for how, what in wrong.items() if what}


def open_all(page: Page, disclosures: str) -> None:
    """Open what a selector finds, in one step: there may be hundreds."""
    page.locator(disclosures).evaluate_all(
        "found => found.forEach(details => { details.open = true })"
    )


@pytest.mark.sweep(15)
@pytest.mark.parametrize(
    ("name", "address", "user"), PAGES, ids=[name for name, _, _ in PAGES]
)
def test_a_page_is_for_everybody(
    open_page: OpenPage, name: str, address: Address, user: str
) -> None:
    page = open_page(user=user, expected=(400, 404))
    page.goto(address if isinstance(address, str) else address())
    open_all(page, "details:not(.menu)")
    page.wait_for_load_state("networkidle")
    framed = name.startswith(FRAMED)
    assert look(page, widths=(DESK,) if framed else (DESK, PHONE)) == {}


def test_the_menu_opens_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    page.goto("/")
    menu = page.locator(".site-menu")
    expect(menu.get_by_role("link", name="Match-ups")).to_be_hidden()
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="Sign in")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="Match-ups")).to_be_hidden()
    menu.locator("summary").click()
    menu.get_by_role("link", name="Match-ups").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match-ups")
