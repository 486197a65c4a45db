"""Addresses of this app."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.matchups import views

app_name = "matchups"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.show_match_up, name="show"),
    path("preview/", views.show_preview, name="preview"),
]
