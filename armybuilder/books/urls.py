"""Addresses of the books."""

from django.urls import path

from armybuilder.books import invitation_page, views

app_name = "books"
urlpatterns = [
    path("", views.index, name="index"),
    path(
        "invitations/<str:token>/",
        invitation_page.show_invitation,
        name="invitation",
    ),
    path("link/<str:token>/", views.follow_link, name="open"),
    path("<slug:key>/", views.show_book, name="book"),
    path("<slug:key>/rules/", views.show_report, name="report"),
    path("<slug:key>/editions/<int:number>/", views.show_edition, name="edition"),
    path(
        "<slug:key>/editions/<int:number>/book.json",
        views.edition_document,
        name="document",
    ),
    path("<slug:key>/units/<slug:unit>/", views.show_unit, name="unit"),
]
