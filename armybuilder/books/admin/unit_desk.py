"""Pages of a draft's units: the contents of the book, and a unit with all its parts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import clash_words, lost_words
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.admin.rule_desk import is_piece, rule_addresses
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right, may_edit, own_books
from armybuilder.books.beginnings import usual_tags
from armybuilder.books.draft_reading import ReadDraft, read_draft
from armybuilder.books.editions import last_edition, newest_edition
from armybuilder.books.models import Book
from armybuilder.books.preview.unit_preview import previewed_books, unit_preview
from armybuilder.books.revisions import (
    Written,
    change_draft,
    draft_at,
    redo,
    undo,
)
from armybuilder.books.sentence_editor.draft_words import draft_words
from armybuilder.books.sentence_editor.places import GONE, PlaceError, anchor
from armybuilder.books.sentence_editor.rule_lists import rules_at
from armybuilder.books.viewers import seen_books
from armybuilder.books.workbench.book_edits import BookEdit, made_of_book
from armybuilder.books.workbench.field_edits import UnitEditError
from armybuilder.books.workbench.typed_fields import (
    KEEP_MINE,
    TAKE_THEIRS,
    is_lost,
    lost_fields,
    sent_fields,
    settled,
    shown_at,
    shown_fields,
    spread_texts,
    typed_over,
    unit_as_seen,
)
from armybuilder.books.workbench.unit_edits import (
    MadeEdit,
    UnitEdit,
    made,
)
from armybuilder.books.workbench.unit_page import (
    RefusedEdit,
    contents,
    unit_page,
)
from rulesets.books.unit_edits.uses import PartInUseError
from rulesets.documents.json import DocumentError
from rulesets.documents.merge import MergeClash


@require_http_methods(["GET", "HEAD", "POST"])
def show_units(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show the units of a draft by category; add a unit, a category, a copy."""
    if request.method != "POST":
        book = find_book(request, pk, right=Right.SEE)
        return _book_page(request, context, book)
    book = find_book(request, pk)
    said = request.POST
    category = said.get("category", "")
    tags = usual_tags(book, category) if category else ()
    edit = BookEdit(said.get("do", ""), said.get("text", ""), category, tags=tags)
    if edit.do == "copy":
        source = _source(request, book, said.get("from", ""))
        edit = BookEdit(edit.do, edit.text, source=source)
    told: list[str] = []
    keys: list[str] = []

    def make(document: Any) -> tuple[Any, str]:
        done = made_of_book(document, edit)
        told.extend(done.told)
        keys.append(done.unit)
        return done.document, done.what

    try:
        change_draft(
            book, make, cast(User, request.user), seen=number_in(request, "seen")
        )
    except DocumentError as problem:
        refused = {"error": refusal_words(problem), "typed": edit}
        return _book_page(request, context | refused, book, 400)
    for line in told:
        messages.info(request, line)
    address = unit_address(book, keys[-1]) if keys[-1] else units_address(book)
    return HttpResponseRedirect(address)


def _sources(request: HttpRequest, book: Book) -> QuerySet[Book]:
    """Return the books from which units may be copied: own ones, published ones."""
    mine = own_books(cast(User, request.user)).values("pk")
    published = Q(editions__isnull=False, editions__trial=None)
    found = seen_books(Book.objects.filter(Q(pk__in=mine) | published))
    return found.filter(game=book.game).exclude(pk=book.pk).distinct()


def _source(request: HttpRequest, book: Book, key: str) -> Any:
    """Return the draft of an own book, else a book's newest edition; None of others."""
    found = _sources(request, book).filter(key=key).first()
    if found is None:
        return None
    if may_edit(cast(User, request.user), found):
        return read_draft(found).document
    newest = newest_edition(key)
    return newest.document if newest else None


def units_address(book: Book) -> str:
    """Return the address of the units of a draft."""
    return reverse("admin:books_book_units", args=[book.pk])


def unit_address(book: Book, key: str) -> str:
    """Return the address of the page of a unit of a draft."""
    return reverse("admin:books_book_unit", args=[book.pk, key])


