"""Books and items in the admin, with the pages to check, publish and import."""

from typing import Any, cast

from django.contrib import admin
from django.db import models
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from armybuilder.accounts.models import User
from armybuilder.books.admin import (
    book_bar,
    book_test_pages,
    disagreements,
    examples,
    fairness,
    findings,
    forks,
    impact,
    imports,
    pages,
    people,
    preview,
    prices,
    publications,
    revisions,
    rule_desk,
    translations,
    unit_desk,
)
from armybuilder.books.admin.access import AuthoredAdmin
from armybuilder.books.admin.choices import KINDS
from armybuilder.books.admin.forms import BookForm, NewBookForm, item_form
from armybuilder.books.admin.inlines import (
    BookLimitInline,
    BookSlotInline,
    CategoryInline,
    LimitInline,
    OptionListInline,
    PrintedRuleInline,
    SpecialRuleInline,
    SwitchInline,
    TallyInline,
)
from armybuilder.books.authors import Right, may
from armybuilder.books.beginnings import add_usual_categories
from armybuilder.books.crests import crest_of, drawn
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.models import (
    Book,
    Item,
    Limit,
    OptionList,
    PrintedRule,
    SpecialRule,
    Unit,
)
from rulesets.books.checks.names import ITEM_KINDS
from rulesets.core.points import points_text
from rulesets.games import find_game
from rulesets.libraries import PARTS, inherited

MOST_INLINE = 40
"""Rows of one table that a book's page shows; more have a page of their own only."""

LISTED = (Unit, Item, OptionList, SpecialRule, Limit, PrintedRule)
"""Lists of their own to which a book's page links."""


