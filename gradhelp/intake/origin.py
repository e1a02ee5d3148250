"""Whose code a file is, told from its path alone: the user's, or the interpreter's and installed packages'."""

import re

LIBRARY = re.compile(
    r"""
      site-packages | dist-packages | pip_prebundle
    | (?:^|/) lib(?:64)? / python [23] (?:\.\d{1,2})? /
    | / python \d{0,3} / lib /                              # C:/Python39/lib/threading.py
    | (?:ana|mini|mamba|micromamba|miniforge)conda\d? / (?:envs/[^/]{1,80}/)? lib /
    | (?:^|/) torch / (?:_\w{1,40}\.py|tensor\.py|functional\.py|serialization\.py|autograd/|nn/|optim/|cuda/|
                        distributions/|distributed/|utils/|_dynamo/|_inductor/|_functorch/|_C/|fx/|jit/|amp/)
    | /bin/ [\w-]{1,40} $ | /scripts/ [\w-]{1,40} (?:\.exe)? (?:/__main__\.py)? $
    | debugpy | pydevd | /pycharm | /jetbrains/ | /\.vscode
    | / (?:ipykernel|ipykernel_launcher) (?:/|\.py)
    """,
    re.VERBOSE,
)
SYNTHETIC = re.compile(r"<(?:frozen |__array_function__|decorator-gen|string>|attrs |eval_with_key)|\[frozen ")


def is_user_file(file: str) -> bool:
    """Whether a traceback's file is the user's own. Cells, `<stdin>` and `<ipython-input-…>` are."""
    path = file.replace("\\", "/").lower()[:1000]
    return bool(path) and not SYNTHETIC.match(path) and LIBRARY.search(path) is None
