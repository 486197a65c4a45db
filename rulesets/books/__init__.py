"""Army books: what may be bought, for how much, and under which limits."""
