"""One widget a kind of turn. Text of the user's is shown with markup off and control characters removed."""

from gradhelp.tui.blocks.answer import AnswerBlock
from gradhelp.tui.blocks.diagnosis import DiagnosisBlock
from gradhelp.tui.blocks.error import ErrorBlock
from gradhelp.tui.blocks.fixes import FixesBlock
from gradhelp.tui.blocks.fold import Fold, FoldHeading
from gradhelp.tui.blocks.note import NoteBlock
from gradhelp.tui.blocks.progress import ProgressBlock
from gradhelp.tui.blocks.question import QuestionBlock
from gradhelp.tui.blocks.user import UserBlock
from gradhelp.tui.blocks.welcome import WelcomeBlock

__all__ = [
    "AnswerBlock",
    "DiagnosisBlock",
    "ErrorBlock",
    "FixesBlock",
    "Fold",
    "FoldHeading",
    "NoteBlock",
    "ProgressBlock",
    "QuestionBlock",
    "UserBlock",
    "WelcomeBlock",
]
