"""Fields of forms that ask for points."""

from django import forms

MOST_POINTS = 1_000_000


def points_field(
    label: str,
    help_text: str = "",
    *,
    least: int = 0,
    widget: forms.NumberInput | None = None,
) -> forms.DecimalField:
    """Return a field for points, which may stay empty."""
    return forms.DecimalField(
        label=label,
        min_value=least,
        max_value=MOST_POINTS,
        max_digits=9,
        decimal_places=2,
        required=False,
        help_text=help_text,
        widget=widget,
    )
