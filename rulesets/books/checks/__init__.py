"""The check of an army book, before it is published."""
