"""Let a book say which library of its game it inherits from.

SQLite rebuilds the table and drops the trigger that keeps its key; it is made again.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

KEY = "the key of a book with an edition never changes"
TRIGGER = f"""
    CREATE TRIGGER IF NOT EXISTS books_book_key_stays
    BEFORE UPDATE OF key ON books_book
    WHEN NEW.key <> OLD.key
    AND EXISTS (SELECT 1 FROM books_edition WHERE book_id = OLD.id)
    BEGIN SELECT RAISE(ABORT, '{KEY}'); END
"""


def keep_keys(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the trigger that a rebuilt table has lost."""
    if editor.connection.vendor == "sqlite":
        editor.execute(TRIGGER, params=None)


class Migration(migrations.Migration):
    dependencies = [("books", "0012_reasons_of_withdrawals")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, keep_keys),
        migrations.AddField(
            "book",
            "library",
            models.PositiveSmallIntegerField(
                default=0,
                help_text="Number of the game's library that it inherits from; 0 for"
                " none.",
            ),
        ),
        migrations.RunPython(keep_keys, migrations.RunPython.noop),
    ]
