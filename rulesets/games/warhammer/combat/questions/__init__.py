"""The questions of Warhammer about a match-up, their readings and phrases."""
