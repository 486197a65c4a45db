"""Give each author of a book a role: all who were authors become owners.

SQLite rebuilds the table of books and drops the trigger that keeps its key; it is made
again.
"""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys

def make_owners(apps: Any, schema_editor: Any) -> None:
    book = apps.get_model("books", "Book")
    role = apps.get_model("books", "BookRole")
    kept = book.authors.through.objects.values_list("book_id", "user_id")
    role.objects.bulk_create(
        role(book_id=book_id, person_id=person, role="owner")
        for book_id, person in kept.iterator()
    )


def make_authors(apps: Any, schema_editor: Any) -> None:
    book = apps.get_model("books", "Book")
    role = apps.get_model("books", "BookRole")
    through = book.authors.through
    kept = role.objects.filter(role__in=["owner", "editor"])
    through.objects.bulk_create(
        through(book_id=book_id, user_id=person)
        for book_id, person in kept.values_list("book_id", "person_id").iterator()
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("books", "0010_revisions"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.CreateModel(
            name="BookRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("editor", "Editor"),
                            ("reviewer", "Reviewer"),
                            ("tester", "Tester"),
                        ],
                        default="owner",
                        max_length=20,
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="books.book",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="book_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["role", "person__username"],
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("book", "person"), name="one_role_a_person_in_a_book"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            role__in=["owner", "editor", "reviewer", "tester"]
                        ),
                        name="a_known_role_in_a_book",
                    ),
                ],
            },
        ),
        migrations.RunPython(make_owners, make_authors),
        migrations.RemoveField(model_name="book", name="authors"),
        migrations.AddField(
            model_name="book",
            name="people",
            field=models.ManyToManyField(
                blank=True,
                related_name="books",
                through="books.BookRole",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
