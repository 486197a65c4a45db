"""What the site promises to programs and to links: addresses, the schema, commands."""

from collections.abc import Iterator
from functools import partial
from io import StringIO
from typing import Any

from django.core.management import call_command, get_commands, load_command_class
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from rulesets.games import GAMES
from tests.golden.answers import Answers
from tests.real_books import FIXTURES


def site() -> Answers:
    """Yield addresses, the API's schema and games, and the options of the commands."""
    yield "addresses", lambda: sorted(_addresses(get_resolver(), ""))
    yield "schema", partial(_fetched, "schema/?format=json")
    for key in GAMES:
        yield f"games/{key}", partial(_fetched, f"games/{key}/")
    for name, app in sorted(get_commands().items()):
        if app.startswith("armybuilder"):
            parser = load_command_class(app, name).create_parser("manage.py", name)
            yield f"commands/{name}", parser.format_help
    for folder in ("armies", "illegal-armies", "broken-armies"):
        yield f"check_army/{folder}", partial(_checked, folder)


def _fetched(address: str) -> Any:
    return Client().get(f"/api/v1/{address}").json()


def _checked(folder: str) -> str:
    out = StringIO()
    books = ("--books", str(FIXTURES / "books"))
    armies = str(FIXTURES / folder)
    try:
        call_command(
            "check_army", armies, "--json", "--fixes", *books, stdout=out, stderr=out
        )
    except SystemExit as end:
        out.write(f"{end.code}")
    return out.getvalue().replace(str(FIXTURES), "")


def _addresses(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        pattern = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield f"{pattern} {one.name}"
        elif not pattern.startswith("admin/"):
            yield from _addresses(one, pattern)
