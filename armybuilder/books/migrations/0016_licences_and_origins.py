"""Let a book say its licence, its language, and what it was made from.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys


class Migration(migrations.Migration):
    dependencies = [("books", "0015_disagreements")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "licence",
            models.CharField(
                blank=True,
                default="",
                help_text="What others may do with the book, such as CC BY 4.0.",
                max_length=200,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "book",
            "attribution",
            models.CharField(
                blank=True,
                default="",
                help_text="Who is to be named for it.",
                max_length=500,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "book",
            "language",
            models.CharField(
                blank=True,
                default="",
                help_text="The language of its names and texts, such as en or de;"
                " empty: en.",
                max_length=35,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "book",
            "origin",
            models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="The edition of another book that it was made from.",
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
