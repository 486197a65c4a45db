"""Visibility of books: every address that can be read, asked by everybody.

The hidden book has a key, a name and units that no other text holds.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import create, roster_of, set_secret_link
from armybuilder.books.editions import give_trial, publish
from armybuilder.books.imports import import_books
from armybuilder.books.models import Book, BookVisibility, Edition, Role
from armybuilder.books.people import give_role, show_to
from rulesets.rosters.roster import Force, Roster
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.test_permissions import routes
from tests.real_books import BOOKS, sample_army

KEY, ABSENT = "charge-zzhidden", "charge-zzabsent"
NAME = "Zzhidden Host"
WORDS = re.compile(r"zzhidden|zzunit", re.IGNORECASE)

PEOPLE = (
    *("visitor", "player", "other author", "organiser"),
    *("tester", "owner", "superuser"),
)
INSIDE = {"tester", "owner", "superuser"}


def hidden_document() -> Any:
    document = json.loads((BOOKS / "charge-skaven.json").read_text())
    units = [{**unit, "name": f"Zzunit {unit['name']}"} for unit in document["units"]]
    return {**document, "key": KEY, "name": NAME, "units": units}


@pytest.fixture
def people(db: None) -> dict[str, User]:
    found = {
        name: User.objects.create_user(name.replace(" ", "-")) for name in PEOPLE[1:]
    }
    grant_role(found["other author"], AUTHORS)
    grant_role(found["owner"], AUTHORS)
    grant_role(found["organiser"], ORGANISERS)
    User.objects.filter(username="superuser").update(is_superuser=True, is_staff=True)
    found["superuser"] = User.objects.get(username="superuser")
    return found


@pytest.fixture
def hidden(people: dict[str, User]) -> Book:
    """A published book with a trial after it, an army of each by its tester."""
    publish_printed("charge-*")
    (book,) = import_books([hidden_document()], people["owner"])
    for name, role in (("owner", Role.OWNER), ("tester", Role.TESTER)):
        give_role(book, people[name], role)
    publish(book, people["owner"])
    Book.objects.filter(pk=book.pk).update(note="Zzhidden note")
    book.refresh_from_db()
    give_trial(book, people["owner"])
    for number in (1, 2):
        force = Force("f1", KEY, number, sample_army("skaven-500").forces[0].units)
        army = create(
            Roster("charge", "Mine", limit=500, forces=(force,)), people["tester"]
        )
        Army.objects.filter(pk=army.pk).update(visibility=Visibility.PUBLIC)
        set_secret_link(army, wanted=True)
    return book


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def addresses(key: str, book: Book) -> Iterator[str]:
    """Yield every address that can be read, filled with what leads to the book."""
    edition = Edition.objects.filter(book=book)[0]
    armies = list(Army.objects.all())
    for route, parts in routes(get_resolver(), admin=True):
        for army in armies:
            for number in (1, 2):
                known: dict[str, Any] = {
                    "army": army.public_id,
                    "public_id": army.public_id,
                    "token": army.secret_token
                    if "secret" in route
                    else army.share_token,
                    "key": "ratmen" if "books_book_unit" in route else key,
                    "unit": "ratmen",
                    "number": number,
                    "pk": book.pk,
                    "edition": edition.pk,
                    "object_id": book.pk,
                    "job": 1,
                    "setup": 1,
                    "name": "book",
                    "export": "text",
                    "uidb64": "MQ",
                    "app_label": "books",
                    "url": "books",
                    "content_type_id": 1,
                    "unit_pk": 1,
                }
                if "sign_out" in route or set(parts) - known.keys():
                    continue
                with suppress(NoReverseMatch):
                    yield reverse(route, kwargs={one: known[one] for one in parts})
    fight = f"game=charge&a={key}@1/ratmen&b=charge-orcs/orcs"
    yield from (
        f"/match-ups/?{fight}",
        f"/match-ups/?game=charge&a={key}/ratmen&b=charge-orcs/orcs",
        f"/match-ups/preview/?{fight}",
        f"/match-ups/compare/?game=charge&a={key}&b=charge-orcs",
        f"/match-ups/compare/?game=charge&a={key}@2&b=charge-orcs",
        f"/armies/new/?book={key}",
        f"/armies/new/?book={key}@2",
        "/armies/new/?game=charge",
        "/armies/public/?q=Mine",
        "/books/?q=hidden",
        "/books/?q=unit",
        "/api/v1/books/?game=charge",
        "/admin/books/edition/",
        "/admin/books/unit/",
        "/admin/books/book/",
    )


def said(client: Client, address: str) -> str:
    """Return all that an answer says: its head and its body, without its address."""
    answer = client.get(address)
    raw = answer.getvalue() if answer.streaming else answer.content
    body = raw.decode("utf-8", "replace")
    return "\n".join([str(answer.status_code), *map(str, answer.headers.items()), body])


def leaks(client: Client, book: Book) -> list[str]:
    """Return addresses whose answers name the book or its units.

    Where an address itself holds the key, the answer must be the one for a key that
    there is not.
    """
    found = []
    for address in dict.fromkeys(addresses(KEY, book)):
        text = said(client, address)
        if KEY in address:
            text = text.replace(KEY, "")
        if WORDS.search(text):
            found.append(address)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("visibility", ["private", "link"])
def test_a_hidden_book_is_named_to_its_people_alone(
    who: str, visibility: str, hidden: Book, people: dict[str, User]
) -> None:
    show_to(hidden, BookVisibility(visibility))
    client = client_of(people.get(who))
    named = leaks(client, hidden)
    if who in INSIDE:
        for address in (f"/books/{KEY}/", f"/books/{KEY}/editions/2/", "/books/"):
            assert address in named, address
    else:
        assert named == []


@pytest.mark.parametrize("who", ["visitor", "player", "other author", "organiser"])
def test_a_trial_of_a_public_book_is_seen_by_its_people_alone(
    who: str, hidden: Book, people: dict[str, User]
) -> None:
    client = client_of(people.get(who))
    assert client.get(f"/books/{KEY}/editions/1/").status_code == 200
    assert client.get(f"/books/{KEY}/editions/2/").status_code == 404
    assert client.get(f"/api/v1/books/{KEY}/editions/2/").status_code == 404
    page = client.get(f"/books/{KEY}/").content.decode()
    assert f"/books/{KEY}/editions/1/" in page
    assert f"/books/{KEY}/editions/2/" not in page
    trial = Army.objects.get(uses__edition__number=2)
    assert client.get(f"/share/{trial.share_token}/").status_code == 404


@pytest.mark.parametrize("who", ["visitor", "player", "other author", "organiser"])
def test_a_hidden_book_is_answered_like_one_that_there_is_not(
    who: str, hidden: Book, people: dict[str, User]
) -> None:
    show_to(hidden, BookVisibility.PRIVATE)
    client = client_of(people.get(who))
    for address in dict.fromkeys(addresses(KEY, hidden)):
        if KEY not in address:
            continue
        texts = (
            said(client, address).replace(KEY, ""),
            said(client, address.replace(KEY, ABSENT)).replace(ABSENT, ""),
        )
        hidden_text, absent_text = (_without_chance(text) for text in texts)
        assert hidden_text == absent_text, address


def _without_chance(text: str) -> str:
    """Return a text without its tokens, which are drawn for each answer."""
    text = re.sub(r"csrf[^ ]*token[^>;]*", "", text, flags=re.IGNORECASE)
    return re.sub(r"\('(Content-Length|ETag|Set-Cookie|X-Request-Id)'.*\)", "", text)


@pytest.mark.parametrize("who", ["visitor", "player", "other author", "organiser"])
def test_a_posted_army_of_a_hidden_book_is_one_of_an_unknown_book(
    who: str, hidden: Book, people: dict[str, User]
) -> None:
    show_to(hidden, BookVisibility.PRIVATE)
    client = client_of(people.get(who))
    roster = Army.objects.filter(uses__edition__number=1)[0].document
    texts = []
    for key in (KEY, ABSENT):
        text = json.dumps(roster).replace(KEY, key)
        posts = [
            (reverse("api:reviews"), f'{{"roster": {text}}}'),
            (reverse("api:checks"), f'{{"rosters": [{text}]}}'),
            (reverse("api:plans"), f'{{"roster": {text}}}'),
        ]
        answers = [
            client.post(address, body, content_type="application/json")
            for address, body in posts
        ]
        texts.append([one.content.decode().replace(key, "") for one in answers])
        assert answers[0].status_code == 200, answers[0].content
    assert texts[0] == texts[1]
    assert not any(WORDS.search(text) for text in texts[0])


def test_an_imported_army_opens_no_hidden_book(
    hidden: Book, people: dict[str, User]
) -> None:
    show_to(hidden, BookVisibility.PRIVATE)
    player = people["player"]
    theirs = Army.objects.filter(uses__edition__number=1)[0]
    client = client_of(player)
    client.post("/armies/import/", {"text": json.dumps(theirs.document)})
    mine = Army.objects.get(owner=player)
    assert not mine.uses.exists()
    page = client.get(f"/armies/{mine.public_id}/").content.decode()
    assert "Zzunit" not in page
    assert NAME not in page


def test_an_army_goes_on_for_its_player_when_the_book_is_closed(
    hidden: Book, people: dict[str, User]
) -> None:
    player = people["player"]
    army = create(roster_of(Army.objects.filter(uses__edition__number=1)[0]), player)
    show_to(hidden, BookVisibility.PRIVATE)
    page = client_of(player).get(f"/armies/{army.public_id}/").content.decode()
    assert "Zzunit" in page
    assert client_of(player).get(f"/books/{KEY}/").status_code == 404


def test_a_link_opens_a_book_until_it_is_renewed(hidden: Book) -> None:
    show_to(hidden, BookVisibility.LINK)
    hidden.refresh_from_db()
    address = f"/books/link/{hidden.link_token}/"
    client = Client()
    assert client.get(f"/books/{KEY}/").status_code == 404
    assert client.get(address, follow=True).status_code == 200
    assert client.get(f"/books/{KEY}/").status_code == 200
    assert client.get(f"/books/{KEY}/editions/2/").status_code == 404
    show_to(hidden, BookVisibility.LINK, renew=True)
    assert client.get(f"/books/{KEY}/").status_code == 404
    assert client.get(address).status_code == 404
    show_to(hidden, BookVisibility.PRIVATE)
    assert Client().get("/books/link//").status_code == 404


def test_editions_of_a_closed_book_are_kept_by_no_cache(
    hidden: Book, people: dict[str, User]
) -> None:
    address = f"/api/v1/books/{KEY}/editions/1/"
    owner = client_of(people["owner"])
    assert "public" in owner.get(address).headers["Cache-Control"]
    show_to(hidden, BookVisibility.PRIVATE)
    assert "public" not in owner.get(address).headers["Cache-Control"]


def test_owners_say_on_a_page_who_sees_the_editions(
    hidden: Book, people: dict[str, User]
) -> None:
    client = client_of(people["owner"])
    page = reverse("admin:books_book_people", args=[hidden.pk])
    change = reverse("admin:books_book_set_visibility", args=[hidden.pk])
    client.post(change, {"visibility": "link"})
    hidden.refresh_from_db()
    assert hidden.visibility == "link"
    assert f"/books/link/{hidden.link_token}/" in client.get(page).content.decode()
    client.post(change, {"visibility": "nobody at all"})
    hidden.refresh_from_db()
    assert hidden.visibility == "link"


@pytest.mark.parametrize("page", ["units", "rules", "fairness", "change", "check"])
def test_an_author_of_another_book_of_the_game_is_not_told_its_name(
    page: str, hidden: Book, people: dict[str, User]
) -> None:
    own = Book.objects.get(key="charge-orcs")
    give_role(own, people["other author"], Role.OWNER)
    Book.objects.filter(pk=hidden.pk).update(visibility=BookVisibility.PRIVATE)
    address = reverse(f"admin:books_book_{page}", args=[own.pk])
    answer = client_of(people["other author"]).get(address)
    assert answer.status_code == 200
    assert not WORDS.search(answer.content.decode())
