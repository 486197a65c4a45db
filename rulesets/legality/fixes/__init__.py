"""Fixes: edits that are tried on the engine before they are offered."""
