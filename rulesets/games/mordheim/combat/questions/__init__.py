"""The questions of Mordheim about a match-up, their readings and phrases."""
