"""Django's flush, which empties the tables of editions and versions of packs too."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections, transaction


class Command(flush.Command):
    """Empty the whole database.

    On PostgreSQL flush truncates, which asks no row's trigger; on SQLite it deletes,
    so the triggers that keep these are put aside while it does.
    """

    def handle(self, **options: Any) -> None:
        using = options["database"]
        if connections[using].vendor != "sqlite":
            super().handle(**options)
            return
        with transaction.atomic(using), connections[using].cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master"
                " WHERE type = 'trigger'"
                " AND tbl_name IN ('books_edition', 'packs_packversion')"
            )
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            super().handle(**options)
            for _, sql in triggers:
                cursor.execute(sql)
