"""Addresses of the account pages."""

from django.urls import path

from armybuilder.accounts import password_reset, views

app_name = "accounts"
urlpatterns = [
    path("", views.account, name="account"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("token/renew/", views.renew_token, name="renew_token"),
    path("token/remove/", views.remove_token, name="remove_token"),
    path("password/", views.change_password, name="change_password"),
    path("email/", views.change_email, name="change_email"),
    path("forgotten/", password_reset.ask, name="ask_reset"),
    path("forgotten/sent/", password_reset.say_sent, name="reset_sent"),
    path(
        "forgotten/<uidb64>/<token>/",
        password_reset.ResetPassword.as_view(),
        name="reset_password",
    ),
    path("author/", views.ask_to_become_author, name="become_author"),
    path("delete/", views.delete_account, name="delete_account"),
]
