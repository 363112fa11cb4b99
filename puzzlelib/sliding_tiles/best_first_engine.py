"""The compiled loop of best-first search: a heap of keys and a hash table of boards."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import jit
from puzzlelib.sliding_tiles.engine import to_words
from puzzlelib.sliding_tiles.heuristics import Tables
from puzzlelib.sliding_tiles.puzzle import SlidingPuzzle, State

__all__ = ["Search", "best_first_search"]

CHUNK = 8192  # expansions: a few milliseconds

# A key holds f, then what is to be largest among equals, counted down: g, then the entry.
G_BITS, ENTRY_BITS = 17, 28
G_MAX, ENTRY_MAX = (1 << G_BITS) - 1, (1 << ENTRY_BITS) - 1
FULL = ENTRY_MAX - 4 * CHUNK

COLUMNS = ("words", "parents", "first", "newest", "g", "h")
SIZE, WAITING, STEPS = range(3)  # what ``counters`` counts: entries, keys in the heap, steps


Ints = NDArray[np.int64]


class Search(NamedTuple):
    """The whole state of a search; the columns have one row for each entry put in the queue."""

    words: Ints
    parents: NDArray[np.int32]  # the entry that each was made from; -1: none
    first: NDArray[np.int32]  # the first entry of the same board
    newest: NDArray[np.int32]  # for a first entry: the one of the same board with the least g
    g: NDArray[np.int32]
    h: NDArray[np.int16]
    heap: Ints
    taken: NDArray[np.int32]  # the entry taken in each step, the goal's last
    table: NDArray[np.int32]  # first entries by hash; -1: free
    counters: Ints


def best_first_search(
    puzzle: SlidingPuzzle,
    start: State,
    goal: State,
    tables: Tables,
    weight: int,
    node_limit: int,
) -> Generator[int, None, Search]:
    """Search with f = weight * g + h: yield the steps taken so far, return the columns."""
    shifts = 4 * np.arange(puzzle.cells - 1, -1, -1)
    start_word, goal_word = to_words(puzzle, np.array([start, goal])).view(np.int64)
    search = _with_room(_empty())
    push(search, tables, shifts, np.array(start), start_word, -1, weight)
    running = True
    while running:
        steps = int(search.counters[STEPS])
        yield steps
        budget = min(CHUNK, node_limit - steps)
        search = _with_room(search)
        neighbours = puzzle.neighbour_table
        running = advance(search, tables, shifts, neighbours, goal_word, weight, budget)
        running &= bool(search.counters[STEPS] < node_limit and search.counters[SIZE] < FULL)
    size, steps = int(search.counters[SIZE]), int(search.counters[STEPS])
    columns = {name: getattr(search, name)[:size] for name in COLUMNS}
    return search._replace(**columns, taken=search.taken[:steps])


def _empty() -> Search:
    return Search(
        words=np.zeros(0, np.int64),
        parents=np.zeros(0, np.int32),
        first=np.zeros(0, np.int32),
        newest=np.zeros(0, np.int32),
        g=np.zeros(0, np.int32),
        h=np.zeros(0, np.int16),
        heap=np.zeros(0, np.int64),
        taken=np.zeros(0, np.int32),
        table=np.zeros(0, np.int32),
        counters=np.zeros(3, np.int64),
    )


def _with_room(search: Search) -> Search:
    """Return the search with arrays that can hold one more chunk."""
    needed = int(search.counters[SIZE]) + 4 * CHUNK
    if len(search.words) >= needed:
        return search
    longer = {n: _longer(getattr(search, n), 2 * needed) for n in (*COLUMNS, "heap", "taken")}
    table = np.full(1 << (4 * needed).bit_length(), -1, dtype=np.int32)
    grown = search._replace(**longer, table=table)
    fill_table(grown)
    return grown


def _longer(array: NDArray[Any], length: int) -> NDArray[Any]:
    longer = np.empty(length, array.dtype)
    longer[: len(array)] = array
    return longer


@jit
def advance(
    search: Search,
    tables: Tables,
    shifts: Ints,
    neighbours: Ints,
    goal: int,
    weight: int,
    budget: int,
) -> bool:
    """Take up to ``budget`` boards from the queue; tell whether any more are to be taken."""
    board = np.empty(len(shifts), dtype=np.int64)
    while budget > 0 and search.counters[WAITING] > 0:
        entry = ENTRY_MAX - (pop_key(search) & ENTRY_MAX)
        if search.newest[search.first[entry]] != entry:
            continue  # a shorter way to this board was found meanwhile
        search.taken[search.counters[STEPS]] = entry
        search.counters[STEPS] += 1
        budget -= 1
        word = search.words[entry]
        if word == goal:
            return False
        blank = 0
        for cell in range(len(board)):
            board[cell] = word >> shifts[cell] & 15
            if board[cell] == 0:
                blank = cell
        for cell in neighbours[blank]:
            if cell >= 0:
                tile = board[cell]
                board[blank], board[cell] = tile, 0
                child = word ^ (tile << shifts[cell]) ^ (tile << shifts[blank])
                push(search, tables, shifts, board, child, entry, weight)
                board[blank], board[cell] = 0, tile
    return bool(search.counters[WAITING] > 0)


@jit
def push(
    search: Search,
    tables: Tables,
    shifts: Ints,
    board: Ints,
    word: int,
    parent: int,
    weight: int,
) -> None:
    """Put a board in the queue unless a way as short is known."""
    g = search.g[parent] + 1 if parent >= 0 else 0
    slot = find(search, word)
    entry = search.counters[SIZE]
    first = search.table[slot]
    if first < 0:
        search.table[slot] = first = entry
        h = estimate(board, tables)
    elif g < search.g[search.newest[first]]:
        h = search.h[first]
    else:
        return
    search.newest[first] = entry
    search.words[entry] = word
    search.parents[entry] = parent
    search.first[entry] = first
    search.g[entry] = g
    search.h[entry] = h
    search.counters[SIZE] += 1
    push_key(search, ((weight * g + h) << G_BITS | G_MAX - g) << ENTRY_BITS | ENTRY_MAX - entry)


@jit
def estimate(board: Ints, tables: Tables) -> int:
    total = 0
    for cell in range(len(board)):
        total += tables.costs[board[cell], cell]
    for line in range(len(tables.line_cells)):
        number, digit = 0, 1
        for cell in tables.line_cells[line]:
            if cell >= 0:
                number += digit * tables.line_places[line, board[cell]]
            digit *= tables.line_cells.shape[1] + 1
        total += tables.extra[number]
    return total


@jit
def find(search: Search, word: int) -> int:
    """Return where the table holds a board, or the free slot where it belongs."""
    slot = word * -7046029254386353131 >> 20 & len(search.table) - 1
    while search.table[slot] >= 0 and search.words[search.table[slot]] != word:
        slot = slot + 1 & len(search.table) - 1
    return slot


@jit
def fill_table(search: Search) -> None:
    for entry in range(search.counters[SIZE]):
        if search.first[entry] == entry:
            search.table[find(search, search.words[entry])] = entry


@jit
def push_key(search: Search, key: int) -> None:
    heap, place = search.heap, search.counters[WAITING]
    search.counters[WAITING] += 1
    while place > 0 and heap[(place - 1) // 2] > key:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = key


@jit
def pop_key(search: Search) -> int:
    heap = search.heap
    least: int = heap[0]
    search.counters[WAITING] -= 1
    size = search.counters[WAITING]
    key, place = heap[size], 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = key
    return least
