"""Guesses that are mirror images of each other, so that only one of them needs to be scored.

Symbols and places that no answer has told apart are interchangeable: before the first guess
0123, 5678 and 3210 promise the same. After 0123, swapping the digits 4 and 5, or the first two
places together with the digits 0 and 1, changes nothing either.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.game import CodeGame

__all__ = ["place_orders", "representatives"]

_UNNAMED = 256  # no symbol has this number
_LONGEST = 6  # places; orders of more are too many to try


def representatives(
    game: CodeGame, asked: NDArray[np.integer] | Sequence[int], candidates: NDArray[np.integer]
) -> NDArray[np.intp]:
    """Return the smallest guess of every class of guesses that are mirror images.

    Parameters
    ----------
    game : CodeGame
    asked : (guesses,) int array
        What was guessed so far.
    candidates : (C,) int array
        Every code that fits the answers.

    Returns
    -------
    (G,) int array
        Ascending. Every guess of the game splits the candidates into blocks of the same sizes
        as one of these, and is a candidate only if that one is.

    Notes
    -----
    A symbol is *dead* if no candidate has it, *fresh* if it is alive and was never guessed.
    Fresh symbols are interchangeable, and so are dead ones. An order of the places may be
    exchanged for another if the other symbols can be renamed so that every guess so far stays
    what it is. Time grows with the codes times the exchangeable orders.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS as game
    >>> [game.code(i) for i in representatives(game, [], np.arange(5040))]
    ['0123']
    >>> len(representatives(game, [0], np.flatnonzero(game.matrix[0] == 6)))  # 0123 scored 1A1B
    20
    """
    history = game.codes[np.asarray(asked, np.intp)]
    alive = np.zeros(len(game.symbols), bool)
    alive[game.codes[candidates]] = True
    known = np.zeros(len(game.symbols), bool)
    known[history] = True
    fresh, dead = np.flatnonzero(alive & ~known), np.flatnonzero(~alive)

    guesses = np.arange(len(game))
    for order, names in _symmetries(np.where(alive[history], history, np.int16(_UNNAMED))):
        if game.repeats:
            names[dead] = dead[:1]  # copies of one dead symbol tell as much as different ones
        codes = game.codes[guesses]
        image = _rename(codes[:, order], names, (fresh, dead))
        guesses = guesses[~_precedes(image, codes)]
    return guesses


def place_orders(length: int) -> NDArray[np.uint8]:
    """Return the orders of the places to try, (orders, length), the usual one first.

    All of them, unless there are too many: then some mirror images are not recognised.
    """
    if length > _LONGEST:
        return np.arange(length, dtype=np.uint8)[None]
    return np.array(list(itertools.permutations(range(length))), np.uint8)


def _symmetries(
    history: NDArray[np.int16],
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int16]]]:
    """Yield each order of the places that a renaming of symbols undoes, with that renaming."""
    guessed = history.ravel().tolist()
    for order in place_orders(history.shape[1]):
        pairs = set(zip(history[:, order].ravel().tolist(), guessed, strict=True))
        renaming = dict(pairs)
        one_to_one = len(pairs) == len(renaming) == len(set(renaming.values()))
        if one_to_one and renaming.get(_UNNAMED, _UNNAMED) == _UNNAMED:
            names = np.full(_UNNAMED + 1, _UNNAMED, np.int16)
            names[list(renaming)] = list(renaming.values())
            yield order, names


def _rename(
    codes: NDArray[np.uint8], names: NDArray[np.int16], pools: Sequence[NDArray[np.intp]]
) -> NDArray[np.int16]:
    """Rename the symbols of each code; one without a name takes the next name from its pool."""
    result = names[codes]
    for pool in pools:
        in_pool = np.zeros(len(names), bool)
        in_pool[pool] = True
        waiting = in_pool[codes] & (result == _UNNAMED)
        taken = np.zeros(len(codes), np.intp)
        for place in range(codes.shape[1]):
            rows = np.flatnonzero(waiting[:, place])
            same = waiting[rows] & (codes[rows] == codes[rows, place, None])
            result[rows] = np.where(same, pool[taken[rows], None], result[rows])
            waiting[rows] &= ~same
            taken[rows] += 1
    return result


def _precedes(a: NDArray[np.integer], b: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Tell for each row of two arrays whether the first comes earlier in lexicographic order."""
    different = a != b
    first = different.argmax(axis=1)
    rows = np.arange(len(a))
    smaller: NDArray[np.bool_] = a[rows, first] < b[rows, first]  # never where none differs
    return smaller
