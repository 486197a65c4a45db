"""Let a withdrawal say why."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("books", "0011_book_roles")]

    operations = [
        migrations.AddField(
            model_name="withdrawal",
            name="reason",
            field=models.CharField(blank=True, max_length=500),
        ),
    ]
