"""Charts of the knight's tour: where a search spends its steps, and how tours look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from puzzlelib.knights_tour import BacktrackTrace, FailureRate, StartResult
from puzzlelib.sweep import Table
from puzzlelib.views.chart import INK, Chart, chart_axes
from puzzlelib.views.palette import BLUE

__all__ = [
    "plot_by_square",
    "plot_depths",
    "plot_failures",
    "plot_nodes_by_depth",
    "plot_starts",
    "plot_tour",
]

MARKERS = "osD^vPX*"
COLUMNS = 800
MOST_ON_LINEAR_SCALE = 1_000


def plot_depths(
    traces: Mapping[str, BacktrackTrace], title: str = "Squares on the path, step by step"
) -> Chart:
    """Plot the depth of searches by step, each as the band from its lowest to its highest."""
    if not traces:
        raise ValueError("nothing to plot: give at least one name with its trace")
    axes = chart_axes(title, x="steps", y="squares on the path")
    columns: dict[str, list[Any]] = {"search": [], "step": [], "lowest": [], "highest": []}
    for name, trace in traces.items():
        steps, lowest, highest = _envelope(trace.series["depth"])
        axes.fill_between(steps, lowest, highest, alpha=0.6, linewidth=1, label=name)
        columns["search"] += [name] * len(steps)
        columns["step"] += steps.tolist()
        columns["lowest"] += lowest.tolist()
        columns["highest"] += highest.tolist()
    if len(traces) > 1:
        axes.legend()
    words = "; ".join(
        f"{name}: {trace.nodes:,} squares entered, {trace.status}" for name, trace in traces.items()
    )
    return Chart(axes, columns, f"Depth by step. {words}.")


def _envelope(depths: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the lowest and highest depth in each of at most so many stretches of steps."""
    starts = np.unique(np.linspace(0, len(depths), COLUMNS, endpoint=False).astype(int))
    return starts, np.minimum.reduceat(depths, starts), np.maximum.reduceat(depths, starts)


def plot_by_square(
    counts: NDArray[Any], title: str = "Visits by square", what: str = "visits"
) -> Chart:
    """Plot a number for each square as a heat map, with the numbers written in.

    Parameters
    ----------
    counts : (rows, columns) array
        Such as ``trace.visits`` or ``trace.dead_ends_by_square``.
    """
    rows, columns = counts.shape
    axes = _heat_map(counts, title, what)
    if counts.size <= 100:
        for (row, column), count in np.ndenumerate(counts):
            _write_count(axes, row, column, count, counts.max())
    most = np.unravel_index(int(np.argmax(counts)), counts.shape)
    data = {
        "row": np.repeat(np.arange(rows), columns).tolist(),
        "column": np.tile(np.arange(columns), rows).tolist(),
        what: counts.ravel().tolist(),
    }
    words = f"Most on ({most[0]}, {most[1]}): {counts[most]:,} of {int(counts.sum()):,} {what}."
    return Chart(axes, data, f"{title}. {words}")


def plot_starts(
    table: Table[StartResult], title: str = "Squares entered until a tour is found, by start"
) -> Chart:
    """Plot what a search came to from each square: ? where it gave up, 0 where no tour exists.

    Parameters
    ----------
    table : Table of StartResult
        As ``backtrack_all_starts`` returns it.
    """
    found = {(r.row, r.column): r.nodes for r in table if r.status == "found"}
    nodes = np.full([int(table.column(name).max()) + 1 for name in ("row", "column")], np.nan)
    for square, count in found.items():
        nodes[square] = count
    axes = _heat_map(nodes, title, "squares entered (?: gave up, 0: no tour)")
    for row, column, status, count, _ in table:
        if status == "found":
            _write_count(axes, row, column, count, max(found.values()))
        else:
            sign = "?" if status == "limit" else "0"
            axes.text(column, row, sign, ha="center", va="center", color=INK)
    data = {name: table.column(name).tolist() for name in table.names}
    words = [f"{n} squares: {status}" for status, n in table.counts("status").items()]
    return Chart(axes, data, f"{title}. {'; '.join(words)}.")


def _heat_map(values: NDArray[Any], title: str, what: str) -> Axes:
    rows, columns = values.shape
    size = (max(4.4, 0.75 * columns), max(2.2, 0.6 * rows + 0.6))
    axes = chart_axes(title, x="column", y="row", size=size)
    axes.grid(False)
    image = axes.imshow(values, cmap="Blues", vmin=0, vmax=np.nanmax(values, initial=1))
    axes.set_xticks(range(columns))
    axes.set_yticks(range(rows))
    axes.figure.colorbar(image, ax=axes, label=what)
    return axes


