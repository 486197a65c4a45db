"""Every page in light on a desk, in dark on a phone: axe finds nothing serious."""

import re
from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from playwright.sync_api import Page, expect

from armybuilder.accounts.models import User
from tests.browser.conftest import OpenPage
from tests.browser.site_pages import PAGES, STAFF, Address, address_of

NARROW, PHONE, DESK = 360, 390, 1440
LOOKS = ("color-contrast", "scrollable-region-focusable", "target-size")
"""Rules of axe that depend on the window or the colours; it runs the others once."""
SERIOUS = ("serious", "critical")
OURS = ("moderate", *SERIOUS)
"""Grades of what axe finds that no page has; one of ours has not even moderate ones."""

# What Django's admin and the API's page draw is not ours to lay out for a phone.
FRAMED = ("admin", "api")


NOT_OURS = {
    "exclude": [
        *(["#nav-sidebar"], ["td.delete"], ["#searchbar"]),
        *([".help-tooltip"], [".datetime"]),
        [".swagger-ui"],
    ]
}
"""Parts that Django's admin and the page to try the API draw by themselves.

The sidebar, the box that only its column's head names, the search, the question mark
beside the help of a choice of many, and both fields of a moment. Swagger UI puts a main
landmark into the page's, a button into each button, and begins with third headings.
"""


def findings(page: Page, *rules: str, grades: tuple[str, ...] = OURS) -> list[str]:
    """Return what axe finds of these grades, by rule and place."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, context=NOT_OURS, options=options)
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found.response["violations"]
        if one["impact"] in grades
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


def look(
    page: Page, *, widths: tuple[int, ...], grades: tuple[str, ...] = OURS
) -> dict[str, Any]:
    """Return what is wrong with a page, by how it is looked at.

    On a desk by all rules in light, on a phone by those that it may change in dark;
    where no phone is asked for, the desk is dark once.
    """
    wrong: dict[str, Any] = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        wrong[f"{width} reaches out"] = too_wide(page)
        if width == DESK:
            light_up(page, "light")
            wrong[f"{width} light"] = findings(page, grades=grades)
        light_up(page, "dark")
        if width != DESK:
            wrong[f"{width} dark"] = findings(page, *LOOKS, grades=grades)
        elif PHONE not in widths:
            wrong[f"{width} dark"] = findings(page, "color-contrast")
    if PHONE in widths:
        page.set_viewport_size({"width": NARROW, "height": 900})
        wrong[f"{NARROW} reaches out"] = too_wide(page)
    return {how: what for how, what in wrong.items() if what}


def open_all(page: Page, disclosures: str) -> None:
    """Open what a selector finds, in one step: there may be hundreds."""
    page.locator(disclosures).evaluate_all(
        "found => found.forEach(details => { details.open = true })"
    )


@pytest.mark.sweep(30)
@pytest.mark.parametrize(
    ("name", "address", "user"), PAGES, ids=[name for name, _, _ in PAGES]
)
def test_a_page_is_for_everybody(
    open_page: OpenPage, name: str, address: Address, user: str
) -> None:
    hire_staff()
    page = open_page(user=user, expected=(400, 404))
    page.goto(address_of(address))
    expect(page.locator("h1:not(.swagger-ui h1)")).to_have_count(1)
    assert page.title().split(" · ")[0].strip()
    open_all(page, "details:not(.menu)")
    page.wait_for_load_state("networkidle")
    if name.startswith(FRAMED):
        assert look(page, widths=(DESK,), grades=SERIOUS) == {}
    else:
        assert look(page, widths=(DESK, PHONE)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_what_swagger_draws_can_be_read(open_page: OpenPage, *, dark: bool) -> None:
    page = open_page(dark=dark)
    page.goto("/api/v1/docs/try/")
    expect(page.locator(".opblock-summary-method").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    options = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    found = Axe().run(page, context="#swagger-ui", options=options)
    assert found.response["violations"] == []


def hire_staff() -> None:
    User.objects.create_superuser(STAFF)


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["400", "403", "403_csrf", "413", "500"])
def test_a_page_of_an_error_is_for_everybody(open_page: OpenPage, problem: str) -> None:
    page = open_page()
    page.route("**/broken/", lambda route: route.fulfill(body=drawn(problem)))
    page.goto("/broken/")
    expect(page.locator("h1")).to_have_count(1)
    assert look(page, widths=(DESK, PHONE)) == {}


def drawn(problem: str) -> str:
    text: str = render_to_string(f"{problem}.html")
    return text


OTHERWISE = {
    *("favicon", "admin_sign_in", "admin_change_password"),
    *("admin:login", "admin:password_change", "admin:password_change_done"),
    *("admin:autocomplete", "admin:jsi18n", "admin:view_on_site", "admin:app_list"),
    *("admin:auth_user_password_change", "admin:books_book_export"),
    *("admin:books_book_export_tests", "admin:books_book_export_prices"),
    *("matchups:compare_progress", "books:open", "armies:export_check"),
    *("admin:books_book_rule_words", "admin:books_book_verdict"),
    *("packs:document", "packs:version_document", "packs:rule_words"),
    *("events:link", "events:export", "events:field_start"),
    *("events:pane", "events:pulse"),
}
"""Addresses that lead elsewhere, that Django's admin has for itself, and pieces."""
UNTOUCHED = (
    *("auth_group", "accounts_user", "jobs_job", "authtoken_tokenproxy"),
    *(
        "accounts_authorrequest",
        "books_edition",
        "books_modeltype_add",
        "books_slot_add",
        "books_option_add",
    ),
)
"""Tables of the admin that nobody writes there, or whose pages are Django's own."""
FILES = (".json", ".txt", ".md", ".pdf", ".csv")


def addresses(
    patterns: list[URLPattern | URLResolver], before: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the name and the pattern of every address of the site."""
    for one in patterns:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = space + (f"{one.namespace}:" if one.namespace else "")
            yield from addresses(one.url_patterns, here, inner)
        elif one.name:
            yield space + one.name, here


def only_does(name: str, pattern: str) -> bool:
    """Return whether an address does something and shows no page."""
    parts = re.findall("<(?:([a-z]+):)?([a-z0-9_]+)>", pattern)
    kwargs = {part: 1 if kind == "int" else "a" for kind, part in parts}
    client = Client()
    client.force_login(User.objects.get(username=STAFF))
    return client.get(reverse(name, kwargs=kwargs)).status_code == 405


@pytest.mark.slow
def test_every_address_of_the_site_is_looked_at(site: str) -> None:
    hire_staff()
    seen = {
        resolve(urlsplit(address_of(address)).path).view_name
        for name, address, _ in PAGES
        if name != "not-found"
    }
    missing = {
        name
        for name, pattern in addresses(get_resolver().url_patterns)
        if name not in seen | OTHERWISE
        and not name.startswith(tuple(f"admin:{one}" for one in UNTOUCHED))
        and not pattern.endswith(FILES)
        and (not name.startswith("api:") or name == "api:docs")
        and not only_does(name, pattern)
    }
    assert missing == set()


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
