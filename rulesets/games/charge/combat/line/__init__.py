"""A combat of several units: who touches whom, blows, Morale, and the answer."""
