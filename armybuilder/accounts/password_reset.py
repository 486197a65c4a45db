"""A new password by mail: asking for the link, and the page that it leads to."""

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.accounts.forms import AskResetForm
from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance, client_address, take

# Asking from one place; and mails to one address, whoever asks for them.
RESET_ADDRESS = Allowance("reset-address", burst=10, refill_seconds=300)
RESET_MAIL = Allowance("reset-mail", burst=3, refill_seconds=1800)
TOO_MANY = "Too many attempts. Wait some minutes, then try again."


@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Mail a link to the accounts of an address; the answer is the same without any."""
    form = AskResetForm(request.POST or None)
    context: dict[str, object] = {"form": form}
    if request.method == "POST" and form.is_valid():
        if not take(RESET_ADDRESS, client_address(request)):
            context["too_many"] = TOO_MANY
            response = render(request, "accounts/ask_reset.html", context, status=429)
            response["Retry-After"] = "300"
            return response
        if take(RESET_MAIL, form.cleaned_data["email"].lower()):
            form.save(
                use_https=request.is_secure(),
                request=request,
                subject_template_name="accounts/reset_subject.txt",
                email_template_name="accounts/reset_mail.txt",
            )
        return redirect("accounts:reset_sent")
    return render(request, "accounts/ask_reset.html", context)


@require_safe
def say_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_sent.html")


class ResetPassword(PasswordResetConfirmView):
    """Django's page behind the link, which works once and for a while."""

    template_name = "accounts/reset_password.html"
    success_url = reverse_lazy("accounts:sign_in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Save the new password, and have its owner sign in with it."""
        messages.success(self.request, "Your password is changed. Sign in with it.")
        return super().form_valid(form)
