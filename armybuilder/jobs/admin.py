"""Jobs in the admin: to look at, and to cancel."""

from datetime import timedelta

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import cancel


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ("kind", "state", "progress", "took", "error", "waiting", "created")
    list_filter = ("state", "kind")
    ordering = ("-created",)
    fields = (*list_display, "input_hash", "release", "started", "finished")
    readonly_fields = fields
    actions = ("cancel_jobs",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Job]:
        done = Count("chunks", Q(chunks__state=State.DONE), distinct=True)
        waiting = Count("askings", distinct=True)
        jobs = Job.objects.annotate(chunks_done=done, waiting_now=waiting)
        return jobs.defer("document", "result")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Job | None = None
    ) -> bool:
        return False

    @admin.display(description="chunks")
    def progress(self, job: Job) -> str:
        return f"{job.chunks_done} of {job.total}"  # type: ignore[attr-defined]

    @admin.display(description="who waits")
    def waiting(self, job: Job) -> int:
        return int(job.waiting_now)  # type: ignore[attr-defined]

    @admin.display(description="time")
    def took(self, job: Job) -> str:
        if job.started is None:
            return ""
        seconds = ((job.finished or timezone.now()) - job.started).total_seconds()
        return str(timedelta(seconds=round(seconds)))

    @admin.action(description="Cancel the chosen jobs", permissions=["change"])
    def cancel_jobs(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        for job in jobs:
            cancel(job)
        self.message_user(request, "What was not over yet is cancelled.")
