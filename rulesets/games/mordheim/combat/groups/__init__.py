"""Groups of Mordheim's fighters: several against several."""
