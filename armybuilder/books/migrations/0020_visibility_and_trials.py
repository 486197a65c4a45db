"""Let a book be private or seen by link, and an edition be on trial.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

import django.db.models.deletion
from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys


class Migration(migrations.Migration):
    dependencies = [("books", "0019_translations")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "visibility",
            models.CharField(
                choices=[
                    ("public", "Everybody"),
                    ("link", "Whoever has the link"),
                    ("private", "Only people with a role in it"),
                ],
                default="public",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddField(
            "book",
            "link_token",
            models.CharField(blank=True, default="", editable=False, max_length=43),
            preserve_default=False,
        ),
        migrations.CreateModel(
            "Trial",
            [
                (
                    "edition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="trial",
                        serialize=False,
                        to="books.edition",
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
