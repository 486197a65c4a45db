"""Let a book carry translations of its names and texts.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys


class Migration(migrations.Migration):
    dependencies = [("books", "0018_invitations")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "translations",
            models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Names and texts in other languages, by language and place.",
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
