"""Engagements of Warhammer: what comes before contact, and the fight."""
