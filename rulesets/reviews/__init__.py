"""Reviews: the engine's verdict on a roster, as values, documents and words."""
