"""Let a book ask for a sign-off, and a draft be published at a time.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys

KEY = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)
PERSON = models.ForeignKey(
    blank=True,
    null=True,
    on_delete=django.db.models.deletion.SET_NULL,
    related_name="+",
    to=settings.AUTH_USER_MODEL,
)


def of_book(related_name: str) -> models.ForeignKey:
    """Return the column that names a row's book."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to="books.book",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("books", "0020_visibility_and_trials"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "asks_sign_off",
            models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            "SignOff",
            [
                ("id", KEY.clone()),
                ("sha256", models.CharField(max_length=64)),
                ("revision", models.PositiveIntegerField()),
                ("since", models.PositiveIntegerField(default=0)),
                ("is_approval", models.BooleanField()),
                ("words", models.TextField(blank=True, max_length=2000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("book", of_book("sign_offs")),
                ("made_by", PERSON.clone()),
            ],
            options={"ordering": ["-pk"], "default_permissions": ()},
        ),
        migrations.CreateModel(
            "Publication",
            [
                ("id", KEY.clone()),
                ("document", models.JSONField()),
                ("sha256", models.CharField(max_length=64)),
                ("revision", models.PositiveIntegerField()),
                ("due_at", models.DateTimeField()),
                ("notes", models.TextField(blank=True, max_length=5000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("published", "Published"),
                            ("refused", "Refused"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("refusal", models.TextField(blank=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("book", of_book("publications")),
                (
                    "edition",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publication",
                        to="books.edition",
                    ),
                ),
                ("made_by", PERSON.clone()),
            ],
            options={
                "ordering": ["-pk"],
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(state="waiting"),
                        fields=["due_at"],
                        name="publications_waiting",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(state="waiting"),
                        fields=("book",),
                        name="one_publication_waits_a_book",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            state__in=["waiting", "published", "refused", "cancelled"]
                        ),
                        name="a_known_state_of_publication",
                    ),
                ],
            },
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
