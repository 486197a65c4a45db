"""Checking army files: reading, judging, telling."""
