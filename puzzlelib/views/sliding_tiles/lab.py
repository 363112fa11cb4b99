"""The sliding tiles lab: play, watch a search expand boards, replay the solution."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import ipywidgets

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, SlidingPuzzle
from puzzlelib.sliding_tiles.breadth_first import counted, finish
from puzzlelib.sliding_tiles.heuristics import Heuristic
from puzzlelib.sliding_tiles.puzzle import Board, State
from puzzlelib.sliding_tiles.solution import SolutionTrace
from puzzlelib.views.lab import Lab, Question
from puzzlelib.views.sliding_tiles.picture import board_picture
from puzzlelib.views.sliding_tiles.play import Play, few_moves_away
from puzzlelib.views.sliding_tiles.questions import QUESTIONS
from puzzlelib.views.sliding_tiles.searches import (
    ALGORITHMS,
    HEURISTIC_NAMES,
    INFORMED,
    SearchTrace,
    default_limit,
    progress,
    search_chunks,
    with_result,
)
from puzzlelib.views.stepper import Stepper
from puzzlelib.views.widget import figure

__all__ = ["SlidingTilesLab", "solved"]

SMALL_EXAMPLE: Final = "123576480"
"""Six moves from its goal."""

FIRST_STEP: Final = 6
"""The step of the small example at which the lab opens: the whole tree can be seen."""

MOST_CELLS: Final = 16


class SlidingTilesLab(Lab):
    """Solve a sliding-tile puzzle by hand, or watch a search solve it step by step.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Of at most 16 cells.
    start : board, optional
        Whatever ``puzzle.parse`` reads; a few moves from the goal if left out.
    goal : board, optional
        The usual one that the start can become, if left out.
    algorithm : str
        A name in ``ALGORITHMS``.
    heuristic : str or function
        For A*, greedy and IDA*: a name in ``HEURISTICS`` or ``MISLEADING``, "pattern database",
        or your own ``h(state) -> int``.
    mode : "Play", "Search" or "Replay"
    at : int, optional
        The step of the search that is shown first; negative counts from the end.

    Raises
    ------
    Unsolvable
        If the start can never become the goal.
    ValueError
        If a board, name, mode or step makes no sense.

    Examples
    --------
    >>> lab = SlidingTilesLab(start="123456078", at=1)
    >>> lab.stepper.frame.caption
    'Layer 0 begins: 2 new, so they join the queue; 0 seen before.'
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle = EIGHT_PUZZLE,
        *,
        start: Board | None = None,
        goal: Board | None = None,
        algorithm: str = "breadth-first",
        heuristic: str | Heuristic = "manhattan",
        mode: str = "Search",
        at: int | None = None,
    ) -> None:
        super().__init__("Sliding tiles lab")
        check_size(puzzle)
        if algorithm not in ALGORITHMS:
            raise ValueError(f"algorithm must be one of {', '.join(ALGORITHMS)}, not {algorithm!r}")
        first, last = puzzle.problem(_example(puzzle, goal) if start is None else start, goal)
        self.puzzle = puzzle
        self.start = self.text("Board", puzzle.label(first), submit=self.changed_board)
        self.goal = self.text("Goal", puzzle.label(last), submit=self.changed_board)
        self.algorithm = self.choice("Algorithm", list(ALGORITHMS), algorithm, change=self.changed)
        self.heuristic = self.choice("Heuristic", *_heuristics(heuristic), change=self.changed)
        self.limit = self.number(
            "Boards to expand at most", default_limit(algorithm), low=1, high=100_000_000
        )
        self.trace = finish(self.searching())
        self.searched_for = self.settings
        if at is None:
            at = min(FIRST_STEP, len(self.trace) - 1) if start is None else 0
        self.stepper = Stepper(self.trace, label="Step through the search", start=at)
        self.stepper.on_step(lambda _: self.stepped())
        self.replay = Stepper(
            SolutionTrace(puzzle, first, ""), label="Replay the solution", pace=300
        )
        self.play = Play(self, puzzle, first, last)
        modes = {
            "Play": self.play.widget,
            "Search": self.stepper,
            "Replay": ipywidgets.VBox([self.replay]),
        }
        if mode not in modes:
            raise ValueError(f"mode {mode!r} is none of {', '.join(map(repr, modes))}")
        self.mode = self.modes("What to do", modes, change=self.changed_mode).modes
        self.questions: list[Question[SlidingTilesLab]] = [question(self) for question in QUESTIONS]
        use = self.button("Use this board", self.changed_board)
        self.compose(
            ipywidgets.VBox(
                [self.mode, self.form(self.start, self.goal, use, self.algorithm, self.heuristic)]
            ),
            *modes.values(),
            *(question.section for question in self.questions),
        )
        self.load_replay()
        self.mode.value = mode
        self.changed_mode()

    # The board --------------------------------------------------------------------------------

    @property
    def problem(self) -> tuple[State, State]:
        """The start and the goal that the form names; without a goal, the usual one."""
        return self.puzzle.problem(self.start.value, self.goal.value.strip() or None)

    @property
    def board(self) -> tuple[SlidingPuzzle, State, State]:
        """The puzzle, the board and the goal that are shown, whatever is being typed."""
        return self.play.puzzle, self.play.state, self.play.goal

    def changed_board(self) -> None:
        """Take in the board and the goal that were typed."""
        start, goal = self.problem
        self.stop()
        self.say("")
        self.goal.value = self.puzzle.label(goal)
        self.play.restart(self.puzzle, start, goal)
        self.show()

    def take(self, state: State) -> None:
        """Begin with another board."""
        self.start.value = self.puzzle.label(state)
        self.changed_board()

    def resize(self, puzzle: SlidingPuzzle) -> None:
        """Begin with a board of another size, a few moves from its usual goal."""
        check_size(puzzle)
        self.puzzle, goal = puzzle, puzzle.goals()[0]
        self.goal.value = puzzle.label(goal)
        self.take(few_moves_away(puzzle, goal))

    # Searching --------------------------------------------------------------------------------

    @property
    def settings(self) -> tuple[Any, ...]:
        """What a search depends on."""
        choices = self.algorithm.value, self.heuristic.value, self.limit.value
        return self.puzzle, *self.problem, *choices

    def searching(self) -> Generator[int, None, SearchTrace]:
        """Start the search that the form describes."""
        return search_chunks(*self.settings)

    def search(self) -> None:
        """Search, and show the run."""
        wanted = self.settings

        def searched(trace: SearchTrace) -> None:
            self.trace, self.searched_for = trace, wanted
            self.stepper.load(trace)
            self.load_replay()
            self.stepped()
            self.report()

        self.run(with_result(self.searching()), progress=progress, done=searched)

    def load_replay(self) -> None:
        """Load the solution that was found, if there is one and it has a move."""
        if self.trace.moves:
            _, start, *_ = self.searched_for
            self.replay.load(SolutionTrace(self.puzzle, start, self.trace.moves))
        self.replay.layout.display = None if self.trace.moves else "none"

    def report(self) -> None:
        """Say how the search ended; what it cost only where it does not spoil a prediction."""
        trace, name = self.trace, self.algorithm.value
        if trace.status == "limit":
            self.say(
                f"Gave up after {self.limit.value:,} boards: that proves nothing. The limit stands "
                "under the last question; another search may need fewer."
            )
        elif trace.moves == "" and self.mode.value == "Replay":
            self.warn(
                "The board is the goal already: there is nothing to replay. "
                "Choose Play, and shuffle it first."
            )
        elif self.mode.value == "Replay":
            self.say(solved(name, trace))
        elif getattr(trace, "truncated", False):
            self.say(f"The first {len(trace) - 1:,} steps can be seen.")

    # What is shown ----------------------------------------------------------------------------

    def changed(self) -> None:
        """Take in another algorithm or heuristic; the board stays."""
        self.limit.value = default_limit(self.algorithm.value)
        self.show()

    def changed_mode(self) -> None:
        """Take in what was typed; a search of a board solved by hand begins where the game did."""
        self.stop()
        self.say("")
        if self.problem != (self.play.state, self.play.goal):
            self.changed_board()
        elif self.play.solved and self.mode.value != "Play":
            self.play.start_again()
        else:
            self.show()

    def show(self) -> None:
        """Bring the controls and the run to what is chosen."""
        for field in (self.start, self.goal):
            field.layout.width = f"{10 + len(self.puzzle.label(self.play.goal)) // 2}em"
        playing = self.mode.value == "Play"
        informed = not playing and self.algorithm.value in INFORMED
        self.algorithm.layout.display = "none" if playing else None
        self.heuristic.layout.display = None if informed else "none"
        if playing:
            return
        if self.settings == self.searched_for:
            self.report()
        else:
            self.search()

    def stepped(self) -> None:
        """Bring what is unfolded below to the step that is shown."""
        for question in getattr(self, "questions", ()):
            question.stepped()

    def _static(self) -> tuple[str, str]:
        if self.mode.value != "Play":
            return super()._static()
        puzzle, state, goal = self.board
        caption = f"Slide the tiles until the board is {puzzle.label(goal)}."
        return figure(board_picture(puzzle, state), caption=caption), self.title


