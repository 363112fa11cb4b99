"""Checks that a student's function passes, with hints.

One module a puzzle: ``codebreaking``, ``knights_tour``, ``sliding_tiles``.
"""

from puzzlelib.exercises.report import Mistake, Report, compare, judge

__all__ = ["Mistake", "Report", "compare", "judge"]
