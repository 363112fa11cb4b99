"""Sliding tiles: breadth-first search, and what a heuristic changes."""

from puzzlelib.sliding_tiles.bidirectional import bidirectional
from puzzlelib.sliding_tiles.breadth_first import breadth_first, distances, layer_sizes
from puzzlelib.sliding_tiles.heuristic_search import a_star, greedy_best_first
from puzzlelib.sliding_tiles.heuristics import HEURISTICS
from puzzlelib.sliding_tiles.puzzle import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
)

__all__ = [
    "EIGHT_PUZZLE",
    "FIFTEEN_PUZZLE",
    "HEURISTICS",
    "SlidingPuzzle",
    "Unsolvable",
    "a_star",
    "bidirectional",
    "breadth_first",
    "distances",
    "greedy_best_first",
    "layer_sizes",
]
