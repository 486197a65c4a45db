"""A unit of a draft as players will see it: its sheet, its costs, its match-ups."""
