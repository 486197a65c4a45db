"""Rights to edit books: authors their own, superusers every one."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db import models, transaction
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from armybuilder.accounts.models import User
from armybuilder.books.admin import stale
from armybuilder.books.admin.folds import open_folds
from armybuilder.books.admin.forms import ListedForm
from armybuilder.books.authors import own_books
from armybuilder.books.drafts import draft_document, lock_draft, save_draft
from armybuilder.books.models import Book
from armybuilder.books.revisions import (
    RevisionError,
    begin_revision,
    draft_at,
    note_revision,
    write_draft,
)
from rulesets.books.load import BookError
from rulesets.documents.merge import MINE


def book_of(row: models.Model) -> Book:
    """Return the book that a row belongs to."""
    return row if isinstance(row, Book) else cast(Book, row.book)  # type: ignore[attr-defined]


def is_published(row: models.Model | None) -> bool:
    """Return whether a row's book has an edition, so that its keys have to stay."""
    return row is not None and bool(row.pk) and book_of(row).editions.exists()


CONFLICT = "books_conflict"
"""The attribute of a request that says what its page does not know."""

OWN_BOOKS = "books_own"
"""The attribute of a request that keeps which books its user may edit."""


def _keys_of_own_books(request: HttpRequest) -> frozenset[int]:
    """Return the primary keys of the books that a user may edit, asked once."""
    if not hasattr(request, OWN_BOOKS):
        keys = own_books(cast(User, request.user)).values_list("pk", flat=True)
        setattr(request, OWN_BOOKS, frozenset(keys))
    found: frozenset[int] = getattr(request, OWN_BOOKS)
    return found


MESSAGES = "books_messages"
"""The attribute of a request whose page is being merged that keeps its messages."""

BOTH_KEPT = "Somebody else changed this page since you opened it; that is kept too."
MINE_STANDS = (
    "Where you and somebody else changed the same thing yours stands now; what else"
    " they changed is kept."
)

WRITES = "books_writes"
"""The attribute of a request that keeps what it did to each book, in words."""

MOST_NAMED = 3
"""Most rows that a revision of a page is called by."""


def note_write(request: HttpRequest, book: Book, verb: str, row: models.Model) -> None:
    """Say that a request is about to write a row of a book's draft."""
    writes = getattr(request, WRITES)
    if book.pk and book.pk not in writes:
        begin_revision(book)
    writes.setdefault(book.pk, (book, []))[1].append(f"{verb} {row}")


@contextmanager
def noting_writes(request: HttpRequest) -> Iterator[None]:
    """Note what a request does to drafts as one revision of each book."""
    writes: dict[int | None, tuple[Book, list[str]]] = {}
    setattr(request, WRITES, writes)
    yield
    user = cast(User, request.user)
    for book, words in writes.values():
        if book.pk and Book.objects.filter(pk=book.pk).exists():
            more = f" and {len(words) - MOST_NAMED} more" * (len(words) > MOST_NAMED)
            note_revision(book, user, f"{', '.join(words[:MOST_NAMED])}{more}")


