"""One widget a kind of turn. Text of the user's is shown with markup off and control characters removed."""

from gradhelp.tui.blocks.answer import AnswerBlock, CodeFence
from gradhelp.tui.blocks.deeds import Deeds
from gradhelp.tui.blocks.diagnosis import DiagnosisBlock
from gradhelp.tui.blocks.earlier import EarlierBlock, held_back
from gradhelp.tui.blocks.error import ErrorBlock
from gradhelp.tui.blocks.fixes import FixesBlock
from gradhelp.tui.blocks.fold import Fold, FoldHeading
from gradhelp.tui.blocks.headline import Headline
from gradhelp.tui.blocks.note import NoteBlock
from gradhelp.tui.blocks.progress import ProgressBlock
from gradhelp.tui.blocks.question import QuestionBlock
from gradhelp.tui.blocks.sideways import Gutter, PictureBlock, Sideways, Source
from gradhelp.tui.blocks.user import UserBlock
from gradhelp.tui.blocks.welcome import WelcomeBlock

__all__ = [
    "AnswerBlock",
    "CodeFence",
    "Deeds",
    "DiagnosisBlock",
    "EarlierBlock",
    "ErrorBlock",
    "FixesBlock",
    "Fold",
    "FoldHeading",
    "Gutter",
    "Headline",
    "NoteBlock",
    "PictureBlock",
    "ProgressBlock",
    "QuestionBlock",
    "Sideways",
    "Source",
    "UserBlock",
    "WelcomeBlock",
    "held_back",
]
