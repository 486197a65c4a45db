"""Have the database itself refuse to change or delete a version of a pack.

SQLite drops triggers when a later migration rebuilds the table: such a migration has
to run these statements again (tests/armybuilder/packs/test_models.py would notice).
"""

from django.db import migrations

from armybuilder.triggers import run_statements

FROZEN = "pack_id, number, document, sha256, published_at"
MESSAGE = "a version of a pack never changes"
STAYS = "a version of a pack stays for good"

SQLITE = (
    f"""
    CREATE TRIGGER packs_packversion_frozen
    BEFORE UPDATE OF id, {FROZEN} ON packs_packversion
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER packs_packversion_publisher
    BEFORE UPDATE OF published_by_id ON packs_packversion
    WHEN NEW.published_by_id IS NOT NULL
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER packs_packversion_stays
    BEFORE DELETE ON packs_packversion
    BEGIN SELECT RAISE(ABORT, '{STAYS}'); END
    """,
)
POSTGRESQL = (
    """
    CREATE FUNCTION packs_packversion_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE TRIGGER packs_packversion_frozen
    BEFORE UPDATE OF id, {FROZEN} ON packs_packversion
    FOR EACH ROW EXECUTE FUNCTION packs_packversion_refuse('{MESSAGE}')
    """,
    f"""
    CREATE TRIGGER packs_packversion_publisher
    BEFORE UPDATE OF published_by_id ON packs_packversion
    FOR EACH ROW WHEN (NEW.published_by_id IS NOT NULL)
    EXECUTE FUNCTION packs_packversion_refuse('{MESSAGE}')
    """,
    f"""
    CREATE TRIGGER packs_packversion_stays
    BEFORE DELETE ON packs_packversion
    FOR EACH ROW EXECUTE FUNCTION packs_packversion_refuse('{STAYS}')
    """,
)
FORWARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
BACKWARDS = {
    "sqlite": (
        "DROP TRIGGER packs_packversion_frozen",
        "DROP TRIGGER packs_packversion_publisher",
        "DROP TRIGGER packs_packversion_stays",
    ),
    "postgresql": (
        "DROP TRIGGER packs_packversion_frozen ON packs_packversion",
        "DROP TRIGGER packs_packversion_publisher ON packs_packversion",
        "DROP TRIGGER packs_packversion_stays ON packs_packversion",
        "DROP FUNCTION packs_packversion_refuse()",
    ),
}


class Migration(migrations.Migration):
    dependencies = [("packs", "0001_initial")]
    operations = [run_statements(FORWARDS, BACKWARDS)]
