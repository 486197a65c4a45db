"""The faces of papers, from packages."""

from importlib.resources import files
from pathlib import Path

FACES = (
    ("font_source_sans_pro", "SourceSansPro", "Source Sans Pro", 400, "Regular"),
    ("font_source_sans_pro", "SourceSansPro", "Source Sans Pro", 600, "Semibold"),
    ("font_source_serif_pro", "SourceSerifPro", "Source Serif Pro", 400, "It"),
    ("font_source_serif_pro", "SourceSerifPro", "Source Serif Pro", 700, "Bold"),
    ("font_source_serif_pro", "SourceSerifPro", "Source Serif Pro", 900, "Black"),
)
"""Package, file, family, weight and cut of every face that papers use."""


def font_files() -> tuple[Path, ...]:
    """Return the files of the faces: all that a drawing may read."""
    return tuple(
        Path(str(files(package))) / "files" / f"{name}-{cut}.otf"
        for package, name, _, _, cut in FACES
    )
