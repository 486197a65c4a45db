"""Columns that several authoring tables have, and the check that all of them share."""

from functools import partial

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

from armybuilder.books.part_checks import part_problem
from armybuilder.books.parts import PARTS

KEY_HELP = "Stable name in documents: small letters, digits and hyphens."
SOURCE_HELP = "Document and section where it is printed."
CHANGES_HELP = "Changes of prices, rules or figures, as the book format writes them."

key_validator = RegexValidator(
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z",
    "Use small letters, digits and single hyphens, such as grand-cannon.",
)

KeyColumn = partial(
    models.CharField, max_length=80, validators=[key_validator], help_text=KEY_HELP
)
NameColumn = partial(models.CharField, max_length=120)
SourceColumn = partial(
    models.CharField, max_length=300, blank=True, help_text=SOURCE_HELP
)
PointsColumn = partial(models.DecimalField, max_digits=9, decimal_places=3)
KeysColumn = partial(models.JSONField, default=list, blank=True)
FormerKeysColumn = partial(
    models.JSONField,
    default=list,
    blank=True,
    help_text="Keys that it had in former editions; armies that name one have it.",
)
PositionColumn = partial(
    models.PositiveIntegerField,
    default=0,
    help_text="Place in the order; 0 puts a new one last.",
)


def refuse_problem(part: str, row: models.Model) -> None:
    """Raise a ValidationError at the column that breaks the book's schema, if any."""
    values = {column.name: getattr(row, column.name) for column in PARTS[part].columns}
    values["unlimited"] = getattr(row, "unlimited", False)
    problem = part_problem(part, values)
    if problem is not None:
        column, words = problem
        raise ValidationError({column: words} if column else words)
