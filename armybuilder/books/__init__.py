"""Army books: authoring, checks, editions."""
