"""Sliding tiles: breadth-first search, and what a heuristic changes."""

from puzzlelib.sliding_tiles.breadth_first import breadth_first, distances, layer_sizes
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
    "breadth_first",
    "distances",
    "layer_sizes",
]
