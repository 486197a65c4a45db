"""Pages of players who hold a message to be wrong."""

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.armies.access import page_of_army, signed_in, visible_army
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.review import review_army
from armybuilder.books.disagreements import (
    find_message,
    named_book,
    said_before,
    send_disagreement,
)
from armybuilder.books.models import Book

DISAGREEMENTS = Allowance("disagreements", burst=20, refill_seconds=300)
"""Disagreements of one person: twenty at once, then one every five minutes."""

TOO_MANY = "That is a great many at once. Nothing was sent; go on in a few minutes."

MOST_SHOWN = 100
"""Newest disagreements of a person that their page shows."""


class DisagreementForm(forms.Form):
    """Words of a player against a message."""

    text = forms.CharField(
        label="What is wrong with it?",
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="At most 1,000 letters. You may leave it empty.",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def disagree(request: HttpRequest, army: str, message: str) -> HttpResponse:
    """Show a message with its rule, and send to the authors what is held against it."""
    found = visible_army(request, army)
    reviewed = review_army(found, plain=True)
    said = find_message(reviewed.review, message)
    named = said and named_book(reviewed.review, reviewed.books, said)
    book = Book.objects.filter(key=named[0]).first() if named else None
    user = signed_in(request)
    form = DisagreementForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and said and named and book and user:
        if not form.is_valid():
            status = 400
        elif not take(DISAGREEMENTS, who_asks(request)):
            form.add_error(None, TOO_MANY)
            status = 429
        else:
            text = form.cleaned_data["text"]
            send_disagreement(book, named[1], reviewed.review, said, user, text)
            messages.success(request, f"Sent to the authors of {book}.")
            return redirect(page_of_army(found, army))
    context = {
        "army": found,
        "back": page_of_army(found, army),
        "message": said,
        "book": book,
        "edition": named and named[1],
        "before": said_before(user, book, said) if user and book and said else None,
        "form": form,
    }
    response = render(request, "armies/disagree.html", context, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
@login_required
def show_disagreements(request: HttpRequest) -> HttpResponse:
    """Show what somebody sent to authors, with the answers."""
    sent = cast(User, request.user).disagreements.select_related("book", "answered_by")
    context = {"sent": sent.defer("roster")[:MOST_SHOWN]}
    return render(request, "armies/disagreements.html", context)
