"""Bulk checks for tests: archives of samples, and checks that are kept."""

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest

from armybuilder.accounts.models import User
from armybuilder.armies.bulk.store import begin_check, in_parcels
from armybuilder.armies.bulk.terms import kept_terms
from armybuilder.armies.models import BulkCheck
from rulesets.checks.armies import CheckTerms
from rulesets.checks.files import ArmyFile, with_twins
from tests.real_books import FIXTURES

LEGAL = ("skaven-500", "orcs-500", "elves-500", "cathay-500")
BROKEN = "broken-armies/count-as-text"


def text(path: str) -> str:
    return (FIXTURES / f"{path}.json").read_text(encoding="utf-8")


def members(lists: int) -> dict[str, bytes]:
    """Return so many lists by their names: half of them legal, no two the same."""
    found: dict[str, bytes] = {}
    for number in range(lists):
        name = f"armies/{LEGAL[number // 2 % 4]}"
        if number % 2:
            wrong = number % 4 == 1
            name = "illegal-armies/over-the-limit" if wrong else BROKEN
        document = json.loads(text(name))
        document["note"] = f"Number {number}"
        found[f"{number:03}.json"] = json.dumps(document).encode()
    return found


def zipped(these: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in these.items():
            archive.writestr(name, raw)
    return packed.getvalue()


def upload(these: Mapping[str, bytes]) -> SimpleUploadedFile:
    return SimpleUploadedFile("lists.zip", zipped(these))


def files(these: Mapping[str, bytes]) -> list[ArmyFile]:
    return [ArmyFile(f"lists.zip/{name}", raw) for name, raw in these.items()]


def begun_check(
    user: User | None, these: Iterable[ArmyFile], terms: CheckTerms | None = None
) -> BulkCheck:
    """Begin a check as a page does, for an account or for a new session."""
    request = HttpRequest()
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    kept = kept_terms(terms or CheckTerms(), "", request)
    return begin_check(request, in_parcels(with_twins(these)), kept, "lists.zip")


def documents(check: BulkCheck) -> list[Any]:
    return [*check.verdicts.order_by("number").values_list("document", flat=True)]
