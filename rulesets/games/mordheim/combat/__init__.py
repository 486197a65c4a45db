"""The odds of Mordheim."""
