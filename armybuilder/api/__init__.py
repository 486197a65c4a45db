"""The same documents in and out, for programs."""