def _write_count(axes: Axes, row: int, column: int, count: int, most: int) -> None:
    colour = "#ffffff" if 2 * count > most else "#111111"  # on blue, whatever the theme
    text = f"{count / 1000:.0f}k" if count >= 10_000 else f"{count}"
    axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=9)


def plot_nodes_by_depth(
    traces: Mapping[str, BacktrackTrace], title: str = "Squares entered at each depth"
) -> Chart:
    """Plot how many squares searches entered at each depth of the path."""
    if not traces:
        raise ValueError("nothing to plot: give at least one name with its trace")
    axes = chart_axes(title, x="squares on the path", y="squares entered")
    if max(trace.nodes for trace in traces.values()) > MOST_ON_LINEAR_SCALE:
        axes.set_yscale("symlog")
    longest = max(len(trace.nodes_by_depth) for trace in traces.values())
    columns: dict[str, Sequence[Any]] = {"depth": range(longest)}
    for name, trace in traces.items():
        counts = np.zeros(longest, np.int64)
        counts[: len(trace.nodes_by_depth)] = trace.nodes_by_depth
        axes.plot(counts, label=name, drawstyle="steps-mid")
        columns[name] = counts.tolist()
    if len(traces) > 1:
        axes.legend()
    words = "; ".join(
        f"{name}: most at depth {int(np.argmax(trace.nodes_by_depth))}"
        for name, trace in traces.items()
    )
    return Chart(axes, columns, f"{title}. {words}.")


def plot_failures(
    rates: Iterable[FailureRate], title: str = "How often Warnsdorff's rule fails"
) -> Chart:
    """Plot the share of failing starts, per cent, by board size and tie break."""
    by_name: dict[str, dict[int, float]] = {}
    for rate in rates:
        by_name.setdefault(rate.tie_break, {})[rate.size] = 100 * rate.rate
    if not by_name:
        raise ValueError("nothing to plot: give at least one failure rate")
    sizes = sorted({size for by_size in by_name.values() for size in by_size})
    axes = chart_axes(title, x="rows and columns of the board", y="starts that fail, per cent")
    columns: dict[str, Sequence[Any]] = {"size": sizes}
    for (name, by_size), marker in zip(by_name.items(), MARKERS * 9, strict=False):
        known = sorted(by_size)
        axes.plot(known, [by_size[n] for n in known], marker=marker, markersize=4, label=name)
        columns[name] = [by_size.get(n, float("nan")) for n in sizes]
    axes.legend()
    words = "; ".join(
        f"{name}: {by_size[max(by_size)]:.1f} per cent at size {max(by_size)}"
        for name, by_size in by_name.items()
    )
    return Chart(axes, columns, f"{title}. {words}.")


def plot_tour(
    tour: NDArray[Any], title: str = "A tour", closed: bool = False, corner: int | None = None
) -> Chart:
    """Plot a tour of any size as one line.

    Parameters
    ----------
    tour : (squares, 2) int array
        Rows and columns in the order of the visit.
    closed : bool
        Whether to draw the move from the last square to the first.
    corner : int, optional
        Show only so many rows and columns, for a large board is a grey area; the data is whole.
    """
    rows, columns = (int(n) + 1 for n in tour.max(axis=0))
    path = (np.vstack([tour, tour[:1]]) if closed else tour).astype(float)
    high, wide = min(rows, corner or rows), min(columns, corner or columns)
    shown = (path[:, 0] < high) & (path[:, 1] < wide)
    near = shown | np.append(shown[1:], False) | np.append(False, shown[:-1])
    path[~near] = np.nan  # a gap in the line
    axes = chart_axes(title, x="column", y="row", size=(5.0, max(1.5, 5.0 * high / wide)))
    axes.grid(False)
    width = max(0.1, 15 / max(high, wide))
    axes.plot(path[:, 1], path[:, 0], color=BLUE, linewidth=width, rasterized=len(path) > 10_000)
    axes.set(xlim=(-0.5, wide - 0.5), ylim=(high - 0.5, -0.5), aspect="equal")
    kind = "closed tour" if closed else "tour"
    part = f": its first {high} rows and {wide} columns" if corner else ""
    data = {
        "move": range(1, len(tour) + 1),
        "row": tour[:, 0].tolist(),
        "column": tour[:, 1].tolist(),
    }
    return Chart(axes, data, f"A {kind} of {rows} x {columns} squares{part}.")
