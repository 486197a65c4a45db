"""Management commands of the accounts."""
