"""The book itself, its categories, items, special rules and unenforced rules."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from armybuilder.books.models.columns import (
    CHANGES_HELP,
    FormerKeysColumn,
    KeyColumn,
    KeysColumn,
    NameColumn,
    PointsColumn,
    PositionColumn,
    SourceColumn,
    refuse_problem,
)
from rulesets.books.heraldry import EMBLEMS, FIELDS
from rulesets.games import GAMES


def game_choices() -> list[tuple[str, str]]:
    """Return the games that a book may be of."""
    return [(game.key, game.name) for game in GAMES.values()]


def field_choices() -> list[tuple[str, str]]:
    """Return the divisions that a crest may have."""
    return [(name, name.replace("-", " ")) for name in FIELDS]


def emblem_choices() -> list[tuple[str, str]]:
    """Return the emblems that may stand on a crest."""
    return [(name, name) for name in EMBLEMS]


class BookVisibility(models.TextChoices):
    """Those who see the editions of a book; people with a role in it always do."""

    PUBLIC = "public", "Everybody"
    LINK = "link", "Whoever has the link"
    PRIVATE = "private", "Only people with a role in it"


class Book(models.Model):
    """An army book as its authors work on it; players see its editions."""

    key = KeyColumn(unique=True)
    game = models.CharField(max_length=80, choices=game_choices)
    name = NameColumn()
    source = models.CharField(
        max_length=500, blank=True, help_text="The document that the figures are from."
    )
    note = models.TextField(max_length=5000, blank=True)
    licence = models.CharField(
        max_length=200,
        blank=True,
        help_text="What others may do with the book, such as CC BY 4.0.",
    )
    attribution = models.CharField(
        max_length=500, blank=True, help_text="Who is to be named for it."
    )
    language = models.CharField(
        max_length=35,
        blank=True,
        help_text="The language of its names and texts, such as en or de; empty: en.",
    )
    origin = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="The edition of another book that it was made from.",
    )
    translations = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="Names and texts in other languages, by language and place.",
    )
    colours = KeysColumn()
    field = models.CharField(
        "division", max_length=80, blank=True, choices=field_choices
    )
    emblem = models.CharField(max_length=80, blank=True, choices=emblem_choices)
    library_number = models.PositiveSmallIntegerField(
        "library",
        default=0,
        help_text="Number of the game's library that it inherits from; 0 for none.",
    )
    changes = models.JSONField(default=list, blank=True, help_text=CHANGES_HELP)
    missing = models.JSONField(
        default=list,
        blank=True,
        help_text="Figures that the source does not print, one a line.",
    )
    accepted = models.JSONField(
        default=list,
        blank=True,
        help_text="Findings of the check that are accepted, each with the reason.",
    )
    people = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        through="books.BookRole",
        blank=True,
        related_name="books",
    )
    visibility = models.CharField(
        max_length=10,
        choices=BookVisibility.choices,
        default=BookVisibility.PUBLIC,
        editable=False,
    )
    link_token = models.CharField(max_length=43, blank=True, editable=False)
    asks_sign_off = models.BooleanField(default=False, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["game", "name"]
        verbose_name = "army book"

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("book", self)


class Category(models.Model):
    """A category of units, such as core or rare."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="categories")
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()

    class Meta:
        ordering = ["position", "pk"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_category_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("category", self)


class SpecialRule(models.Model):
    """A special rule that only this book has."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="rules")
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()
    summary = models.TextField(
        max_length=2000, blank=True, help_text="What it does, in your own words."
    )
    source = SourceColumn()
    effects = models.JSONField(
        default=list,
        blank=True,
        help_text="What it does to dice, as in the document of a book: "
        '[{"on": "to-hit", "op": "add", "value": 1, "when": ["charging"]}].',
    )
    left_out = models.CharField(
        max_length=300,
        blank=True,
        help_text="What the odds do not count of it, in words.",
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_rule_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("rule", self)


class Switch(models.Model):
    """A rule of a campaign or an event that players may have on or off."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="switches")
    position = PositionColumn()
    key = KeyColumn(help_text="Conditions ask for it by this key.")
    title = models.CharField(max_length=200)
    source = SourceColumn()
    on = models.BooleanField(default=False, help_text="How it stands unless agreed.")

    class Meta:
        ordering = ["position", "pk"]
        verbose_name_plural = "switches"
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_switch_a_key")
        ]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        refuse_problem("switch_rule", self)


class Tally(models.Model):
    """A named number of an army that every page shows, such as a warband's rating."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="tallies")
    position = PositionColumn()
    key = KeyColumn()
    title = models.CharField(max_length=200)
    source = SourceColumn()
    amount = models.JSONField(
        help_text='As the book format writes it: {"terms": [{"count": "models", …}]}'
    )

    class Meta:
        ordering = ["position", "pk"]
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_tally_a_key")
        ]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        refuse_problem("tally", self)


class PrintedRule(models.Model):
    """A printed rule that the engine does not enforce."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="printed")
    position = PositionColumn()
    title = NameColumn()
    status = models.CharField(
        max_length=20,
        choices=[
            (word, word) for word in ("advisory", "exact", "sampled", "not modelled")
        ],
        default="advisory",
        help_text="Advisory: shown to players; exact, sampled: in the odds.",
    )
    text = models.TextField(max_length=1000, blank=True)
    source = SourceColumn()

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = "rule that is not enforced"
        verbose_name_plural = "rules that are not enforced"

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        refuse_problem("printed", self)


class Item(models.Model):
    """A piece of equipment of the book."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="items")
    position = PositionColumn()
    key = KeyColumn()
    name = NameColumn()
    kind = models.CharField(
        max_length=80, blank=True, help_text="Such as melee, ranged, shield or armour."
    )
    hands = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Hands that it fills; empty if not printed."
    )
    base = models.CharField(
        max_length=80, blank=True, help_text="The basic weapon that it counts as."
    )
    points = PointsColumn(default=0, help_text="Price of one [points].")
    stats = models.JSONField(default=dict, blank=True)
    rules = KeysColumn(help_text="Special rules it gives, such as: armour-piercing 2")
    tags = KeysColumn(help_text="Tags that limits can ask for, with commas between.")
    renamed_from = FormerKeysColumn()
    summary = models.TextField(max_length=1000, blank=True)
    source = SourceColumn()
    changes = models.JSONField(default=list, blank=True, help_text=CHANGES_HELP)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="one_item_a_key")
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        refuse_problem("item", self)
        if (
            self.pk
            and Item.objects.filter(pk=self.pk).exclude(book_id=self.book_id).exists()
        ):
            raise ValidationError({"book": "An item stays in its book."})
