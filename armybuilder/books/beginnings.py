"""The beginning of a book: its key, its categories, what its units count as."""

from django.db.models import Avg, Count, Min

from armybuilder.books.models import Book, Category, Unit
from armybuilder.books.viewers import seen_books
from rulesets.books.unit_edits.keys import key_of


def new_book_key(game: str, name: str) -> str:
    """Return a key for a new book, unlike that of any other."""
    first = key_of(name, instead="book")
    whole = first if first.startswith(f"{game}-") else f"{game}-{first}"
    taken = Book.objects.filter(key__startswith=whole[:50])
    return key_of(whole, set(taken.values_list("key", flat=True)))


def add_usual_categories(book: Book) -> None:
    """Give a new book the categories that more than half of its game's books have."""
    rows = Category.objects.filter(book__game=book.game).exclude(book=book)
    books = rows.aggregate(count=Count("book", distinct=True))["count"]
    found = rows.values("key").annotate(
        count=Count("book", distinct=True), place=Avg("position"), called=Min("name")
    )
    usual = [one for one in found.order_by("place") if one["count"] * 2 > books]
    Category.objects.bulk_create(
        Category(book=book, key=one["key"], name=one["called"], position=place)
        for place, one in enumerate(usual, 1)
    )


def usual_tags(book: Book, category: str) -> tuple[str, ...]:
    """Return what every unit of a category counts as in other books of the game.

    That is a character among lords: without one no army of the book may be legal.
    """
    books = seen_books(Book.objects.filter(game=book.game)).exclude(pk=book.pk)
    found = Unit.objects.filter(book__in=books, category=category)
    several = [*found.values_list("tags", flat=True)]
    shared = set.intersection(*map(set, several)) if several else set()
    return tuple(tag for tag in (several[0] if several else ()) if tag in shared)
