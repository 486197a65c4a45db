"""Addresses of this app."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.matchups import compare_views, views

app_name = "matchups"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.show_match_up, name="show"),
    path("preview/", views.show_preview, name="preview"),
    path("compare/", compare_views.compare, name="compare"),
    path("compare/table.csv", compare_views.compare_csv, name="compare_csv"),
    path(
        "compare/every.csv",
        compare_views.compare_csv,
        {"every": True},
        name="compare_every",
    ),
    path("compare/start/", compare_views.start_comparison, name="compare_start"),
    path(
        "compare/progress/<int:job>/",
        compare_views.show_progress,
        name="compare_progress",
    ),
    path(
        "compare/cancel/<int:job>/",
        compare_views.cancel_comparison,
        name="compare_cancel",
    ),
]
