"""The exports of an army, for the menus that offer them."""

from django import template

from armybuilder.armies.exports import EXPORTS, Export

register = template.Library()


@register.simple_tag
def exports() -> tuple[Export, ...]:
    return EXPORTS
