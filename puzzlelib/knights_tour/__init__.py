"""The knight's tour: visit every square of a board once."""

from puzzlelib.knights_tour.backtracking import (
    BacktrackFrame,
    BacktrackTrace,
    backtrack,
    backtrack_chunks,
    backtrack_recursively,
    backtrack_with_stack,
    enumerate_tours,
)
from puzzlelib.knights_tour.board import CLASSIC_ORDER, MOVE_ORDERS, Board, move_order
from puzzlelib.knights_tour.existence import NoTour

__all__ = [
    "CLASSIC_ORDER",
    "MOVE_ORDERS",
    "BacktrackFrame",
    "BacktrackTrace",
    "Board",
    "NoTour",
    "backtrack",
    "backtrack_chunks",
    "backtrack_recursively",
    "backtrack_with_stack",
    "enumerate_tours",
    "move_order",
]
