"""Editions in the admin: to read only."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.accounts.models import User
from armybuilder.books import editions
from armybuilder.books.authors import own_books
from armybuilder.books.models import Edition
from armybuilder.books.parts import as_file, normal
from rulesets.core.subject import so_many

SHOWN = (
    "book",
    "number",
    "is_offered",
    "published_at",
    "published_by",
    "notes",
    "sha256",
    "page",
    "shown_document",
)


class ReasonForm(ActionForm):
    """The choice of an action, with the reason that players read of a withdrawal."""

    reason = forms.CharField(
        label="Reason to withdraw, for players:", max_length=500, required=False
    )


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    list_display = [
        *("book", "number", "is_offered", "published_at", "published_by", "hash"),
        "notes",
    ]
    action_form = ReasonForm
    actions = ["withdraw", "offer_again"]
    list_display_links = ["number"]
    list_filter = ["book__game", ("book", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["book", "published_by", "withdrawal", "trial"]
    search_fields = ["book__name", "book__key", "notes", "sha256"]
    date_hierarchy = "published_at"
    fields = SHOWN
    readonly_fields = SHOWN

    class Media:
        css = {"all": ["books/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Edition]:
        user = cast(User, request.user)
        found = super().get_queryset(request).defer("document")
        return found if user.is_superuser else found.filter(book__in=own_books(user))

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        """Let authors of books decide which of their editions are offered."""
        return cast(User, request.user).has_perm("books.change_book")

    @admin.action(
        description="Withdraw from choice (armies that use it keep it)",
        permissions=["withdraw"],
    )
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Edition]) -> None:
        several = list(chosen)
        reason = request.POST.get("reason", "").strip()
        count = editions.withdraw(several, cast(User, request.user), reason)
        self._tell(request, several, count, "withdrawn from choice")

    @admin.action(description="Offer again", permissions=["withdraw"])
    def offer_again(self, request: HttpRequest, chosen: QuerySet[Edition]) -> None:
        several = list(chosen)
        count = editions.offer_again(several)
        self._tell(request, several, count, "offered again")

    def _tell(
        self, request: HttpRequest, several: list[Edition], count: int, what: str
    ) -> None:
        for edition in several:
            self.log_change(request, edition, f"{what.capitalize()}.")
        words = f"{so_many(count, 'edition')} {what}."
        self.message_user(request, words)

    @admin.display(description="offered", boolean=True)
    def is_offered(self, edition: Edition) -> bool:
        return edition.is_offered

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="SHA-256")
    def hash(self, edition: Edition) -> str:
        return f"{edition.sha256[:12]}…"

    @admin.display(description="page")
    def page(self, edition: Edition) -> SafeString:
        address = reverse("books:edition", args=[edition.book.key, edition.number])
        return format_html('<a href="{}">{}</a>', address, address)

    @admin.display(description="document")
    def shown_document(self, edition: Edition) -> SafeString:
        text = as_file(normal(edition.document))
        return format_html(
            '<pre class="books-document" tabindex="0" role="region"'
            ' aria-label="Document">{}</pre>',
            text,
        )
