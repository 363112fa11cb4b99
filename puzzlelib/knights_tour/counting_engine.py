"""The sweep of ``counting`` over patterns packed into 64-bit words, compiled.

A pattern takes four bits an entry. The patterns after a step are gathered in a hash table with
open addressing, beside each the number of partial tours that it stands for, in as many words
("limbs", the lowest first) as the numbers need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import jit
from puzzlelib.knights_tour.frontier import FREE, HERE, OUTSIDE, PASSED, Pattern, Step, Sweep

__all__ = ["count_layers"]

Words: TypeAlias = NDArray[np.uint64]

BITS = 4
ENTRIES = 64 // BITS

EMPTY = np.uint64(2**64 - 1)
"""Marks an empty slot; no pattern has 15 in every entry."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2**64 divided by the golden ratio: the top bits of a product with it are well spread."""

ROOM = 0.75
"""Which part of the slots may be used."""

CHUNK = 4096
"""Patterns to settle before the table is given more room."""

LOW = np.uint64(2**BITS - 1)

NEW = 2**BITS - 1
"""The number of a new path while moves are joined; no packed pattern has it."""

MOST_SUCCESSORS = 10
"""Of one pattern: two targets out of four squares and the outside."""


def count_layers(sweep: Sweep) -> Iterator[tuple[int, int]]:
    """Yield how many patterns there are and how many partial tours they stand for.

    Once for the empty board and once after each square is settled, as ``count_by_sweep`` does.
    The shorter side of the board must be at most 7.
    """
    words = np.array([_pack(sweep.first_pattern)], dtype=np.uint64)
    tours = np.ones((1, 1), dtype=np.uint64)
    yield 1, 1
    for step in sweep.steps():
        words, tours = _settle(words, tours, len(sweep.first_pattern), step)
        yield len(words), _total(tours)


def _pack(pattern: Pattern) -> int:
    return sum(number << BITS * position for position, number in enumerate(pattern))


def _total(tours: Words) -> int:
    """Add up the rows, each a number of several limbs."""
    low, high = tours & np.uint64(2**32 - 1), tours >> np.uint64(32)  # so that no sum overflows
    halves = zip(low.sum(axis=0).tolist(), high.sum(axis=0).tolist(), strict=True)
    return sum((a + (b << 32)) << 64 * limb for limb, (a, b) in enumerate(halves))


