"""Addresses of this app."""

from django.urls import URLPattern, URLResolver

app_name = "matchups"
urlpatterns: list[URLPattern | URLResolver] = []
