"""Match-ups and comparisons: units made ready for the odds, and the questions."""
