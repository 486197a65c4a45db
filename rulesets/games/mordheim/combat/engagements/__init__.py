"""Engagements of Mordheim: what comes before contact, and the fight."""
