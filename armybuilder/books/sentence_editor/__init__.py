"""Rules of a draft as sentences with blanks, on pages: read, offered, edited."""
