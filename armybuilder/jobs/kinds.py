"""Kinds of heavy work: how an input is cut, worked off and put together again."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from rulesets.documents.json import canonical


class WorkError(ValueError):
    """Work that cannot be done, in words for the asker; it is not tried again."""


Step = Callable[[], None]
"""Says that work goes on; raises where it is not wanted any more."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of work; inputs and results are JSON.

    `version` is raised when the same input means another result. `split` cuts the
    input into inputs of chunks that take seconds. `work` gets the whole input, which
    it leaves as it is, and that of a chunk; it may run twice without harm and reads no
    request. It calls its third argument between steps that may be slow, so that the
    chunk stays its own. `join` gets the input and the chunks' results in their order.
    """

    key: str
    version: str
    split: Callable[[Any], Sequence[Any]]
    work: Callable[[Any, Any, Step], Any]
    join: Callable[[Any, Sequence[Any]], Any]


def kind_named(key: str) -> Kind:
    """Return a kind of `settings.JOB_KINDS`; raises KeyError where none has the key."""
    for name in settings.JOB_KINDS:
        kind = import_string(name)
        if isinstance(kind, Kind) and kind.key == key:
            return kind
    raise KeyError(f"There is no kind of job {key!r}.")


def input_hash(kind: Kind, document: Any) -> str:
    """Return the name of a result: of the kind, the code and the input together."""
    named = [kind.key, kind.version, release(), document]
    return hashlib.sha256(canonical(named)).hexdigest()


@cache
def release() -> str:
    """Return a hash of the code that is running, so that no result outlives it."""
    digest = hashlib.sha256()
    for package in ("armybuilder", "rulesets"):
        folder = Path(settings.BASE_DIR) / package
        for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.json"))):
            digest.update(f"{path.relative_to(settings.BASE_DIR)}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def stored(value: Any) -> Any:
    """Return a value as JSON gives it back; raises where it is no JSON."""
    return json.loads(json.dumps(value, allow_nan=False))
