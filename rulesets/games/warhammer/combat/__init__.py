"""The odds of Warhammer."""
