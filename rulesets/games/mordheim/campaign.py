"""A warband's campaign as its roster sheet prints it: experience, groups, rout."""

from rulesets.paper import Campaign

CAMPAIGN = Campaign(
    experience="experience",
    heroes=frozenset({"hero"}),
    hero_steps=(
        *(2, 4, 6, 8, 11, 14, 17, 20, 24, 28, 32, 36),
        *(41, 46, 51, 57, 63, 69, 76, 83, 90),
    ),
    other_steps=(2, 5, 9, 14),
    group=5,
    groups=frozenset({"henchman"}),
    skills=frozenset({"#skill", "#advance"}),
    told=frozenset({"record", "#experience"}),
    rout_share=4,
    rout_half=frozenset({"half-a-warrior"}),
    source="Mordheim rulebook, Campaigns",
)
