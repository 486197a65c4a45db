"""Addresses of the API."""

from django.urls import URLPattern, URLResolver, path, re_path

from armybuilder.api import (
    armies,
    books,
    comparisons,
    docs,
    draft_checks,
    draft_revisions,
    drafts,
    filing,
    games,
    links,
    plans,
    reviews,
)

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("games/", games.list_games, name="games"),
    path("games/<slug:key>/", games.read_game, name="game"),
    path("books/", books.list_books, name="books"),
    path("books/<slug:key>/", books.read_book, name="book"),
    path("books/<slug:key>/editions/<int:number>/", books.read_edition, name="edition"),
    path("drafts/", drafts.drafts, name="drafts"),
    path("drafts/<slug:key>/", drafts.draft, name="draft"),
    path("drafts/<slug:key>/edits/", drafts.edit, name="draft_edits"),
    path("drafts/<slug:key>/findings/", draft_checks.findings, name="findings"),
    path("drafts/<slug:key>/editions/", draft_checks.publish, name="publish"),
    path(
        "drafts/<slug:key>/revisions/", draft_revisions.list_revisions, name="revisions"
    ),
    path("drafts/<slug:key>/reverts/", draft_revisions.revert, name="revert"),
    path("armies/", armies.armies, name="armies"),
    path("armies/<slug:public_id>/", armies.army, name="army"),
    path("armies/<slug:public_id>/edits/", armies.edit_army, name="edits"),
    path("armies/<slug:public_id>/restore/", armies.restore_army, name="restore"),
    path("armies/<slug:public_id>/sharing/", links.share_army, name="sharing"),
    path("armies/<slug:public_id>/filing/", filing.file_army, name="filing"),
    path("secret/<slug:token>/", links.read_secret_list, name="secret"),
    path("armies/<slug:public_id>/review/", armies.review_army, name="army_review"),
    path("reviews/", reviews.review_roster, name="reviews"),
    path("plans/", plans.plan_roster, name="plans"),
    path("checks/", reviews.check_rosters, name="checks"),
    path("odds/", reviews.work_out_odds, name="odds"),
    path("comparisons/", comparisons.begin_comparison, name="comparisons"),
    path("comparisons/<int:job>/", comparisons.comparison, name="comparison"),
    path("schema/", docs.read_schema, name="schema"),
    path("docs/", docs.show_docs, name="docs"),
    path("docs/try/", docs.try_api, name="try"),
    path("", docs.read_root, name="root"),
    re_path(r"", docs.not_found, name="not_found"),
]
