"""Charts of codebreaking hold the figures that they show."""

from __future__ import annotations

import csv

import pytest

from puzzlelib.codebreaking import play
from puzzlelib.codebreaking.game import SMALL_GAME
from puzzlelib.views.codebreaking.plots import (
    plot_cumulative,
    plot_distributions,
    plot_means,
    plot_remaining,
)

TWO = {"quick": {1: 1, 2: 6, 3: 3}, "slow": {1: 1, 2: 1, 4: 8}}


def test_distributions_side_by_side_keep_every_count(tmp_path):
    chart = plot_distributions(TWO, claim=4)
    assert chart.data == {"guesses": range(1, 5), "quick": [1, 6, 3, 0], "slow": [1, 1, 0, 8]}
    assert len(chart.figure.axes[0].patches) == 8
    assert "quick: mean 2.200, at most 3; slow: mean 3.500, at most 4" in chart.alt
    chart.save(tmp_path / "guesses.csv")
    with open(tmp_path / "guesses.csv", newline="", encoding="utf-8") as file:
        assert next(csv.reader(file)) == ["guesses", "quick", "slow"]


def test_cumulative_shares_end_at_all_secrets():
    chart = plot_cumulative(TWO)
    assert chart.data["quick"] == [10, 70, 100, 100]
    assert chart.data["slow"] == [10, 20, 20, 100]


def test_means_are_plotted_where_they_are_known():
    chart = plot_means({"entropy": {4: 3.1, 6: 4.4}, "minimax": {6: 4.5}})
    assert chart.data["symbols"] == [4, 6]
    assert "4 symbols: entropy, 3.100; 6 symbols: entropy, 4.400" in chart.alt


def test_remaining_candidates_come_from_the_trace():
    trace = play(SMALL_GAME, "first-consistent", "431")
    chart = plot_remaining({"first": trace})
    assert chart.data["first"] == trace.series["remaining"].tolist()


@pytest.mark.parametrize("plot", [plot_distributions, plot_cumulative, plot_means, plot_remaining])
def test_nothing_to_plot_is_refused(plot):
    with pytest.raises(ValueError, match="nothing to plot"):
        plot({})
