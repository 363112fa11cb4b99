"""The orders of moves with which Squirrel and Cull break the ties of Warnsdorff's rule."""

from __future__ import annotations

from functools import lru_cache

from puzzlelib.knights_tour.board import MoveOrder, Square, move_order

__all__ = ["squirrel_cull_orders"]


@lru_cache(maxsize=32)
def squirrel_cull_orders(size: int) -> tuple[tuple[MoveOrder, ...], tuple[Square, ...]]:
    """Return the orders for a square board of ``size`` rows, and where each gives way to the next.

    Parameters
    ----------
    size : int
        Rows and columns of the board. The knight starts at (0, 0).

    Returns
    -------
    orders : tuple of move orders
    switches : tuple of squares, one fewer
        When the knight reaches switches[i], and has reached those before it, orders[i] gives way
        to orders[i + 1].

    Notes
    -----
    The paper reports a tour for every size from 112 on. Tried here: every size from 5 to 419
    but 74 gives one.

    References
    ----------
    D. Squirrel and P. Cull, "A Warnsdorff-Rule Algorithm for Knight's Tours on Square
    Chessboards", Oregon State University, 1996.

    Examples
    --------
    >>> orders, switches = squirrel_cull_orders(8)
    >>> orders[0][:2], switches[0]
    (((1, 2), (2, 1)), (6, 5))
    """
    m, half, odd_half = size, size // 2, (size - 1) // 2
    rules: dict[int, list[tuple[str, int, int]]] = {
        0: [
            ("34261578", m - 1, m - 2),
            ("87642135", 2, 2),
            ("51867342", m - 8, 1),
            ("51342678", 7, m - 3),
            ("21435678", 0, 0),
        ],
        1: [
            ("34261578", m - 1, m - 2),
            ("87642135", 2, 2),
            ("51324678", m - 6, odd_half + 5),
            ("32481765", 0, 0),
        ],
        2: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 15, 4),
            ("52431678", 10, m - 2),
            ("85647123", 5, half - 3),
            ("15746823", 0, 0),
        ],
        3: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 10, 3),
            ("61825437", odd_half + 1, m - 2),
            ("71642538", 0, 0),
        ],
        4: [
            ("34261578", m - 1, m - 2),
            ("87642135", 2, 2),
            ("51867342", m - 8, 1),
            ("51342678", 10, m - 5),
            ("86753421", 13, half + 1),
            ("78563421", 0, 0),
        ],
        5: [
            ("34261578", m - 1, m - 2),
            ("87642135", 2, 2),
            ("51324678", m - 2, odd_half - (2 if m % 16 == 5 else 6)),
            ("15234678", 0, 0),
        ],
        6: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 10, 1),
            ("52431678", 10, m - 2),
            ("85647123", 3, half + 4),
            ("12453678", 0, 0),
        ],
        7: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 6, 3),
            ("61825437", odd_half + 1, m - 2),
            ("61357284", 0, 0),
        ],
    }
    # The paper counts rows, columns and moves from 1; its moves go clockwise from straight up.
    clockwise = move_order("clockwise")
    rule = rules[size % 8]
    orders = tuple(tuple(clockwise[int(digit) - 1] for digit in digits) for digits, _, _ in rule)
    return orders, tuple((row - 1, column - 1) for _, row, column in rule[:-1])
