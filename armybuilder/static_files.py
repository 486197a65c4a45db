"""Static files under names that hold a hash of what is in them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Files with hashed names; modules import each other by these names too."""

    support_js_module_import_aggregation = True
