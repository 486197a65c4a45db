"""Django's record of this app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their roles and their tokens."""

    name = "armybuilder.accounts"
    label = "accounts"
    verbose_name = "accounts"
