"""Move the knight yourself: legal moves shown, undo, a hint, and whether it can be finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import ipywidgets

from puzzlelib.knights_tour import Board, warnsdorff
from puzzlelib.knights_tour.board import Square
from puzzlelib.knights_tour.warnsdorff import ways_on
from puzzlelib.views.board import ClickBoard

if TYPE_CHECKING:
    from puzzlelib.views.knights_tour.lab import KnightsTourLab

__all__ = ["Play", "can_be_finished"]

EFFORT: Final = 100_000
"""Squares that a search may enter to tell whether a path can be finished."""


def can_be_finished(board: Board, path: list[Square]) -> tuple[bool | None, list[Square]]:
    """Tell whether a path can be completed to a tour, and how; None if the effort did not do.

    >>> can_be_finished(Board(3, 4), [(0, 0), (1, 2)])[0]
    True
    >>> can_be_finished(Board(3, 4), [(0, 1)])[0]
    False
    """
    rest = Board(board.rows, board.columns, (*board.blocked, *path[:-1]))
    trace = warnsdorff(rest, path[-1], backtracking=True, node_limit=EFFORT)
    if trace.status == "found" and trace.tour is not None:
        return True, [(int(row), int(column)) for row, column in trace.tour]
    return (False if trace.status == "impossible" else None), []


class Play:
    """The knight in a person's hand."""

    def __init__(self, lab: KnightsTourLab, board: Board) -> None:
        self.lab = lab
        self.board, self.path = board, list[Square]()
        self.advised: Square | None = None
        self.squares = ClickBoard(
            board.rows,
            board.columns,
            label="Board to move the knight on",
            checkered=True,
            coordinates=True,
        )
        self.squares.on_click(lambda index: self.press(self.board.square(index)))
        self.widget = ipywidgets.VBox(
            [
                lab.form(lab.rows, lab.columns),
                self.squares,
                lab.form(
                    lab.button("Undo", self.undo),
                    lab.button("Start again", lambda: self.restart(self.board)),
                    lab.button("Hint", self.hint),
                    lab.button("Can this still be finished?", self.ask),
                ),
            ]
        )
        self.draw()

    def restart(self, board: Board) -> None:
        self.board, self.path = board, []
        self.draw()
        self.lab.say("Choose a square to start on.")

    @property
    def moves(self) -> list[Square]:
        """The squares that can be pressed now."""
        if not self.path:
            return self.board.squares
        return [square for square in self.board.moves(self.path[-1]) if square not in self.path]

    def press(self, square: Square) -> None:
        """Move to a square, if the knight can."""
        self.lab.warn("")
        if square not in self.moves:
            here = f" from {self.path[-1]}" if self.path else ""
            visited = "it was visited" if square in self.path else "that is no knight's move"
            self.lab.warn(f"The knight cannot go to {square}{here}: {visited}.")
            return
        self.path.append(square)
        self.draw()
        self.lab.say(self.words)

    @property
    def words(self) -> str:
        """Where the knight stands, and whether it can go on."""
        number, whole = len(self.path), len(self.board)
        if number == whole:
            closes = self.path[0] in self.board.moves(self.path[-1])
            kind = "It even closes: the start is one move away." if closes else ""
            return f"Congratulations: all {whole} squares visited. {kind}".strip()
        if not self.moves:
            return f"Dead end at move {number}: no free square. Undo, and try another way."
        ways = "one way" if len(self.moves) == 1 else f"{len(self.moves)} ways"
        return f"Move {number} of {whole}, at {self.path[-1]}: {ways} on."

    def undo(self) -> None:
        if not self.path:
            raise ValueError("There is no move to take back yet.")
        self.path.pop()
        self.draw()
        self.lab.say(self.words if self.path else "Choose a square to start on.")

    def hint(self) -> None:
        """Name the square with the fewest ways on."""
        if not self.path or not self.moves:
            raise ValueError("Nothing to advise: there is no move to make from here.")
        best = min(self.moves, key=lambda square: ways_on(self.board, self.path, square))
        ways = ways_on(self.board, self.path, best)
        self.lab.say(f"Try {best}: it has the fewest ways on, {ways}.")
        self.draw(advised=best)

    def ask(self) -> None:
        """Say whether the path can be completed, as far as a short search can tell."""
        if not self.path:
            raise ValueError("Place the knight first.")
        finishable, rest = can_be_finished(self.board, self.path)
        if finishable:
            onward = f" For instance on to {rest[1]}." if len(rest) > 1 else ""
            self.lab.say(f"Yes, it can still be finished.{onward}")
            self.draw(advised=rest[1] if len(rest) > 1 else None)
        elif finishable is None:
            self.lab.say("A short search could not tell. That does not mean that it is impossible.")
        else:
            self.lab.say("No: every way on from here was tried, and none completes the tour.")

    def draw(self, advised: Square | None = None) -> None:
        self.advised = advised
        size = self.board.rows, self.board.columns
        cells = [self._cell(divmod(i, size[1])) for i in range(size[0] * size[1])]
        self.squares.resize(*size, cells)

    def _cell(self, square: Square) -> dict[str, Any]:
        place = f"row {square[0]}, column {square[1]}"
        if square not in self.board:
            return {"text": "", "label": f"{place}, blocked", "mark": "blocked", "disabled": True}
        if square == self.advised:
            return {"text": "★", "label": f"{place}, advised move", "mark": "chosen"}
        if square not in self.path:
            possible = bool(self.path) and square in self.moves
            label = f"{place}, possible move" if possible else f"{place}, free"
            return {"text": "", "label": label, "mark": "possible" if possible else ""}
        number = self.path.index(square) + 1
        if square == self.path[-1]:
            return {"text": "♞", "label": f"{place}, the knight, move {number}", "mark": "here"}
        return {"text": str(number), "label": f"{place}, move {number}", "mark": "visited"}
