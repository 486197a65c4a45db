"""The works in warhammer-stats: one side attacks, nobody strikes back."""

from collections.abc import Callable, Mapping

from warhammer_stats import PMF, Attack, PMFCollection, Target, Weapon

NONE = 7


def work_a() -> dict[str, float]:
    one = PMFCollection([PMF.static(1)])
    shots = PMFCollection([PMF.static(20)])
    weapon = Weapon(bs=4, shots=shots, strength=4, ap=0, damage=one)
    target = Target(toughness=4, save=5, invuln=NONE, fnp=NONE, wounds=1)
    dealt = Attack(weapon, target).total_damage_results.damage_dist
    return {str(k): float(dealt.get(k)) for k in range(21)}


WORKS: dict[str, Callable[[], Mapping[str, float]]] = {"A": work_a}
