"""Addresses of codes: short, since they stand in QR codes."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.events.views import verify

app_name = "verify"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", verify.find, name="find"),
    path("<str:code>/", verify.verify, name="code"),
]
