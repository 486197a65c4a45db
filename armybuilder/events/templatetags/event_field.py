"""Lines of an event's field in words."""

from django import template

from armybuilder.events.field_words import row_words

register = template.Library()
register.filter("field_words", row_words)
