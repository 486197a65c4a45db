"""The odds of Scrollhammer."""
