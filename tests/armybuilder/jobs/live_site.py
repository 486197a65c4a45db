"""Two addresses for the web process that tests start and kill."""

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from armybuilder.jobs.models import Job
from armybuilder.jobs.work import find, start


@csrf_exempt
def jobs(request: HttpRequest) -> HttpResponse:
    """POST starts a job, GET with its document finds it."""
    if request.method == "POST":
        return answer(start("counted", json.loads(request.body), "user 1"))
    return answer(find("counted", json.loads(request.GET["document"])))


def answer(job: Job | None) -> HttpResponse:
    if job is None:
        return JsonResponse({}, status=404)
    return JsonResponse(
        {"state": job.state, "done": job.done, "error": job.error, "result": job.result}
    )


urlpatterns = [
    path("jobs/", jobs),
    # Middleware asks where the API begins.
    path("api/v1/", include("armybuilder.api.urls")),
]
