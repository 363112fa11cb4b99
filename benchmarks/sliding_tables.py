"""Compute the tables in puzzlelib/sliding_tiles/data anew.

python benchmarks/sliding_tables.py layers     half a minute, 0.8 GB
python benchmarks/sliding_tables.py costs      ten minutes
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from puzzlelib.sliding_tiles import SlidingPuzzle, layer_sizes
from puzzlelib.sliding_tiles.search_costs import SEARCHES, SearchCost, measure_search

DATA = Path(__file__).parents[1] / "puzzlelib" / "sliding_tiles" / "data"

# How many boards of each depth to search from; the others search from all.
SAMPLES = {
    "breadth-first": 40,
    "bidirectional": 100,
    "A* misplaced": 100,
    "A* walking-distance": 40,
}


def layers() -> None:
    write("layers_3x4.csv", ["depth", "boards"], enumerate(layer_sizes(SlidingPuzzle(3, 4))))


def costs() -> None:
    measured = (
        measure_search(name, depth, SAMPLES.get(name))
        for name in SEARCHES
        for depth in range(1, 32)
    )
    write("search_costs.csv", SearchCost._fields, measured)


def write(name: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    complete = list(rows)  # an interrupted run leaves the old table as it is
    with open(DATA / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(complete)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", choices=["layers", "costs"])
    {"layers": layers, "costs": costs}[parser.parse_args().table]()
