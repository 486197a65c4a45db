"""What the site promises to programs and to links: addresses, the schema, commands."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command, get_commands, load_command_class
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from rulesets.games import GAMES

FIXTURES = Path(__file__).parents[2] / "fixtures"


def site() -> Iterator[tuple[str, Any]]:
    """Yield addresses, the API's schema and games, and the options of the commands."""
    yield "addresses", sorted(_addresses(get_resolver(), ""))
    client = Client()
    schema = client.get("/api/v1/schema/", {"format": "json"}).json()
    yield "schema", schema
    for key in GAMES:
        yield f"games/{key}", client.get(f"/api/v1/games/{key}/").json()
    for name, app in sorted(get_commands().items()):
        if app.startswith("armybuilder"):
            parser = load_command_class(app, name).create_parser("manage.py", name)
            yield f"commands/{name}", parser.format_help()
    for folder in ("armies", "illegal-armies", "broken-armies"):
        out = StringIO()
        books = str(FIXTURES / "books")
        try:
            call_command(
                "check_army",
                str(FIXTURES / folder),
                "--json",
                "--fixes",
                "--books",
                books,
                stdout=out,
                stderr=out,
            )
        except SystemExit as end:
            out.write(f"{end.code}")
        yield f"check_army/{folder}", out.getvalue().replace(str(FIXTURES), "")


def _addresses(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        pattern = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield f"{pattern} {one.name}"
        elif not pattern.startswith("admin/"):
            yield from _addresses(one, pattern)
