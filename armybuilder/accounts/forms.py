"""Forms of the account pages."""

import unicodedata
from threading import Thread
from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordResetForm,
    UserCreationForm,
)

from armybuilder.accounts.models import User

EMAIL_USE = "Only for a new password if you forget yours; without it nobody can help."


def known_name(typed: str) -> str:
    """Return the existing username in any case, else the typed one."""
    name = unicodedata.normalize("NFKC", typed).replace("\x00", "").strip()
    known = User.objects.filter(username__iexact=name).first()
    return known.username if known else name


class SignInForm(AuthenticationForm):
    """Django's form; the capitals of a username do not matter."""

    def clean_username(self) -> str:
        return known_name(self.cleaned_data["username"])


class SignUpForm(UserCreationForm):
    """A username and a password; an e-mail address if wanted."""

    class Meta:
        model = User
        fields = ("username", "email")
        help_texts = {"username": "Letters, digits and @ . + - _ only."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail (optional)"
        self.fields["email"].help_text = EMAIL_USE
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields[
            "password1"
        ].help_text = "At least 8 characters, not digits alone, nothing common."
        self.fields["password2"].label = "Password again"
        self.fields["password2"].help_text = ""


class AskResetForm(PasswordResetForm):
    """Django's form; the mail leaves by itself, so that nobody waits for it.

    An answer that took longer where somebody has the address would tell that.
    """

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send one mail from a thread; what fails is logged there."""
        Thread(target=super().send_mail, args=args, kwargs=kwargs, daemon=True).start()


class AuthorRequestForm(forms.Form):
    """Words of a player who would write army books."""

    text = forms.CharField(
        label="What would you like to write?",
        max_length=1000,
        help_text="The game and the book, in a few words. Whoever answers reads it.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class _PasswordForm(forms.Form):
    """Asks for the password once more."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password


class DeleteAccountForm(_PasswordForm):
    """Asks for the password, since nothing brings an account back."""


class ChangeEmailForm(_PasswordForm):
    """Asks for the password too: whoever has the address gets a new one by it."""

    email = forms.EmailField(
        label="E-mail (empty for none)",
        required=False,
        help_text=EMAIL_USE,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")
