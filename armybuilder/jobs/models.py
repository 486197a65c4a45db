"""Jobs and their chunks: the rows are the truth, an engine carries ids only."""

from django.db import models


class State(models.TextChoices):
    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


OPEN = (State.WAITING, State.RUNNING)
"""States of what may still be done."""


class Job(models.Model):
    """One piece of heavy work, kept by the hash of its input."""

    kind = models.CharField(max_length=80)
    input_hash = models.CharField(max_length=64, editable=False)
    release = models.CharField(max_length=16, help_text="The code that works on it.")
    document = models.JSONField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.WAITING
    )
    total = models.PositiveIntegerField(help_text="Chunks.")
    result = models.JSONField(null=True)
    error = models.TextField(blank=True, help_text="Why it failed, in words.")
    joins = models.PositiveSmallIntegerField(default=0)
    joining_until = models.DateTimeField(null=True)
    created = models.DateTimeField(db_index=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=("input_hash",),
                condition=models.Q(state__in=("waiting", "running", "done")),
                name="one_job_of_an_input",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.input_hash[:12]}"

    @property
    def is_over(self) -> bool:
        return self.state not in OPEN

    @property
    def done(self) -> int:
        """Return the number of chunks done; asks the database while the job is open."""
        if self.state == State.DONE:
            return self.total
        return self.chunks.filter(state=State.DONE).count()


class Asking(models.Model):
    """An asker who waits for a job."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="askings")
    asker = models.CharField(max_length=80, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("job", "asker"), name="asked_once")
        ]

    def __str__(self) -> str:
        return self.asker


class Chunk(models.Model):
    """A part of a job; its worker holds its token until the lease is over."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="chunks", db_index=False)
    number = models.PositiveIntegerField()
    input = models.JSONField(null=True)
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.WAITING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=16, blank=True)
    leased_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True, help_text="When a broker took its id.")
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("job", "number"), name="chunk_number")
        ]
        indexes = [models.Index(fields=("state", "number"), name="chunks_to_do")]

    def __str__(self) -> str:
        return f"chunk {self.number} of job {self.job_id}"
