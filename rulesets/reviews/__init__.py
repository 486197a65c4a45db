"""Reviews: what the engine says of a roster, as values, documents and words."""
