"""Events, their people, entrants, and every list that was handed in.

A list that was handed in is frozen: its row is never changed. The roster, the verdict
and the hashes of all that it was judged by stand in its receipt, which is signed.
"""

import secrets
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models.deletion import CASCADE, Collector, ProtectedError
from django.urls import reverse
from django.utils import timezone


def new_link() -> str:
    """Return a new personal link of an entrant."""
    return secrets.token_urlsafe(18)


class EventState(models.TextChoices):
    """The states of an event, in their order."""

    DRAFT = "draft", "being prepared"
    OPEN = "open", "open"
    CLOSED = "closed", "closed"
    REVEALED = "revealed", "revealed"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"


class Sight(models.TextChoices):
    """The rules of an event about who sees lists, and when."""

    STAFF = "staff", "Judges at once, everybody after the reveal"
    BLIND = "blind", "Judges without names once closed, everybody after the reveal"
    OPEN = "open", "Everybody, as soon as a list is handed in"
    OPPONENT = "opponent", "Judges at once, and your opponents after the reveal"
    FRIENDS = "friends", "The players alone, once every list is in"


class StaffRole(models.TextChoices):
    """The roles of people who run an event."""

    ORGANISER = "organiser", "Organiser"
    JUDGE = "judge", "Judge"


class EntrantState(models.TextChoices):
    """The states of an entrant's list."""

    NONE = "none", "nothing yet"
    DRAFT = "draft", "draft"
    SUBMITTED = "submitted", "submitted"
    QUERIED = "queried", "queried"
    ACCEPTED = "accepted", "accepted"
    REFUSED = "refused", "refused"
    WITHDRAWN = "withdrawn", "withdrawn"


class Event(models.Model):
    """An event: its times, its rules, and who sees what of the lists."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    about = models.TextField(max_length=4000, blank=True)
    place = models.CharField(max_length=200, blank=True)
    game = models.CharField(max_length=80)
    time_zone = models.CharField(max_length=60, default="UTC")
    opens_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField()
    reveal_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    limit = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    strict = models.BooleanField(default=True)
    editions = models.CharField(max_length=20, blank=True)
    pack = models.JSONField(null=True, blank=True)
    pack_name = models.CharField(max_length=140, blank=True)
    sight = models.CharField(max_length=10, choices=Sight.choices, default=Sight.STAFF)
    allows_illegal = models.BooleanField(default=False)
    allows_joining = models.BooleanField(default=True)
    reveals_when_full = models.BooleanField(default=False)
    is_listed = models.BooleanField(default=True)
    places = models.PositiveIntegerField(default=60)
    state = models.CharField(
        max_length=10, choices=EventState.choices, default=EventState.DRAFT
    )
    revision = models.PositiveIntegerField(default=1)
    public_key = models.CharField(max_length=60, editable=False)
    sealed_key = models.TextField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["starts_at", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_friendly(self) -> bool:
        """Return whether it is the game of two players, which nobody runs."""
        return self.sight == Sight.FRIENDS


class Mail(models.Model):
    """A mail to an entrant, kept until it is sent."""

    entrant = models.ForeignKey("Entrant", models.CASCADE, related_name="mails")
    subject = models.CharField(max_length=200)
    body = models.TextField()
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.subject}, to {self.entrant}"


def keep_organised(
    collector: Collector, field: Any, rows: models.QuerySet[Any], using: str
) -> None:
    """Delete the roles of people whose accounts go, but no event's last organiser."""
    going = [row.pk for row in rows]
    last = last_organisers(EventPerson.objects.using(using).filter(pk__in=going))
    if last:
        text = "An event that is not over keeps an organiser."
        raise ProtectedError(text, set(last))
    CASCADE(collector, field, rows, using)


