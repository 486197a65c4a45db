"""Places where a finding about a draft can be put right: pages of the admin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib import admin
from django.db import models
from django.urls import reverse

from armybuilder.books.drafts import places
from armybuilder.books.models import Book
from rulesets.books.checks.check import Finding


@dataclass(frozen=True, slots=True)
class LinkedFinding:
    """A finding with the name and address of the page to put it right."""

    finding: Finding
    name: str = ""
    address: str = ""


def linked(book: Book, findings: Iterable[Finding]) -> list[LinkedFinding]:
    """Return findings with the pages where they can be put right."""
    found = list(findings)
    rows = places(book) if found else {}
    return [_linked(finding, rows) for finding in found]


def _linked(finding: Finding, rows: Mapping[str, models.Model]) -> LinkedFinding:
    where = finding.where
    while where and not _has_page(rows.get(where)):
        where = where.rpartition("/")[0]
    row = rows.get(where)
    if row is None:
        return LinkedFinding(finding)
    page = f"admin:books_{row._meta.model_name}_change"
    return LinkedFinding(finding, str(row), reverse(page, args=[row.pk]))


def _has_page(row: models.Model | None) -> bool:
    return row is not None and admin.site.is_registered(type(row))
