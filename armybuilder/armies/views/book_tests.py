"""An army as a test of its book, by one click of an author."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from armybuilder.armies.access import own_army, signed_in
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.review import review_army
from armybuilder.books.authors import books_of_author
from armybuilder.books.book_tests import keep_test
from rulesets.books.sample_armies import BookTestsError, sample_of


@require_POST
@paid_page
def keep_book_test(request: HttpRequest, army: str) -> HttpResponse:
    """Keep an army, as it is judged now, as a test of one of its books."""
    found = own_army(request, army)
    reviewed = review_army(found, plain=True)
    books = books_of_author(request.user, {f.book for f in reviewed.roster.forces})
    # Compared here: a database may refuse what somebody sends, such as a NUL.
    book = next((b for b in books if b.key == request.POST.get("book")), None)
    if book is None:
        raise Http404("There is no such book of yours in this army.")
    try:
        test = keep_test(
            book, sample_of(found.name, reviewed.review), signed_in(request)
        )
    except BookTestsError as problem:
        messages.error(request, f"Not kept as a book test: {problem.text}.")
        return redirect("armies:show", found.public_id)
    text = format_html(
        '“{}” is a book test of {} now. <a href="{}#test-{}">See it</a>',
        test.title,
        book,
        reverse("admin:books_book_tests", args=[book.pk]),
        test.pk,
    )
    messages.success(request, text)
    return redirect("armies:show", found.public_id)