def _book_page(
    request: HttpRequest, context: dict[str, Any], book: Book, status: int = 200
) -> HttpResponse:
    draft = read_draft(book)
    context |= {
        "title": f"Units of {book}",
        "book": book,
        "shelves": contents(draft.document),
        "others": _sources(request, book),
        "seen": draft.revision,
        "may_write": may_write(request, book),
    }
    page = "admin/books/desk/units.html"
    return TemplateResponse(request, page, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def show_unit(
    request: HttpRequest, context: dict[str, Any], pk: int, key: str
) -> HttpResponse:
    """Show a unit of a draft with all its parts, or make one edit of it."""
    if request.method == "POST":
        return _edit_unit(request, context, pk, key)
    book = find_book(request, pk, right=Right.SEE)
    if request.headers.get("X-Piece") == "view":
        return _beside(request, context, book, key)
    return _unit_page(request, context, book, key)


def _beside(
    request: HttpRequest, context: dict[str, Any], book: Book, key: str
) -> HttpResponse:
    document = read_draft(book).document
    if key not in {unit["key"] for unit in document["units"]}:
        raise Http404(GONE)
    context |= _around(request, book, document, key)
    return TemplateResponse(request, "admin/books/desk/_beside.html", context)


def _around(
    request: HttpRequest, book: Book, document: Any, key: str
) -> dict[str, Any]:
    """Return the contents of the book, and its unit as players will see it."""
    around: dict[str, Any] = {
        "book": book,
        "key": key,
        "shelves": contents(document, key),
        "counts": {of: len(document.get(of, ())) for of in ("items", "lists")},
        "may_write": may_write(request, book),
        "edits": "",
    }
    try:
        books = previewed_books(document, (), last_edition(book.key))
        around["preview"] = unit_preview(books, key)
    except DocumentError as problem:
        around["refused"] = f"{problem.where or '/'}: {problem.text}."
    return around


def _edit_unit(
    request: HttpRequest, context: dict[str, Any], pk: int, key: str
) -> HttpResponse:
    book = find_book(request, pk)
    user = cast(User, request.user)
    if request.POST.get("do") in STEPS:
        return _step(request, context, book, key)
    edit, was = _asked_edit(request, key)
    done: list[MadeEdit] = []
    seen: list[Any] = []

    def shown(document: Any) -> Any:
        seen.append(unit_as_seen(document, f"/units/{key}", was))
        return seen[-1]

    def make(document: Any) -> tuple[Any, str]:
        done.append(made(document, edit))
        return done[-1].document, done[-1].what

    try:
        number = number_in(request, "seen")
        written = change_draft(book, make, user, seen=number, shown=shown)
    except DocumentError as problem:
        at = problem.where if isinstance(problem, UnitEditError) else edit.at
        again = (
            f"{edit.do}-all:{edit.at}" if isinstance(problem, PartInUseError) else ""
        )
        errors = {at: refusal_words(problem)}
        refused = _refused(seen, edit, errors=errors, again=again)
        return _refused_page(request, context, book, edit, refused, was)
    if written.clashes:
        refused = _clashing(request, book, written, seen[0], edit)
        told = ReadDraft(written.revision, draft_at(book, written.revision))
        return _refused_page(request, context, book, edit, refused, was, told)
    return _kept(request, context, book, key, done[-1])


def _asked_edit(request: HttpRequest, key: str) -> tuple[UnitEdit, Mapping[str, str]]:
    """Return the edit that a form asks for, and what its author saw in its fields."""
    said = request.POST
    # A button says its act and place; what is typed beside it has their name.
    do, _, at = said.get("do", "fields").partition(":")
    typed = settled(sent_fields(said.dict()), do, at)
    if do in (KEEP_MINE, TAKE_THEIRS):
        do, at = "fields", ""
    text = said.get(f"text:{do}:{at}", "")
    return UnitEdit(key, do, at, text, typed.texts), typed.was


def _kept(
    request: HttpRequest, context: dict[str, Any], book: Book, key: str, after: MadeEdit
) -> HttpResponse:
    """Answer with the unit after an edit that was kept, or lead on to its page."""
    if after.what:
        log_change(cast(User, request.user), book, after.what[:500])
    if is_piece(request) and after.unit == key:
        return _unit_page(request, context, book, key)
    messages.success(request, f"{after.what or 'Nothing was changed'}.")
    if not after.unit:
        return HttpResponseRedirect(units_address(book))
    spot = f"#{anchor(after.at)}" if after.at else ""
    return HttpResponseRedirect(unit_address(book, after.unit) + spot)


def refusal_words(problem: DocumentError) -> str:
    """Return why an edit was not kept, as a sentence."""
    own = isinstance(problem, UnitEditError | PartInUseError)
    words = problem.text if own else f"{problem.where or '/'}: {problem.text}"
    return f"Not kept: {words.rstrip('.')}."


def _refused(seen: list[Any], edit: UnitEdit, **more: Any) -> RefusedEdit:
    """Return an edit that was not kept, with the fields typed over what was seen.

    Other fields are told as they are now: sent again they must overrule nobody.
    """
    texts = edit.fields or {}
    shown = shown_fields(seen[0], f"/units/{edit.unit}", texts) if seen else {}
    typed = typed_over({name: texts[name] for name in shown}, shown)
    return RefusedEdit(typed=typed.texts, was=typed.was, **more)


def _refused_page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    edit: UnitEdit,
    refused: RefusedEdit,
    was: Mapping[str, str],
    told: ReadDraft | None = None,
) -> HttpResponse:
    """Answer with the page of a unit that was not changed; nothing typed is lost.

    ``was`` is what the form says of fields whose part was gone already.
    """
    draft = told or read_draft(book)
    texts = edit.fields or {}
    typed = {**refused.typed, **{name: texts[name] for name in was if name in texts}}
    lost = lost_fields(draft.document, typed)
    words = lost_words(book, draft.revision, cast(User, request.user), lost, typed)
    errors = {at: text for at, text in refused.errors.items() if not is_lost(at, words)}
    said = request.POST.items()
    adders = {name[5:]: str(text) for name, text in said if name.startswith("text:")}
    refused = replace(refused, errors={**errors, **words}, adders=adders)
    if f"/units/{edit.unit}" in words and not is_piece(request):
        for text in words.values():
            messages.error(request, f"Nothing was changed. {text}")
        return HttpResponseRedirect(units_address(book))
    status = 400 if told is None else 409
    return _unit_page(request, context, book, edit.unit, refused, status, draft)


