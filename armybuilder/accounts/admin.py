"""People in the admin."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from armybuilder.accounts.author_requests import answer_request
from armybuilder.accounts.models import AuthorRequest, RequestState, User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Accounts; what is deleted with one is counted, not named."""

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        _, counts, needed, kept = super().get_deleted_objects(objs, request)
        return [str(one) for one in objs], counts, needed, kept


admin.site.site_header = "Armybuilder"
admin.site.site_title = "Armybuilder"
admin.site.index_title = "Books and people"


class AnswerForm(ActionForm):
    """The choice of an answer, with the words that the player reads."""

    reason = forms.CharField(
        label="Words for the player:", max_length=500, required=False
    )


@admin.register(AuthorRequest)
class AuthorRequestAdmin(admin.ModelAdmin):
    """The queue of those who ask to become authors, the open ones first."""

    list_display = ["person", "text", "asked_at", "state", "answered_by", "reason"]
    list_display_links = None
    list_filter = ["state"]
    list_select_related = ["person", "answered_by"]
    ordering = ["-state", "-asked_at"]
    search_fields = ["person__username", "text"]
    action_form = AnswerForm
    actions = ["accept", "decline"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Make them authors", permissions=["change"])
    def accept(self, request: HttpRequest, chosen: QuerySet[AuthorRequest]) -> None:
        self._answer(request, chosen, RequestState.ACCEPTED)

    @admin.action(description="Decline", permissions=["change"])
    def decline(self, request: HttpRequest, chosen: QuerySet[AuthorRequest]) -> None:
        self._answer(request, chosen, RequestState.DECLINED)

    def _answer(
        self,
        request: HttpRequest,
        chosen: QuerySet[AuthorRequest],
        state: RequestState,
    ) -> None:
        reason = request.POST.get("reason", "").strip()
        by, answered = cast(User, request.user), 0
        for row in chosen:
            if answer_request(row, state, by, reason):
                self.log_change(request, row, f"{state.label}.")
                answered += 1
        late = len(chosen) - answered
        words = f"{answered} {state.value}."
        if late:
            words += f" {late} had been answered before."
        self.message_user(request, words)
