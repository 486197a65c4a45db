"""Have the database itself refuse to change a list that was handed in.

Only who handed it in may be forgotten, when that person's account is deleted. SQLite
drops triggers when a later migration rebuilds the table: such a migration has to run
these statements again (tests/armybuilder/events/test_submissions.py would notice).
"""

from django.db import migrations

from armybuilder.triggers import run_statements

FROZEN = (
    "id, entrant_id, number, code, army_name, books, book_names, way, source, points, "
    "models_count, is_legal, first_message, first_code, errors, scores, "
    "roster_sha256, receipt, signature, handed_in_at, is_by_staff, reason"
)
MESSAGE = "a list that was handed in never changes"

SQLITE = (
    f"""
    CREATE TRIGGER events_submission_frozen
    BEFORE UPDATE OF {FROZEN} ON events_submission
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    f"""
    CREATE TRIGGER events_submission_hand
    BEFORE UPDATE OF by_id ON events_submission
    WHEN NEW.by_id IS NOT NULL
    BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION events_submission_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE TRIGGER events_submission_frozen
    BEFORE UPDATE OF {FROZEN} ON events_submission
    FOR EACH ROW EXECUTE FUNCTION events_submission_refuse()
    """,
    """
    CREATE TRIGGER events_submission_hand
    BEFORE UPDATE OF by_id ON events_submission
    FOR EACH ROW WHEN (NEW.by_id IS NOT NULL)
    EXECUTE FUNCTION events_submission_refuse()
    """,
)
FORWARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
BACKWARDS = {
    "sqlite": (
        "DROP TRIGGER events_submission_frozen",
        "DROP TRIGGER events_submission_hand",
    ),
    "postgresql": (
        "DROP TRIGGER events_submission_frozen ON events_submission",
        "DROP TRIGGER events_submission_hand ON events_submission",
        "DROP FUNCTION events_submission_refuse()",
    ),
}


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]
    operations = [run_statements(FORWARDS, BACKWARDS)]
