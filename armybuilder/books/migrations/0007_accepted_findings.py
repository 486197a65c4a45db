"""Let a book keep the findings that its authors accept.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys

class Migration(migrations.Migration):
    dependencies = [("books", "0006_crests")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "accepted",
            models.JSONField(
                blank=True,
                default=list,
                help_text="Findings of the check that are accepted, each with the "
                "reason.",
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
