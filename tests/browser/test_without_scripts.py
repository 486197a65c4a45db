"""Every form of the site's pages, sent as a browser without scripts would."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client

from armybuilder.accounts.models import User
from tests.browser.site_pages import (
    ACCOUNTS,
    ARMIES,
    AROUND,
    BOOKS,
    BUILDER,
    EVENTS,
    HOME,
    MATCH_UPS,
    PACKS,
    Address,
    address_of,
)

PAGES = (
    *(*HOME, *BOOKS, *ARMIES, *BUILDER, *AROUND, *MATCH_UPS, *ACCOUNTS),
    *(*PACKS, *EVENTS),
)
ANSWERS = (200, 302, 400, 409, 422)
"""Done, done and led elsewhere, or said what is missing."""
Attributes = dict[str, str]


@dataclass(slots=True)
class Form:
    """A form as it stands in a page: what it sends, and what sends it."""

    attributes: Attributes
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Attributes] = field(default_factory=list)


class Forms(HTMLParser):
    """Gather the forms of a page with their fields and the buttons that send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.loose: list[tuple[str, Attributes]] = []
        self.inside: Form | None = None
        self.select = ""
        self.feed(page)
        for tag, attributes in self.loose:
            for form in self.forms:
                if form.attributes.get("id") == attributes["form"]:
                    self.take(form, tag, attributes)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = Form(attributes)
            self.forms.append(self.inside)
        elif "form" in attributes:
            self.loose.append((tag, attributes))
        elif self.inside is not None:
            self.take(self.inside, tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None

    def take(self, form: Form, tag: str, attributes: Attributes) -> None:
        kind = attributes.get("type", "submit" if tag == "button" else "text")
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "select":
            self.select = name
        elif tag == "option":
            if "selected" in attributes and self.select:
                form.fields.append((self.select, value))
        elif tag not in ("input", "button", "textarea") or "disabled" in attributes:
            return
        elif kind == "submit":
            if "with-script" not in attributes.get("class", ""):
                form.buttons.append(attributes)
        elif name and (kind not in ("checkbox", "radio") or "checked" in attributes):
            form.fields.append((name, value))


def sent(form: Form) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield how, where and what each kind of button of a form sends."""
    kinds = {
        (button.get("formaction", ""), button.get("name", "")): button
        for button in form.buttons
    }
    for button in kinds.values():
        where = button.get("formaction") or form.attributes.get("action", "")
        own = [(button["name"], button.get("value", ""))] if "name" in button else []
        yield form.attributes.get("method", "get"), where, [*form.fields, *own]


def status_of(visitor: Client, how: str, where: str, data: dict[str, list[str]]) -> int:
    """Send a form, undo all that it did, and return the status of its answer."""
    client = Client()
    client.cookies.update(visitor.cookies)
    with transaction.atomic():
        send = client.post if how == "post" else client.get
        status = send(where, data).status_code
        transaction.set_rollback(True)
    return status


@pytest.mark.sweep(12)
@pytest.mark.parametrize(
    ("name", "address", "user"), PAGES, ids=[name for name, _, _ in PAGES]
)
def test_every_form_is_sent_without_scripts(
    site: str, name: str, address: Address, user: str
) -> None:
    client = Client()
    if user:
        client.force_login(User.objects.get(username=user))
    here = address_of(address)
    page = client.get(here).content.decode()
    wrong = []
    for form in Forms(page).forms:
        what = form.attributes.get("action") or name
        if not form.buttons:
            wrong.append(f"{what}: nothing sends it")
        for how, where, pairs in sent(form):
            data: dict[str, list[str]] = {}
            for key, value in pairs:
                data.setdefault(key, []).append(value)
            status = status_of(client, how, urljoin(here, where), data)
            if status not in ANSWERS:
                wrong.append(f"{where or here}: {status}")
    assert wrong == []
