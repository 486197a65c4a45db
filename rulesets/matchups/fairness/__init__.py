"""Fairness of a book: each unit at about equal points against a field of units."""
