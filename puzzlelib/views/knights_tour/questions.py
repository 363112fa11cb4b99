"""What the knight's tour lab folds away, each under the question that it answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import ipywidgets

from puzzlelib.knights_tour import MOVE_ORDERS, BacktrackTrace, backtrack_chunks
from puzzlelib.knights_tour.backtracking import BacktrackProgress
from puzzlelib.knights_tour.board import Square
from puzzlelib.trace import Trace
from puzzlelib.views.knights_tour.plots import plot_by_square, plot_nodes_by_depth
from puzzlelib.views.lab import Question
from puzzlelib.views.picture import paragraphs, table

if TYPE_CHECKING:
    from puzzlelib.views.knights_tour.lab import KnightsTourLab

__all__ = ["QUESTIONS", "read_squares"]

EFFORT: Final = 2_000_000
"""Squares that each order may enter when orders are compared."""

NO_SEARCH: Final = "A construction tries nothing in vain and takes nothing back."

SQUARE: Final = re.compile(r"\(?\s*(\d+)\s*,\s*(\d+)\s*\)?")


def read_squares(text: str) -> tuple[Square, ...]:
    """Read squares that a person typed, such as "0, 1; 2, 2".

    >>> read_squares("0, 1; (2,2)")
    ((0, 1), (2, 2))
    """
    parts = [part for part in text.split(";") if part.strip()]
    matches = [SQUARE.fullmatch(part.strip()) for part in parts]
    if wrong := [part for part, match in zip(parts, matches, strict=True) if not match]:
        raise ValueError(
            f"A square is written as row, column such as 0, 1; not {wrong[0].strip()!r}."
        )
    return tuple((int(match[1]), int(match[2])) for match in matches if match)


class WhereTheTimeGoes(Question["KnightsTourLab"]):
    """Visits and dead ends by square, and squares entered by depth."""

    question = "Where does it spend its time?"

    def __init__(self, lab: KnightsTourLab) -> None:
        self.charts = ipywidgets.HTML()
        self.of: Trace[Any] | None = None
        super().__init__(lab, self.charts)

    def refresh(self) -> None:
        trace = self.lab.trace
        if trace is self.of:
            return
        self.of = trace
        if not isinstance(trace, BacktrackTrace):
            self.charts.value = paragraphs(NO_SEARCH)
            return
        first = trace.never_reconsidered
        charts = (
            plot_by_square(trace.visits),
            plot_by_square(trace.dead_ends_by_square, "Dead ends by square", "dead ends"),
            plot_nodes_by_depth({"this search": trace}),
        )
        kept = "Only the start was" if first == 1 else f"The first {first} squares of the path were"
        words = paragraphs(f"{kept} never given up.")
        self.charts.value = words + "".join(chart.html() for chart in charts)


class WhenItGoesFarBack(Question["KnightsTourLab"]):
    """Jump to the next time that the search gives up an early square."""

    question = "When does it go back a long way?"

    def __init__(self, lab: KnightsTourLab) -> None:
        self.depth = lab.number("Back past square number", 5, low=1, high=3600)
        go = lab.button("Go there", self.jump)
        super().__init__(lab, lab.form(self.depth, go))

    def jump(self) -> None:
        stepper, depth = self.lab.stepper, self.depth.value
        trace = self.lab.trace
        if not isinstance(trace, BacktrackTrace):
            raise ValueError(NO_SEARCH)
        step = trace.next_back_past(stepper.step, depth)
        if step is None:
            self.lab.say(f"After this step it never goes back past square number {depth}.")
        else:
            stepper.step = step


class OtherOrders(Question["KnightsTourLab"]):
    """The same start under every named order."""

    question = "Does the order of the moves matter?"

    def __init__(self, lab: KnightsTourLab) -> None:
        self.table = ipywidgets.HTML()
        self.rows: list[tuple[str, ...]] = []
        super().__init__(
            lab,
            lab.form(lab.order, lab.button("Search with it", lab.search)),
            lab.form(lab.button("Try every order", self.compare)),
            self.table,
        )

    def compare(self) -> None:
        self.rows = []
        self.lab.run(self._tries(), progress=lambda name: f"Trying {name}", done=lambda _: None)

    def _tries(self) -> Iterator[str]:
        board, start, closed = self.lab.board, self.lab.start_square, self.lab.closed.value
        for name, order in MOVE_ORDERS.items():
            chunks = backtrack_chunks(board, start, order, closed, EFFORT, record_limit=1)
            for progress in chunks:
                yield name
                if progress.finished:
                    self.show(name, progress)

    def show(self, name: str, progress: BacktrackProgress) -> None:
        status = progress.trace.status
        words = {"found": "tour", "impossible": "none exists", "limit": "gave up"}[status]
        self.rows.append((name, words, f"{progress.nodes:,}", f"{progress.backtracks:,}"))
        head = ("order", "result", "squares entered", "left again")
        self.table.value = table(head, self.rows)


class BlockedSquares(Question["KnightsTourLab"]):
    """Squares that the knight can never enter."""

    question = "What if squares are blocked?"

    def __init__(self, lab: KnightsTourLab) -> None:
        words = ipywidgets.HTML(paragraphs("Write them as row, column; row, column; ..."))
        super().__init__(lab, words, lab.form(lab.blocked, lab.button("Search it", lab.search)))


class ClosedTours(Question["KnightsTourLab"]):
    """Tours whose last square is a move from the first."""

    question = "Must the tour close?"

    def __init__(self, lab: KnightsTourLab) -> None:
        super().__init__(lab, lab.form(lab.closed, lab.button("Search again", lab.search)))


class BetterSearch(Question["KnightsTourLab"]):
    """Options of the rules."""

    question = "Can the search be cleverer?"

    def __init__(self, lab: KnightsTourLab) -> None:
        super().__init__(
            lab,
            lab.form(lab.prune),
            lab.form(lab.tie_break),
            lab.form(lab.button("Search so", lab.search)),
        )


class Limit(Question["KnightsTourLab"]):
    """The budget."""

    question = "How long may it take?"

    def __init__(self, lab: KnightsTourLab) -> None:
        words = ipywidgets.HTML(
            paragraphs("A search that reaches this limit gives up. That proves nothing.")
        )
        super().__init__(lab, words, lab.form(lab.limit))


QUESTIONS: Final = (
    WhereTheTimeGoes,
    WhenItGoesFarBack,
    OtherOrders,
    BlockedSquares,
    ClosedTours,
    BetterSearch,
    Limit,
)
