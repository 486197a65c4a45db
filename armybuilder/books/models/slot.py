"""Slots and lists: the options that may be bought for a unit, a model or an army."""

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
from armybuilder.books.models.unit import (
    ITEMS_HELP,
    RULES_HELP,
    TAGS_HELP,
    ModelType,
    Unit,
)

AMOUNT_HELP = "A number, or an amount that depends on the army, as the format says."


class OptionList(models.Model):
    """Options that several slots of a book offer, written once."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="lists")
    position = PositionColumn()
    key = KeyColumn(help_text="Slots name it by this key.")
    name = NameColumn()

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = "list of options"
        verbose_name_plural = "lists of options"
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_list_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("list", self)


class Slot(models.Model):
    """A group of options that belong together.

    They are bought for the whole army unless a unit, a type of model or an option
    owns the slot.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="slots")
    unit = models.ForeignKey(
        Unit, models.CASCADE, null=True, blank=True, related_name="slots"
    )
    model_type = models.ForeignKey(
        ModelType, models.CASCADE, null=True, blank=True, related_name="slots"
    )
    option = models.ForeignKey(
        "Option", models.CASCADE, null=True, blank=True, related_name="slots"
    )
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()
    min = models.JSONField("at least", null=True, blank=True, help_text=AMOUNT_HELP)
    max = models.JSONField(
        "at most", null=True, blank=True, help_text=f"{AMOUNT_HELP} Empty: no maximum."
    )
    from_list = models.CharField(
        "list",
        max_length=80,
        blank=True,
        help_text="The list that it offers; empty where it has options of its own.",
    )
    only = KeysColumn(help_text="Keys of the list's options that it offers; or all.")
    left_out = KeysColumn(
        "except", help_text="Keys of the list's options that it does not offer."
    )
    default = KeysColumn(help_text="Keys of the options taken along when it is added.")
    title = models.CharField(
        max_length=200, blank=True, help_text="How a message calls this rule."
    )
    source = SourceColumn()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                name="a_slot_has_one_owner_at_most",
                condition=Q(unit__isnull=True, model_type__isnull=True)
                | Q(unit__isnull=True, option__isnull=True)
                | Q(model_type__isnull=True, option__isnull=True),
                violation_error_message="A slot has one owner at most.",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.from_list and self.pk and self.options.exists():
            words = "It has options of its own; remove these before it takes a list."
            raise ValidationError({"from_list": words})
        refuse_problem("slot", self)


class Option(models.Model):
    """An option of a slot or a list: an item of the book, or its own words.

    Where it is an item, empty columns mean what the item says.
    """

    book = models.ForeignKey(Book, models.CASCADE, related_name="options")
    slot = models.ForeignKey(
        Slot, models.CASCADE, null=True, blank=True, related_name="options"
    )
    option_list = models.ForeignKey(
        OptionList, models.CASCADE, null=True, blank=True, related_name="options"
    )
    position = PositionColumn()
    item = models.CharField(
        max_length=80, blank=True, help_text="The item of the book that it is, if any."
    )
    key = models.CharField(
        max_length=80,
        blank=True,
        validators=[key_validator],
        help_text="Empty for an item: then it is the item's key.",
    )
    name = models.CharField(
        max_length=120, blank=True, help_text="Empty for an item: then its name."
    )
    kind = models.CharField(
        max_length=20,
        blank=True,
        choices=[
            (kind, kind)
            for kind in ("option", "item", "mount", "spell", "unit", "model")
        ],
        help_text="Empty: an item where one is named, else an option.",
    )
    points = PointsColumn(
        null=True, blank=True, help_text="Price of one; empty: what the item costs."
    )
    per = models.CharField(
        max_length=10,
        choices=[("each", "once"), ("model", "for every model of the bearer")],
        default="each",
        help_text="How often the price counts.",
    )
    min = models.PositiveIntegerField("at least", default=0)
    max = models.JSONField(
        "at most", null=True, blank=True, help_text=f"{AMOUNT_HELP} Empty: one."
    )
    unlimited = models.BooleanField(
        "any number", default=False, help_text="There is no maximum."
    )
    size = models.PositiveIntegerField(
        "models",
        null=True,
        blank=True,
        help_text="Models in one of it, where it brings some.",
    )
    tags = KeysColumn(help_text=TAGS_HELP)
    rules = KeysColumn(help_text=RULES_HELP)
    items = KeysColumn(help_text=ITEMS_HELP)
    renamed_from = FormerKeysColumn()
    roll = models.JSONField(
        null=True,
        blank=True,
        help_text="Lowest and highest dice result that its price adds: [1, 6]",
    )
    summary = models.TextField(max_length=1000, blank=True)
    source = SourceColumn()
    changes = models.JSONField(default=list, blank=True, help_text=CHANGES_HELP)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                name="an_option_has_one_owner",
                condition=Q(slot__isnull=False, option_list__isnull=True)
                | Q(slot__isnull=True, option_list__isnull=False),
                violation_error_message="An option belongs to a slot or a list.",
            )
        ]

    def __str__(self) -> str:
        return self.name or self.key or self.item or "option"

    def clean(self) -> None:
        if not self.item and not (self.key and self.name):
            raise ValidationError("Choose an item, or give a key and a name.")
        if self.unlimited and self.max is not None:
            raise ValidationError({"max": "Leave it empty, or untick “any number”."})
        refuse_problem("option", self)