def _settle(words: Words, tours: Words, length: int, step: Step) -> tuple[Words, Words]:
    """Return the patterns after a square is settled, and the tours that each stands for."""
    limbs = tours.shape[1]
    slots, sums = _table(len(words), limbs)
    used = 0
    arrays = _arrays(step)
    for first in range(0, len(words), CHUNK):
        found, origin = _successors(words[first : first + CHUNK], length, *arrays)
        if used + len(found) > ROOM * len(slots):
            kept, kept_sums = _filled(slots, sums)
            slots, sums = _table(len(kept) * 3 // 2 + len(found), limbs)
            _gather(slots, sums, 0, kept, np.arange(len(kept)), kept_sums)
        chunk = tours[first : first + CHUNK]
        used, overflow = _gather(slots, sums, used, found, origin, chunk)
        if overflow:  # do it again with longer numbers
            return _settle(words, np.pad(tours, ((0, 0), (0, 1))), length, step)
    return _filled(slots, sums)


def _filled(slots: Words, sums: Words) -> tuple[Words, Words]:
    filled = slots != EMPTY
    return slots[filled], sums[filled]


def _table(least: int, limbs: int) -> tuple[Words, Words]:
    """Return an empty table that has room for some patterns."""
    size = 1 << max(12, math.ceil(least / ROOM).bit_length())
    return np.full(size, EMPTY), np.zeros((size, limbs), dtype=np.uint64)


def _arrays(step: Step) -> tuple[Any, ...]:
    """Return what ``_successors`` needs of a step.

    In place of the chances, for each entry: how many moves inside the pattern it needs if it is
    free, and the entries to which they can lead, as bits.
    """
    needed = np.zeros(ENTRIES + 1, dtype=np.int64)
    targets = np.zeros(ENTRIES + 1, dtype=np.int64)
    for position, beyond, inside in step.chances:
        needed[position] = 2 - beyond
        targets[position] = sum(1 << target for target in inside)
    ahead = np.array(step.ahead, dtype=np.int64)
    return step.entering, ahead, step.must_end, step.last, needed, targets


@jit
def _join(pattern: NDArray[np.uint8], target: int) -> bool:
    """Move from the square at hand to a target; tell whether that closes a loop."""
    here, there = pattern[HERE], pattern[target]
    if here == there and here > PASSED:
        pattern[HERE] = pattern[target] = PASSED
        return True
    path = NEW
    if here > PASSED:
        path = here
        for position in range(len(pattern)):
            if pattern[position] == there and there > PASSED:
                pattern[position] = path
    elif there > PASSED:
        path = there
    pattern[HERE] = path if here == FREE else PASSED
    pattern[target] = path if there == FREE else PASSED
    return False


@jit
def _pack_renumbered(pattern: NDArray[np.uint8]) -> tuple[np.uint64, int]:
    """Pack a pattern without the square at hand, its paths numbered in order of appearance.

    Also return the entries that are not passed, as bits.
    """
    numbers = np.uint64(PASSED << BITS * PASSED)  # the new number of each old one, packed
    paths = np.uint64(PASSED)
    word, unfinished, place = np.uint64(0), 0, 0
    for position in range(len(pattern)):
        if position == HERE:
            continue
        number = pattern[position]
        shift = np.uint64(BITS * number)
        if number > PASSED and (numbers >> shift) & LOW == 0:
            paths += np.uint64(1)
            numbers |= paths << shift
        if number != PASSED:
            unfinished |= 1 << position
        word |= ((numbers >> shift) & LOW) << np.uint64(BITS * place)
        place += 1
    return word, unfinished


@jit
def _hopeless(
    pattern: NDArray[np.uint8],
    unfinished: int,
    needed: NDArray[np.int64],
    targets: NDArray[np.int64],
) -> bool:
    """Tell whether a square after the one at hand can no longer get its two moves."""
    for position in range(HERE + 1, len(pattern)):
        missing = needed[position] - (pattern[position] > PASSED)
        if missing > 0 and pattern[position] != PASSED:
            chances = targets[position] & unfinished
            if chances == 0 or (missing == 2 and chances & (chances - 1) == 0):
                return True
    return False


@jit
def _successors(
    words: Words,
    length: int,
    entering: int,
    ahead: NDArray[np.int64],
    must_end: bool,
    last: bool,
    needed: NDArray[np.int64],
    targets: NDArray[np.int64],
) -> tuple[Words, NDArray[np.int64]]:
    """Return the successors of some patterns, and the index of the pattern that each is from."""
    found = np.empty(len(words) * MOST_SUCCESSORS, dtype=np.uint64)
    origin = np.empty(len(words) * MOST_SUCCESSORS, dtype=np.int64)
    pattern = np.empty(length + 1, dtype=np.uint8)
    joined = np.empty(length + 1, dtype=np.uint8)
    options = np.empty(5, dtype=np.int64)
    count = 0
    for index in range(len(words)):
        _unpack(words[index], pattern)
        pattern[length] = entering
        missing = 2 if pattern[HERE] == FREE else 0 if pattern[HERE] == PASSED else 1
        choices = 0
        for position in ahead:
            if pattern[position] != PASSED:
                options[choices] = position
                choices += 1
        # The outside, if it is an option, is the first one.
        if must_end and (missing == 0 or choices == 0 or options[0] != OUTSIDE):
            continue
        firsts = 1 if must_end or missing == 0 else choices
        for i in range(firsts):
            for j in range(i + 1, choices if missing == 2 else i + 2):
                for position in range(length + 1):
                    joined[position] = pattern[position]
                closes = False
                if missing >= 1:
                    closes = _join(joined, options[i])
                if missing == 2:
                    closes = _join(joined, options[j])
                word, open_entries = _pack_renumbered(joined)
                if closes:
                    possible = last and open_entries == 0
                else:
                    possible = not _hopeless(joined, open_entries, needed, targets)
                if possible:
                    found[count] = word
                    origin[count] = index
                    count += 1
    return found[:count], origin[:count]


@jit
def _unpack(word: np.uint64, pattern: NDArray[np.uint8]) -> None:
    for position in range(len(pattern)):
        pattern[position] = (word >> np.uint64(BITS * position)) & LOW


@jit
def _gather(
    slots: Words,
    sums: Words,
    used: int,
    found: Words,
    origin: NDArray[np.int64],
    tours: Words,
) -> tuple[int, bool]:
    """Add the tours of the origin of each pattern found to its slot.

    Return how many slots are used, and whether a number has outgrown its limbs.
    """
    mask = len(slots) - 1
    shift = np.uint64(64)
    while len(slots) >> np.int64(np.uint64(64) - shift) > 1:
        shift -= np.uint64(1)
    overflow = False
    for index in range(len(found)):
        word = found[index]
        slot = np.int64((word * GOLDEN) >> shift)
        while slots[slot] != EMPTY and slots[slot] != word:
            slot = (slot + 1) & mask
        if slots[slot] == EMPTY:
            slots[slot] = word
            used += 1
        carry = np.uint64(0)
        for limb in range(tours.shape[1]):
            term = tours[origin[index], limb] + carry
            carry = np.uint64(term < carry)
            sums[slot, limb] += term
            carry += np.uint64(sums[slot, limb] < term)
        overflow = bool(overflow or carry > 0)
    return used, overflow
