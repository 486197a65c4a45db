"""Army books, rosters, legality and odds of tabletop wargames; pure Python."""
