"""Sliding tiles: breadth-first search, and what a heuristic changes."""

from puzzlelib.sliding_tiles.bidirectional import bidirectional
from puzzlelib.sliding_tiles.breadth_first import breadth_first
from puzzlelib.sliding_tiles.heuristic_search import a_star, greedy_best_first
from puzzlelib.sliding_tiles.heuristics import HEURISTICS
from puzzlelib.sliding_tiles.ida_star import ida_star
from puzzlelib.sliding_tiles.instances import InstanceResult, solve_instances
from puzzlelib.sliding_tiles.pattern_database import PatternDatabase
from puzzlelib.sliding_tiles.puzzle import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
)
from puzzlelib.sliding_tiles.whole_puzzle import distances, layer_sizes

__all__ = [
    "EIGHT_PUZZLE",
    "FIFTEEN_PUZZLE",
    "HEURISTICS",
    "InstanceResult",
    "PatternDatabase",
    "SlidingPuzzle",
    "Unsolvable",
    "a_star",
    "bidirectional",
    "breadth_first",
    "distances",
    "greedy_best_first",
    "ida_star",
    "layer_sizes",
    "solve_instances",
]
