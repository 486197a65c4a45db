"""Management commands of the jobs."""
