"""Where things lie: the shipped knowledge, and what gradhelp keeps for itself on this machine."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent


def knowledge() -> Path:
    """The folder that holds rules, error families and templates: in an installed wheel, or beside the package."""
    installed = PACKAGE / "_knowledge"
    return installed if installed.is_dir() else PACKAGE.parent / "knowledge"


def cache() -> Path:
    """The folder for what can be computed anew; GRADHELP_CACHE overrides the platform's own place."""
    chosen = os.environ.get("GRADHELP_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs  # here: the help page needs no cache, and every command imports this module

    return Path(platformdirs.user_cache_dir("gradhelp", appauthor=False))


def data() -> Path:
    """The folder for what the user would miss: sessions of the chat, folders agreed to. GRADHELP_DATA overrides it."""
    chosen = os.environ.get("GRADHELP_DATA")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("gradhelp", appauthor=False))
