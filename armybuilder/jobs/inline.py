"""The engine of tests: every chunk at once, in the caller."""

from collections.abc import Sequence

from armybuilder.jobs.chunks import run_chunk


def enqueue(chunks: Sequence[int]) -> None:
    for chunk in chunks:
        run_chunk(chunk)
