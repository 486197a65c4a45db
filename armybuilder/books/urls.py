"""Addresses of this app."""

from django.urls import URLPattern, URLResolver

app_name = "books"
urlpatterns: list[URLPattern | URLResolver] = []
