"""Sign up, in and out, and a person's own account."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from rest_framework.authtoken.models import Token

from armybuilder.accounts import tokens
from armybuilder.accounts.author_requests import AskError, ask_to_write
from armybuilder.accounts.devices import known_device, remember_device
from armybuilder.accounts.forms import (
    AuthorRequestForm,
    ChangeEmailForm,
    DeleteAccountForm,
    SignInForm,
    SignUpForm,
    known_name,
)
from armybuilder.accounts.models import AuthorRequest, User
from armybuilder.accounts.people import SignedInRequest, enter, next_address
from armybuilder.accounts.roles import is_author, is_organiser
from armybuilder.accounts.throttle import Allowance, client_address, give_back, take

# One name from one place, everything from one place, one name from anywhere; and a
# browser that its owner signed in with before, which the others do not hold back.
SIGN_IN_PAIR = Allowance("sign-in-pair", burst=8, refill_seconds=60)
SIGN_IN_ADDRESS = Allowance("sign-in-address", burst=40, refill_seconds=10)
SIGN_IN_NAME = Allowance("sign-in-name", burst=60, refill_seconds=30)
SIGN_IN_DEVICE = Allowance("sign-in-device", burst=8, refill_seconds=60)
SIGN_UP_ADDRESS = Allowance("sign-up-address", burst=10, refill_seconds=600)
PASSWORD_CHECK = Allowance("password-check", burst=8, refill_seconds=60)
TOO_MANY = "Too many attempts. Wait a minute, then try again."
NEEDED = "Others depend on what you own; ask an organiser."


@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request, request.POST or None)
    after = next_address(request, default="/")
    if request.method != "POST":
        return _sign_in_page(request, form, after)
    # Whatever way a name is typed, its attempts are counted together.
    typed = request.POST.get("username", "")[:200]
    name = known_name(typed)
    pair = (client_address(request), name.lower())
    device = known_device(request, User.objects.filter(username=name).first())
    if not _may_try(*pair, device):
        return _too_many(request, "accounts/sign_in.html", SignInForm(request), after)
    if not form.is_valid():
        return _sign_in_page(request, form, after)
    user: User = form.get_user()
    give_back(SIGN_IN_PAIR, *pair)
    give_back(SIGN_IN_DEVICE, device, pair[1])
    messages.success(request, f"Welcome back, {user.get_username()}.")
    return _entered(request, user, after)


@sensitive_post_parameters("password1", "password2")
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    form = SignUpForm(request.POST or None)
    after = next_address(request, default="/")
    if request.method == "POST" and form.is_valid():
        if not take(SIGN_UP_ADDRESS, client_address(request)):
            return _too_many(request, "accounts/sign_up.html", form, after)
        user = _create(form)
        if user is not None:
            messages.success(request, f"Welcome, {user.username}.")
            return _entered(request, user, after)
    return render(request, "accounts/sign_up.html", {"form": form, "next": after})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("/")


@login_required
@never_cache
def account(request: SignedInRequest) -> HttpResponse:
    context = {
        "token": Token.objects.filter(user=request.user).first(),
        "author": is_author(request.user),
        "organiser": is_organiser(request.user),
    }
    return render(request, "accounts/account.html", context)


@login_required
@never_cache
def ask_to_become_author(request: SignedInRequest) -> HttpResponse:
    """Show a player's last request to become an author, and take another."""
    form = AuthorRequestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            ask_to_write(request.user, form.cleaned_data["text"])
        except AskError as problem:
            form.add_error(None, str(problem))
        else:
            messages.success(request, "Your request is sent.")
            return redirect("accounts:become_author")
    context = {
        "form": form,
        "last": AuthorRequest.objects.filter(person=request.user).first(),
        "author": is_author(request.user),
    }
    status = 400 if form.errors else 200
    return render(request, "accounts/become_author.html", context, status=status)