def solved(name: str, trace: SearchTrace) -> str:
    """Say what a search found, and what it cost.

    >>> from puzzlelib.sliding_tiles import breadth_first
    >>> solved("breadth-first", breadth_first(EIGHT_PUZZLE, "123456078")).split(",")[0]
    'breadth-first found 2 moves: 3 boards expanded'
    """
    discovered = getattr(trace, "discovered", None)  # IDA* forgets what it has left
    words = f"{name} found {counted(len(trace.moves or ''), 'move')}: {trace.expanded:,} boards "
    words += "expanded" + (f", {discovered:,} discovered" if discovered else "")
    milliseconds = max(0.1, 1000 * trace.seconds)
    return f"{words}, in {milliseconds:,.1f} ms. The button Play below shows it."


def check_size(puzzle: SlidingPuzzle) -> None:
    """Refuse a board without a tile, or one that the searches could not pack into a word."""
    if not 2 <= puzzle.cells <= MOST_CELLS:
        raise ValueError(
            f"The lab takes boards of 2 to {MOST_CELLS} cells, "
            f"not {puzzle.rows} x {puzzle.columns} = {puzzle.cells}."
        )


def _example(puzzle: SlidingPuzzle, goal: Board | None) -> State:
    last = puzzle.goals()[0] if goal is None else puzzle.parse(goal)
    if puzzle == EIGHT_PUZZLE and last == EIGHT_PUZZLE.goals()[0]:
        return EIGHT_PUZZLE.parse(SMALL_EXAMPLE)
    return few_moves_away(puzzle, last)


def _heuristics(own: str | Heuristic) -> tuple[dict[str, str | Heuristic], str | Heuristic]:
    """Name the heuristics to choose from, a person's own one too, and the one chosen."""
    offered: dict[str, str | Heuristic] = {name: name for name in HEURISTIC_NAMES}
    if not isinstance(own, str):
        offered[getattr(own, "__name__", "my own")] = own
    elif own not in offered:
        raise ValueError(f"heuristic must be one of {', '.join(offered)}, not {own!r}")
    return offered, own
