"""Breadth-first search over whole layers of boards at once, as arrays of packed words.

Inside the engine a board is always four bits a cell, cell 0 highest. With each board goes its
*way back*: one bit for every move that leads to the layer before. No two neighbours are in the
same layer, so every other move leads to the layer after, and no visited structure is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.puzzle import MOVES, OPPOSITE, SlidingPuzzle, State

__all__ = ["QueueLayer", "from_words", "layers", "queue_layers", "to_words"]

Words = NDArray[np.uint64]

BIT: Final = {move: np.uint64(1 << i) for i, move in enumerate(MOVES)}


def to_words(puzzle: SlidingPuzzle, boards: State | NDArray[np.integer[Any]]) -> Words:
    """Pack boards (..., cells), four bits a cell."""
    cells = np.asarray(boards).astype(np.uint64) << _shifts(puzzle)
    return np.asarray(np.bitwise_or.reduce(cells, axis=-1))


def from_words(puzzle: SlidingPuzzle, words: Words | np.uint64) -> NDArray[np.uint8]:
    """Return the boards (..., cells) of words."""
    return (np.asarray(words)[..., None] >> _shifts(puzzle) & np.uint64(15)).astype(np.uint8)


def _shifts(puzzle: SlidingPuzzle) -> Words:
    """Return how far left each cell stands in a word."""
    if puzzle.cells > 16:
        raise ValueError(f"a packed word holds up to 16 cells, not {puzzle.cells}")
    return 4 * np.arange(puzzle.cells - 1, -1, -1, dtype=np.uint64)


# Layers in any order: sorted, one array for each cell of the blank


def layers(puzzle: SlidingPuzzle, root: State) -> Iterator[dict[int, Words]]:
    """Yield the boards at distance 0, 1, 2, ... from the root.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 15 cells.
    root : tuple of int
        The only board at distance 0.

    Yields
    ------
    dict
        The blank's cell -> rising words: the board above, its way back in the lowest four bits.

    Notes
    -----
    Only one layer is kept, and each pair of neighbours is met once. Time: one sort of a layer's
    children.
    """
    if puzzle.cells > 15:
        raise ValueError(f"whole layers are for boards of up to 15 cells, not {puzzle.cells}")
    shift = _shifts(puzzle) + np.uint64(4)
    current = {root.index(0): to_words(puzzle, root).reshape(1) << np.uint64(4)}
    while current:
        yield current
        arrived = defaultdict(list)
        for blank, words in current.items():
            for move, cell in puzzle.slides[blank]:
                forward = words[words & BIT[move] == 0]
                if len(forward):
                    _slide(forward, shift[cell], shift[blank], BIT[OPPOSITE[move]])
                    arrived[cell].append(forward)
        current = {cell: _join(np.concatenate(parts)) for cell, parts in arrived.items()}


def _slide(words: Words, origin: np.uint64, to: np.uint64, way_back: np.uint64) -> None:
    """Move the tile at ``origin`` in all boards, in place: a large layer fits in memory once."""
    tile = words >> origin
    tile &= np.uint64(15)
    words &= ~np.uint64(15)
    words |= way_back
    words ^= tile << origin
    tile <<= to
    words ^= tile


def _join(words: Words) -> Words:
    """Sort boards and make equal ones one, with all their ways back."""
    words.sort()
    starts = np.flatnonzero(np.append(True, words[1:] ^ words[:-1] > 15))
    return np.bitwise_or.reduceat(words, starts)


# Layers in the order of a queue


class QueueLayer(NamedTuple):
    """The boards of one layer, in the order in which a queue holds them."""

    words: Words
    parents: NDArray[np.int64]  # indices in the whole queue; -1: none
    way_back: Words


def queue_layers(puzzle: SlidingPuzzle, start: State, node_limit: int) -> Iterator[QueueLayer]:
    """Yield layer 0, 1, 2, ... exactly as a queue would fill: first found, first in.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 16 cells.
    start : tuple of int
        The only board of layer 0.
    node_limit : int
        The number of boards to expand; the last layer then lacks the children of the rest.

    Notes
    -----
    Each pair of neighbours is met once. Time: one stable sort of a layer's children.
    """
    words = to_words(puzzle, start).reshape(1)
    layer = QueueLayer(words, np.array([-1]), np.zeros(1, np.uint64))
    first = 0  # of this layer, in the whole queue
    while len(layer.words):
        yield layer
        left = node_limit - first
        parents, children, way_back = _children(puzzle, layer.words[:left], layer.way_back[:left])
        index, way_back = _first_found(children, way_back)
        parents = first + parents[index]
        first += len(layer.words)
        layer = QueueLayer(children[index], parents, way_back)
        if first >= node_limit:
            if len(layer.words):
                yield layer
            return


def _children(
    puzzle: SlidingPuzzle, words: Words, way_back: Words
) -> tuple[NDArray[np.intp], Words, Words]:
    """Return parent, word and way back of every child in the layer after, in queue order."""
    shift, bits = _shifts(puzzle), np.array(list(BIT.values()))
    blank = (from_words(puzzle, words) == 0).argmax(axis=1)
    forward = (puzzle.neighbour_table[blank] >= 0) & (way_back[:, None] & bits == 0)
    parent, move = np.nonzero(forward)
    to = shift[blank[parent]]
    origin = shift[puzzle.neighbour_table[blank[parent], move]]
    tile = words[parent] >> origin & np.uint64(15)
    child = words[parent] ^ (tile << origin | tile << to)
    return parent, child, np.array([BIT[OPPOSITE[move]] for move in MOVES])[move]


def _first_found(words: Words, way_back: Words) -> tuple[NDArray[np.intp], Words]:
    """Return where each different word stands first, in that order, and all its ways back."""
    if not len(words):
        return np.zeros(0, np.intp), way_back
    order = np.argsort(words, kind="stable")
    in_order = words[order]
    starts = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1]))
    joined = np.bitwise_or.reduceat(way_back[order], starts)
    first = order[starts]
    queue_order = np.argsort(first)
    return first[queue_order], joined[queue_order]