@login_required
@require_POST
def renew_token(request: SignedInRequest) -> HttpResponse:
    tokens.renew_token(request.user)
    messages.success(request, "Here is your new token. The old one works no more.")
    return redirect("accounts:account")


@login_required
@require_POST
def remove_token(request: SignedInRequest) -> HttpResponse:
    Token.objects.filter(user=request.user).delete()
    messages.success(request, "The token is gone; programs that used it are shut out.")
    return redirect("accounts:account")


@sensitive_post_parameters()
@login_required
@never_cache
def change_password(request: SignedInRequest) -> HttpResponse:
    template = "accounts/change_password.html"
    if request.method == "POST" and not take(PASSWORD_CHECK, str(request.user.pk)):
        return _too_many(request, template, PasswordChangeForm(request.user), "")
    form = PasswordChangeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        update_session_auth_hash(request, user)
        has_token = Token.objects.filter(user=user).exists()
        also = " Your API token is a new one, too." if has_token else ""
        messages.success(request, f"Your password is changed.{also}")
        response = redirect("accounts:account")
        remember_device(request, response, user)
        return response
    return render(request, template, {"form": form})


@sensitive_post_parameters("password")
@login_required
@never_cache
def change_email(request: SignedInRequest) -> HttpResponse:
    template = "accounts/change_email.html"
    initial = {"email": request.user.email}
    if request.method == "POST" and not take(PASSWORD_CHECK, str(request.user.pk)):
        form = ChangeEmailForm(request.user, initial=initial)
        return _too_many(request, template, form, "")
    form = ChangeEmailForm(request.user, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        request.user.email = form.cleaned_data["email"]
        request.user.save(update_fields=["email"])
        said = "changed" if request.user.email else "forgotten"
        messages.success(request, f"Your e-mail address is {said}.")
        return redirect("accounts:account")
    return render(request, template, {"form": form})


@sensitive_post_parameters("password")
@login_required
@never_cache
def delete_account(request: SignedInRequest) -> HttpResponse:
    template = "accounts/delete_account.html"
    if request.method == "POST" and not take(PASSWORD_CHECK, str(request.user.pk)):
        return _too_many(request, template, DeleteAccountForm(request.user), "")
    form = DeleteAccountForm(request.user, request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, template, {"form": form})
    try:
        with transaction.atomic():
            request.user.delete()
    except ProtectedError as problem:
        ways = [one for one in problem.protected_objects if hasattr(one, "way_out")]
        if not ways:
            form.add_error(None, NEEDED)
        context = {"form": form, "ways": sorted(ways, key=str)}
        return render(request, template, context, status=409)
    logout(request)
    messages.success(request, "Your account is deleted.")
    return redirect("/")


def _entered(request: HttpRequest, user: User, after: str) -> HttpResponse:
    enter(request, user)
    response = redirect(after)
    remember_device(request, response, user)
    return response


def _may_try(address: str, name: str, device: str) -> bool:
    if device:
        return take(SIGN_IN_DEVICE, device, name)
    return (
        take(SIGN_IN_PAIR, address, name)
        and take(SIGN_IN_ADDRESS, address)
        and take(SIGN_IN_NAME, name)
    )


def _create(form: SignUpForm) -> User | None:
    """Save the new user, unless the name was taken since the form looked."""
    try:
        with transaction.atomic():
            user: User = form.save()
    except IntegrityError:
        form.add_error("username", "A user with that username already exists.")
        return None
    return user


def _sign_in_page(
    request: HttpRequest, form: AuthenticationForm, after: str
) -> HttpResponse:
    if request.user.is_authenticated and after == "/":
        return redirect("accounts:account")
    return render(request, "accounts/sign_in.html", {"form": form, "next": after})


def _too_many(
    request: HttpRequest, template: str, form: object, after: str
) -> HttpResponse:
    context = {"form": form, "next": after, "too_many": TOO_MANY}
    response = render(request, template, context, status=429)
    response.headers["Retry-After"] = "60"
    return response
