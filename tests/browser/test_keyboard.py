"""The keyboard alone: from signing up to the paper of an army."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_rooms import focused, tab_to
from tests.browser.test_way import rows

SEEN = """() => {
    for (let one = document.activeElement; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.outlineStyle !== "none" && style.outlineWidth !== "0px") return true;
        if (one.matches("li, main, form")) break;
    }
    return false;
}"""
"""Whether what has the focus, or the row that it stands in, is outlined."""


def press(page: Page, control: str, key: str = "Enter") -> None:
    """Go to a control with Tab, see that it is marked, and press a key there."""
    tab_to(page, control)
    assert page.evaluate(SEEN), f"the focus on {control} is not to be seen"
    page.keyboard.press(key)


@pytest.mark.slow
def test_the_keyboard_alone_leads_from_signing_up_to_the_paper(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.goto("/accounts/sign-up/")
    for field, text in (
        ("id_username", "rosalind"),
        ("id_password1", "a-long-demo-password"),
        ("id_password2", "a-long-demo-password"),
    ):
        tab_to(page, field)
        assert page.evaluate(SEEN)
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Welcome, rosalind")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    press(page, "start-charge-skaven")
    page.wait_for_url(re.compile("/armies/new/"))
    press(page, "create")
    page.wait_for_url(re.compile(r"/armies/[\w-]{12,}/"))

    press(page, "add-f1-ratmen")
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#add-f1-ratmen")).to_be_focused()
    army = page.url
    rows(page).first.locator("a").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("unit="))
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("unit="))
    assert page.evaluate("document.activeElement !== document.body")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("unit="))
    page.go_back()
    expect(page).not_to_have_url(re.compile("unit="))
    assert page.url.partition("?")[0] == army.partition("?")[0]

    press(page, "print")
    expect(page.locator("h1")).to_have_count(1)
    expect(page).to_have_url(re.compile("/print/"))
    assert focused(page) == ""