def last_organisers(
    held: models.QuerySet["EventPerson"],
) -> list["EventPerson"]:
    """Return the roles, of those held, without which an event has no organiser left.

    An event that is over or cancelled may stay without: its receipts are verified by
    the key that it keeps itself. An organiser who cannot sign in does not count.
    """
    using = held.db
    going = [*held.values_list("pk", flat=True)]
    runs = held.filter(role=StaffRole.ORGANISER).values_list("event", flat=True)
    done = (EventState.OVER, EventState.CANCELLED)
    counts = models.Q(ends_at__gt=timezone.now()) | models.Q(state=EventState.DRAFT)
    events = Event.objects.using(using).exclude(state__in=done).filter(counts)
    with transaction.atomic(using=using):
        # Of two last organisers who leave at once the second waits here.
        locked = events.filter(pk__in=[*runs]).select_for_update().order_by("pk")
        open_events = [event.pk for event in locked]
        staying = EventPerson.objects.using(using).filter(
            role=StaffRole.ORGANISER, person__is_active=True, event__in=open_events
        )
        led = staying.exclude(pk__in=going).values_list("event", flat=True)
        alone = set(open_events) - set(led)
    last = held.filter(event__in=alone, role=StaffRole.ORGANISER)
    return [*last.select_related("event", "person")] if alone else []


class EventPerson(models.Model):
    """Somebody who runs an event or judges its lists."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="people")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, keep_organised, related_name="event_roles"
    )
    role = models.CharField(max_length=10, choices=StaffRole.choices)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "person"], name="one_role_in_an_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} is {self.role} of {self.event}"

    def get_absolute_url(self) -> str:
        """Return the page on which the role is handed over."""
        return reverse("events:people", args=[self.event.slug])

    @property
    def way_out(self) -> str:
        """Return what an only organiser does before the account can be deleted."""
        before = self.event.state == EventState.DRAFT
        end = "delete" if before else "cancel"
        alone = f"You are the only organiser of {self.event}."
        return f"{alone} Name another, or {end} it in its settings."


class EventMove(models.Model):
    """One move of an event from a state to another, by the clock or by somebody."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="moves")
    before = models.CharField(max_length=10, choices=EventState.choices)
    after = models.CharField(max_length=10, choices=EventState.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.before} to {self.after}"


class Entrant(models.Model):
    """A place of an event that somebody has, and where his list stands."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    email = models.EmailField(blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="entries",
    )
    link = models.CharField(
        max_length=32, unique=True, default=new_link, editable=False
    )
    state = models.CharField(
        max_length=10, choices=EntrantState.choices, default=EntrantState.NONE
    )
    current = models.ForeignKey(
        "Submission", models.PROTECT, null=True, blank=True, related_name="+"
    )
    draft = models.JSONField(null=True, blank=True)
    answer_until = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="entrant_numbered_once"
            ),
            models.UniqueConstraint(
                fields=["event", "person"], name="one_place_a_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Submission(models.Model):
    """A list as it was handed in: frozen, with its verdict and its signed receipt.

    The database itself refuses to change it (migration 0002).
    """

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="submissions")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=8, unique=True)
    army_name = models.CharField(max_length=120)
    books = models.CharField(max_length=400)
    book_names = models.CharField(max_length=400)
    way = models.CharField(max_length=10)
    source = models.TextField(blank=True)
    points = models.DecimalField(max_digits=9, decimal_places=2)
    models_count = models.PositiveIntegerField()
    is_legal = models.BooleanField()
    first_message = models.CharField(max_length=500, blank=True)
    first_code = models.CharField(max_length=120, blank=True)
    errors = models.PositiveIntegerField(default=0)
    scores = models.JSONField(default=list)
    roster_sha256 = models.CharField(max_length=64)
    receipt = models.JSONField()
    signature = models.CharField(max_length=100)
    handed_in_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    is_by_staff = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "number"], name="version_numbered_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.army_name}"


class ListMessage(models.Model):
    """A message of a list that was handed in: its code and the rule in words, once."""

    submission = models.ForeignKey(
        Submission, models.CASCADE, related_name="list_messages"
    )
    code = models.CharField(max_length=120)
    title = models.CharField(max_length=200)
    severity = models.CharField(max_length=10)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "code"], name="code_told_once_a_list"
            )
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.title}"


class EntrantNote(models.Model):
    """One thing that happened to an entrant's list, with who and when."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="notes")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    who = models.CharField(max_length=10)
    kind = models.CharField(max_length=12)
    text = models.TextField(max_length=4000, blank=True)
    points = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    rule = models.CharField(max_length=200, blank=True)
    submission = models.ForeignKey(
        Submission, models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.kind}"


class Pairing(models.Model):
    """Two entrants at a table in a round; nobody opposite is a bye."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField()
    table = models.PositiveIntegerField()
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(
        Entrant, models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "round", "table"], name="table_used_once_a_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event}, round {self.round}, table {self.table}"
