"""Charts of sliding tiles hold the figures that they show."""

from __future__ import annotations

import math

import pytest

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, a_star, breadth_first, layer_sizes
from puzzlelib.views.sliding_tiles.plots import plot_costs, plot_growth, plot_layers, plot_series


def test_layers_and_what_was_found_of_them():
    layers = [int(n) for n in layer_sizes(EIGHT_PUZZLE)]
    chart = plot_layers(layers, found=[1, 2, 4])
    assert chart.data["boards"] == layers
    assert chart.data["found"][:4] == [1, 2, 4, 0]
    assert "181,440 boards; most, 24,047, at 24 moves; the farthest at 31." in chart.alt


def test_the_bar_of_a_board_stands_out():
    bars = plot_layers([1, 2, 4], here=1).figure.axes[0].containers
    assert [bar.get_height() for bar in bars[-1]] == [2]
    assert bars[-1].get_label() == "this board"


def test_growth_has_a_row_a_layer():
    chart = plot_growth({"small": [1, 2, 3], "large": [1, 2, 4, 9]})
    assert chart.data["boards"] == [1, 2, 3, 1, 2, 4, 9]
    assert "small: 6 boards; large: 16 boards" in chart.alt


def test_series_of_searches():
    start = "871526340"
    traces = {
        "breadth-first": breadth_first(EIGHT_PUZZLE, start),
        "A*": a_star(EIGHT_PUZZLE, start),
    }
    chart = plot_series(traces)
    peak = traces["breadth-first"].series["frontier"].max()
    assert f"breadth-first: at most {peak:,} in 102,871 steps" in chart.alt
    assert len(chart.data["step"]) <= 2 * 3001


def test_costs_by_depth():
    chart = plot_costs({"A*": {2: 5.0, 4: 9.5}, "BFS": {4: 30.0}})
    assert chart.data["moves"] == [2, 4]
    assert math.isnan(chart.data["BFS"][0])


@pytest.mark.parametrize("plot", [plot_growth, plot_series, plot_costs])
def test_nothing_to_plot_is_refused(plot):
    with pytest.raises(ValueError, match="nothing to plot"):
        plot({})


def test_no_layers_are_refused():
    with pytest.raises(ValueError, match="no layers"):
        plot_layers([])
