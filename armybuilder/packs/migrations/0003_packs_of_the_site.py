"""Put the packs that come with the site into its tables, as published versions."""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulesets.documents.json import parse, sha256


def load(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Load them; `manage.py load_packs` does the same for what is newer."""
    rows = apps.get_model("packs", "Pack").objects
    versions = apps.get_model("packs", "PackVersion").objects
    for path in sorted((settings.BASE_DIR / "fixtures" / "packs").glob("*.json")):
        document = parse(path.read_bytes())
        pack = rows.create(
            key=document["key"],
            name=document["name"],
            game=document["game"],
            is_public=True,
            draft=document,
        )
        versions.create(pack=pack, number=1, document=document, sha256=sha256(document))


class Migration(migrations.Migration):
    dependencies = [("packs", "0002_versions_never_change")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
