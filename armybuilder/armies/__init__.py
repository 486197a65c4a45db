"""Saved armies: builder, sharing, print."""
