"""Documents: safe reading of JSON, schemas, hashes, differences of two."""
