"""The knight's tour: visit every square of a board once."""

from puzzlelib.knights_tour.all_starts import StartResult, backtrack_all_starts
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
from puzzlelib.knights_tour.construction import ConstructionFrame, construct_tour, join_blocks
from puzzlelib.knights_tour.counting import (
    SweepFrame,
    count_by_search,
    count_by_sweep,
    count_tours,
)
from puzzlelib.knights_tour.existence import Existence, NoTour, tour_exists
from puzzlelib.knights_tour.failure_rates import (
    FailureRate,
    measure_failures,
    stored_failure_rates,
)
from puzzlelib.knights_tour.warnsdorff import (
    TIE_BREAKS,
    WarnsdorffFrame,
    follow_warnsdorff,
    warnsdorff,
    warnsdorff_chunks,
)

__all__ = [
    "CLASSIC_ORDER",
    "MOVE_ORDERS",
    "TIE_BREAKS",
    "BacktrackFrame",
    "BacktrackTrace",
    "Board",
    "ConstructionFrame",
    "Existence",
    "FailureRate",
    "NoTour",
    "StartResult",
    "SweepFrame",
    "WarnsdorffFrame",
    "backtrack",
    "backtrack_all_starts",
    "backtrack_chunks",
    "backtrack_recursively",
    "backtrack_with_stack",
    "construct_tour",
    "count_by_search",
    "count_by_sweep",
    "count_tours",
    "enumerate_tours",
    "follow_warnsdorff",
    "join_blocks",
    "measure_failures",
    "move_order",
    "stored_failure_rates",
    "tour_exists",
    "warnsdorff",
    "warnsdorff_chunks",
]
