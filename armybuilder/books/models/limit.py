"""Limits: the demands of a book, a unit, an item or an option on an army."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from armybuilder.books.models.book import Book, Item
from armybuilder.books.models.columns import (
    KeyColumn,
    KeysColumn,
    PositionColumn,
    SourceColumn,
    refuse_problem,
)
from armybuilder.books.models.slot import Option
from armybuilder.books.models.unit import ModelType, Unit

TARGETS_HELP = (
    "What is found, with commas between: keys of units, options or items, #tag, "
    "kind:unit, rule:key, slot:key, same, or * for everything."
)
CONDITION_HELP = "A condition, as the book format writes it."


def no_owner() -> Q:
    """Return the filter for limits of the whole book."""
    return Q(
        unit__isnull=True,
        item__isnull=True,
        model_type__isnull=True,
        option__isnull=True,
    )


class Limit(models.Model):
    """A query over the army with a minimum, a maximum, or both.

    It stands for the whole book unless a unit, an item, a type of model or an option
    owns it.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="limits")
    unit = models.ForeignKey(
        Unit, models.CASCADE, null=True, blank=True, related_name="limits"
    )
    item = models.ForeignKey(
        Item, models.CASCADE, null=True, blank=True, related_name="limits"
    )
    model_type = models.ForeignKey(
        ModelType, models.CASCADE, null=True, blank=True, related_name="limits"
    )
    option = models.ForeignKey(
        Option, models.CASCADE, null=True, blank=True, related_name="limits"
    )
    position = PositionColumn()
    key = KeyColumn(help_text="The code of its messages; it never changes.")
    title = models.CharField(
        max_length=200, help_text="The rule as players know it: Core units."
    )
    source = SourceColumn()
    count = models.CharField(
        max_length=90,
        default="selections",
        help_text="What is counted of the things found.",
    )
    of = KeysColumn(help_text=TARGETS_HELP)
    within = models.CharField(
        "in",
        max_length=80,
        default="army",
        help_text="Where: self, parent, unit, force, army, or the key of an entry.",
    )
    min = models.JSONField(
        "at least", null=True, blank=True, help_text="A number, or an amount."
    )
    max = models.JSONField(
        "at most", null=True, blank=True, help_text="A number, or an amount."
    )
    each = KeysColumn(help_text="Ask at each of these below it; empty: at its place.")
    where = models.JSONField(null=True, blank=True, help_text=CONDITION_HELP)
    when = models.JSONField(null=True, blank=True, help_text=CONDITION_HELP)
    message = models.CharField(
        max_length=500,
        blank=True,
        help_text="In a player's words; {count}, {min}, {max}, {over}, {under} and "
        "{name} are filled in. Empty: made from the title.",
    )
    severity = models.CharField(
        max_length=10,
        choices=[(word, word) for word in ("error", "warning", "info")],
        default="error",
        help_text="Only an error makes an army illegal.",
    )
    switchable = models.BooleanField(
        default=False, help_text="Players may agree to leave it out."
    )
    on = models.BooleanField(
        default=True, help_text="Whether a switchable limit holds unless agreed."
    )
    deep = models.BooleanField(
        default=True, help_text="Also look further down than what stands directly."
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                name="a_limit_has_one_owner_at_most",
                condition=no_owner()
                | Q(
                    item__isnull=True,
                    model_type__isnull=True,
                    option__isnull=True,
                )
                | Q(unit__isnull=True, model_type__isnull=True, option__isnull=True)
                | Q(unit__isnull=True, item__isnull=True, option__isnull=True)
                | Q(unit__isnull=True, item__isnull=True, model_type__isnull=True),
                violation_error_message="A limit has one owner at most.",
            )
        ]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        if self.min is None and self.max is None:
            raise ValidationError("Give a minimum, a maximum, or both.")
        refuse_problem("limit", self)
