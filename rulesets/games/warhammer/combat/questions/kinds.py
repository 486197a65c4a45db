"""Keys of the kinds of match-up of Warhammer in which units fight."""

LINE = "battle-line"
"""Key of the kind of match-up."""

OF_TWO = ("charge", "fight", "engagement")
"""Keys of the kinds in which two units fight."""

IN_COMBAT = (*OF_TWO, LINE)
