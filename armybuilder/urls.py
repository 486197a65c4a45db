"""The site's addresses: one prefix for each app."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from armybuilder.api.schemas import serve_schema

urlpatterns = [
    path("accounts/", include("armybuilder.accounts.urls")),
    path("books/", include("armybuilder.books.urls")),
    path("match-ups/", include("armybuilder.matchups.urls")),
    path("events/", include("armybuilder.events.urls")),
    path("v/", include("armybuilder.events.verify_urls")),
    path("packs/", include("armybuilder.packs.urls")),
    path("api/v1/", include("armybuilder.api.urls")),
    path("schemas/<slug:name>.schema.json", serve_schema, name="schema"),
    # One way in, and one way to a new password, so that one throttle guards each.
    path(
        "admin/login/",
        RedirectView.as_view(pattern_name="accounts:sign_in", query_string=True),
        name="admin_sign_in",
    ),
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="accounts:change_password"),
        name="admin_change_password",
    ),
    path("admin/", admin.site.urls),
    # Browsers ask for it where a page names none: documents, the admin.
    path(
        "favicon.ico",
        RedirectView.as_view(url=f"/{settings.STATIC_URL.lstrip('/')}favicon.svg"),
        name="favicon",
    ),
    path("", include("armybuilder.armies.urls")),
]

handler400 = "armybuilder.security.bad_request"
