"""The site's addresses: one prefix for each app."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("armybuilder.accounts.urls")),
    path("books/", include("armybuilder.books.urls")),
    path("match-ups/", include("armybuilder.matchups.urls")),
    path("api/v1/", include("armybuilder.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("armybuilder.armies.urls")),
]
