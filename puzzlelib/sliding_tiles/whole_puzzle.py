"""All boards of a puzzle, by their distance from the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State

__all__ = ["Distances", "distances", "each_layer_size", "layer_sizes", "stored_layer_sizes"]


def layer_sizes(puzzle: SlidingPuzzle, goal: Board | None = None) -> list[int]:
    """Count the boards at distance 0, 1, 2, ... from the goal, until there are no more.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 12 cells, or one cell wide.
    goal : board, optional
        None: 1 2 ... N-1 0.

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If the boards would not fit in memory, or the goal makes no sense.

    Notes
    -----
    One layer is kept at a time. 3 x 4, 239,500,800 boards: about 25 s and 0.8 GB.

    References
    ----------
    OEIS A089473 (3 x 3), A089474 (3 x 3, the goal's blank in the middle), A090034 to A090036
    (3 to 5 by 2).

    Examples
    --------
    >>> layer_sizes(SlidingPuzzle(2, 2))
    [1, 2, 2, 2, 2, 2, 1]
    """
    return list(each_layer_size(puzzle, goal))


def each_layer_size(puzzle: SlidingPuzzle, goal: Board | None = None) -> Iterator[int]:
    """Yield the numbers of ``layer_sizes`` one by one, as they are counted."""
    return (sum(map(len, layer.values())) for layer in _all_layers(puzzle, goal))


def stored_layer_sizes() -> list[int]:
    """Return the stored ``layer_sizes`` of the 3 x 4 puzzle, which take half a minute to count.

    Examples
    --------
    >>> sizes = stored_layer_sizes()
    >>> sum(sizes), len(sizes) - 1, sizes[-1]
    (239500800, 53, 18)
    """
    text = (files("puzzlelib.sliding_tiles") / "data" / "layers_3x4.csv").read_text("utf-8")
    return [int(line.split(",")[1]) for line in text.splitlines()[1:]]


class Distances(Mapping[State, int]):
    """The number of moves from every board that can become the goal: ``distances[board]``.

    Attributes
    ----------
    boards : (n, cells) uint8
        All of them, in lexicographic order.
    moves : (n,) uint8
        The distance of each.
    """

    def __init__(
        self, puzzle: SlidingPuzzle, words: NDArray[np.uint64], moves: NDArray[np.uint8]
    ) -> None:
        self.puzzle, self.moves, self._words = puzzle, moves, words

    @cached_property
    def boards(self) -> NDArray[np.uint8]:
        from puzzlelib.sliding_tiles.engine import from_words

        return from_words(self.puzzle, self._words)

    def __getitem__(self, board: Board) -> int:
        from puzzlelib.sliding_tiles.engine import to_words

        word = to_words(self.puzzle, self.puzzle.parse(board))
        place = int(np.searchsorted(self._words, word))
        if place == len(self) or self._words[place] != word:
            raise KeyError(board)
        return int(self.moves[place])

    def __iter__(self) -> Iterator[State]:
        return (tuple(board) for board in self.boards.tolist())

    def __len__(self) -> int:
        return len(self._words)


def distances(puzzle: SlidingPuzzle, goal: Board | None = None) -> Distances:
    """Return the distance from every board to the goal, by board and as arrays.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 12 cells, or one cell wide; 9 bytes are kept for every board.
    goal : board, optional
        None: 1 2 ... N-1 0.

    Raises
    ------
    ValueError
        If the boards would not fit in memory, or the goal makes no sense.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> known = distances(EIGHT_PUZZLE)
    >>> len(known), known["871526340"], known.moves.max()
    (181440, 24, np.uint8(31))
    """
    layers = [np.concatenate([*layer.values()]) >> 4 for layer in _all_layers(puzzle, goal)]
    words = np.concatenate(layers)
    moves = np.repeat(np.arange(len(layers), dtype=np.uint8), [len(layer) for layer in layers])
    order = np.argsort(words)
    return Distances(puzzle, words[order], moves[order])


def _all_layers(
    puzzle: SlidingPuzzle, goal: Board | None
) -> Iterator[dict[int, NDArray[np.uint64]]]:
    from puzzlelib.sliding_tiles.engine import layers

    if puzzle.cells > 12 and 1 not in (puzzle.rows, puzzle.columns):
        raise ValueError(
            f"the layers of a {puzzle.rows} x {puzzle.columns} board do not fit in memory: "
            "expected up to 12 cells; breadth_first with a node_limit shows the first layers"
        )
    return layers(puzzle, puzzle.goals()[0] if goal is None else puzzle.parse(goal))
