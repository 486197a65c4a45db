"""Odds of an army's units against a target, as the builder and sheets show them."""
