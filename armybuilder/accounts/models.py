"""People."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.module_loading import import_string
from rest_framework.authtoken.models import Token


class User(AbstractUser):
    """A person with an account; permissions follow from groups."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_in_any_case",
                violation_error_message="A user with that username already exists.",
            )
        ]

    def clean(self) -> None:
        """Refuse to switch an account off that others need."""
        super().clean()
        if self.is_active or not User.objects.filter(pk=self.pk, is_active=True):
            return
        reasons = map(import_string, settings.WHY_ACTIVE)
        needed = [text for why in reasons if (text := why(self))]
        if needed:
            raise ValidationError({"is_active": needed})

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the person; a new password, however it was set, ends the old token."""
        # Django keeps it here until it is saved; a mere rehash has dropped it by then.
        changed = vars(self).get("_password") is not None
        super().save(*args, **kwargs)
        if changed and Token.objects.filter(user=self).delete()[0]:
            Token.objects.create(user=self)


class RequestState(models.TextChoices):
    """The states of a request; it is answered once."""

    OPEN = "open", "Open"
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"


class AuthorRequest(models.Model):
    """A player asks to become an author; somebody with the right answers."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    text = models.TextField(max_length=1000)
    asked_at = models.DateTimeField()
    state = models.CharField(
        max_length=10, choices=RequestState.choices, default=RequestState.OPEN
    )
    answered_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-asked_at"]
        verbose_name = "request to become an author"
        verbose_name_plural = "requests to become an author"
        default_permissions = ("view", "change")
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(state="open"),
                name="one_open_request_a_person",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} asks to become an author"


class Bucket(models.Model):
    """The rest of an allowance, such as attempts to sign in from one address."""

    key = models.CharField(max_length=80, primary_key=True)
    left = models.FloatField()
    counted_at = models.FloatField(db_index=True, help_text="Seconds since 1970.")

    def __str__(self) -> str:
        return self.key
