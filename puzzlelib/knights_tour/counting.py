"""Count tours exactly: walk every path, or sweep over the board and forget what is settled.

The sweep settles one square after another, row by row. Partial tours that look alike from the
squares still to come, the frontier, can be continued in the same ways; so they are counted
together, and only how many there are is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour.board import Board, Square
from puzzlelib.knights_tour.frontier import (
    FREE,
    HERE,
    OUTSIDE,
    PASSED,
    Pattern,
    Step,
    Sweep,
)
from puzzlelib.trace import Frame

__all__ = ["SweepFrame", "count_by_search", "count_by_sweep", "count_tours"]

MOST_SQUARES_TO_SEARCH = 20

PUBLISHED = {
    (8, 8, False): "19,591,828,170,979,904 (OEIS A165134)",
    (8, 8, True): "13,267,364,410,532 (OEIS A001230)",
}


def count_tours(board: Board, closed: bool = False, start: Square | None = None) -> int:
    """Count the tours of a board exactly.

    Parameters
    ----------
    board : Board
        With or without blocked squares.
    closed : bool
        Count closed tours, each once whatever its start and direction.
    start : (row, column), optional
        Count only the open tours that start here; a closed tour passes through every square.

    Returns
    -------
    int
        Open: directed tours, so every path counts once from each of its ends.

    Raises
    ------
    ValueError
        If the count would need more memory than a computer is likely to have; the message gives
        the published number where there is one.

    Notes
    -----
    Time and memory grow exponentially with the shorter side and in proportion to the longer one.
    With Numba the shorter side may be 7 for closed tours (7 x 8: 24 million patterns at a time,
    1.5 GB, two minutes) and 6 for open ones (6 x 8: 10 million, 0.8 GB, a minute); 7 x 7 is
    counted too (95 million, 5.7 GB, seven minutes). Without Numba it may be 6 and 5.

    References
    ----------
    The method is known as the frontier or transfer-matrix method: D. E. Knuth, The Art of
    Computer Programming 4A, 7.1.4, and "Long and skinny knight's tours" (2010).

    Examples
    --------
    >>> count_tours(Board(5, 5)), count_tours(Board(5, 5), start=(0, 0))
    (1728, 304)
    >>> count_tours(Board(3, 10), closed=True)
    16
    """
    if start is not None:
        start = board.check_square(start)
    short, long = sorted((board.rows, board.columns))
    if len(board) == 1 or (short > 4 and len(board) <= MOST_SQUARES_TO_SEARCH):
        return count_by_search(board, closed, start)
    compiled = compiled_loops_available()
    widest = 5 + closed + compiled
    if short > widest and not (compiled and short == long == 7):
        raise ValueError(_refusal(board, closed, widest))
    if compiled:
        from puzzlelib.knights_tour.counting_engine import count_layers

        layers: Iterable[tuple[int, int]] = count_layers(Sweep(board, closed, start))
    else:
        layers = ((f.patterns, f.tours) for f in count_by_sweep(board, closed, start))
    *_, (_, tours) = layers
    return tours if closed or start is not None else 2 * tours


def _refusal(board: Board, closed: bool, widest: int) -> str:
    kind = "closed" if closed else "open"
    message = (
        f"counting the {kind} tours of {board} needs too many patterns at a time: "
        f"the shorter side must be at most {widest}"
    )
    known = None if board.blocked else PUBLISHED.get((board.rows, board.columns, closed))
    return f"{message}; the published number is {known}" if known else message


def count_by_search(board: Board, closed: bool = False, start: Square | None = None) -> int:
    """Count tours one by one, by walking every path: the definition of what is counted.

    >>> count_by_search(Board(3, 4))
    16
    """

    def tours_from(here: Square, free: frozenset[Square], first: Square) -> int:
        if not free:
            return not closed or first in board.moves(here)
        return sum(
            tours_from(target, free - {target}, first)
            for target in board.moves(here)
            if target in free
        )

    squares = frozenset(board.squares)
    starts = [start] if start is not None else board.squares
    if closed:  # every closed tour passes any square, in two directions
        first = board.squares[0]
        return tours_from(first, squares - {first}, first) // 2
    return sum(tours_from(first, squares - {first}, first) for first in starts)


@dataclass(frozen=True)
class SweepFrame(Frame):
    """The frontier after a square has been settled.

    Attributes
    ----------
    board : Board
    settled : tuple of squares
        The squares settled so far, in that order.
    frontier : tuple of squares
        The squares that its pattern describes, in that order.
    patterns : int
        How many different patterns there are.
    tours : int
        How many partial tours they stand for; at the end, the tours.
    commonest : tuple of int
        The pattern that stands for most partial tours: the square outside, then the frontier. 0
        is a free square, 1 one that is passed; two equal larger numbers are the ends of a path.
    """

    board: Board
    settled: tuple[Square, ...]
    frontier: tuple[Square, ...]
    patterns: int
    tours: int
    commonest: Pattern

    @property
    def caption(self) -> str:
        if not self.settled:
            return "No square is settled: the empty board is the only pattern."
        if not self.frontier:
            return f"Every square is settled: {self.tours:,} tours are complete."
        return (
            f"Square {self.settled[-1]} is settled: {self.tours:,} partial tours show "
            f"{self.patterns:,} patterns, so continue only those."
        )


def count_by_sweep(
    board: Board, closed: bool = False, start: Square | None = None
) -> Iterator[SweepFrame]:
    """Count tours by settling one square after another and keeping one count a pattern.

    Parameters
    ----------
    board, closed, start
        As for ``count_tours``. Without a start, each open tour counts once, undirected.

    Yields
    ------
    SweepFrame
        The empty board, then one frame for each square settled; ``tours`` of the last is the
        result.

    Raises
    ------
    ValueError
        If the board has only one free square: no move is to be settled.

    Examples
    --------
    >>> frames = list(count_by_sweep(Board(3, 4)))
    >>> [frame.patterns for frame in frames]
    [1, 3, 7, 11, 17, 20, 18, 17, 12, 9, 4, 2, 1]
    >>> frames[-1].tours
    8
    """
    if len(board) == 1:
        raise ValueError(f"a sweep needs at least two free squares; {board} has one")
    sweep = Sweep(board, closed, start)
    counts = Counter({sweep.first_pattern: 1})

    def frame(settled: int) -> SweepFrame:
        commonest = max(counts, key=counts.__getitem__, default=())
        return SweepFrame(
            board,
            tuple(sweep.squares[:settled]),
            sweep.frontier(settled),
            len(counts),
            counts.total(),
            commonest,
        )

    yield frame(0)
    for settled, step in enumerate(sweep.steps(), start=1):
        following: Counter[Pattern] = Counter()
        for pattern, tours in counts.items():
            for successor in successors(pattern, step):
                following[successor] += tours
        counts = following
        yield frame(settled)


def successors(pattern: Pattern, step: Step) -> Iterator[Pattern]:
    """Yield the patterns after each way to settle the square at hand."""
    pattern = (*pattern, step.entering)
    missing = {FREE: 2, PASSED: 0}.get(pattern[HERE], 1)
    targets = [position for position in step.ahead if pattern[position] != PASSED]
    for chosen in combinations(targets, missing):
        if step.must_end and OUTSIDE not in chosen:
            continue
        joined = list(pattern)
        closes = [join(joined, target) for target in chosen]
        if any(closes):
            possible = step.last and set(joined) == {PASSED}
        else:
            possible = not hopeless(joined, step)
        if possible:
            del joined[HERE]
            yield renumbered(joined)


def join(pattern: list[int], target: int) -> bool:
    """Move from the square at hand to a target; tell whether that closes a loop."""
    here, there = pattern[HERE], pattern[target]
    if here == there != FREE:
        pattern[HERE] = pattern[target] = PASSED
        return True
    path = max(*pattern, PASSED) + 1
    for position, number in enumerate(pattern):
        if number > PASSED and number in (here, there):
            pattern[position] = path  # two paths become one
    pattern[HERE] = path if here == FREE else PASSED
    pattern[target] = path if there == FREE else PASSED
    return False


def hopeless(pattern: list[int], step: Step) -> bool:
    """Tell whether a square after the one at hand can no longer get its two moves."""
    return any(
        (2 if pattern[position] == FREE else 1)
        > beyond + sum(pattern[target] != PASSED for target in targets)
        for position, beyond, targets in step.chances
        if pattern[position] != PASSED
    )


def renumbered(pattern: list[int]) -> Pattern:
    """Number the paths in the order in which they appear, from 2 on.

    >>> renumbered([0, 7, 1, 5, 5, 7])
    (0, 2, 1, 3, 3, 2)
    """
    numbers = {FREE: FREE, PASSED: PASSED}
    for number in pattern:
        numbers.setdefault(number, len(numbers))
    return tuple(numbers[number] for number in pattern)
