"""Let units, models, options and items say which keys they had in former editions."""

from django.db import migrations, models

TABLES = ("item", "unit", "modeltype", "option")


class Migration(migrations.Migration):
    dependencies = [("books", "0013_libraries")]
    operations = [
        migrations.AddField(
            table,
            "renamed_from",
            models.JSONField(
                blank=True,
                default=list,
                help_text="Keys that it had in former editions; armies that name one"
                " have it.",
            ),
        )
        for table in TABLES
    ]
