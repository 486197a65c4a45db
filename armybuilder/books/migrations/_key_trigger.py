"""The trigger that keeps the key of a published book, which SQLite drops.

A migration that has SQLite rebuild the table of books makes it again, at its end and,
for the way back, at its beginning. It stays as migration 0002 wrote it.
"""

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
