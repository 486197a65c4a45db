"""What rules of single warbands are called where their key does not say it."""

from rulesets.odds import answer

NAMES = {
    "ard-ead": "'Ard 'ead",
    "beastmen-vengeance": "Vengeance",
    "cunnin-plan": "Da Cunnin' Plan",
    "dead-eye-shot": "Dead eye",
    "eadbasher": "'Eadbasher",
    "ere-we-go": "'Ere we go",
    "hates-sigmarites": "Hates Sigmar's servants",
    "ithilmar-edge": "Ithilmar",
    "nimble-rider": "Expert rider",
    "nurgles-rot": "Nurgle's Rot",
    "pit-fighter-at-home": "Pit fighter",
    "silent-death": "Art of Silent Death",
    "steady-rider": "Expert rider",
    "stupid-alone": "Stupidity",
    "thiefs-cloak": "Thief's cloak",
    "throwing-axe": "Throwing axes",
    "venom-bearer": "Poisoner",
    "waaagh-charge": "Waaagh!",
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
