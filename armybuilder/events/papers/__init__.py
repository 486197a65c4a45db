"""Papers of an event: the judge pack, the booklet of all lists, the tables' sheets."""
