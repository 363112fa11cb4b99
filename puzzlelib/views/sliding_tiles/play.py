"""Slide the tiles yourself: moves counted, undo, shuffle, a hint, congratulations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import ipywidgets

from puzzlelib.sliding_tiles import SlidingPuzzle
from puzzlelib.sliding_tiles.breadth_first import counted
from puzzlelib.sliding_tiles.ida_star import ida_star_chunks
from puzzlelib.sliding_tiles.puzzle import OPPOSITE, State
from puzzlelib.sliding_tiles.solution import WAYS
from puzzlelib.views.board import ClickBoard
from puzzlelib.views.sliding_tiles.picture import board_picture
from puzzlelib.views.sliding_tiles.searches import default_limit, pattern_database

if TYPE_CHECKING:
    from puzzlelib.views.sliding_tiles.lab import SlidingTilesLab

__all__ = ["Play", "few_moves_away", "shortest"]

FEW: Final = 6
"""Moves of a small shuffle."""

HOW: Final = "<p>Press a tile beside the blank. An arrow key moves the tile that way.</p>"

SIDE_BY_SIDE: Final = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": "32px"}


def shortest(puzzle: SlidingPuzzle, start: State, goal: State) -> Iterator[Any]:
    """Search for a shortest way: yield the boards taken so far, at last the moves.

    None in place of the moves: the effort did not do.

    >>> *_, moves = shortest(SlidingPuzzle(2, 2), (0, 1, 3, 2), (1, 2, 3, 0))
    >>> moves
    'LU'
    """
    yield 0
    database, effort = pattern_database(puzzle, goal), default_limit("IDA*")
    trace = yield from ida_star_chunks(puzzle, start, goal, database, effort, record_limit=1)
    yield trace.moves


def few_moves_away(puzzle: SlidingPuzzle, goal: State, moves: int = FEW) -> State:
    """Return a board so many random moves from the goal, none of which takes the last one back."""
    state, last = goal, ""
    for _ in range(moves):
        steps = [step for step in puzzle.neighbours(state) if step[0] != OPPOSITE.get(last)]
        last, state = random.choice(steps or puzzle.neighbours(state))
    return state


class Play:
    """The tiles in a person's hand."""

    def __init__(self, lab: SlidingTilesLab, puzzle: SlidingPuzzle, start: State, goal: State):
        self.lab = lab
        self.tiles = ClickBoard(puzzle.rows, puzzle.columns, label="Board to slide tiles on")
        self.tiles.on_click(self.press)
        self.tiles.on_key(lambda direction: self.move(direction[0].upper()))
        self.count, self.goal_picture = ipywidgets.HTML(), ipywidgets.HTML()
        beside = ipywidgets.VBox(
            [self.count, self.goal_picture, ipywidgets.HTML(HOW)], layout={"flex": "1 1 12em"}
        )
        side_by_side = ipywidgets.HBox([self.tiles, beside], layout=SIDE_BY_SIDE)
        self.widget = ipywidgets.VBox(
            [
                side_by_side,
                lab.form(
                    lab.button("Hint", self.hint, primary=True),
                    lab.button("Undo", self.undo),
                    lab.button("Start again", self.start_again),
                    lab.button("Shuffle", self.shuffle),
                    lab.button(f"Shuffle by {FEW} moves", self.shuffle_a_little),
                ),
            ]
        )
        self.restart(puzzle, start, goal)

    def restart(self, puzzle: SlidingPuzzle, start: State, goal: State) -> None:
        """Begin with another board or goal."""
        self.puzzle, self.goal, self.path = puzzle, goal, [start]
        self.goal_picture.value = f"<p>Goal</p>{board_picture(puzzle, goal, 26)}"
        self.draw()

    @property
    def state(self) -> State:
        """The board as it stands."""
        return self.path[-1]

    @property
    def moves(self) -> int:
        return len(self.path) - 1

    @property
    def solved(self) -> bool:
        """Whether the goal was reached, by a move at least."""
        return self.moves > 0 and self.state == self.goal

    def press(self, cell: int) -> None:
        """Slide the tile in a cell, if the blank is beside it."""
        beside = {tile: move for move, tile in self.puzzle.slides[self.state.index(0)]}
        if cell in beside:
            self.move(beside[cell])
        elif tile := self.state[cell]:
            self.lab.warn(f"Tile {tile} cannot slide: the blank is not beside it.")
        else:
            self.lab.warn("That is the blank. Press a tile beside it, and the tile slides.")

    def move(self, move: str) -> None:
        """Slide the tile beside the blank that can go this way: U, D, L or R."""
        self.lab.warn("")
        self.lab.stop()
        state = dict(self.puzzle.neighbours(self.state)).get(move)
        if state is None:
            self.lab.warn(f"No tile can go {WAYS[move]}: the blank is at the edge.")
            return
        self.path.append(state)
        self.draw()
        self.lab.say("")
        if self.solved:
            self.congratulate()

    def congratulate(self) -> None:
        """Congratulate, and tell how few moves would have done."""
        made, begin = self.moves, self.path[0]

        def compare(least: str | None) -> None:
            words = f"Congratulations: the goal, after {counted(made, 'move')}."
            if least is not None and len(least) == made:
                words += " No way is shorter."
            elif least is not None:
                words += f" {len(least)} would have done."
            self.lab.say(words)

        self.lab.run(
            shortest(self.puzzle, begin, self.goal),
            progress=lambda _: "The goal! Looking whether fewer moves would have done …",
            done=compare,
        )

    def hint(self) -> None:
        """Name the next move of a shortest way."""
        if self.state == self.goal:
            raise ValueError("This is the goal already. Shuffle the board, or take another goal.")

        def advise(moves: str | None) -> None:
            if moves is None:
                self.lab.say("A search of a few seconds found no shortest way from here.")
                return
            cell = dict(self.puzzle.slides[self.state.index(0)])[moves[0]]
            tile, way = self.state[cell], WAYS[moves[0]]
            self.tiles.update(cell, mark="possible", label=f"tile {tile}, the hint: it goes {way}")
            least = counted(len(moves), "move")
            self.lab.say(f"Slide tile {tile} {way}. From here the goal takes {least} at least.")

        self.lab.run(
            shortest(self.puzzle, self.state, self.goal),
            progress=_looking,
            done=advise,
        )

    def undo(self) -> None:
        if not self.moves:
            raise ValueError("There is no move to take back yet.")
        self.lab.stop()
        self.path.pop()
        self.draw()
        self.lab.say("")

    def start_again(self) -> None:
        self.lab.take(self.path[0])

    def shuffle(self) -> None:
        """Take any board that can become the goal."""
        self.lab.take(self.puzzle.random_state(goal=self.goal))

    def shuffle_a_little(self) -> None:
        self.lab.take(few_moves_away(self.puzzle, self.goal))

    def draw(self) -> None:
        self.lab.start.value = self.puzzle.label(self.state)
        self.count.value = f"<p>Moves: <b>{self.moves}</b></p>"
        columns = self.puzzle.columns
        cells = [self._cell(tile, *divmod(i, columns)) for i, tile in enumerate(self.state)]
        self.tiles.layout.width = f"{columns * 4.75}rem"
        self.tiles.resize(self.puzzle.rows, columns, cells)
        self.lab.stepped()

    def _cell(self, tile: int, row: int, column: int) -> dict[str, Any]:
        place = f"row {row}, column {column}"
        if not tile:
            return {"text": "", "label": f"blank, {place}", "mark": "empty"}
        return {"text": str(tile), "label": f"tile {tile}, {place}"}


def _looking(found: Any) -> str:
    boards = f": {found:,} boards" if isinstance(found, int) and found else ""
    return f"Looking for a shortest way{boards} …"
