"""The knight's tour lab: watch a search find its way, or move the knight yourself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import ipywidgets

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import (
    MOVE_ORDERS,
    TIE_BREAKS,
    BacktrackTrace,
    Board,
    backtrack_chunks,
    join_blocks,
    move_order,
    tour_exists,
    warnsdorff_chunks,
)
from puzzlelib.knights_tour.backtracking import BacktrackProgress
from puzzlelib.knights_tour.board import MoveOrder, Square
from puzzlelib.trace import Trace, record
from puzzlelib.views.knights_tour.picture import square_at
from puzzlelib.views.knights_tour.play import Play
from puzzlelib.views.knights_tour.questions import QUESTIONS, read_squares
from puzzlelib.views.lab import Lab, Question
from puzzlelib.views.stepper import Stepper

__all__ = ["KnightsTourLab"]

LARGEST: Final = 60
"""Rows and columns that the lab offers: more cannot be seen."""

FIRST_DEAD_END: Final = 8
"""The step of the small example at which the lab opens: the next one is a dead end."""

RULES: Final = ("backtracking", "Warnsdorff", "Warnsdorff, going back", "construction")
CONSTRUCTION: Final = RULES[-1]
LIMIT: Final = 10_000_000 if compiled_loops_available() else 500_000

INVITATION: Final = "Click any square of the picture: the search then starts there."

UNFINISHED: Final = "This is the beginning of a long search. Press Search for all of it."

STATUS: Final = {
    "found": "Found a tour",
    "impossible": "Searched to the end: there is none",
    "limit": "Gave up at the limit: that proves nothing",
    "stuck": "Stuck: the rule never goes back, so that proves nothing",
    "exhausted": "Saw everything",
}


class KnightsTourLab(Lab):
    """Search for a knight's tour, step by step.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        The order in which the eight moves are tried, as ``move_order`` takes it.
    rule : str
        "backtracking", "Warnsdorff", "Warnsdorff, going back" or "construction".
    mode : "Search" or "Play yourself"
    closed : bool
        Whether the last square must be a move from the start.
    at : int, optional
        The step that is shown first.

    Raises
    ------
    ValueError
        If the start is not on the board, or there is no such order, rule or mode.

    Examples
    --------
    >>> lab = KnightsTourLab()
    >>> lab.stepper.frame.caption
    'Move 9 to (0, 2). Next (1, 0), the only move.'
    """

    def __init__(
        self,
        board: Board | None = None,
        *,
        start: Square = (0, 0),
        order: str | Iterable[Any] = "classic",
        rule: str = "backtracking",
        mode: str = "Search",
        closed: bool = False,
        at: int | None = None,
    ) -> None:
        super().__init__("Knight's tour lab")
        first_view = board is None and at is None
        board = board or Board(3, 4)
        row, column = board.check_square(start)
        if rule not in RULES:
            raise ValueError(f"rule {rule!r} is none of {', '.join(map(repr, RULES))}")
        orders = _orders(order)
        self.rows = self.number("Rows", board.rows, low=1, high=LARGEST, change=self.resized)
        self.columns = self.number(
            "Columns", board.columns, low=1, high=LARGEST, change=self.resized
        )
        self.start = self.text("Start (row, column)", f"{row}, {column}", submit=self.search)
        self.order = self.choice("Order of moves", orders, move_order(order))
        self.rule = self.choice("Rule", RULES, rule)
        self.go = self.button("Search", self.search)
        self.anyway = self.button("Search anyway", self.search_anyway)
        self.blocked = self.text("Blocked squares", _listed(board.blocked), submit=self.search)
        self.closed = self.checkbox("The tour must close", closed)
        self.prune = self.checkbox("Give up a square as soon as another is cut off")
        self.tie_break = self.choice("Among equals", _tie_breaks(), "first")
        self.limit = self.number("Squares to enter at most", LIMIT, low=1, high=300_000_000)
        self.stepper = Stepper(self._trace(node_limit=100_000), label="Search for a tour")
        self.stepper.on_step(lambda _: self.stepped())
        self.stepper.on_pick(self.picked)
        self.play = Play(self, board)
        searching = ipywidgets.VBox(
            [
                self.form(self.rows, self.columns, self.start, self.rule, self.go),
                self.form(self.anyway),
                self.stepper,
            ]
        )
        widgets = {"Search": searching, "Play yourself": self.play.widget}
        if mode not in widgets:
            raise ValueError(f"mode {mode!r} is none of {', '.join(map(repr, widgets))}")
        self.mode = self.modes("What to do", widgets, change=self.changed_mode).modes
        self.questions: list[Question[KnightsTourLab]] = [question(self) for question in QUESTIONS]
        self.folded = ipywidgets.VBox([question.section for question in self.questions])
        self.compose(self.mode, *widgets.values(), self.folded)
        self.anyway.layout.display = "none"
        self.mode.value = mode
        self.stepper.step = min(
            FIRST_DEAD_END if first_view else at or 0, len(self.stepper.trace) - 1
        )
        if mode == "Search":
            self.say(INVITATION if self.trace.status != "limit" else UNFINISHED)

    # What to search -----------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board that the form describes."""
        return Board(self.rows.value, self.columns.value, read_squares(self.blocked.value))

    @property
    def start_square(self) -> Square:
        """The start that the form names."""
        squares = read_squares(self.start.value)
        if len(squares) != 1:
            raise ValueError(f"The start is one square such as 0, 0, not {self.start.value!r}.")
        return self.board.check_square(squares[0])

    @property
    def trace(self) -> Trace[Any]:
        """The run that is shown."""
        return self.stepper.trace

    def chunks(self, node_limit: int | None = None) -> Iterator[BacktrackProgress]:
        """Start the search that the form describes."""
        limit = node_limit or self.limit.value
        board, start, order = self.board, self.start_square, self.order.value
        if self.rule.value == "backtracking":
            return backtrack_chunks(board, start, order, self.closed.value, limit, self.prune.value)
        return warnsdorff_chunks(
            board,
            start,
            self.tie_break.value,
            order,
            seed=0,
            backtracking=self.rule.value != "Warnsdorff",
            node_limit=limit,
        )

    def _trace(self, node_limit: int) -> Trace[Any]:
        if self.rule.value == CONSTRUCTION:
            return self._construction()
        *_, last = self.chunks(node_limit)
        return last.trace

    def _construction(self) -> Trace[Any]:
        return record(join_blocks(self.board, self.closed.value, self.start_square))

    # Searching ----------------------------------------------------------------------------------

    def search(self) -> None:
        """Search, unless it is known to be in vain: then ask first."""
        self.stop()
        answer = tour_exists(self.board, self.start_square, self.closed.value)
        if answer.exists is False:
            self.say(f"There is no such tour. {answer.reason}")
            self.anyway.layout.display = None
        else:
            self.search_anyway()

    def search_anyway(self) -> None:
        self.anyway.layout.display = "none"
        if self.rule.value == CONSTRUCTION:
            self.constructed(self._construction())
        else:
            self.run(self.chunks(), progress=_progress, done=self.searched)

    def constructed(self, trace: Trace[Any]) -> None:
        """Show how a tour was built."""
        self.stepper.load(trace)
        self.say("Built a tour. Nothing was tried in vain or taken back.")
        self.stepped()

    def searched(self, progress: BacktrackProgress) -> None:
        """Show the run that has ended."""
        trace = progress.trace
        self.stepper.load(trace)
        words = f"{STATUS[trace.status]}. {_totals(trace)}, {trace.dead_ends:,} dead ends."
        if trace.status in ("limit", "stuck"):
            answer = tour_exists(self.board, self.start_square, self.closed.value)
            words += f" A tour exists, though. {answer.reason}" if answer.exists else ""
        self.say(words)
        self.stepped()

    def picked(self, frame: Any, picked: Any) -> None:
        """Start the search where the board was clicked."""
        square = square_at(frame.board, *picked)
        if square in frame.board:
            self.start.value = f"{square[0]}, {square[1]}"
            self.search()

    def stepped(self) -> None:
        """Bring what is unfolded below to the step that is shown."""
        for question in getattr(self, "questions", ()):
            question.stepped()

    @property
    def playing(self) -> bool:
        """Whether a person moves the knight."""
        return bool(self.mode.value != "Search")

    def resized(self) -> None:
        """Give a player the board of the new size; a search waits until it is asked for."""
        if self.playing:
            self.play.restart(self.board)

    def changed_mode(self) -> None:
        self.folded.layout.display = "none" if self.playing else None
        if self.playing:
            self.play.restart(self.board)
        else:
            self.say(INVITATION)


def _totals(run: BacktrackTrace | BacktrackProgress) -> str:
    return f"{run.nodes:,} squares entered, {run.backtracks:,} left again"


def _progress(progress: BacktrackProgress) -> str:
    return f"{_totals(progress)}, {progress.depth} on the path"


def _orders(order: str | Iterable[Any]) -> dict[str, MoveOrder]:
    """Name the orders to choose from, a person's own one too."""
    own = move_order(order)
    return dict(MOVE_ORDERS) if own in MOVE_ORDERS.values() else {**MOVE_ORDERS, "my own": own}


def _tie_breaks() -> dict[str, str]:
    return {f"{name}: {words}": name for name, words in TIE_BREAKS.items()}


def _listed(squares: Iterable[Square]) -> str:
    return "; ".join(f"{row}, {column}" for row, column in squares)
