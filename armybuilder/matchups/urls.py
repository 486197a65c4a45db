"""Addresses of this app."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.matchups import comparison_views, decision_views, views

app_name = "matchups"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.show_match_up, name="show"),
    path("preview/", views.show_preview, name="preview"),
    path("decisions/", decision_views.show_decisions, name="decisions"),
    path("compare/", comparison_views.compare, name="compare"),
    path("compare/table.csv", comparison_views.compare_csv, name="compare_csv"),
    path(
        "compare/every.csv",
        comparison_views.compare_csv,
        {"every": True},
        name="compare_every",
    ),
    path("compare/start/", comparison_views.start_comparison, name="compare_start"),
    path(
        "compare/progress/<int:job>/",
        comparison_views.show_progress,
        name="compare_progress",
    ),
    path(
        "compare/cancel/<int:job>/",
        comparison_views.cancel_comparison,
        name="compare_cancel",
    ),
]
