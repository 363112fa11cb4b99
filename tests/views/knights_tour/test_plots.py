"""Charts of the knight's tour hold the figures that they show."""

from __future__ import annotations

import numpy as np
import pytest

from puzzlelib.knights_tour import (
    Board,
    FailureRate,
    backtrack,
    backtrack_all_starts,
    construct_tour,
    warnsdorff,
)
from puzzlelib.views.knights_tour.plots import (
    plot_by_square,
    plot_depths,
    plot_failures,
    plot_nodes_by_depth,
    plot_starts,
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


@pytest.mark.parametrize(
    ("board", "limit", "signs"),
    [
        (Board(5, 5), 2000, "?"),
        (Board(3, 4, blocked=[(1, 1)]), None, "0"),
        (Board(2, 2), 5, "0"),
        (Board(3, 4), 40, "?0"),
    ],
    ids=str,
)
def test_starts_that_found_no_tour_have_a_sign(board, limit, signs):
    table = backtrack_all_starts(board, node_limit=limit)
    chart = plot_starts(table)
    texts = [text.get_text() for text in chart.figure.axes[0].texts]
    found = [str(row.nodes) for row in table if row.status == "found"]
    assert len(texts) == len(board)
    assert sorted(text for text in texts if text not in signs) == sorted(found)
    assert chart.data["nodes"] == [row.nodes for row in table]
    for status, squares in table.counts("status").items():
        assert f"{squares} squares: {status}" in chart.alt


def test_nodes_by_depth():
    chart = plot_nodes_by_depth({"5 x 5": TRACE})
    assert sum(chart.data["5 x 5"]) == TRACE.nodes_by_depth.sum()


def test_failures():
    rates = [FailureRate(5, "first", 13, 0), FailureRate(6, "first", 40, 1)]
    chart = plot_failures([*rates, FailureRate(6, "roth", 40, 1)])
    assert chart.data["size"] == [5, 6]
    assert chart.data["first"] == [0.0, 2.5]
    assert np.isnan(chart.data["roth"][0])


@pytest.mark.parametrize("n", [6, 120])
def test_a_tour_is_drawn(n):
    trace = warnsdorff(Board(n, n), (0, 0), tie_break="squirrel-cull" if n == 120 else "first")
    chart = plot_tour(trace.tour)
    assert len(chart.data["move"]) == n * n
    assert chart.html().startswith("<svg")


def test_a_corner_shows_every_move_that_touches_it():
    tour = construct_tour(Board(30, 30))
    chart = plot_tour(tour, corner=8)
    (line,) = chart.figure.axes[0].lines
    drawn = line.get_xydata()[:, ::-1]
    touching = (tour < 8).all(axis=1)
    moves = touching[1:] | touching[:-1]
    kept = ~np.isnan(drawn).any(axis=1)
    assert (kept[1:] & kept[:-1])[moves].all()
    assert np.count_nonzero(kept) < 3 * np.count_nonzero(touching)
    assert "its first 8 rows and 8 columns" in chart.alt
    assert len(chart.data["move"]) == 900


@pytest.mark.parametrize("plot", [plot_depths, plot_nodes_by_depth, plot_failures])
def test_nothing_to_plot_is_refused(plot):
    with pytest.raises(ValueError, match="nothing to plot"):
        plot({})
