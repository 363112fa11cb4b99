"""Charts of the knight's tour hold the figures that they show."""

from __future__ import annotations

import numpy as np
import pytest

from puzzlelib.knights_tour import Board, backtrack, warnsdorff
from puzzlelib.views.knights_tour.plots import (
    plot_by_square,
    plot_depths,
    plot_failures,
    plot_nodes_by_depth,
    plot_tour,
)

TRACE = backtrack(Board(5, 5), (0, 0))


def test_depths_are_drawn_as_a_band_that_misses_no_extreme():
    chart = plot_depths({"5 x 5": TRACE})
    assert max(chart.data["highest"]) == 25
    assert min(chart.data["lowest"]) == 1
    assert "8,839 squares entered, found" in chart.alt


def test_visits_by_square_add_up():
    chart = plot_by_square(TRACE.visits)
    assert sum(chart.data["visits"]) == TRACE.visits.sum()
    assert len(chart.data["row"]) == 25


def test_nodes_by_depth():
    chart = plot_nodes_by_depth({"5 x 5": TRACE})
    assert sum(chart.data["5 x 5"]) == TRACE.nodes_by_depth.sum()


def test_failures():
    chart = plot_failures({"first": {5: 0.0, 6: 2.5}, "roth": {6: 0.5}})
    assert chart.data["size"] == [5, 6]
    assert np.isnan(chart.data["roth"][0])


@pytest.mark.parametrize("n", [6, 120])
def test_a_tour_is_drawn(n):
    trace = warnsdorff(Board(n, n), (0, 0), tie_break="squirrel-cull" if n == 120 else "first")
    chart = plot_tour(trace.tour)
    assert len(chart.data["move"]) == n * n
    assert chart.html().startswith("<svg")


@pytest.mark.parametrize("plot", [plot_depths, plot_nodes_by_depth, plot_failures])
def test_nothing_to_plot_is_refused(plot):
    with pytest.raises(ValueError, match="nothing to plot"):
        plot({})
