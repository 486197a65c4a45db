"""The odds of Charge."""
