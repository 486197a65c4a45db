"""Army books: units and options on offer, their prices and their limits."""
