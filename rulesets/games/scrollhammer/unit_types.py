"""Scrollhammer's types of unit."""

from rulesets.game import UnitType

UNIT_TYPES: dict[str, UnitType] = {
    kind.key: kind
    for kind in (
        UnitType("infantry", "Infantry", {}, "no rules of its own"),
        UnitType("flyer-infantry", "Flyer Infantry", {}),
        UnitType("cavalry", "Cavalry", {}, "rider and mount are one model"),
        UnitType("fast-cavalry", "Fast Cavalry", {}),
        UnitType("beasts", "Beasts", {}),
        UnitType("swarms", "Swarms", {}),
        UnitType("monstrous-creature", "Monstrous Creature", {}),
        UnitType(
            "monstrous-cavalry", "Monstrous Cavalry", {}, "two profiles on one base"
        ),
        UnitType("monstrous-fast-cavalry", "Monstrous Fast Cavalry", {}),
        UnitType("monstrous-flier", "Monstrous Flier", {}),
        UnitType(
            "artillery",
            "Artillery",
            {},
            "pieces and crew have profiles of their own",
        ),
    )
}
"""By key."""
