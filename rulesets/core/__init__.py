"""Values and the rule model that everything else is made of."""
