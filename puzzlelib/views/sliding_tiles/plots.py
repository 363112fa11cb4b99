"""Charts of sliding tiles: layers, frontiers, and what heuristics save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from puzzlelib.trace import Trace
from puzzlelib.views.chart import Chart, chart_axes
from puzzlelib.views.palette import ORANGE

__all__ = ["plot_costs", "plot_growth", "plot_layers", "plot_series"]

MARKERS = "osD^vPX*"
MOST_POINTS = 1500


def plot_layers(
    layers: Sequence[int],
    found: Sequence[int] = (),
    title: str = "Boards by moves from the goal",
    here: int | None = None,
) -> Chart:
    """Plot how many boards there are at each distance, and how many of them a search found.

    Parameters
    ----------
    layers : sequence of int
        As ``layer_sizes`` returns it.
    found : sequence of int, optional
        As ``trace.layers`` has it.
    here : int, optional
        The distance of the board that is looked at: its bar stands out.
    """
    if not len(layers):
        raise ValueError("nothing to plot: there are no layers")
    axes = chart_axes(title, x="moves", y="boards")
    depths = range(len(layers))
    axes.bar(depths, layers, label="all boards", alpha=0.35 if len(found) else 1.0)
    columns: dict[str, Sequence[Any]] = {"moves": depths, "boards": list(layers)}
    if len(found):
        seen = [*found, *[0] * (len(layers) - len(found))]
        axes.bar(depths, seen, label="found")
        columns["found"] = seen
    if here is not None:
        axes.bar(here, layers[here], color=ORANGE, hatch="//", label="this board")
    if len(found) or here is not None:
        axes.legend()
    widest = max(depths, key=lambda depth: layers[depth])
    words = f"{sum(layers):,} boards; most, {layers[widest]:,}, at {widest} moves; the farthest at"
    return Chart(axes, columns, f"{title}. {words} {len(layers) - 1}.")


def plot_growth(
    puzzles: Mapping[str, Sequence[int]], title: str = "How layers grow with the board"
) -> Chart:
    """Plot the layers of several puzzles on a logarithmic scale."""
    if not puzzles:
        raise ValueError("nothing to plot: give at least one name with its layers")
    axes = chart_axes(title, x="moves from the goal", y="boards")
    axes.set_yscale("log")
    columns: dict[str, list[Any]] = {"puzzle": [], "moves": [], "boards": []}
    for name, layers in puzzles.items():
        axes.plot(list(layers), label=name)
        columns["puzzle"] += [name] * len(layers)
        columns["moves"] += range(len(layers))
        columns["boards"] += list(layers)
    axes.legend()
    words = "; ".join(f"{name}: {sum(layers):,} boards" for name, layers in puzzles.items())
    return Chart(axes, columns, f"{title}. {words}.")


def plot_series(
    traces: Mapping[str, Trace[Any]], series: str = "frontier", title: str | None = None
) -> Chart:
    """Plot one measure of several searches by step."""
    if not traces:
        raise ValueError("nothing to plot: give at least one name with its trace")
    title = title or f"{series.capitalize()} by step"
    axes = chart_axes(title, x="boards expanded", y=series)
    columns: dict[str, list[Any]] = {"search": [], "step": [], series: []}
    for name, trace in traces.items():
        values = trace.series[series]
        every = max(1, len(values) // MOST_POINTS)
        steps = list(range(0, len(values), every))
        axes.plot(steps, values[::every], label=name)
        columns["search"] += [name] * len(steps)
        columns["step"] += steps
        columns[series] += values[::every].tolist()
    if len(traces) > 1:
        axes.legend()
    words = "; ".join(
        f"{name}: at most {trace.series[series].max():,} in {len(trace) - 1:,} steps"
        for name, trace in traces.items()
    )
    return Chart(axes, columns, f"{title}. {words}.")


def plot_costs(
    costs: Mapping[str, Mapping[int, float]],
    title: str = "Boards generated, by moves of the solution",
    y: str = "mean boards generated",
) -> Chart:
    """Plot a mean cost of several searches against the depth of the solution."""
    if not costs:
        raise ValueError("nothing to plot: give at least one name with its costs")
    axes = chart_axes(title, x="moves of the shortest solution", y=y)
    axes.set_yscale("log")
    depths = sorted({depth for by_depth in costs.values() for depth in by_depth})
    columns: dict[str, Sequence[Any]] = {"moves": depths}
    for (name, by_depth), marker in zip(costs.items(), MARKERS * 9, strict=False):
        known = sorted(by_depth)
        axes.plot(known, [by_depth[n] for n in known], marker=marker, markersize=4, label=name)
        columns[name] = [by_depth.get(n, float("nan")) for n in depths]
    axes.legend()
    words = "; ".join(
        f"{name}: {by_depth[max(by_depth)]:,.0f} at {max(by_depth)} moves"
        for name, by_depth in costs.items()
    )
    return Chart(axes, columns, f"{title}. {words}.")
