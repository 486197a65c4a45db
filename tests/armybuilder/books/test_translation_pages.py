"""Authors translate a book; its readers choose a language."""

from django.test import Client
from django.urls import reverse

from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import publish
from armybuilder.books.models import Book
from armybuilder.books.revisions import newest_revision


def page_of(book: Book, to: str = "de") -> str:
    return f"{reverse('admin:books_book_translations', args=[book.pk])}?to={to}"


def test_a_text_is_typed_in_its_place_and_is_one_revision(
    book: Book, alice_client: Client
) -> None:
    page = alice_client.get(page_of(book)).content.decode()
    assert 'name="at:/units/spears/name"' in page
    alice_client.post(
        page_of(book), {"at:/units/spears/name": "Speere", "at:/name": ""}
    )
    book.refresh_from_db()
    said = {"/units/spears/name": {"original": "Spears", "translation": "Speere"}}
    assert draft_document(book)["translations"] == {"de": said}
    last = book.revisions.first()
    assert last is not None
    assert last.what == "Translated 1 text into de"
    assert "1 done" in alice_client.get(page_of(book)).content.decode()


def test_readers_choose_the_language_of_a_book(
    book: Book, alice_client: Client, client: Client
) -> None:
    alice_client.post(page_of(book), {"at:/units/spears/name": "Speere"})
    publish(Book.objects.get(pk=book.pk), None)
    address = reverse("books:book", args=[book.key])
    page = client.get(address).content.decode()
    assert "?language=de" in page
    assert "Speere" not in page
    assert "Speere" in client.get(f"{address}?language=de").content.decode()
    assert "Speere" not in client.get(f"{address}?language=fr").content.decode()
    edition = reverse("books:edition", args=[book.key, 1])
    assert "Speere" in client.get(f"{edition}?language=de").content.decode()


def test_a_stale_text_is_right_again_when_its_author_says_so(
    book: Book, alice_client: Client
) -> None:
    alice_client.post(page_of(book), {"at:/name": "Prüfer"})
    Book.objects.filter(pk=book.pk).update(name="The Testers")
    page = alice_client.get(f"{page_of(book)}&state=stale").content.decode()
    assert "It is still right" in page
    alice_client.post(page_of(book), {"at:/name": "Prüfer"})
    assert "1 stale" in alice_client.get(page_of(book)).content.decode()
    alice_client.post(page_of(book), {"at:/name": "Prüfer", "still:/name": "on"})
    assert "0 stale" in alice_client.get(page_of(book)).content.decode()


def test_texts_of_two_authors_are_both_kept_and_one_text_is_not_written_over(
    book: Book, alice_client: Client
) -> None:
    alice_client.post(page_of(book), {"at:/name": "Prüfer"})
    seen = newest_revision(book)
    name, spears = "at:/name", "at:/units/spears/name"
    first = {name: "Prüfer", spears: "Speere", "seen": seen}
    alice_client.post(page_of(book), first)
    # The second page still shows no text for the spears, and sends none.
    second = {name: "Die Prüfer", spears: "", "seen": seen}
    answer = alice_client.post(page_of(book), second, follow=True)
    assert "Saved." in answer.content.decode()
    assert said_in(book) == {"/name": "Die Prüfer", "/units/spears/name": "Speere"}
    # Another text for the same is told, and not written.
    third = {name: "Prüfer", spears: "Spieße", "seen": seen}
    answer = alice_client.post(page_of(book), third, follow=True)
    assert "You typed “Spieße”" in answer.content.decode()
    assert said_in(book) == {"/name": "Die Prüfer", "/units/spears/name": "Speere"}


def said_in(book: Book, to: str = "de") -> dict[str, str]:
    known = draft_document(Book.objects.get(pk=book.pk))["translations"][to]
    return {at: one["translation"] for at, one in known.items()}


def test_what_is_no_language_is_refused_in_words(
    book: Book, alice_client: Client
) -> None:
    for to in ("xx", "German", ""):
        answer = alice_client.get(page_of(book, to))
        assert answer.status_code == 400
        assert (
            alice_client.post(page_of(book, to), {"at:/name": "X"}).status_code == 400
        )
    assert "translations" not in draft_document(book)


def test_a_text_that_is_too_long_is_refused_with_its_place(
    book: Book, alice_client: Client
) -> None:
    answer = alice_client.post(page_of(book), {"at:/name": "x" * 5001}, follow=True)
    assert "Nothing was changed" in answer.content.decode()
    assert "translations" not in draft_document(book)
