"""Which language to speak, decided before anything can be said: `--lang`, else the locale."""

from collections.abc import Mapping, Sequence

from gradhelp.report.phrases import Lang

NEUTRAL = ("C", "POSIX")


def chosen(arguments: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """What `--lang` asks for among gradhelp's own arguments; what it does not offer is left to the parser."""
    for at, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else None
        if argument == "--lang":
            value = next(iter(arguments[at + 1 : at + 2]), None)
        if value in ("en", "zh"):
            return "zh" if value == "zh" else "en"
    return of_locale(environ)


def of_locale(environ: Mapping[str, str]) -> Lang:
    """The locale of messages as POSIX defines it; LANGUAGE, a list, goes before it unless the locale is neutral."""
    name = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    wishes = environ.get("LANGUAGE", "").split(":") if name.partition(".")[0] not in NEUTRAL else []
    wanted = next(filter(None, [*wishes, name]), "")
    return "zh" if wanted.lower().startswith("zh") else "en"
