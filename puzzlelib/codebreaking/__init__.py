"""Codebreaking: candidate elimination, the strategies for it, and how many guesses they take."""

from puzzlelib.codebreaking.feedback import Feedback, feedback, feedback_blocks, feedback_matrix
from puzzlelib.codebreaking.game import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
)

__all__ = [
    "BULLS_AND_COWS",
    "MASTERMIND",
    "MASTERMIND_DIGITS",
    "SMALL_GAME",
    "CodeGame",
    "Feedback",
    "feedback",
    "feedback_blocks",
    "feedback_matrix",
]
