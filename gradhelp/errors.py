"""The errors that gradhelp itself raises, and what each means for the user.

    GradhelpError
    ├── UsageError          wrong usage or unreadable input            exit 2
    └── AnalysisError       the input is readable but cannot be analysed   exit 3

Each carries one sentence that says what to do; front ends print it as it is, never a traceback.
"""


class GradhelpError(Exception):
    """Base of everything that gradhelp raises on purpose. `str(error)` is the sentence to show."""


class UsageError(GradhelpError):
    """The command or its input is wrong: missing file, binary file, syntax error, unknown option value."""


class AnalysisError(GradhelpError):
    """The input is fine but no analysis is possible here, for example because the interpreter does not start."""
