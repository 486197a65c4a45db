"""Names with the verbs that they take."""

from django import template

from rulesets.core.subject import clause, verb_of

register = template.Library()
register.filter("clause", clause)
register.filter("verb", verb_of)
