"""Count from how many squares Warnsdorff's rule gets stuck, by size of the board and tie break.

Writes puzzlelib/knights_tour/data/warnsdorff_failures.csv: one row a board and tie break. Up to
60 x 60 every start square is tried, on larger boards a sample. Takes some minutes with Numba.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

import puzzlelib.knights_tour
from puzzlelib.knights_tour import Board, warnsdorff

TABLE = Path(puzzlelib.knights_tour.__file__).parent / "data" / "warnsdorff_failures.csv"
SIZES = [*range(5, 61), *range(70, 201, 10), *range(250, 501, 50)]
EVERY_START_UP_TO = 60
SAMPLE = 400
SEED = 1


def starts(board: Board) -> list[tuple[int, int]]:
    """Return the squares to start from: all of a small board, a sample of a large one."""
    squares = board.squares
    if board.rows <= EVERY_START_UP_TO:
        return squares
    chosen = np.random.default_rng(SEED).choice(len(squares), SAMPLE, replace=False)
    return [squares[index] for index in sorted(chosen.tolist())]


def failures(board: Board, tie_break: str) -> tuple[int, int]:
    """Return how many starts were tried and how many of them get stuck, though a tour may exist.

    On a board of odd area only the squares of the corners' colour are tried: from the others
    no tour exists.
    """
    odd = len(board) % 2 == 1
    tried = [start for start in starts(board) if not (odd and board.colour(start))]
    stuck = [
        warnsdorff(board, start, tie_break, seed=SEED + number).status == "stuck"
        for number, start in enumerate(tried)
    ]
    return len(tried), sum(stuck)


def main() -> None:
    """Write the table, a row at a time."""
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["size", "tie_break", "starts", "failures"])
        for size in SIZES:
            for tie_break in ("first", "random", "roth", "pohl"):
                row = [size, tie_break, *failures(Board(size, size), tie_break)]
                writer.writerow(row)
                print(*row, flush=True)


if __name__ == "__main__":
    main()
