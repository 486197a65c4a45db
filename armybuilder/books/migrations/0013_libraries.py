"""Let a book say which library of its game it inherits from.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models

from armybuilder.books.migrations._key_trigger import keep_keys

class Migration(migrations.Migration):
    dependencies = [("books", "0012_reasons_of_withdrawals")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "library_number",
            models.PositiveSmallIntegerField(
                default=0,
                verbose_name="library",
                help_text="Number of the game's library that it inherits from; 0 for"
                " none.",
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
