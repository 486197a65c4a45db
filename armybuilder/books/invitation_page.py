"""The page of an invitation: the book and the role, and a button to accept it."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User
from armybuilder.books.invitations import (
    InvitationError,
    accept_invitation,
    find_invitation,
)
from armybuilder.books.models import Role
from armybuilder.books.people import PeopleError

FIRST_PAGE = {Role.TESTER: "tests", Role.REVIEWER: "check", Role.EDITOR: "units"}
"""The page of a book to which a new role leads."""

PAGE = "books/show_invitation.html"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation to who is signed in, or accept it."""
    person = cast(User, request.user)
    try:
        if request.method != "POST":
            return render(request, PAGE, {"invitation": find_invitation(token)})
        row = accept_invitation(token, person)
    except InvitationError as problem:
        return render(request, PAGE, {"problem": str(problem)}, status=404)
    except PeopleError as problem:
        context = {"invitation": find_invitation(token), "problem": str(problem)}
        return render(request, PAGE, context, status=409)
    role = Role(row.book.roles.get(person=person).role)
    messages.success(request, f"You are {role.value} of {row.book} now.")
    page = FIRST_PAGE.get(role, "check")
    return HttpResponseRedirect(reverse(f"admin:books_book_{page}", args=[row.book_id]))
