"""Filters of the pages of armies."""
