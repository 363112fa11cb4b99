"""How a guess is answered: bulls (right symbol, right place) and cows (right symbol only)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from puzzlelib.codebreaking.game import CodeGame

__all__ = [
    "Feedback",
    "block_sizes",
    "feedback",
    "feedback_blocks",
    "feedback_matrix",
    "feedback_pairs",
    "partition",
]

_WORD = 64  # bits in one packed word
_BLOCK_BYTES = 1 << 19  # a block of packed words that stays in a core's cache


class Feedback(NamedTuple):
    """The answer to one guess.

    >>> str(Feedback(bulls=1, cows=2))
    '1A2B'
    """

    bulls: int
    cows: int

    def __str__(self) -> str:
        return f"{self.bulls}A{self.cows}B"

    def number(self, length: int) -> int:
        """Return the answer as the one number that stands for it in arrays.

        >>> Feedback(1, 2).number(length=4)
        7
        """
        return self.bulls * (length + 1) + self.cows

    @classmethod
    def from_number(cls, number: int, length: int) -> Feedback:
        """Return the answer that a number stands for.

        >>> Feedback.from_number(7, length=4)
        Feedback(bulls=1, cows=2)
        """
        return cls(*divmod(int(number), length + 1))


def feedback(guess: str, secret: str) -> Feedback:
    """Compare a guess with a secret; each symbol pairs with one equal symbol only.

    Parameters
    ----------
    guess, secret : str
        Two codes of the same length.

    Returns
    -------
    Feedback
        The same if guess and secret change places.

    Raises
    ------
    ValueError
        If the lengths differ.

    Examples
    --------
    >>> feedback("1234", "1122")
    Feedback(bulls=1, cows=1)
    >>> feedback("1122", "2211")
    Feedback(bulls=0, cows=4)
    """
    if len(guess) != len(secret):
        raise ValueError(f"{guess!r} and {secret!r} must have the same length to be compared")
    bulls = sum(g == s for g, s in zip(guess, secret, strict=True))
    common = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
    return Feedback(bulls, common - bulls)


def feedback_matrix(
    game: CodeGame,
    guesses: NDArray[np.integer] | None = None,
    secrets: NDArray[np.integer] | None = None,
) -> NDArray[np.uint8]:
    """Answer many guesses against many secrets.

    Parameters
    ----------
    game : CodeGame
    guesses, secrets : (G,) and (S,) int arrays, optional
        Indices of codes; every code of the game if left out.

    Returns
    -------
    (G, S) uint8 array
        Answer numbers: bulls * (length + 1) + cows.

    Notes
    -----
    Time and memory grow with G * S; beside the result only one block of rows is held.

    Examples
    --------
    >>> from puzzlelib.codebreaking import MASTERMIND
    >>> guess, secret = MASTERMIND.index("1234"), MASTERMIND.index("1122")
    >>> int(feedback_matrix(MASTERMIND, np.array([guess]), np.array([secret]))[0, 0])
    6
    """
    columns = len(game) if secrets is None else len(secrets)
    rows = len(game) if guesses is None else len(guesses)
    matrix = np.empty((rows, columns), np.uint8)
    for start, block in feedback_blocks(game, guesses, secrets):
        matrix[start : start + len(block)] = block
    return matrix


def feedback_blocks(
    game: CodeGame,
    guesses: NDArray[np.integer] | None = None,
    secrets: NDArray[np.integer] | None = None,
) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Yield the feedback matrix some rows at a time, for games whose matrix is too large to hold.

    Yields
    ------
    start : int
        The first row of the block.
    block : (rows, S) uint8 array
        ``feedback_matrix(game, guesses, secrets)[start : start + rows]``.

    Notes
    -----
    Each code becomes two sets of bits. Two codes agree at a place where their *place* bits
    agree, and share a symbol k times where k of their *count* bits agree: so an AND and a
    count of bits give bulls, and bulls + cows, with repeated symbols too.
    """
    places, counts = game.bits
    guess_places, guess_counts = (x if guesses is None else x[guesses] for x in (places, counts))
    secret_places, secret_counts = (
        np.ascontiguousarray((x if secrets is None else x[secrets]).T) for x in (places, counts)
    )
    columns = secret_places.shape[1]
    rows = max(1, _BLOCK_BYTES // (8 * max(1, columns)))
    for start in range(0, len(guess_places), rows):
        here = slice(start, start + rows)
        bulls = _bits_in_common(guess_places[here], secret_places)
        common = _bits_in_common(guess_counts[here], secret_counts)
        bulls *= game.length  # bulls * (length + 1) + cows = bulls * length + common
        bulls += common
        yield start, bulls


def feedback_pairs(
    game: CodeGame, guesses: NDArray[np.integer], secrets: NDArray[np.integer]
) -> NDArray[np.uint8]:
    """Answer each guess against the secret at the same position, (P,) answer numbers.

    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> feedback_pairs(BULLS_AND_COWS, np.array([0, 0]), np.array([0, 1]))
    array([20, 15], dtype=uint8)
    """
    places, counts = game.bits
    bulls = np.bitwise_count(places[guesses] & places[secrets]).sum(axis=1, dtype=np.uint8)
    common = np.bitwise_count(counts[guesses] & counts[secrets]).sum(axis=1, dtype=np.uint8)
    numbers: NDArray[np.uint8] = bulls * game.length + common
    return numbers


def partition(
    game: CodeGame, guess: str, candidates: Iterable[str] | None = None
) -> dict[Feedback, list[str]]:
    """Group the candidates by the answer that the guess would get from each, were it the secret.

    Parameters
    ----------
    game : CodeGame
    guess : str
    candidates : iterable of str, optional
        Every code of the game if left out.

    Returns
    -------
    dict
        From each answer that can come to its block: the candidates that would be left.

    Examples
    --------
    >>> from puzzlelib.codebreaking import SMALL_GAME
    >>> blocks = partition(SMALL_GAME, "012", ["012", "021", "034", "043"])
    >>> {str(answer): block for answer, block in blocks.items()}
    {'1A0B': ['034', '043'], '1A2B': ['021'], '3A0B': ['012']}
    """
    secrets = game.indices(candidates)
    numbers = feedback_matrix(game, np.array([game.index(guess)]), secrets)[0]
    blocks: dict[int, list[str]] = {int(number): [] for number in np.unique(numbers)}
    for secret, number in zip(secrets.tolist(), numbers.tolist(), strict=True):
        blocks[number].append(game.code(secret))
    return {Feedback.from_number(n, game.length): block for n, block in blocks.items()}


def block_sizes(
    game: CodeGame,
    guesses: NDArray[np.integer] | None = None,
    candidates: NDArray[np.integer] | None = None,
) -> NDArray[np.int64]:
    """Count the candidates in each block of each guess's partition.

    Parameters
    ----------
    game : CodeGame
    guesses, candidates : (G,) and (C,) int arrays, optional
        Indices of codes; every code of the game if left out.

    Returns
    -------
    (G, length * (length + 1) + 1) int array
        Column k counts the candidates from which the guess would get answer number k.

    Notes
    -----
    Time grows with G * C; the feedback matrix is never held.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> int(block_sizes(BULLS_AND_COWS, np.array([0])).max())  # 0123 scored 0A1B
    1440
    """
    numbers = Feedback(game.length, 0).number(game.length) + 1
    sizes = np.empty((len(game) if guesses is None else len(guesses), numbers), np.int64)
    for start, block in feedback_blocks(game, guesses, candidates):
        rows = len(block)
        cells = block + np.arange(0, rows * numbers, numbers, dtype=np.int32)[:, None]
        counts = np.bincount(cells.ravel(), minlength=rows * numbers)
        sizes[start : start + rows] = counts.reshape(rows, numbers)
    return sizes


def code_bits(
    codes: NDArray[np.uint8], symbols: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return each code's place bits and count bits, packed into words.

    A place bit says "this symbol stands here"; the k-th count bit of a symbol says "it occurs
    at least k times", so that the bits two codes share number the smaller of their counts.
    """
    place = codes[:, :, None] == np.arange(symbols, dtype=np.uint8)
    occurs = place.sum(axis=1)
    count = occurs[:, :, None] > np.arange(occurs.max())
    return _pack(place), _pack(count)


def _pack(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    flat = flags.reshape(len(flags), -1)
    padded = np.pad(flat, ((0, 0), (0, -flat.shape[1] % _WORD)))
    return np.packbits(padded, axis=1).view(np.uint64)


def _bits_in_common(rows: NDArray[np.uint64], columns: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Count the bits that each row (R, words) shares with each column (words, C)."""
    shared: NDArray[np.uint8] = np.bitwise_count(rows[:, :1] & columns[0])
    for word in range(1, len(columns)):
        shared += np.bitwise_count(rows[:, word : word + 1] & columns[word])
    return shared
