"""What rules of single warbands are called where their key does not say it."""

from rulesets.odds import answer

NAMES = {
    "animal-friendship": "Animal Friendship",
    "ard-ead": "'Ard 'ead",
    "beastmen-vengeance": "Vengeance",
    "cart-parts": "Parts of the cart",
    "cunnin-plan": "Da Cunnin' Plan",
    "dead-eye-shot": "Dead eye",
    "drops-a-die": "Explorer",
    "eadbasher": "'Eadbasher",
    "ere-we-go": "'Ere we go",
    "extra-arm": "Extra Arm",
    "extra-tough": "Extra Tough",
    "hates-sigmarites": "Hates Sigmar's servants",
    "hunters-cloak": "Hunter's cloak",
    "infiltrate": "Infiltration",
    "ithilmar-edge": "Ithilmar",
    "leader-12": 'Leader (12")',
    "mutant-skill": "Mutant",
    "nimble-rider": "Expert rider",
    "nurgles-rot": "Nurgle's Rot",
    "pit-fighter-at-home": "Pit fighter",
    "promoted-combat-strength": "Few skills",
    "promoted-pit": "Few skills",
    "resource-hunter": "Resource Hunter",
    "silent-death": "Art of Silent Death",
    "steady-rider": "Expert rider",
    "stone-cutter": "Stone Cutter",
    "stupid-alone": "Stupidity",
    "tea-leaf": "Light fingers",
    "thiefs-cloak": "Thief's cloak",
    "throwing-axe": "Throwing axes",
    "venom-bearer": "Poisoner",
    "waaagh-charge": "Waaagh!",
    "wall-runner": "Wall Runner",
    "well-ard": "Well 'ard",
    "wolf-charge": "Slavering charge",
}
"""Names of rules by key, as their books print them."""


def titled(key: str) -> str:
    """Return what a rule of a single book is called.

    Examples
    --------
    >>> titled("thick-skull"), titled("wolf-charge")
    ('Thick skull', 'Slavering charge')
    """
    return NAMES.get(key) or answer.titled(key)
