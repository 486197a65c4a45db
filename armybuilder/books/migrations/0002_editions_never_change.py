"""Have the database itself refuse to change or delete an edition, or its book's key.

SQLite drops triggers when a later migration rebuilds the table: such a migration has
to run these statements again (tests/armybuilder/books/test_editions.py would notice).
"""

from django.db import migrations

from armybuilder.triggers import run_statements

FROZEN = "book_id, number, document, sha256, published_at, notes"
MESSAGE = "an edition never changes"
STAYS = "an edition stays for good"
KEY = "the key of a book with an edition never changes"

SQLITE = (
    f"""
    CREATE TRIGGER books_edition_frozen
    BEFORE UPDATE OF id, {FROZEN} ON books_edition
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER books_edition_publisher
    BEFORE UPDATE OF published_by_id ON books_edition
    WHEN NEW.published_by_id IS NOT NULL
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER books_edition_stays
    BEFORE DELETE ON books_edition
    BEGIN SELECT RAISE(ABORT, '{STAYS}'); END
    """,
    f"""
    CREATE TRIGGER books_book_key_stays
    BEFORE UPDATE OF key ON books_book
    WHEN NEW.key <> OLD.key
    AND EXISTS (SELECT 1 FROM books_edition WHERE book_id = OLD.id)
    BEGIN SELECT RAISE(ABORT, '{KEY}'); END
    """,
)
POSTGRESQL = (
    """
    CREATE FUNCTION books_edition_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE FUNCTION books_book_key_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF EXISTS (SELECT 1 FROM books_edition WHERE book_id = OLD.id) THEN
            RAISE EXCEPTION '{KEY}' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    f"""
    CREATE TRIGGER books_edition_frozen
    BEFORE UPDATE OF id, {FROZEN} ON books_edition
    FOR EACH ROW EXECUTE FUNCTION books_edition_refuse('{MESSAGE}')
    """,
    f"""
    CREATE TRIGGER books_edition_publisher
    BEFORE UPDATE OF published_by_id ON books_edition
    FOR EACH ROW WHEN (NEW.published_by_id IS NOT NULL)
    EXECUTE FUNCTION books_edition_refuse('{MESSAGE}')
    """,
    f"""
    CREATE TRIGGER books_edition_stays
    BEFORE DELETE ON books_edition
    FOR EACH ROW EXECUTE FUNCTION books_edition_refuse('{STAYS}')
    """,
    """
    CREATE TRIGGER books_book_key_stays
    BEFORE UPDATE OF key ON books_book
    FOR EACH ROW WHEN (NEW.key <> OLD.key)
    EXECUTE FUNCTION books_book_key_refuse()
    """,
)
FORWARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
BACKWARDS = {
    "sqlite": (
        "DROP TRIGGER books_edition_frozen",
        "DROP TRIGGER books_edition_publisher",
        "DROP TRIGGER books_edition_stays",
        "DROP TRIGGER books_book_key_stays",
    ),
    "postgresql": (
        "DROP TRIGGER books_edition_frozen ON books_edition",
        "DROP TRIGGER books_edition_publisher ON books_edition",
        "DROP TRIGGER books_edition_stays ON books_edition",
        "DROP TRIGGER books_book_key_stays ON books_book",
        "DROP FUNCTION books_edition_refuse()",
        "DROP FUNCTION books_book_key_refuse()",
    ),
}


class Migration(migrations.Migration):
    dependencies = [("books", "0001_initial")]
    operations = [run_statements(FORWARDS, BACKWARDS)]
