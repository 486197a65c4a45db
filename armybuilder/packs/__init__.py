"""Packs of events: drafts of their people, and versions that never change."""
