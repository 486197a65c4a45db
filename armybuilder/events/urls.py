"""Addresses of this app."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.events.views import (
    field,
    judge,
    organise,
    papers,
    places,
    public,
    rounds,
    sent,
)

app_name = "events"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.show_events, name="index"),
    path("new/", organise.new_event, name="new"),
    path("friendly/", public.new_friendly, name="friendly"),
    path("i/<str:link>/", public.open_link, name="link"),
    path("<slug:slug>/", public.show_event, name="show"),
    path("<slug:slug>/join/", public.join_event, name="join"),
    path("<slug:slug>/settings/", organise.settings, name="settings"),
    path("<slug:slug>/move/", organise.move, name="move"),
    path("<slug:slug>/delete/", organise.delete, name="delete"),
    path("<slug:slug>/people/", organise.people, name="people"),
    path("<slug:slug>/rounds/", rounds.show_rounds, name="rounds"),
    path("<slug:slug>/papers/", papers.show_papers, name="papers"),
    path(
        "<slug:slug>/papers/judge-pack-<int:part>.pdf",
        papers.judge_pack,
        name="judge_pack",
    ),
    path("<slug:slug>/papers/judge-pack.csv", papers.judge_table, name="judge_table"),
    path("<slug:slug>/papers/booklet-<int:part>.pdf", papers.booklet, name="booklet"),
    path(
        "<slug:slug>/papers/round-<int:game_round>-tables-<int:part>.pdf",
        papers.tables,
        name="table_sheets",
    ),
    path("<slug:slug>/mine/", places.show_place, name="mine"),
    path("<slug:slug>/mine/choose/", places.choose_list, name="choose"),
    path("<slug:slug>/mine/hand-in/", places.submit, name="hand_in"),
    path("<slug:slug>/mine/answer/", places.answer_judge, name="answer"),
    path("<slug:slug>/mine/withdraw/", places.leave, name="withdraw"),
    path("<slug:slug>/receipts/<slug:code>.json", places.receipt, name="receipt"),
    path("<slug:slug>/field/", field.show_field, name="field"),
    path("<slug:slug>/field/start/", field.start_field, name="field_start"),
    path("<slug:slug>/field/cancel/", field.cancel_field, name="field_cancel"),
    path("<slug:slug>/board/", judge.show_board, name="board"),
    path("<slug:slug>/board/pulse/", judge.show_pulse, name="pulse"),
    path("<slug:slug>/board/accept/", judge.accept_chosen, name="accept_chosen"),
    path("<slug:slug>/sent/", sent.show_sent, name="sent"),
    path("<slug:slug>/sent/one/", sent.take_one, name="sent_one"),
    path("<slug:slug>/export/<slug:kind>/", judge.export, name="export"),
    path("<slug:slug>/lists/<int:number>/", judge.show_list, name="list"),
    path(
        "<slug:slug>/lists/<int:number>/hand-in/", judge.hand_in_for, name="hand_in_for"
    ),
    path("<slug:slug>/lists/<int:number>/pane/", judge.show_pane, name="pane"),
    path("<slug:slug>/lists/<int:number>/decide/", judge.decide, name="decide"),
]
