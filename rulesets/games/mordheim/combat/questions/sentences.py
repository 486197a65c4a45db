"""The phrases in which Mordheim tells the situation of a match-up."""

from rulesets.games.mordheim.spell_rules import OF_SPELLS, PREFIX
from rulesets.odds.sentences import CLOSING, Sentences

UPON = tuple((row.key.removeprefix(PREFIX), row.name) for row in OF_SPELLS)
"""Keys and names of what somebody may be under."""

OPENINGS = {
    "fight": "<charge>",
    "shooting": "{a} {a[shoots]} at {b}<distance><cover>",
    "engagement": "{a} and {b} begin<distance>",
    "casting": "{a} {a[casts]}<spell> at {b}<distance>",
    "rout": "Both warbands must test whether they rout<tests>",
}
"""The beginning of the sentence, by kind of match-up."""

PHRASES = {
    "distance=1": " from [[1 inch]]",
    "distance": " from [[{n} inches]]",
    "engagement.distance=1": " [[1 inch]] apart",
    "engagement.distance": " [[{n} inches]] apart",
    "charge=a": "{a} [[{a[charges]}]] {b}",
    "charge=b": "{b} [[{b[charges]}]] {a}",
    "charge=none": "{a} and {b} [[fight already]], in the turn of {a}",
    "dive": "the charger [[dives from {n} inches]]",
    "above": "{own} {own[stands]} [[{n} inches above]]",
    "at-edge": "{own} {own[stands]} [[at the edge]] up there",
    "crawls=away": "stunned, {own} {own[crawls]} [[2 inches away]]",
    "crawls=towards": "stunned, {own} {own[crawls]} [[2 inches nearer]]",
    "ladder": "the charge goes [[up a ladder]]",
    "edge": "{own} {own[is]} at [[an edge {n} inches high]]",
    "fighters": "[[{n}]] of {own} fight",
    "joins": "one more joins {own} [[in turn {n}]] of that side",
    "wounds-lost=1": "{own} {own[has]} lost [[1 wound]]",
    "wounds-lost": "{own} {own[has]} lost [[{n} wounds]]",
    "posture=knocked-down": "{own} {own[begins]} [[knocked down]]",
    "posture=stunned": "{own} {own[begins]} [[stunned]]",
    "hates": "{own} [[{own[hates]}]] this enemy",
    "unholy": "{own} {own[is]} [[undead, possessed or a daemon]]",
    "friend-near": "{own} {own[has]} [[a friend]] near",
    "scattered": "the friends of {own} are [[more than 6 inches away]]",
    "leader-ld": "{own} {own[has]} a leader near with [[Leadership {n}]]",
    "rout.leader-ld": "{own} {own[has]} a warrior near with [[Leadership {n}]]",
    "table-edge=1": "{own} {own[has]} [[1 inch]] to the edge of the table",
    "table-edge": "{own} {own[has]} [[{n} inches]] to the edge of the table",
    "shade=1": "the crimson shade of {own} gave [[1 Initiative]]",
    "shade": "the crimson shade of {own} gave [[{n} Initiative]]",
    "foot": "{a} {a[spends]} [[a rabbit's foot]] if it fails",
    "rout.foot": "{own} {own[spends]} [[a rabbit's foot]] on its first failure",
    "vodka=steady": "{own} drank [[vodka]]",
    "vodka=unsteady": "{own} drank [[vodka, and sways]]",
    "torch=light": "{own} {own[has]} [[a torch]] in hand",
    "torch=club": "{own} {own[strikes]} [[with a torch]]",
    "flash": "{own} {own[throws]} [[flash powder]]",
    "caltrops": "{own} {own[strews]} [[caltrops]] before the first charge",
    "garlic": "the garlic of {own} meets [[a Vampire]]",
    "water": "{a} {a[throws]} [[blessed water]]",
    "net": "{a} {a[throws]} [[a net]]",
    "bomb": "{a} {a[throws]} [[a fire bomb]]",
    "foe": "this enemy is [[the one that the rules of {own} mean]]",
    "unseen": "{own} {own[charges]} [[one whom it does not see]]",
    "slams": "{own} {own[charges]} with [[one hard blow]]",
    "keeper-far": "whoever keeps {own} from stupidity is [[far away]]",
    "rests": "{a} {a[stands]} still and {a[rests]} [[the handgun]]",
    "horn": "the war horn of {own} [[sounds]]",
    "indoors": "they are [[in buildings or ruins]]",
    "cover=no": ", [[in the open]]",
    "cover=yes": ", [[in cover]]",
    "hard-cover": "the cover is [[hard]]",
    "moved": "{a} {a[has]} [[moved]]",
    "twice": "who can shoot twice [[does so]]",
    "shooters": "[[{n}]] of {a} shoot",
    "approach=walk": "they [[walk and shoot]] until a charge may arrive",
    "charge-when=may": "a charge is declared [[as soon as it may arrive]]",
    "charge-when=certain": "a charge is declared [[when it is certain]] to arrive",
    "in-cover": "{own} {own[is]} [[in cover]] until they meet",
    "in-hard-cover": "{own} {own[is]} [[in hard cover]] until they meet",
    "casts": "{own} {own[casts]} [[spell or prayer {n}]] in each of its turns",
    **{f"under={key}": f"{{own}} {{own[is]}} [[under {name}]]" for key, name in UPON},
    "spell": " [[spell or prayer {n}]]",
    "difficulty": "the difficulty is [[{n}]]",
    "tests=1": " in [[1 turn]]",
    "tests": " in [[{n} turns]]",
    **CLOSING,
}
"""The words of each answer."""

SENTENCES = Sentences(OPENINGS, PHRASES)
