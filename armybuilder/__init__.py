"""The Armybuilder web site."""