class AuthoredAdmin(admin.ModelAdmin):
    """The admin of a table of books: each author sees and edits only their own."""

    view_on_site = False
    save_on_top = True
    formfield_overrides = {
        models.TextField: {
            "widget": forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})
        },
    }

    class Media:
        css = {"all": ["books/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        found = super().get_queryset(request)
        user = cast(User, request.user)
        if user.is_superuser:
            return found
        mine = own_books(user).values("pk")
        return (
            found.filter(pk__in=mine)
            if self.model is Book
            else found.filter(book__in=mine)
        )

    def has_change_permission(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> bool:
        allowed = super().has_change_permission(request, obj)
        return allowed and self._is_mine(request, obj)

    def has_delete_permission(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> bool:
        allowed = super().has_delete_permission(request, obj)
        return allowed and self._is_mine(request, obj)

    def _is_mine(self, request: HttpRequest, obj: models.Model | None) -> bool:
        """Return whether a row is of somebody's own book; asked of all that goes."""
        if obj is None:
            return True
        key = obj.pk if isinstance(obj, Book) else obj.book_id  # type: ignore[attr-defined]
        return key in _keys_of_own_books(request)

    def formfield_for_foreignkey(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> Any:
        if db_field.related_model is Book:
            kwargs["queryset"] = own_books(cast(User, request.user))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> Any:
        """Return a form that knows which value each row of the list showed."""
        return super().get_changelist_form(request, form=ListedForm, **kwargs)

    def get_readonly_fields(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> Any:
        fields = [*super().get_readonly_fields(request, obj)]
        if obj is not None and self.model is not Book:
            fields.append("book")
        has_key = any(column.name == "key" for column in self.model._meta.fields)
        if has_key and "key" not in fields and is_published(obj):
            fields.append("key")
        return fields

    def suggestions(self, row: models.Model) -> dict[str, list[tuple[str, str]]]:
        """Return the suggestions of the page's fields, by their list."""
        return {}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Merge a page that is out of date, and refuse it where that cannot be done."""
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic(), noting_writes(request):
            if object_id is None:
                return super().changeform_view(request, None, form_url, extra_context)
            row = self.get_object(request, unquote(object_id))
            conflict = None
            if row is not None and self.has_change_permission(request, row):
                lock_draft(book_of(row).key)
                now = stale.shown(request, row, self.get_inline_instances(request, row))
                seen = stale.read_token(request.POST.get(stale.FIELD, ""))
                conflict = stale.find_conflict(seen, row, now)
                if conflict is not None and seen is not None:
                    merged = self._merge(request, row, seen)
                    if merged is not None:
                        return merged
            setattr(request, CONFLICT, conflict)
            answer = super().changeform_view(
                request, object_id, form_url, extra_context
            )
        if conflict is not None:
            answer.status_code = 409
        return answer

    def _merge(
        self, request: HttpRequest, row: models.Model, seen: stale.Seen
    ) -> HttpResponse | None:
        """Save a page on the draft that it showed, merged with the draft of now.

        Where both say something else the page wins if its author was told of theirs.
        Returns nothing, and writes nothing, if not, or if the page cannot be saved so.
        """
        book, user = book_of(row), cast(User, request.user)
        setattr(request, MESSAGES, [])
        with transaction.atomic():
            answer, mine = self._save_as_seen(request, row, seen)
            transaction.set_rollback(True)
        waiting = getattr(request, MESSAGES)
        delattr(request, MESSAGES)
        getattr(request, WRITES).clear()
        if answer is None:
            return None
        what = f"Changed {row}"
        write = partial(write_draft, book, mine, user, seen=seen["revision"], what=what)
        try:
            written = write()
            won = bool(written.clashes) and seen.get("told") == written.revision
            if won:
                written = write(choices={clash.at: MINE for clash in written.clashes})
        except BookError:
            return None
        if written.clashes:
            return None
        stale.log_change(user, book, f"{what}, merged with what others wrote.")
        for tell in waiting:
            tell()
        self.message_user(request, MINE_STANDS if won else BOTH_KEPT, messages.INFO)
        return answer

    def _save_as_seen(
        self, request: HttpRequest, row: models.Model, seen: stale.Seen
    ) -> tuple[HttpResponse | None, Any]:
        """Put back the draft that a page showed and save the page: answer, draft."""
        book = book_of(row)
        try:
            save_draft(draft_at(book, seen["revision"]))
        except (RevisionError, BookError):
            return None, None
        inlines = self.get_inline_instances(request, row)
        if stale.shown(request, row, inlines) != seen["document"]:
            return None, None
        setattr(request, CONFLICT, None)
        answer = super().changeform_view(request, str(row.pk))
        saved = answer.status_code == HTTPStatus.FOUND
        return (answer, draft_document(book)) if saved else (None, None)

    def message_user(
        self, request: HttpRequest, message: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Tell somebody what was done; only once it is, while a page is merged."""
        waiting = getattr(request, MESSAGES, None)
        if waiting is None:
            super().message_user(request, message, *args, **kwargs)
        else:
            waiting.append(
                partial(super().message_user, request, message, *args, **kwargs)
            )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method != "POST":
            return super().changelist_view(request, extra_context)
        with transaction.atomic(), noting_writes(request):
            return super().changelist_view(request, extra_context)

    def delete_view(
        self,
        request: HttpRequest,
        object_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if request.method != "POST":
            return super().delete_view(request, object_id, extra_context)
        with transaction.atomic(), noting_writes(request):
            return super().delete_view(request, object_id, extra_context)

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        setattr(form, "is_stale", getattr(request, CONFLICT, None) is not None)  # noqa: B010
        return form

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        row = context.get("original")
        context["suggestions"] = self.suggestions(row) if row is not None else {}
        context["conflict"] = getattr(request, CONFLICT, None)
        open_folds(context)
        if row is not None:
            context["seen"] = self._token(request, row)
        return super().render_change_form(request, context, *args, **kwargs)

    def _token(self, request: HttpRequest, row: models.Model) -> str:
        """Return what a page shows; one that is told again still shows what it did."""
        seen = stale.read_token(request.POST.get(stale.FIELD, ""))
        if getattr(request, CONFLICT, None) is not None and seen is not None:
            return stale.told_token(seen, book_of(row))
        inlines = self.get_inline_instances(request, row)
        return stale.token(stale.shown(request, row, inlines), book_of(row))

    def response_change(self, request: HttpRequest, obj: models.Model) -> HttpResponse:
        answer = super().response_change(request, obj)
        self._point_to_check(request, book_of(obj))
        return answer

    def _point_to_check(self, request: HttpRequest, book: Book) -> None:
        """Say the next step before players see the saved change."""
        address = reverse("admin:books_book_check", args=[book.pk])
        text = 'Players see it when the book is published: <a href="{}">{}</a>.'
        words = f"check and publish {book}"
        self.message_user(request, format_html(text, address, words), messages.INFO)

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: forms.ModelForm,
        change: bool,  # noqa: FBT001
    ) -> None:
        note_write(request, book_of(obj), "Changed" if change else "Added", obj)
        place(obj)
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        note_write(request, book_of(obj), "Deleted", obj)
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for row in sorted(queryset, key=lambda row: book_of(row).key):
            note_write(request, book_of(row), "Deleted", row)
        super().delete_queryset(request, queryset)

    def save_formset(
        self,
        request: HttpRequest,
        form: forms.ModelForm,
        formset: Any,
        change: bool,  # noqa: FBT001
    ) -> None:
        book = book_of(form.instance)
        rows = formset.save(commit=False)
        for row in formset.deleted_objects:
            row.delete()
        for row in rows:
            row.book = book
            place(row)
            row.save()
        formset.save_m2m()


OWNERS = (
    *("unit_id", "item_id", "model_type_id"),
    *("slot_id", "option_list_id", "option_id"),
)


def place(row: Any) -> None:
    """Put a row without a position behind the others of its owner."""
    if not hasattr(row, "position") or row.position:
        return
    beside = {name: getattr(row, name) for name in OWNERS if hasattr(row, name)}
    others = type(row)._default_manager.filter(book_id=row.book_id, **beside)
    last = others.exclude(pk=row.pk).aggregate(last=Max("position"))["last"]
    row.position = (last or 0) + 1
