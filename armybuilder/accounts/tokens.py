"""API tokens: one for a person, and never older than their password."""

from django.db import transaction
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User


@transaction.atomic
def renew_token(user: User) -> None:
    """Give somebody a new token; the old one works no more."""
    # The row's lock puts two renewals behind each other.
    User.objects.select_for_update().get(pk=user.pk)
    Token.objects.filter(user=user).delete()
    Token.objects.create(user=user)


@transaction.atomic
def renew_old_token(user: User) -> bool:
    """Renew a token if there is one; returns whether there was."""
    User.objects.select_for_update().get(pk=user.pk)
    had_one = Token.objects.filter(user=user).exists()
    if had_one:
        renew_token(user)
    return had_one
