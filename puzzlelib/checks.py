"""What every puzzle asks of a number that a person gives."""

from __future__ import annotations

import operator
from typing import Any

__all__ = ["check_limit", "check_seed", "whole_number"]


def whole_number(name: str, value: Any, least: int = 1) -> int:
    """Return a whole number, of Python or NumPy, as an int.

    Raises
    ------
    ValueError
        If it is something else, or too small; the message says what it is called.

    Examples
    --------
    >>> whole_number("rows", 2.5)
    Traceback (most recent call last):
    ValueError: rows must be a whole number of at least 1, not 2.5
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number


def check_limit(name: str, value: Any, least: int = 1) -> int | None:
    """Return a limit as an int; None: there is none."""
    return None if value is None else whole_number(name, value, least)


def check_seed(seed: Any) -> int | None:
    """Return what repeats a draw: a whole number from 0 up, or None for another draw each time."""
    return check_limit("seed", seed, least=0)
