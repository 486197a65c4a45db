"""A multiple combat: who touches whom, blows in their order, the result, the answer."""
