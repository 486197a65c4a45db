"""The page of a book in the admin that gives and takes roles."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import FOR_PLAYERS, RIGHTS, Right, may_begin
from armybuilder.books.invitations import (
    INVITED,
    MOST_DAYS,
    MOST_USES,
    InvitationError,
    invite,
    open_invitations,
)
from armybuilder.books.models import Book, BookRole, BookVisibility, Invitation, Role
from armybuilder.books.people import PeopleError, give_role, show_to, take_role


class RoleForm(forms.Form):
    """A person by name, and the role that they get."""

    name = forms.CharField(label="Name of the account", max_length=150)
    role = forms.ChoiceField(
        choices=Role.choices,
        help_text=(
            "An owner also gives roles; an editor edits and publishes; a reviewer reads"
            " the check, the tests and the draft, and signs it off; a tester reads the"
            " tests. All see the book and its trial editions."
        ),
    )

    def clean_name(self) -> User:
        name = self.cleaned_data["name"]
        person = User.objects.filter(username=name, is_active=True).first()
        if person is None:
            raise forms.ValidationError(f"There is no account “{name}”.")
        return person


class InvitationForm(forms.Form):
    """A link: the role that it gives, how often, and for how long."""

    role = forms.ChoiceField(choices=[(one.value, one.label) for one in INVITED])
    uses = forms.IntegerField(
        label="For how many people", min_value=1, max_value=MOST_USES, initial=1
    )
    days = forms.IntegerField(
        label="For how many days", min_value=1, max_value=MOST_DAYS, initial=7
    )


class VisibilityForm(forms.Form):
    """Those who see the editions of a book, and whether its link is made anew."""

    visibility = forms.ChoiceField(
        label="Who sees the editions",
        choices=BookVisibility.choices,
        help_text=(
            "People with a role in the book always see them. An army of an edition"
            " goes on for its player, whatever you choose."
        ),
    )
    renew = forms.BooleanField(
        label="Make a new link; the old one ends", required=False
    )


@require_safe
def show_own_roles(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the books in which the visitor has a role, with what they may read there."""
    user = cast(User, request.user)
    held = BookRole.objects.filter(person=user)
    is_author = user.has_perm("books.change_book")
    roles = held.select_related("book").order_by("book__name")
    context |= {
        "title": "Books you help with",
        "may_begin": may_begin(user),
        "rows": [
            (one, rights if is_author else rights & FOR_PLAYERS)
            for one in roles
            for rights in (RIGHTS[Role(one.role)],)
        ],
    }
    return TemplateResponse(request, "admin/books/book/own_roles.html", context)


@require_safe
def show_people(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk, right=Right.MANAGE)
    return _page(request, context, book, RoleForm())


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    form: RoleForm,
    links: InvitationForm | None = None,
) -> HttpResponse:
    seen_by = {"visibility": book.visibility}
    if book.visibility == BookVisibility.LINK:
        address = reverse("books:open", args=[book.link_token])
        context["book_link"] = request.build_absolute_uri(address)
    context |= {
        "seen_by": VisibilityForm(initial=seen_by, auto_id="seen_%s"),
        "links": links or InvitationForm(auto_id="link_%s"),
        "invitations": open_invitations(book),
        "title": f"People of {book}",
        "book": book,
        "roles": book.roles.select_related("person"),
        "form": form,
    }
    status = 400 if form.errors or (links and links.errors) else 200
    page = "admin/books/book/people.html"
    return TemplateResponse(request, page, context, status=status)


@require_POST
def set_visibility(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Say who sees the editions of a book."""
    book = find_book(request, pk, right=Right.MANAGE)
    form = VisibilityForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose one of those who may see the editions.")
        return _people_page(pk)
    wanted = BookVisibility(form.cleaned_data["visibility"])
    show_to(book, wanted, renew=form.cleaned_data["renew"])
    _tell(request, book, f"Its editions are seen by: {wanted.label.lower()}.")
    return _people_page(pk)


@require_POST
def set_role(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Give somebody a role, or another one than they have."""
    book = find_book(request, pk, right=Right.MANAGE)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, context, book, form)
    person, role = form.cleaned_data["name"], Role(form.cleaned_data["role"])
    try:
        give_role(book, person, role)
    except PeopleError as problem:
        form.add_error(None, str(problem))
        return _page(request, context, book, form)
    _tell(request, book, f"{person} is {role.value} now.")
    return _people_page(pk)


@require_POST
def remove_role(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Take somebody's role."""
    book = find_book(request, pk, right=Right.MANAGE)
    held = book.roles.select_related("person")
    row = get_object_or_404(held, pk=number_in(request, "role"))
    try:
        take_role(book, row.person)
    except PeopleError as problem:
        messages.error(request, str(problem))
    else:
        _tell(request, book, f"{row.person} has no role any more.")
    return _people_page(pk)


@require_POST
def make_link(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Make a link that gives a role, and show it this once."""
    book = find_book(request, pk, right=Right.MANAGE)
    links = InvitationForm(request.POST, auto_id="link_%s")
    if not links.is_valid():
        return _page(request, context, book, RoleForm(), links)
    said, user = links.cleaned_data, cast(User, request.user)
    role = Role(said["role"])
    try:
        token = invite(book, role, user, days=said["days"], uses=said["uses"])
    except InvitationError as problem:
        links.add_error(None, str(problem))
        return _page(request, context, book, RoleForm(), links)
    log_change(user, book, f"Made a link for a {role.value}.")
    address = reverse("books:invitation", args=[token])
    context["link"] = request.build_absolute_uri(address)
    return _page(request, context, book, RoleForm())


@require_POST
def withdraw_link(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Withdraw a link; roles that it gave stay."""
    book = find_book(request, pk, right=Right.MANAGE)
    row = get_object_or_404(Invitation, book=book, pk=number_in(request, "link"))
    row.delete()
    _tell(request, book, f"The link for a {row.role} is withdrawn.")
    return _people_page(pk)


def _tell(request: HttpRequest, book: Book, words: str) -> None:
    log_change(cast(User, request.user), book, words)
    messages.success(request, words)


def _people_page(pk: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_people", args=[pk]))


PAGES = (
    ("people/", show_people, "people"),
    ("people/link/", make_link, "make_link"),
    ("people/link/withdraw/", withdraw_link, "withdraw_link"),
    ("people/visibility/", set_visibility, "set_visibility"),
    ("people/set/", set_role, "set_role"),
    ("people/remove/", remove_role, "remove_role"),
)
"""Addresses below a book, each with its view and its name."""
