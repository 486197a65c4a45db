"""The fight of two sides: its model, and the ways to solve it."""
