"""Addresses of this app."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, path

from armybuilder.armies.allowances import paid_page
from armybuilder.armies.exports import EXPORTS
from armybuilder.armies.views import (
    book_tests,
    builder,
    bulk_check,
    check,
    compare,
    disagree,
    history,
    home,
    lists,
    pack_trial,
    pages,
    plans,
    setups,
    share,
    sheet,
)


def _exports(
    before: str, view: Callable[..., HttpResponse], prefix: str = ""
) -> list[URLPattern]:
    return [
        path(
            f"{before}/{export.file}",
            paid_page(view) if export.is_judged else view,
            {"export": export},
            name=f"{prefix}{export.key}",
        )
        for export in EXPORTS
    ]


app_name = "armies"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("samples/<slug:game>/", home.open_sample, name="sample"),
    path("help/", home.show_help, name="help"),
    path("armies/", lists.show_mine, name="mine"),
    path("armies/new/", pages.new, name="new"),
    path("armies/import/", pages.import_army, name="import"),
    path("armies/public/", lists.show_public, name="public"),
    path("armies/deleted/", lists.show_deleted, name="deleted"),
    path("armies/disagreements/", disagree.show_disagreements, name="disagreements"),
    path("packs/<slug:key>/try/", pack_trial.try_pack, name="try_pack"),
    path("armies/<slug:army>/", builder.show, name="show"),
    path("armies/<slug:army>/edit/", builder.edit, name="edit"),
    path("armies/<slug:army>/what-if/", builder.what_if, name="what_if"),
    path("armies/<slug:army>/plan/", plans.plan, name="plan"),
    path("armies/<slug:army>/try/", plans.try_rules, name="try"),
    path("armies/<slug:army>/pack/", plans.choose_pack, name="choose_pack"),
    path("armies/<slug:army>/undo/", builder.undo, name="undo"),
    path("armies/<slug:army>/redo/", builder.redo, name="redo"),
    path("armies/<slug:army>/sharing/", builder.set_sharing, name="sharing"),
    path("armies/<slug:army>/duplicate/", builder.duplicate, name="duplicate"),
    path("armies/<slug:army>/history/", history.show_history, name="history"),
    path(
        "armies/<slug:army>/history/<int:number>/",
        history.show_revision,
        name="revision",
    ),
    path(
        "armies/<slug:army>/history/<int:number>/restore/",
        history.restore_revision,
        name="restore_revision",
    ),
    path("armies/<slug:army>/changes/", compare.compare_states, name="changes"),
    path("armies/<slug:army>/compare/", compare.compare_armies, name="compare"),
    path("armies/<slug:army>/edition/", compare.move_edition, name="move_edition"),
    path(
        "armies/<slug:army>/book-test/",
        book_tests.keep_book_test,
        name="keep_book_test",
    ),
    path(
        "armies/<slug:army>/disagree/<slug:message>/",
        disagree.disagree,
        name="disagree",
    ),
    path("armies/<slug:army>/share/", share.share_army, name="share"),
    path("armies/<slug:army>/filing/", lists.file_away, name="file_away"),
    path("armies/<slug:army>/archive/", lists.put_in_archive, name="archive"),
    path("armies/<slug:army>/unarchive/", lists.take_from_archive, name="unarchive"),
    path("armies/<slug:army>/delete/", lists.delete, name="delete"),
    path("armies/<slug:army>/restore/", lists.restore, name="restore"),
    path("armies/<slug:army>/erase/", lists.erase, name="erase"),
    path("paper-set-ups/", setups.save_setup, name="save_setup"),
    path(
        "paper-set-ups/<int:number>/delete/", setups.delete_setup, name="delete_setup"
    ),
    path("armies/<slug:army>/print/", sheet.print_army, name="print"),
    path("armies/<slug:army>/army.pdf", sheet.army_pdf, name="pdf"),
    *_exports("armies/<slug:army>", share.export_army),
    path("share/<slug:token>/", share.show_shared, name="shared"),
    path("share/<slug:token>/copy/", share.copy_shared, name="copy_shared"),
    path("share/<slug:token>/print/", sheet.shared_print, name="shared_print"),
    path("share/<slug:token>/army.pdf", sheet.shared_pdf, name="shared_pdf"),
    *_exports("share/<slug:token>", share.export_shared, "shared_"),
    path("secret/<slug:token>/", share.show_secret, name="secret"),
    path("check/", check.check, name="check"),
    path("check/army/", check.open_army, name="check_open"),
    path("check/download/", check.download_check, name="check_download"),
    path("check/<slug:bulk>/", bulk_check.show_check, name="bulk_check"),
    path("check/<slug:bulk>/change/", bulk_check.change_check, name="change_check"),
    path(
        "check/<slug:bulk>/<int:number>/",
        bulk_check.show_verdict,
        name="check_verdict",
    ),
    path(
        "check/<slug:bulk>/<str:what>",
        bulk_check.export_check,
        name="export_check",
    ),
]
