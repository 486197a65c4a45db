"""Gear of Warhammer that the odds count wholly, by its figures and rules."""

PLAIN = frozenset(
    {
        "additional-choppa",
        "additional-hand-weapon",
        "bow",
        "brace-of-pistols",
        "cavalry-hammer",
        "choppa",
        "crew-spear",
        "crossbow",
        "empire-handgun",
        "flail",
        "full-plate",
        "great-weapon",
        "halberd",
        "hand-weapon",
        "handgun",
        "heavy-armour",
        "lance",
        "light-armour",
        "long-bow",
        "morning-star",
        "pistol",
        "repeater-handgun",
        "repeater-pistol",
        "shield",
        "short-bow",
        "spear-infantry",
        "spear-mounted",
        "warpaint",
    }
)
"""Gear whose whole effect is in figures and rules that count here."""
