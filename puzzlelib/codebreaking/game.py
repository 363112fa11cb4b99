"""The games: which codes exist, how they are written, and how guesses are answered."""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import whole_number
from puzzlelib.codebreaking.feedback import Feedback, code_bits, feedback, feedback_matrix

__all__ = ["BULLS_AND_COWS", "MASTERMIND", "MASTERMIND_DIGITS", "SMALL_GAME", "CodeGame"]

_MOST_CODES = 200_000
_MOST_SYMBOLS = 256  # a symbol is one byte in arrays
_LONGEST = 15  # so that an answer number fits one byte as well
_LARGEST_MATRIX = 128 << 20  # bytes

_WRITTEN_ANSWERS = (
    re.compile(r"(\d+)\s*A\s*(\d+)\s*B", re.IGNORECASE),
    re.compile(r"(\d+)(?:\s+|\s*,\s*)(\d+)"),
)


@dataclass(frozen=True)
class CodeGame:
    """A codebreaking game: every code of some length over some symbols may be the secret.

    Parameters
    ----------
    symbols : str
        The symbols, each once; their order is the order of codes.
    length : int
        How many symbols a code has, 1 to 15.
    repeats : bool
        Whether a symbol may occur more than once in a code.
    name : str
        What people call the game.

    Raises
    ------
    ValueError
        If there is no such game, or it has more than 200,000 codes.

    Notes
    -----
    A code is a string for people; in arrays it is a row of ``codes``, or that row's number,
    its index. An answer in arrays is the number bulls * (length + 1) + cows.

    Examples
    --------
    >>> game = CodeGame("0123456789", length=4, repeats=False, name="Bulls and Cows")
    >>> len(game), game.code(0), game.index("0124")
    (5040, '0123', 1)
    >>> str(game.feedback("0123", "0245"))
    '1A1B'
    """

    symbols: str
    length: int
    repeats: bool = False
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.symbols, str) or not self.symbols:
            raise ValueError(f"symbols must be text such as '123456', not {self.symbols!r}")
        if len(self.symbols) > _MOST_SYMBOLS:
            raise ValueError(f"{len(self.symbols)} symbols are too many: at most {_MOST_SYMBOLS}")
        if not self.symbols.isprintable() or " " in self.symbols:
            raise ValueError(f"symbols {self.symbols!r} must all be visible")
        if twice := _repeated(self.symbols):
            raise ValueError(f"symbols {self.symbols!r} must be different: {twice!r} occurs twice")
        object.__setattr__(self, "length", whole_number("length", self.length))
        if self.length > _LONGEST:
            raise ValueError(f"length must be 1 to {_LONGEST}, not {self.length}")
        if not self.repeats and self.length > len(self.symbols):
            raise ValueError(
                f"length {self.length} needs at least {self.length} symbols when none may repeat, "
                f"not {len(self.symbols)}"
            )
        if self._size > _MOST_CODES:
            raise ValueError(f"this game has {self._size:,} codes: at most {_MOST_CODES:,} will do")

    @property
    def _size(self) -> int:
        n = len(self.symbols)
        return n**self.length if self.repeats else math.perm(n, self.length)

    def __len__(self) -> int:
        return self._size

    def __str__(self) -> str:
        repeats = "with" if self.repeats else "without"
        return self.name or f"{self.length} of {self.symbols} {repeats} repeats"

    # Games never change, so copies may share what has been computed; in another process it is
    # computed anew, because that is quicker than to send it.
    def __copy__(self) -> CodeGame:
        return self

    def __deepcopy__(self, memo: Any) -> CodeGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return CodeGame, (self.symbols, self.length, self.repeats, self.name)

    # Codes

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """Every code as a row of symbol positions, (N, length), in lexicographic order."""
        positions = range(len(self.symbols))
        rows: Iterator[tuple[int, ...]] = (
            itertools.product(positions, repeat=self.length)
            if self.repeats
            else itertools.permutations(positions, self.length)
        )
        flat = np.fromiter(itertools.chain.from_iterable(rows), np.uint8, len(self) * self.length)
        return _read_only(flat.reshape(-1, self.length))

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """Every code as text, in the order of ``codes``."""
        letters = np.array(list(self.symbols))[self.codes]
        return tuple(letters.view(f"<U{self.length}").ravel().tolist())

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {code: index for index, code in enumerate(self.strings)}

    def code(self, index: SupportsIndex) -> str:
        """Return the code with this index as text."""
        return self.strings[index]

    def index(self, code: str) -> int:
        """Return the index of a code."""
        known = self._indices.get(code) if isinstance(code, str) else None
        return self._indices[self.parse(code)] if known is None else known

    def indices(self, codes: Iterable[str] | None = None) -> NDArray[np.intp]:
        """Return the indices of some codes, of all if left out."""
        if codes is None:
            return np.arange(len(self))
        return np.fromiter((self.index(code) for code in codes), np.intp)

    def parse(self, code: str) -> str:
        """Read a code that a person typed; blanks and, where possible, case do not matter.

        Raises
        ------
        ValueError
            If it is no code of this game; the message says why.

        Examples
        --------
        >>> BULLS_AND_COWS.parse(" 01 23 ")
        '0123'
        >>> BULLS_AND_COWS.parse("0113")
        Traceback (most recent call last):
        ValueError: '0113' is no code of Bulls and Cows: '1' occurs twice, all must be different
        """
        if not isinstance(code, str):
            raise ValueError(f"a code is text such as {self.code(0)!r}, not {code!r}")
        text = "".join(code.split())
        spellings = (text, text.upper(), text.lower())
        text = next((x for x in spellings if set(x) <= set(self.symbols)), text)
        if reason := self._fault(text):
            raise ValueError(f"{text!r} is no code of {self}: {reason}")
        return text

    def _fault(self, text: str) -> str | None:
        if unknown := next((x for x in text if x not in self.symbols), None):
            return f"{unknown!r} is none of the symbols {self.symbols}"
        if len(text) != self.length:
            return f"it must have {self.length} symbols, not {len(text)}"
        if not self.repeats and (twice := _repeated(text)):
            return f"{twice!r} occurs twice, all must be different"
        return None

    # Answers

    def feedback(self, guess: str, secret: str) -> Feedback:
        """Answer a guess, given the secret.

        >>> MASTERMIND.feedback("1234", "1122")
        Feedback(bulls=1, cows=1)
        """
        return feedback(self.parse(guess), self.parse(secret))

    def parse_feedback(self, answer: str | tuple[int, int]) -> Feedback:
        """Read an answer that a person typed: "1A2B", "1a2b", "1 2", "1,2" or (1, 2).

        Raises
        ------
        ValueError
            If no guess of this game can be answered so; the message says why.

        Examples
        --------
        >>> BULLS_AND_COWS.parse_feedback("1a2b")
        Feedback(bulls=1, cows=2)
        >>> BULLS_AND_COWS.parse_feedback("3A1B")
        Traceback (most recent call last):
        ValueError: 3A1B is impossible: when 3 of 4 are in place, the last one has no other place
        """
        given = _read_answer(answer)
        if given.bulls + given.cows > self.length:
            total = given.bulls + given.cows
            raise ValueError(
                f"{given} is impossible: {given.bulls} + {given.cows} = {total}, "
                f"and a code has only {self.length} places"
            )
        if given == (self.length - 1, 1):
            raise ValueError(
                f"{given} is impossible: when {given.bulls} of {self.length} are in "
                "place, the last one has no other place"
            )
        if given not in self.answers:
            raise ValueError(f"{given} is impossible: no two codes of {self} compare so")
        return given

    @property
    def win(self) -> Feedback:
        """The answer that ends a game: everything in place."""
        return Feedback(self.length, 0)

    @cached_property
    def answers(self) -> tuple[Feedback, ...]:
        """The answers that can occur in this game, in the order of their numbers."""
        numbers = np.unique(feedback_matrix(self, guesses=self.openings))
        return tuple(Feedback.from_number(number, self.length) for number in numbers)

    @cached_property
    def openings(self) -> NDArray[np.intp]:
        """The first guesses that differ: the smallest code of each way to repeat symbols.

        Before anything is known symbols and places are interchangeable, so any other first
        guess is a mirror image of one of these.

        >>> [MASTERMIND.code(index) for index in MASTERMIND.openings]
        ['1111', '1112', '1122', '1123', '1234']
        """
        occurs = (self.codes[:, :, None] == np.arange(len(self.symbols))).sum(axis=1)
        in_order = (self.codes[:, 1:] >= self.codes[:, :-1]).all(axis=1)
        most_first = (occurs[:, 1:] <= occurs[:, :-1]).all(axis=1)
        return np.flatnonzero(in_order & most_first)

    @property
    def matrix_fits(self) -> bool:
        """Whether the feedback matrix is small enough to be held: up to 128 MiB."""
        return len(self) ** 2 <= _LARGEST_MATRIX

    @cached_property
    def matrix(self) -> NDArray[np.uint8]:
        """Every guess answered against every secret, (N, N); see ``feedback_matrix``.

        Raises
        ------
        ValueError
            If it would take more than 128 MiB: use ``feedback_blocks`` then.
        """
        if not self.matrix_fits:
            raise ValueError(
                f"the feedback matrix of {len(self):,} codes takes {len(self) ** 2 >> 20:,} MiB, "
                f"more than {_LARGEST_MATRIX >> 20}: build it in blocks"
            )
        return _read_only(feedback_matrix(self))

    @cached_property
    def bits(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Each code's place bits and count bits; see ``feedback_blocks``."""
        return code_bits(self.codes, len(self.symbols))


def _read_answer(answer: str | tuple[int, int]) -> Feedback:
    numbers: Any = answer
    if isinstance(answer, str):
        matches = (pattern.fullmatch(answer.strip()) for pattern in _WRITTEN_ANSWERS)
        numbers = next((map(int, match.groups()) for match in matches if match), None)
    try:
        bulls, cows = map(operator.index, numbers)
    except (TypeError, ValueError):
        raise ValueError(f"an answer looks like 1A2B, not {answer!r}") from None
    if bulls < 0 or cows < 0:
        raise ValueError(f"bulls and cows are counts from 0 up, not {answer!r}")
    return Feedback(bulls, cows)


def _repeated(text: str) -> str | None:
    return next((x for i, x in enumerate(text) if x in text[:i]), None)


def _read_only(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    array.flags.writeable = False
    return array


BULLS_AND_COWS = CodeGame("0123456789", length=4, repeats=False, name="Bulls and Cows")
MASTERMIND = CodeGame("123456", length=4, repeats=True, name="Mastermind")
MASTERMIND_DIGITS = CodeGame("0123456789", length=4, repeats=True, name="Mastermind with digits")
SMALL_GAME = CodeGame("01234", length=3, repeats=False, name="Three different digits of 0 to 4")
