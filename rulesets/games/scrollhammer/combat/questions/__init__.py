"""The questions of Scrollhammer about a match-up, their readings and phrases."""
