"""Have the database itself refuse changes of an edition.

SQLite drops triggers when a later migration rebuilds the table: such a migration has
to run these statements again (tests/armybuilder/books/test_editions.py would notice).
"""


from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FROZEN = "book_id, number, document, sha256, published_at, notes"
MESSAGE = "an edition never changes"

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
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION books_edition_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE TRIGGER books_edition_frozen
    BEFORE UPDATE OF id, {FROZEN} ON books_edition
    FOR EACH ROW EXECUTE FUNCTION books_edition_refuse()
    """,
    """
    CREATE TRIGGER books_edition_publisher
    BEFORE UPDATE OF published_by_id ON books_edition
    FOR EACH ROW WHEN (NEW.published_by_id IS NOT NULL)
    EXECUTE FUNCTION books_edition_refuse()
    """,
)
FORWARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
BACKWARDS = {
    "sqlite": (
        "DROP TRIGGER books_edition_frozen",
        "DROP TRIGGER books_edition_publisher",
    ),
    "postgresql": (
        "DROP TRIGGER books_edition_frozen ON books_edition",
        "DROP TRIGGER books_edition_publisher ON books_edition",
        "DROP FUNCTION books_edition_refuse()",
    ),
}


def freeze(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers of this database."""
    for statement in FORWARDS[editor.connection.vendor]:
        editor.execute(statement, params=None)


def thaw(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop them."""
    for statement in BACKWARDS[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("books", "0001_initial")]
    operations = [migrations.RunPython(freeze, thaw)]
