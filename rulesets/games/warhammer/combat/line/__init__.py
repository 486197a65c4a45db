"""A battle line of Warhammer: several units and characters in one combat."""
