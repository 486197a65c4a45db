"""Say whether armies are legal: exit 0 all legal, 1 some illegal, 2 unreadable."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.armies.checking import (
    File,
    Terms,
    Verdict,
    check_documents,
    points_of_limit,
    verdict_document,
)
from armybuilder.armies.unpacking import UnpackError, unpack
from rulesets.documents import DocumentError, parse
from rulesets.pack import Pack, PackError, read_pack
from rulesets.points import POINTS, Currency
from rulesets.review import Message

ALL_LEGAL, SOME_ILLEGAL, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    help = (
        "Check roster documents against their army books. Exit status: 0 if every army "
        "is legal, 1 if some are illegal, 2 if a file cannot be read."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path",
            nargs="+",
            type=Path,
            help="a roster document, a zip archive of them, or a folder (its .json)",
        )
        parser.add_argument(
            "--json", action="store_true", help="print one JSON object for each file"
        )
        parser.add_argument(
            "--pack", type=Path, help="composition rules to judge by (a pack document)"
        )
        parser.add_argument(
            "--strict",
            action="store_true",
            help="rules as printed: ignore what armies have switched off or on",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        terms = Terms(_pack(options["pack"]), strict=options["strict"])
        files, refused = _files(options["path"])
        verdicts = check_documents(files, terms)
        for text in (*refused, *map(_unreadable, verdicts)):
            if text:
                self.stderr.write(_printable(text))
        readable = [verdict for verdict in verdicts if verdict.review]
        for verdict in readable:
            text = _json(verdict) if options["json"] else _printable(_text(verdict))
            self.stdout.write(text)
        if refused or len(readable) < len(verdicts):
            raise SystemExit(UNREADABLE)
        if any(verdict.word == "illegal" for verdict in verdicts):
            raise SystemExit(SOME_ILLEGAL)


def _pack(path: Path | None) -> Pack | None:
    if path is None:
        return None
    try:
        return read_pack(parse(path.read_bytes(), PackError))
    except OSError as problem:
        raise CommandError(_reason(path, problem), returncode=UNREADABLE) from None
    except DocumentError as problem:
        raise CommandError(f"{path}: {problem}", returncode=UNREADABLE) from None


def _files(paths: list[Path]) -> tuple[list[File], list[str]]:
    """Return what could be opened, and a line for what could not."""
    files: list[File] = []
    refused: list[str] = []
    for path in chain.from_iterable(map(_documents, paths)):
        try:
            with path.open("rb") as opened:
                files += unpack([(str(path), opened)])
        except OSError as problem:
            refused.append(_reason(path, problem))
        except UnpackError as problem:
            refused.append(str(problem))
    return files, refused


def _documents(path: Path) -> list[Path]:
    """Return the documents of a folder; anything else stands for itself."""
    found = sorted(path.glob("*.json")) if path.is_dir() else []
    return found or [path]


def _reason(path: Path, problem: OSError) -> str:
    return f"{path}: {problem.strerror or problem}"


def _unreadable(verdict: Verdict) -> str:
    if verdict.review:
        return ""
    return f"{verdict.file}: {verdict.where or '/'}: {verdict.problem}"


def _json(verdict: Verdict) -> str:
    return json.dumps(verdict_document(verdict), ensure_ascii=False)


def _printable(text: str) -> str:
    """Return text without what a terminal would take for a command."""
    lines = text.split("\n")
    return "\n".join("".join(filter(str.isprintable, line)) for line in lines)


def _text(verdict: Verdict) -> str:
    head = f"{verdict.word:<8} {points_of_limit(verdict):>14}  {verdict.file}"
    name = f"  “{verdict.army}”, {verdict.edition or 'no book'}"
    agreed = [f"    {said}" for said in verdict.agreed]
    currency = POINTS if verdict.review is None else verdict.review.game.currency
    said = [line for one in verdict.messages for line in _said(one, currency)]
    return "\n".join([head + name, *agreed, *said])


def _said(message: Message, currency: Currency) -> Iterator[str]:
    yield f"    {message.severity}: {message.rule}: {message.text}"
    for fix in message.fixes:
        then = "legal" if fix.legal else f"{fix.errors} left to solve"
        yield f"      fix: {fix.text} → {currency.text(fix.points)}, {then}"
