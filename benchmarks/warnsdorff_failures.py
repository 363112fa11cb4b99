"""Compute the table in puzzlelib/knights_tour/data anew: half an hour with Numba.

python benchmarks/warnsdorff_failures.py
"""

from __future__ import annotations

import csv
from pathlib import Path

from puzzlelib.knights_tour.failure_rates import FailureRate, measure_failures

DATA = Path(__file__).parents[1] / "puzzlelib" / "knights_tour" / "data"
EVERY_SQUARE = range(5, 61)
SAMPLED = [*range(70, 201, 10), *range(250, 501, 50)]
SAMPLE = 400


def main() -> None:
    """Write the table, and show each row as it is found."""
    with (DATA / "warnsdorff_failures.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FailureRate._fields)
        for size in [*EVERY_SQUARE, *SAMPLED]:
            for tie_break in ("first", "random", "roth", "pohl"):
                sample = SAMPLE if size in SAMPLED else None
                row = measure_failures(size, tie_break, sample)
                writer.writerow(row)
                print(*row, flush=True)


if __name__ == "__main__":
    main()
