"""Pages of a draft's rules as sentences: read them, fill a blank, begin a new one."""

from typing import Any, cast

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import clash_words
from armybuilder.books.admin.findings import find_book
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.admin.stale import log_change
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.models import Book
from armybuilder.books.revisions import change_draft
from armybuilder.books.sentence_editor.draft_words import draft_words
from armybuilder.books.sentence_editor.menus import (
    blank_menu,
    new_menu,
    part_and_bringer,
)
from armybuilder.books.sentence_editor.places import GONE, PlaceError, part_at
from armybuilder.books.sentence_editor.rule_edits import RuleEdit, edited
from armybuilder.books.sentence_editor.rule_lists import (
    Refused,
    RuleAddresses,
    rules_at,
)
from armybuilder.books.sentence_editor.rule_text import MEMBERS, words_by_member
from rulesets.core.subject import as_sentence
from rulesets.documents.json import DocumentError
from rulesets.sentences.inputs import TypedError

STALE = "Here it is as it is now; say it again."


def is_piece(request: HttpRequest) -> bool:
    """Return whether a script asks for a piece of the page."""
    return request.headers.get("X-Piece") == "1"


@require_http_methods(["GET", "HEAD", "POST"])
def show_rules(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show the rules at a place of a draft, or make one edit of them."""
    if request.method == "POST":
        return _edit_rules(request, context, pk)
    book = find_book(request, pk)
    return _page(request, context, book, request.GET.get("at", ""))


def _edit_rules(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk)
    said = request.POST
    place, at = said.get("owner", ""), said.get("at", "")
    values = {name: said.getlist(name) for name in said}
    edit = RuleEdit(said.get("do", ""), at, said.get("path", ""), values)
    done: list[str] = []

    def make(document: Any) -> tuple[Any, str]:
        new, what = edited(document, edit, draft_words(document))
        done.append(what)
        return new, what

    user = cast(User, request.user)
    try:
        written = change_draft(book, make, user, seen=number_in(request, "seen"))
    except (TypedError, PlaceError) as problem:
        refused = Refused(at, as_sentence(str(problem.args[0])), said.get("text", ""))
        return _page(request, context, book, place, refused, 400)
    except DocumentError as problem:
        words = f"Not kept. {problem.where or '/'}: {problem.text}"
        refused = Refused(at, as_sentence(words), said.get("text", ""))
        return _page(request, context, book, place, refused, 400)
    if written.clashes:
        told = " ".join((*clash_words(book, written, user).values(), STALE))
        refused = Refused(at, told, said.get("text", ""))
        return _page(request, context, book, place, refused, 409)
    what = done[-1]
    log_change(user, book, what[:500])
    if is_piece(request):
        return _page(request, context, book, place)
    messages.success(request, as_sentence(what))
    return HttpResponseRedirect(rules_address(book, place))


def rules_address(book: Book, place: str = "") -> str:
    """Return the address of the rules at a place of a draft."""
    address = reverse("admin:books_book_rules", args=[book.pk])
    return f"{address}?{urlencode({'at': place})}" if place else address


def rule_addresses(book: Book) -> RuleAddresses:
    """Return the addresses of the pages that edit rules of a book."""
    pages = ("rules", "blank", "rule_words")
    return RuleAddresses(
        *(reverse(f"admin:books_book_{page}", args=[book.pk]) for page in pages)
    )


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    place: str,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    draft = read_draft(book)
    document = draft.document
    words = draft_words(document)
    try:
        rules = rules_at(document, place, words, refused)
        owner = part_at(document, place)
    except PlaceError:
        raise Http404(GONE) from None
    name = owner.get("name") or owner.get("key") or owner.get("item", "")
    context |= {
        "title": f"Rules of {name}",
        "book": book,
        "rules": rules,
        "addresses": rule_addresses(book),
        "seen": draft.revision,
        "units": () if place else document["units"],
        "document": document,
    }
    piece = "admin/books/desk/_rules.html"
    template = piece if is_piece(request) else "admin/books/desk/rules.html"
    return TemplateResponse(request, template, context, status=status)


@require_safe
def show_words(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Return what may stand in a rule as text: members, and words for each of them."""
    book = find_book(request, pk)
    document = read_draft(book).document
    try:
        part, bringer = part_and_bringer(document, request.GET.get("at", ""))
    except PlaceError:
        raise Http404(GONE) from None
    found = words_by_member(part, draft_words(document), bringer)
    return JsonResponse({"members": MEMBERS[part], "words": found})


@require_safe
def show_menu(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show what may fill a blank, or which sentences may be begun in a list."""
    book = find_book(request, pk)
    draft = read_draft(book)
    document = draft.document
    words = draft_words(document)
    asked = request.GET
    at, path, search = asked.get("at", ""), asked.get("path", ""), asked.get("q", "")
    try:
        if path:
            menu = blank_menu(document, at, path, words, search[:80])
        else:
            menu = new_menu(document, at, words, search[:80])
    except (PlaceError, TypedError):
        raise Http404(GONE) from None
    context |= {
        "title": "A new sentence" if menu.is_new else "Fill the blank",
        "book": book,
        "addresses": rule_addresses(book),
        "menu": menu,
        "owner": asked.get("owner", ""),
        "seen": draft.revision,
    }
    piece = "admin/books/desk/_sentence_menu.html"
    template = piece if is_piece(request) else "admin/books/desk/menu.html"
    return TemplateResponse(request, template, context)