@admin.register(Book)
class BookAdmin(AuthoredAdmin):
    form = BookForm
    list_display = ["name", "game", "unit_total", "newest_edition", "changed_at"]
    list_filter = ["game"]
    search_fields = ["name", "key", "source"]
    readonly_fields = ["unit_list", "parts", "crest", "from_library"]
    inlines = [
        CategoryInline,
        SpecialRuleInline,
        BookLimitInline,
        PrintedRuleInline,
        OptionListInline,
        BookSlotInline,
        SwitchInline,
        TallyInline,
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        found: QuerySet = super().get_queryset(request)
        annotated: QuerySet = found.annotate(
            unit_count=Count("units", distinct=True),
            edition_number=Max("editions__number"),
            planned_at=Max(
                "publications__due_at", filter=Q(publications__state="waiting")
            ),
        )
        return annotated

    def has_delete_permission(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> bool:
        """Return whether a book may be deleted: by its owners."""
        allowed = super().has_delete_permission(request, obj)
        if not allowed or not isinstance(obj, Book):
            return allowed
        return may(cast(User, request.user), Right.MANAGE, obj)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        book = context.get("original")
        if book is not None:
            context |= publications.publication_context(book)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="As it is saved")
    def crest(self, book: Book) -> SafeString:
        """Return the crest of the draft."""
        return drawn(crest_of(book), "crest crest--l")

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        if obj is None:
            return []
        long = {table for table, count in counts(obj) if count > MOST_INLINE}
        return [inline for inline in self.inlines if inline.model not in long]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": ["name", "game", "source", "note"]})]
        first = [("name", "key"), "game", "source", "note", "parts", "unit_list"]
        return [
            (None, {"fields": first}),
            ("Crest", {"fields": ["crest", ("colours", "field", "emblem")]}),
            ("Licence", {"fields": ["licence", "attribution", "language"]}),
            ("Gaps", {"fields": ["missing", "accepted"]}),
            ("Library", {"fields": ["library_number", "from_library"]}),
            ("More", {"classes": ["collapse"], "fields": ["changes"]}),
        ]

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        if obj is None:
            kwargs["form"] = NewBookForm
        return super().get_form(request, obj, change, **kwargs)

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go on to the units of the new book."""
        if "_addanother" in request.POST:
            return super().response_add(request, obj, post_url_continue)
        self.message_user(request, f"{obj} was begun. Now add its units.")
        return HttpResponseRedirect(unit_desk.units_address(obj))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return [*fields, "game"] if obj is not None else fields

    def save_related(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        change: bool,  # noqa: FBT001
    ) -> None:
        super().save_related(request, form, formsets, change)
        if not change:
            form.instance.people.add(cast(User, request.user))
            add_usual_categories(form.instance)

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(
                "import/", self._page(imports.import_document), name="books_book_import"
            ),
            path(
                "roles/",
                self._page(people.show_own_roles),
                name="books_book_own_roles",
            ),
            path(
                "fork/<int:edition>/",
                self._page(forks.fork_book),
                name="books_book_fork",
            ),
        ]
        of_draft = (
            ("check/", pages.check_book, "check"),
            ("examples/", examples.show_examples, "examples"),
            ("examples/start/", examples.start_examples, "examples_start"),
            ("examples/cancel/", examples.cancel_examples, "examples_cancel"),
            ("rules/", rule_desk.show_rules, "rules"),
            ("rules/blank/", rule_desk.show_menu, "blank"),
            ("rules/words/", rule_desk.show_words, "rule_words"),
            ("mend/", findings.mend_finding, "mend"),
            ("accept/", findings.accept_finding, "accept"),
            ("reopen/", findings.reopen_finding, "reopen"),
        )
        of_editions = (
            ("publish/", pages.publish_book, "publish"),
            ("trial/", pages.give_book_trial, "trial"),
            ("export/", pages.export_book, "export"),
        )
        tests = (
            ("tests/", book_test_pages.show_tests, "tests"),
            ("tests/accept/", book_test_pages.accept_tests, "accept_tests"),
            ("tests/remove/", book_test_pages.remove_test, "remove_test"),
            ("tests/export/", book_test_pages.export_tests, "export_tests"),
            ("tests/import/", book_test_pages.import_tests_document, "import_tests"),
        )
        roles = (
            ("preview/", preview.show_preview, "preview"),
            ("preview/odds/", preview.show_preview_odds, "preview_odds"),
            ("revisions/", revisions.show_revisions, "revisions"),
            ("revisions/revert/", revisions.revert_revision, "revert"),
            ("revisions/go-back/", revisions.go_back, "go_back"),
            ("revisions/undo/", revisions.undo_edit, "undo"),
            ("revisions/redo/", revisions.redo_edit, "redo"),
        )
        units = (
            ("verdict/", book_bar.show_verdict, "verdict"),
            ("prices/", prices.show_prices, "prices"),
            ("prices/export/", prices.export_prices, "export_prices"),
            ("units/", unit_desk.show_units, "units"),
            ("units/<slug:key>/", unit_desk.show_unit, "unit"),
        )
        rows = (
            *of_draft,
            *of_editions,
            *tests,
            *fairness.PAGES,
            *impact.PAGES,
            *roles,
            *units,
            *disagreements.PAGES,
            *people.PAGES,
            *publications.PAGES,
            *forks.PAGES,
            *translations.PAGES,
        )
        more = [
            path(f"<int:pk>/{tail}", self._page(view), name=f"books_book_{name}")
            for tail, view, name in rows
        ]
        return [*own, *more, *super().get_urls()]

    def _page(self, view: Any) -> Any:
        return pages.for_people(view, self)

    @admin.display(description="units", ordering="unit_count")
    def unit_total(self, book: Any) -> SafeString:
        address = f"{reverse('admin:books_unit_changelist')}?book__id__exact={book.pk}"
        return format_html('<a href="{}">{}</a>', address, book.unit_count)

    @admin.display(description="newest edition", ordering="edition_number")
    def newest_edition(self, book: Any) -> str:
        newest = str(book.edition_number or "none yet")
        if book.planned_at is None:
            return newest
        at = localtime(book.planned_at).isoformat(timespec="minutes")
        return f"{newest}, next at {at}"

    @admin.display(description="parts")
    def parts(self, book: Book) -> SafeString:
        links = [
            (
                reverse(f"admin:books_{table._meta.model_name}_changelist"),
                book.pk,
                count,
                str(table._meta.verbose_name_plural),
            )
            for table, count in counts(book)
        ]
        line = '<li><a href="{}?book__id__exact={}">{} {}</a></li>'
        return format_html(
            '<ul class="books-links">{}</ul>', format_html_join("", line, links)
        )

    @admin.display(description="What it takes")
    def from_library(self, book: Book) -> SafeString | str:
        """Return what the draft inherits and overrules, a folded list each."""
        if not book.library_number:
            return "nothing"
        # A form that is shown again has a book that is not saved.
        saved = Book.objects.get(pk=book.pk)
        taken = inherited(read_draft(saved).document)
        folds = [
            *((f"{of} from the library", taken.parts(of)) for of in PARTS),
            *(
                (f"{of} of its own for the library's", taken.overruled.get(of, {}))
                for of in PARTS
            ),
        ]
        lines = [
            (len(parts), words, ", ".join(part["name"] for part in parts.values()))
            for words, parts in folds
            if parts
        ]
        line = "<details><summary>{} {}</summary><p>{}</p></details>"
        return format_html_join("", line, lines) or "nothing"

    @admin.display(description="units")
    def unit_list(self, book: Book) -> SafeString | str:
        rows = [
            (reverse("admin:books_unit_change", args=[u.pk]), u)
            for u in book.units.all()
        ]
        return pages.link_list(
            rows, reverse("admin:books_unit_add") + f"?book={book.pk}"
        )


def counts(book: Book) -> list[tuple[Any, int]]:
    """Return how many rows a book has in each of the tables that its page links to."""
    whole = Book.objects.filter(pk=book.pk)
    asked: dict[str, Any] = {
        table.__name__: Subquery(
            table._default_manager.filter(book=OuterRef("pk"))
            .order_by()
            .values("book")
            .annotate(rows=Count("pk"))
            .values("rows")
        )
        for table in LISTED
    }
    found: Any = whole.values(**asked).get()
    return [(table, found[table.__name__] or 0) for table in LISTED]


@admin.register(Item)
class ItemAdmin(AuthoredAdmin):
    list_display = ["name", "book", "kind", "price", "position"]
    list_editable = ["position"]
    list_filter = ["book__game", ("book", admin.RelatedOnlyFieldListFilter), "kind"]
    list_select_related = ["book"]
    search_fields = ["name", "key", "book__name"]
    ordering = ["book__name", "position", "pk"]
    inlines = [LimitInline]

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj is not None else []

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        kwargs["form"] = item_form(find_game(obj.book.game) if obj else None)
        kwargs["fields"] = None
        made = super().get_form(request, obj, change, **kwargs)
        made.base_fields["kind"].widget.attrs["list"] = KINDS
        return made

    def suggestions(self, row: Any) -> dict[str, list[tuple[str, str]]]:
        return {KINDS: [(kind, "") for kind in ITEM_KINDS]}

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["stats"]

    @admin.display(description="points", ordering="points")
    def price(self, item: Item) -> str:
        return points_text(item.points)
