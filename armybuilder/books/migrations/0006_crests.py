"""Give a book its arms.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys

import armybuilder.books.models.book

class Migration(migrations.Migration):
    dependencies = [("books", "0005_withdrawals")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book", "colours", models.JSONField(blank=True, default=list)
        ),
        migrations.AddField(
            "book",
            "field",
            models.CharField(
                blank=True,
                choices=armybuilder.books.models.book.field_choices,
                max_length=80,
                verbose_name="division",
            ),
        ),
        migrations.AddField(
            "book",
            "emblem",
            models.CharField(
                blank=True,
                choices=armybuilder.books.models.book.emblem_choices,
                max_length=80,
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
