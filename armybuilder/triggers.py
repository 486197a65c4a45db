"""Triggers of the database, by which rows stay as they were written."""

from collections.abc import Mapping, Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.state import StateApps

Statements = Mapping[str, Sequence[str]]
"""SQL by the vendor of a database."""


def run_statements(forwards: Statements, backwards: Statements) -> RunPython:
    """Return the operation of a migration that runs statements of its database."""

    def run(statements: Statements, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[editor.connection.vendor]:
            editor.execute(statement, params=None)

    def there(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        run(forwards, editor)

    def back(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        run(backwards, editor)

    return RunPython(there, back)
