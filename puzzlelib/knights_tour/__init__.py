"""The knight's tour: visit every square of a board once."""

from puzzlelib.knights_tour.board import CLASSIC_ORDER, MOVE_ORDERS, Board, move_order
from puzzlelib.knights_tour.existence import NoTour

__all__ = ["CLASSIC_ORDER", "MOVE_ORDERS", "Board", "NoTour", "move_order"]
