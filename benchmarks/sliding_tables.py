"""Compute the tables in puzzlelib/sliding_tiles/data anew.

python benchmarks/sliding_tables.py layers     half a minute, 0.8 GB
python benchmarks/sliding_tables.py costs      half an hour
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    SlidingPuzzle,
    a_star,
    bidirectional,
    breadth_first,
    distances,
    layer_sizes,
)
from puzzlelib.sliding_tiles.heuristic_search import effective_branching_factor
from puzzlelib.sliding_tiles.tables import SearchCost

DATA = Path(__file__).parents[1] / "puzzlelib" / "sliding_tiles" / "data"
GOAL = "123456780"
SEED = 1

ALL = 10**9
SEARCHES: dict[str, tuple[Callable[..., Any], int]] = {  # and the boards a depth to search
    "breadth-first": (breadth_first, 200),
    "bidirectional": (bidirectional, 200),
    "misplaced": (partial(a_star, heuristic="misplaced"), 500),
    "manhattan": (partial(a_star, heuristic="manhattan"), ALL),
    "linear-conflict": (partial(a_star, heuristic="linear-conflict"), ALL),
    "walking-distance": (partial(a_star, heuristic="walking-distance"), 100),
}


def layers() -> None:
    write("layers_3x4.csv", ["depth", "boards"], enumerate(layer_sizes(SlidingPuzzle(3, 4))))


def costs() -> None:
    write(
        "search_costs.csv", SearchCost._fields, (cost for name in SEARCHES for cost in rows(name))
    )


def rows(name: str) -> Iterator[SearchCost]:
    """Yield the mean cost of a search at every depth but 0, over a random sample of each."""
    search, most = SEARCHES[name]
    known = distances(EIGHT_PUZZLE, GOAL)
    random = np.random.default_rng(SEED)
    for depth in range(1, int(known.moves.max()) + 1):
        boards = known.boards[known.moves == depth]
        sample = random.permutation(boards)[:most]
        traces = (search(EIGHT_PUZZLE, board, GOAL) for board in sample)
        counts = np.array([(trace.expanded, trace.generated) for trace in traces])
        expanded, generated = counts.mean(axis=0).round(2).tolist()
        branching = round(effective_branching_factor(generated, depth), 3)
        yield SearchCost(name, depth, len(boards), len(sample), expanded, generated, branching)


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