def _clashing(
    request: HttpRequest, book: Book, written: Written, seen: Any, edit: UnitEdit
) -> RefusedEdit:
    """Return an edit that clashes with what others wrote: all places, and by whom."""

    def shown(clash: MergeClash) -> str:
        return shown_at(seen, clash.at, clash.theirs)

    words = clash_words(book, written, cast(User, request.user), shown)
    errors: dict[str, str] = {}
    fields = spread_texts(seen, edit.fields or {})
    for at, text in words.items():
        place, _, member = at.rpartition("/")
        name = f"{place}:{member}"
        is_field = name in fields
        errors[name if is_field else at] = text if is_field else f"At {at}: {text}"
    edit = replace(edit, fields=fields)
    clashes = frozenset(errors) & frozenset(fields)
    return _refused([seen], edit, errors=errors, clashes=clashes)


STEPS = {
    "undo": (undo, "Undone.", "There is nothing to undo."),
    "redo": (redo, "Made again.", "There is nothing to make again."),
}


def _step(
    request: HttpRequest, context: dict[str, Any], book: Book, key: str
) -> HttpResponse:
    step, words, nothing = STEPS[request.POST["do"]]
    try:
        written = step(book, cast(User, request.user))
    except DocumentError as problem:
        messages.error(request, f"Nothing was changed. {problem}.")
    else:
        if written is None:
            messages.warning(request, nothing)
        elif written.clashes:
            messages.error(
                request,
                "Nothing was changed: somebody changed the same since. "
                "The history of the draft asks what shall stand.",
            )
        else:
            messages.success(request, words)
    keys = {unit["key"] for unit in read_draft(book).document["units"]}
    address = unit_address(book, key) if key in keys else units_address(book)
    return HttpResponseRedirect(address)


def _unit_page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    key: str,
    refused: RefusedEdit | None = None,
    status: int = 200,
    draft: ReadDraft | None = None,
) -> HttpResponse:
    draft = draft or read_draft(book)
    document = draft.document
    place = f"/units/{key}"
    try:
        page = unit_page(document, key, refused)
        words = draft_words(document)
        rules = rules_at(document, place, words)
    except PlaceError:
        raise Http404(GONE) from None
    context |= {
        "title": page.unit.name,
        "book": book,
        "key": key,
        "page": page,
        "rules": rules,
        "addresses": rule_addresses(book),
        "seen": draft.revision,
        "may_write": may_write(request, book),
    }
    if is_piece(request):
        template = "admin/books/desk/_unit.html"
        return TemplateResponse(request, template, context, status=status)
    context |= _around(request, book, document, key)
    template = "admin/books/desk/unit.html"
    return TemplateResponse(request, template, context, status=status)
