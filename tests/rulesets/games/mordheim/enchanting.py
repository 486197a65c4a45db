"""Fighters under spells and prayers, as the simulator rolls them."""

from typing import Any

FIGURES = {
    "hammer-of-sigmar": (0, 2, 0),
    "black-fury": (0, 1, 2),
    "sword-of-rezhebel": (2, 2, 1),
    "clubba": (0, 2, 1),
    "bears-paw": (0, 2, 0),
}
"""More Weapon Skill, Strength and Attacks."""


def enchant(man: Any, spell: str) -> None:
    """Change a fighter as the spell says that he is under."""
    ws, s, a = FIGURES.get(spell, (0, 0, 0))
    man.ws, man.s, man.a = man.ws + ws, man.s + s, man.a + a
    if spell in ("blessed-ale", "stench-of-nurgle") and man.a > 1:
        man.a -= 1
    if spell in ("armour-of-righteousness", "scabrous-hide"):
        man.save = min(man.save, 2)
    if spell == "daemonic-vigour" and "daemonic-aura" in man.rules:
        man.save = min(man.save, 4)
    if spell in ("armour-of-righteousness", "death-vision"):
        man.rules = man.rules | {"fear"}
    if spell == "hearts-of-steel":
        man.rules = man.rules | {"fearless"}
    man.doubles = spell == "hammer-of-sigmar"
    man.leaps = spell == "stags-leap"
    man.hasty = spell == "ledz-go"
    man.shielded = spell == "shield-of-faith"
