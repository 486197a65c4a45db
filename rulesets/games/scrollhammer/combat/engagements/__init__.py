"""Engagements of Scrollhammer: what comes before contact, and the fight."""
