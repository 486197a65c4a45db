"""Documents: reading JSON safely, schemas, hashes, and what differs between two."""
