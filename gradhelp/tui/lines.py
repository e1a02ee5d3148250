"""Chinese in every widget breaks between its characters, in the composer as well, which cuts its lines by itself."""

import textual._wrap

from gradhelp.report.linebreak import CHUNK, break_chinese_lines


def break_chinese_lines_in_widgets() -> None:
    """From now on. Textual has no setting for it: this replaces the pattern that its editor cuts lines by."""
    break_chinese_lines()
    textual._wrap.re_chunk = CHUNK
