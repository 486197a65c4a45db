"""The forms in which a document is written: JSON, or YAML for people."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulesets.documents.json import DocumentError, parse
from rulesets.documents.problem import Problem
from rulesets.documents.yaml import parse_yaml

JSON, YAML = "json", "yaml"
FORMS = (JSON, YAML)

ENDINGS = {".json": JSON, ".yaml": YAML, ".yml": YAML}


def form_of(raw: bytes | str, name: str = "") -> str:
    """Return in which form a text is written, one of `FORMS`.

    The ending of its file's name says it, and else its beginning: JSON documents begin
    with a bracket.

    Examples
    --------
    >>> form_of("key: x"), form_of(' {"key": "x"}'), form_of("{}", "book.yml")
    ('yaml', 'json', 'yaml')
    """
    ending = f".{name.rpartition('.')[2].casefold()}"
    if ending in ENDINGS:
        return ENDINGS[ending]
    begun = raw[:1000]
    text = begun.decode("utf-8", "replace") if isinstance(begun, bytes) else begun
    return JSON if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") else YAML


def read_document(
    raw: bytes | str, error: type[DocumentError] = DocumentError, name: str = ""
) -> Any:
    """Return the value of a document, in whichever form it is written.

    ``name`` is that of its file, "" where it has none.

    Raises
    ------
    DocumentError
        As `rulesets.documents.json.parse` and `rulesets.documents.yaml.parse_yaml`.
    """
    if form_of(raw, name) == JSON:
        return parse(raw, error)
    return parse_yaml(raw, error).value


def at_lines(raw: bytes | str, faults: Iterable[Problem]) -> list[Problem]:
    """Return faults of a document with the lines of its text at which they are.

    They stay without where the text has one line, or is no YAML; JSON nearly always is.
    """
    listed = list(faults)
    lines: Mapping[str, int] = {}
    with suppress(DocumentError):
        lines = parse_yaml(raw).lines
    if not any(line > 1 for line in lines.values()):
        return listed
    return [replace(one, line=one.line or _line(one.where, lines)) for one in listed]


def _line(where: str, lines: Mapping[str, int]) -> int:
    while where and where not in lines:
        where = where.rpartition("/")[0]
    return lines.get(where, 0)
