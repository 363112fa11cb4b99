"""Solve Korf's instances of the 15-puzzle optimally, the pattern database's building included.

    python benchmarks/korf.py PATH

PATH is a CSV file of columns number, board, optimal_moves; the goal is 0 1 2 ... 15. All of them
are solved where loops can be compiled, else the ten with the shortest solutions.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles import FIFTEEN_PUZZLE, PatternDatabase, ida_star

GOAL = tuple(range(16))


class Instance(NamedTuple):
    number: int
    board: str
    optimal_moves: int


def read(path: Path) -> Iterator[Instance]:
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            yield Instance(int(row["number"]), row["board"], int(row["optimal_moves"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="number,board,optimal_moves")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    options = parser.parse_args()
    instances = list(read(options.path))
    if not compiled_loops_available():
        instances = sorted(instances, key=lambda instance: instance.optimal_moves)[:10]

    began = time.perf_counter()
    database = PatternDatabase(FIFTEEN_PUZZLE, GOAL, cache=False)
    print(f"{database} built in {time.perf_counter() - began:.1f} s")

    def solve(instance: Instance) -> str:
        trace = ida_star(FIFTEEN_PUZZLE, instance.board, GOAL, database)
        assert trace.moves is not None
        if len(trace.moves) != instance.optimal_moves:
            raise SystemExit(f"instance {instance.number}: {len(trace.moves)} moves, not optimal")
        return (
            f"{instance.number:3} {len(trace.moves):3} moves {trace.expanded:11,} expanded "
            f"{trace.seconds:7.2f} s"
        )

    with ThreadPoolExecutor(options.threads) as executor:
        for line in executor.map(solve, instances):
            print(line)
    print(f"{len(instances)} instances, all optimal, in {time.perf_counter() - began:.1f} s in all")
    if sys.platform != "win32":
        import resource

        unit = 1e6 if sys.platform == "darwin" else 1e3
        print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MB at most")


if __name__ == "__main__":
    main()
