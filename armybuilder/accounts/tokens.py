"""API tokens: one for a person; a new password ends it, see `User.save`."""

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
