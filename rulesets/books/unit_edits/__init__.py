"""Edits of units that an author asks for, of the document of a book."""
