"""Codebreaking: candidate elimination, the strategies for it, and how many guesses they take."""

from puzzlelib.codebreaking.census import Census, census
from puzzlelib.codebreaking.decision_tree import DecisionTree, decision_tree
from puzzlelib.codebreaking.elimination import (
    Contradiction,
    Elimination,
    GuessFrame,
    consistent,
    eliminate,
    keep_consistent,
    smallest_conflict,
)
from puzzlelib.codebreaking.feedback import (
    Feedback,
    block_sizes,
    feedback,
    feedback_blocks,
    feedback_matrix,
    partition,
)
from puzzlelib.codebreaking.game import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
)
from puzzlelib.codebreaking.play import GameTrace, evil_answer, play, replay
from puzzlelib.codebreaking.strategies import (
    STRATEGIES,
    RankedGuess,
    Strategy,
    best_guess,
    entropy,
    expected_size,
    minimax,
    most_parts,
    rank_guesses,
)
from puzzlelib.codebreaking.two_phase import two_phase

__all__ = [
    "BULLS_AND_COWS",
    "MASTERMIND",
    "MASTERMIND_DIGITS",
    "SMALL_GAME",
    "STRATEGIES",
    "Census",
    "CodeGame",
    "Contradiction",
    "DecisionTree",
    "Elimination",
    "Feedback",
    "GameTrace",
    "GuessFrame",
    "RankedGuess",
    "Strategy",
    "best_guess",
    "block_sizes",
    "census",
    "consistent",
    "decision_tree",
    "eliminate",
    "entropy",
    "evil_answer",
    "expected_size",
    "feedback",
    "feedback_blocks",
    "feedback_matrix",
    "keep_consistent",
    "minimax",
    "most_parts",
    "partition",
    "play",
    "rank_guesses",
    "replay",
    "smallest_conflict",
    "two_phase",
]
