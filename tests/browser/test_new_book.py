"""An author's first book: six units by names and sentences, published and fought."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.books.editions import newest_edition
from armybuilder.books.models import Book, Unit
from rulesets.books.load import read_book
from rulesets.matchups.fighter import book_fighter
from tests.browser.conftest import OpenPage
from tests.browser.test_way import add, start_army
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import match_up

MOST_INPUTS = 50
SLOT = "Add a slot: Full command, a list, Mount: Warhorse 16 …: {}"
ITEM = "Add items: Hand weapon, Lance …: {}"
RULE = "Add special rules: Fear, Hatred …: {}"


@dataclass
class Author:
    """Somebody at the author's pages, whose inputs are counted.

    An input is a field that is filled, Enter in it included, a choice, or a button or
    a link that is pressed.
    """

    page: Page
    inputs: int = 0

    def kept(self) -> None:
        expect(self.page.locator("[data-desk-state]")).to_have_text("Kept.")
        self.page.locator("[data-desk-state]").evaluate(
            "one => { one.textContent = '' }"
        )

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(label, exact=True).first

    def fill(self, label: str, text: str) -> None:
        self.inputs += 1
        self.field(label).fill(text)
        self.field(label).press("Tab")
        self.kept()

    def add(self, label: str, text: str) -> None:
        self.inputs += 1
        self.field(label).fill(text)
        self.field(label).press("Enter")
        self.kept()

    def choose(self, label: str, choice: str) -> None:
        self.inputs += 1
        self.page.get_by_role("combobox", name=label, exact=True).select_option(
            label=choice
        )
        self.kept()

    def press(self, button: Locator) -> None:
        self.inputs += 1
        button.click()

    def begin_unit(self, shelf: str, name: str, how: str = "unit of models") -> None:
        if not self.page.url.endswith("/units/"):
            self.press(
                self.page.locator(".breadcrumbs").get_by_role("link", name="Units")
            )
        field = self.field(f"Name of a new unit in {shelf}")
        field.fill(name)
        if how == "unit of models":
            self.inputs += 1
            field.press("Enter")
        else:
            self.inputs += 2
            shelf_form = self.page.locator("form").filter(has=field)
            shelf_form.get_by_role("button", name=f"Add a {how}").click()
        (words,) = re.findall(r"[A-Z][a-z]+", name)
        expect(self.field("Unit: Name")).to_have_value(words)
        # What is typed before the page's scripts run is kept by the next step alone.
        self.page.wait_for_load_state("load")

    def say(self, title: str, owner: str, sentence: str) -> Locator:
        """Begin a sentence in a list of rules, and return it."""
        self.inputs += 2
        group = self.page.get_by_label(f"{title}: {owner}", exact=True)
        lines = group.locator("li.sentence-line")
        before = lines.count()
        group.get_by_role("link", name="Add a sentence").click()
        menu = self.page.locator(".blank-popup")
        menu.get_by_role("button", name=re.compile(sentence)).first.click()
        expect(lines).to_have_count(before + 1)
        return lines.last

    def open_blank(self, line: Locator, path: str) -> Locator:
        self.inputs += 2
        line.locator(f"[data-path='{path}']").click()
        menu = self.page.locator(".blank-popup")
        expect(menu).to_be_visible()
        return menu

    def type_blank(self, line: Locator, path: str, text: str) -> None:
        menu = self.open_blank(line, path)
        menu.locator("input[name=value]").fill(text)
        menu.locator("input[name=value]").press("Enter")
        expect(line.locator(f"[data-path='{path}']")).to_contain_text(text)


def make_marshal(author: Author) -> None:
    author.begin_unit("Lords", "Marshal 90", "single model")
    author.fill("Marshal: Movement", "4 6 4 4 4 3 6 4 9 7 - 1")
    author.add(ITEM.format("Marshal"), "Hand weapon")
    author.add(SLOT.format("Marshal"), "Weapons: Great weapon 6, Lance 5")
    relics = "Magic items: Sword of Dawn 60, Crown of Oaths 50"
    author.add(SLOT.format("Marshal"), relics)
    author.fill("Magic items: At most", "any")
    author.say("Limits", "Marshal", "At most 1 point of thing from Magic items")
    rule = (
        author.page.get_by_label("Limits: Marshal", exact=True)
        .locator("li.sentence-line")
        .first
    )
    author.type_blank(rule, "n", "100")
    expect(rule).to_contain_text(
        "At most 100 points of things from Magic items in this unit"
    )


def make_core(author: Author) -> None:
    author.begin_unit("Core", "10+ Pikemen 6")
    author.fill("Pikemen: Movement", "4 3 3 3 3 1 3 1 7 7 - 1")
    author.add(ITEM.format("Pikemen"), "Spear")
    author.add(SLOT.format("Pikemen"), "Shields: Shield 1 per model")
    author.add(SLOT.format("Pikemen"), "Full command of infantry")


def make_special(author: Author) -> None:
    author.begin_unit("Special", "0-1 10+ Oathguard 9")
    author.fill("Oathguard: Movement", "4 4 3 3 3 1 3 1 8 7 - 1")
    author.add(ITEM.format("Oathguard"), "Halberd")
    author.add(RULE.format("Oathguard"), "Oath of Dawn")
    author.say("What it does to dice", "Oath of Dawn", "^To hit .1 in its own attacks")


def make_cavalry(author: Author) -> None:
    author.begin_unit("Special", "5+ Lancers 20")
    author.fill("Lancers: Movement", "4 4 3 3 3 1 3 1 8 7 - 1")
    author.choose("Type", "Cavalry")
    author.add(ITEM.format("Lancers"), "Lance")
    author.add(SLOT.format("Lancers"), "Mount: Warhorse 0")
    author.press(author.page.locator("summary", has_text="own stat line").first)
    author.fill("Warhorse: Movement", "8 3 0 3 3 1 3 1 5 7 - 1")


def make_engine(author: Author) -> None:
    author.begin_unit("Rare", "1 Bombard 100")
    author.fill("Bombard: Movement", "- - - - 7 3 - - - 7 - 1")
    author.add("Another type of model: 3 Gunners 5 …", "3 Gunner")
    author.fill("Gunner: Movement", "4 3 3 3 3 1 3 1 7 7 - 1")


def make_hero(author: Author) -> None:
    author.begin_unit("Heroes", "Captain 50", "single model")
    author.fill("Captain: Movement", "4 5 5 4 4 2 5 3 8 7 - 1")
    author.add(ITEM.format("Captain"), "Hand weapon")


@pytest.mark.slow
def test_a_new_author_writes_a_book_of_six_units_without_keys_or_json(
    open_page: OpenPage,
) -> None:
    page = open_page(user="author", width=1440)
    author = Author(page)
    page.goto("/admin/books/book/add/")
    page.get_by_label("Name:").fill("The Dawn Order")
    page.get_by_label("Game:").select_option(label="Warhammer")
    page.get_by_role("button", name="Save", exact=True).first.click()
    author.inputs += 3
    for make in (
        make_marshal,
        make_core,
        make_special,
        make_cavalry,
        make_engine,
        make_hero,
    ):
        make(author)

    author.press(page.get_by_role("link", name="Check", exact=True).first)
    author.press(page.get_by_role("button", name="Publish edition 1"))
    expect(page.get_by_text("edition 1 is published")).to_be_visible()
    assert author.inputs <= MOST_INPUTS

    edition = newest_edition("warhammer-the-dawn-order")
    assert edition is not None
    document = edition.document
    assert len(document["units"]) == 6
    assert "effects" in document["rules"][0]

    # The odds of its own rule are those of dice thrown one by one.
    book = read_book(document)
    oath, pikes = (book_fighter(book, key) for key in ("oathguard", "pikemen"))
    question = match_up("charge", oath, pikes)
    assert differences(question, SOME, 6) == []

    start_army(page, "The Dawn Order", 500, "Dawn", "Warhammer")
    add(page, "Add Captain")
    add(page, "Add Pikemen", 2)
    add(page, "Add Oathguard")
    # No error: only that nobody is marked as the general.
    expect(page.locator("#problems")).to_contain_text("marked as the general")
    expect(page.locator("#problems")).not_to_contain_text("Make it legal")
    add(page, "Add Oathguard")
    expect(page.locator("#problems")).to_contain_text("Oathguard")


@pytest.mark.slow
def test_a_slot_is_dragged_before_another(open_page: OpenPage) -> None:
    page = open_page(user="author", width=1440)
    book = Book.objects.get(key="warhammer-empire")
    page.goto(f"/admin/books/book/{book.pk}/units/knightly-orders/")
    command = page.locator("[data-drag='/units/knightly-orders/slots/command']")
    mount = page.locator("[data-part='/units/knightly-orders/slots/mount']")
    command.drag_to(mount, target_position={"x": 60, "y": 4})
    expect(page.locator("[data-desk-state]")).to_have_text("Kept.")
    expect(page.locator(".desk-slot").first).to_have_attribute(
        "data-part", "/units/knightly-orders/slots/command"
    )
    knights = Unit.objects.get(book=book, key="knightly-orders")
    keys = knights.slots.order_by("position").values_list("key", flat=True)
    assert list(keys) == ["command", "mount", "inner-circle"]
