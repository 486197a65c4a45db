"""Pairs of Warhammer's units that are answered together."""
