"""The phrases in which Charge tells the situation of a match-up."""

from rulesets.odds.sentences import CLOSING, TURNS, Sentences

OPENINGS = {
    "charge": "{a} {a[charges]} {b}<distance><contact>",
    "fight": "{a} and {b} fight in contact",
    "shooting": "{a} {a[shoots]} at {b}<distance>",
    "engagement": "{a} and {b} begin<distance>",
    "battle-line": "{a} and {b} fight in one combat",
}
"""The beginning of the sentence, by kind of match-up."""

PHRASES = {
    "distance=1": " from [[1 inch]]",
    "distance": " from [[{n} inches]]",
    "engagement.distance=1": " [[1 inch]] apart",
    "engagement.distance": " [[{n} inches]] apart",
    "part-inch": "it is [[a part of an inch more]]",
    "furthest=1": "the longest distance is [[1 inch]]",
    "furthest": "the longest distance is [[{n} inches]]",
    "contact=front": " into [[the front]]",
    "contact=flank": " into [[the flank]]",
    "contact=rear": " into [[the rear]]",
    "contact=flank-and-rear": " into [[flank and rear]]",
    "engagement.contact=front": "",
    "engagement.contact=flank": "a charge hits [[the flank]]",
    "engagement.contact=rear": "a charge hits [[the rear]]",
    "engagement.contact=flank-and-rear": "a charge hits [[flank and rear]]",
    "reaction=none": "{b} [[{b[does]} not react]]",
    "reaction=shield-wall": "{b} {b[forms]} [[a Shield Wall]]",
    "reaction=stand-and-shoot": "{b} [[{b[stands]} and {b[shoots]}]]",
    "reaction=fire-and-flee": "{b} [[{b[fires]} and {b[flees]}]]",
    "reaction=tactical-genius": "{b} {b[reacts]} with [[Tactical Genius]]",
    "engagement.reaction=none": "",
    "engagement.reaction=shield-wall": "who is charged forms [[a Shield Wall]]",
    "engagement.reaction=stand-and-shoot": "who is charged [[stands and shoots]]",
    "engagement.reaction=fire-and-flee": "who is charged [[fires and flees]]",
    "engagement.reaction=tactical-genius": "who is charged uses [[Tactical Genius]]",
    "use-fearsome": "the charger uses [[Fearsome]]",
    "volley-fire": "[[Volley Fire]] is used",
    "wounds-lost=1": "{own} {own[has]} lost [[1 wound]]",
    "wounds-lost": "{own} {own[has]} lost [[{n} wounds]]",
    "friend-behind=1": "{own} {own[has]} a friend [[1 inch]] behind",
    "friend-behind": "{own} {own[has]} a friend [[{n} inches]] behind",
    "enemy-behind=1": "{own} {own[has]} an enemy [[1 inch]] behind",
    "enemy-behind": "{own} {own[has]} an enemy [[{n} inches]] behind",
    "general-near": "{own} {own[has]} a friend with [[General's Leadership]] near",
    "kin-near": "{own} {own[has]} [[another unit of the same name]] near",
    "battle-line.contact=front": "{own} {own[fights]} {other} in [[the front]]",
    "battle-line.contact=flank": "{own} {own[fights]} {other} in [[the flank]]",
    "battle-line.contact=rear": "{own} {own[fights]} {other} in [[the rear]]",
    "battle-line.contact=flank-and-rear": "{own} {own[fights]} {other} in "
    "[[flank and rear]]",
    "charges-from=1": "{a} {a[charges]} from [[1 inch]]",
    "charges-from": "{a} {a[charges]} from [[{n} inches]]",
    "battle-line.reaction=none": "",
    "strikes-at=second": "{own} {own[strikes]} at [[the second enemy]] first",
    "strikes-at=third": "{own} {own[strikes]} at [[the third enemy]] first",
    "strikes-at=fewest": "{own} {own[strikes]} at [[whoever has the fewest wounds]]",
    "touched-in=flank": "{own} {own[is]} touched in [[the flank]]",
    "touched-in=rear": "{own} {own[is]} touched in [[the rear]]",
    "touched-in=flank-and-rear": "{own} {own[is]} touched in [[flank and rear]]",
    **CLOSING,
    **TURNS,
}
"""The words of each answer."""

SENTENCES = Sentences(OPENINGS, PHRASES)
