"""Kept answers to requests that may be sent again."""

from django.conf import settings
from django.db import models


class KeptAnswer(models.Model):
    """The outcome of one request of an account, under the key that it was sent with."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    key = models.CharField(max_length=64)
    request = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    answer = models.JSONField(null=True)
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "key"], name="kept_answer_key_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.key}"
