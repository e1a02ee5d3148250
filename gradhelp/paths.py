"""Where the shipped knowledge lies: inside an installed wheel, or beside the package in a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def knowledge() -> Path:
    """The folder that holds rules, error families and templates."""
    installed = PACKAGE / "_knowledge"
    return installed if installed.is_dir() else PACKAGE.parent / "knowledge"
