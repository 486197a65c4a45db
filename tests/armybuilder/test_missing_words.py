"""A field that was left empty says which it is, and what is to be done."""

import pytest
from django import forms


class Untouched(forms.Form):
    """A form with a field of each kind."""

    name = forms.CharField()
    first_game = forms.DateTimeField(label="First game:")
    book = forms.ChoiceField(choices=[("a", "A")])
    books = forms.MultipleChoiceField(choices=[("a", "A")])
    sure = forms.BooleanField(label="I am sure")
    list = forms.FileField(label="A list")
    why = forms.CharField(label="What for?")
    own = forms.CharField(error_messages={"required": "Who are you?"})


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("name", "“Name” is empty. Fill it in."),
        ("first_game", "“First game” is empty. Fill it in."),
        ("book", "Nothing is chosen for “Book”. Choose one."),
        ("books", "Nothing is chosen for “Books”. Choose at least one."),
        ("sure", "“I am sure” is not ticked. Tick it to go on."),
        ("list", "No file is chosen for “A list”. Choose one."),
        ("why", "“What for?” has no answer yet. Write one."),
        ("own", "Who are you?"),
    ],
)
def test_an_empty_field_names_itself(field: str, words: str) -> None:
    assert Untouched({}).errors[field] == [words]
