"""Measure every case of the modules beside this file and print one table.

    python benchmarks/run.py [MODULE ...]

A module offers ``cases()``, an iterable of ``(name, function, target, note)``: ``function()`` does
the work once, ``target`` is the time to reach in seconds or None, ``note`` says what matters.
Each function is called once to warm up (it compiles, it fills caches), then again and again within
a budget of time; the best time counts, as it is the one least disturbed by other programs.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from puzzlelib.compiled import compiled_loops_available

FOLDER = Path(__file__).parent
SECONDS_A_CASE = 3.0
MOST_RUNS = 20

Case = tuple[str, Callable[[], object], float | None, str]


def modules(names: list[str]) -> Iterator[tuple[str, list[Case]]]:
    """Yield the name and the cases of each module asked for, or of all."""
    for path in sorted(FOLDER.glob("*.py")):
        if path != Path(__file__) and (not names or path.stem in names):
            module = importlib.import_module(path.stem)  # Python looks beside the script first
            if hasattr(module, "cases"):  # other scripts here compute tables
                yield path.stem, list(module.cases())


def best_time(function: Callable[[], object]) -> float:
    """Return the shortest of several times, in seconds, after one call that does not count."""
    function()
    times: list[float] = []
    while not times or (sum(times) < SECONDS_A_CASE and len(times) < MOST_RUNS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def row(name: str, seconds: str, target: str, ratio: str, note: str) -> str:
    return f"{name:<52} {seconds:>10} {target:>8} {ratio:>7}  {note}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("module", nargs="*", help="a module beside this file; all by default")
    loops = "compiled with Numba" if compiled_loops_available() else "not compiled"
    print(f"Python {sys.version.split()[0]}, loops {loops}, best of up to {MOST_RUNS} runs\n")
    print(row("case", "seconds", "target", "ratio", "note"))
    for title, cases in modules(parser.parse_args().module):
        print(f"-- {title.replace('_', ' ')}")
        for name, function, target, note in cases:
            seconds = best_time(function)
            wanted, ratio = (f"{target:g}", f"{seconds / target:.2f}") if target else ("", "")
            print(row(name, f"{seconds:.4f}", wanted, ratio, note), flush=True)


if __name__ == "__main__":
    main()
