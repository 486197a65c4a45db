"""Bulk checks: thousands of files judged as a job, kept for a while."""
