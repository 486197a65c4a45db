"""People."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """A person who signs in; what they may do follows from their groups."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_in_any_case",
                violation_error_message="A user with that username already exists.",
            )
        ]
