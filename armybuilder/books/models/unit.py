"""Units: their sizes, types of model, stat lines and special rules."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from armybuilder.books.models.book import Book
from armybuilder.books.models.columns import (
    CHANGES_HELP,
    FormerKeysColumn,
    KeyColumn,
    KeysColumn,
    NameColumn,
    PointsColumn,
    PositionColumn,
    SourceColumn,
    key_validator,
    refuse_problem,
)

TAGS_HELP = "Tags that limits can ask for, with commas between."
RULES_HELP = "Special rules it gives, with commas between, such as: armour-piercing 2"
ITEMS_HELP = "Keys of items that it always carries, with commas between."


class Unit(models.Model):
    """A unit that may be bought."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="units")
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()
    category = models.CharField(
        max_length=80, blank=True, help_text="A category of the book."
    )
    type = models.CharField(
        max_length=80, blank=True, help_text="The game's type of unit."
    )
    points = PointsColumn(default=0, help_text="Price of the whole unit [points].")
    size = models.PositiveIntegerField(
        "models",
        default=0,
        help_text="Models in it, where the size is fixed; else use types of model.",
    )
    footprint = models.CharField(
        max_length=9, blank=True, help_text="As printed, such as 5x4."
    )
    tags = KeysColumn(help_text=TAGS_HELP)
    items = KeysColumn(help_text=ITEMS_HELP)
    renamed_from = FormerKeysColumn()
    slots_taken = models.JSONField(
        default=dict,
        blank=True,
        help_text='How many slots it takes, by tag, where not one: {"hero": 2}',
    )
    per_slot = models.PositiveSmallIntegerField(
        default=1, help_text="How many of it make one choice."
    )
    note = models.TextField(max_length=1000, blank=True)
    source = SourceColumn()
    changes = models.JSONField(default=list, blank=True, help_text=CHANGES_HELP)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_unit_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("unit", self)
        if (
            self.pk
            and Unit.objects.filter(pk=self.pk).exclude(book_id=self.book_id).exists()
        ):
            raise ValidationError({"book": "A unit stays in its book."})


class UnitRule(models.Model):
    """A special rule as a unit carries it."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="unit_rules")
    unit = models.ForeignKey(Unit, models.CASCADE, related_name="rules")
    position = PositionColumn()
    key = models.CharField("rule", max_length=80, validators=[key_validator])
    x = models.PositiveSmallIntegerField(
        "X",
        null=True,
        blank=True,
        help_text="The printed X as a positive number; empty for a rule without X.",
    )

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = "special rule of the unit"
        verbose_name_plural = "special rules of the unit"

    def __str__(self) -> str:
        return self.key if self.x is None else f"{self.key} {self.x}"

    def clean(self) -> None:
        refuse_problem("unit-rule", self)


class ModelType(models.Model):
    """A type of model in a unit, with how many of it the unit may have."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="model_types")
    unit = models.ForeignKey(Unit, models.CASCADE, related_name="model_types")
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()
    points = PointsColumn(default=0, help_text="Price of one model [points].")
    min = models.PositiveIntegerField("at least", default=0)
    max = models.PositiveIntegerField(
        "at most", null=True, blank=True, help_text="Empty for no maximum."
    )
    start = models.PositiveIntegerField(
        "at first",
        null=True,
        blank=True,
        help_text="How many come along with the unit; empty: as many as it must have.",
    )
    profile = models.CharField(
        max_length=80, blank=True, help_text="Key of the unit's stat line it has."
    )
    rules = KeysColumn(help_text=RULES_HELP)
    tags = KeysColumn(help_text=TAGS_HELP)
    items = KeysColumn(help_text=ITEMS_HELP)
    renamed_from = FormerKeysColumn()
    changes = models.JSONField(default=list, blank=True, help_text=CHANGES_HELP)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = "type of model"
        verbose_name_plural = "types of model"
        constraints = [
            models.UniqueConstraint(fields=["unit", "key"], name="one_model_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("model", self)


class Profile(models.Model):
    """A stat line as printed."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="profiles")
    unit = models.ForeignKey(
        Unit, models.CASCADE, null=True, blank=True, related_name="profiles"
    )
    option = models.ForeignKey(
        "Option", models.CASCADE, null=True, blank=True, related_name="profiles"
    )
    position = PositionColumn()
    key = KeyColumn()
    name = models.CharField(
        max_length=120, blank=True, help_text="Empty: the unit's name."
    )
    type = models.CharField(
        max_length=80, blank=True, help_text="Empty: the unit's type."
    )
    characteristics = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = "stat line"
        constraints = [
            models.CheckConstraint(
                name="a_stat_line_has_one_owner",
                condition=Q(unit__isnull=False, option__isnull=True)
                | Q(unit__isnull=True, option__isnull=False),
                violation_error_message="A stat line belongs to a unit or an option.",
            )
        ]

    def __str__(self) -> str:
        return self.name or self.key

    def clean(self) -> None:
        refuse_problem("profile", self)
