"""A friendly game has no rounds and tables: its two players are all that it has."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_tables(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    pairings = apps.get_model("events", "Pairing").objects
    pairings.filter(event__sight="friends").delete()


class Migration(migrations.Migration):
    dependencies = [("events", "0004_organisers_stay")]
    operations = [migrations.RunPython(drop_tables, migrations.RunPython.noop)]
