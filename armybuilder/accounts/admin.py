"""People in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from armybuilder.accounts.models import User

admin.site.register(User, UserAdmin)

admin.site.site_header = "Armybuilder"
admin.site.site_title = "Armybuilder"
admin.site.index_title = "Books and people"
