"""Static files under names that hold a hash of what is in them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

MODULE_BESIDE = (r'(?P<matched>from "(?P<url>\./[a-z_]+\.js)")', 'from "%(url)s"')
"""An import of a module in the same folder, and what it is written as."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Files with hashed names; modules import those beside them by these names too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.js", (MODULE_BESIDE,)),
    )
