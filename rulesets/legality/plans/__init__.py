"""Plans: edits that make an army legal or fill it up, tried on the engine."""
