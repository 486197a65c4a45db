"""Addresses of this app."""

from django.urls import URLPattern, URLResolver

app_name = "armies"
urlpatterns: list[URLPattern | URLResolver] = []
