"""Addresses of packs."""

from django.urls import path

from armybuilder.packs.views import desk, people, replacement, shelf

app_name = "packs"
urlpatterns = [
    path("", shelf.index, name="index"),
    path("new/", shelf.begin, name="begin"),
    path("read-in/", shelf.read_in, name="read_in"),
    path("<slug:key>/", shelf.show_pack, name="pack"),
    path("<slug:key>/document/", shelf.download, name="document"),
    path("<slug:key>/versions/<int:number>/", shelf.show_pack, name="version"),
    path(
        "<slug:key>/versions/<int:number>/document/",
        shelf.download,
        name="version_document",
    ),
    path("<slug:key>/versions/<int:number>/copy/", people.copy, name="copy_version"),
    path("<slug:key>/edit/", desk.edit, name="edit"),
    path("<slug:key>/rules/", desk.rules, name="rules"),
    path("<slug:key>/blank/", desk.blank, name="blank"),
    path("<slug:key>/rule-words/", desk.rule_words, name="rule_words"),
    path("<slug:key>/parts/", desk.parts, name="parts"),
    path("<slug:key>/parts/<slug:part>/", desk.form_part, name="form_part"),
    path("<slug:key>/read-in/", replacement.read_over, name="read_over"),
    path("<slug:key>/publish/", people.publish, name="publish"),
    path("<slug:key>/share/", people.share, name="share"),
    path("<slug:key>/leave/", people.leave, name="leave"),
    path("<slug:key>/copy/", people.copy, name="copy"),
    path("<slug:key>/give-up/", people.give_up, name="give_up"),
]
