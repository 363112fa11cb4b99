import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.views.timeline import envelope, nice_ceiling, timeline


@settings(deadline=None)
@given(st.floats(1e-3, 1e12))
def test_nice_ceiling_is_the_next_of_1_2_5(value):
    nice = nice_ceiling(value)
    assert value * (1 - 1e-6) <= nice <= 2.5 * value
    assert f"{nice:.0e}"[0] in "125"


@settings(deadline=None)
@given(values=st.lists(st.integers(-50, 50), min_size=1, max_size=300), columns=st.integers(1, 40))
def test_envelope_keeps_every_extreme(values, columns):
    steps, low, high = envelope(np.array(values), columns)
    assert len(steps) == min(columns, len(values))
    ends = [*steps[1:], len(values)]
    for start, end, least, greatest in zip(steps, ends, low, high, strict=True):
        assert (least, greatest) == (min(values[start:end]), max(values[start:end]))


def points(html):
    line = re.search(r'points="([^"]*)"', html)[1]
    return [tuple(map(float, point.split(","))) for point in line.split()]


def test_small_runs_show_every_value():
    html = timeline(np.array([0, 3, 6]), 2, "depth")
    assert points(html) == [(0, 100), (50, 50), (100, 0)]
    assert 'aria-label="Chart of depth by step, as far as the run has been seen"' in html
    assert re.findall(r">(\d+)</span>", html) == ["0", "2", "4", "6", "0", "1", "2"]


def test_values_beyond_the_horizon_leave_no_trace():
    seen = np.array([1, 2, 3, 4])
    assert timeline(np.append(seen, [999] * 50), 3, "x") == timeline(seen, 3, "x")


def test_a_run_that_ends_before_the_horizon_ends_on_the_way():
    assert points(timeline(np.array([1, 1]), 10, "x"))[-1][0] == 10


@pytest.mark.parametrize("values", [[np.nan, 2, np.nan], [np.nan] * 3, [0, 0, 0], [-5, 0, 5]])
def test_missing_flat_and_negative_values_are_drawn(values):
    html = timeline(np.array(values, float), 2, "x")
    assert "nan" not in html
    assert all(0 <= y <= 100 for _, y in points(html))


def test_millions_of_steps_make_a_small_chart_that_keeps_a_peak():
    values = np.zeros(3_000_000)
    values[1_234_567] = 100
    html = timeline(values, 2_999_999, "x")
    assert len(html) < 30_000
    assert min(y for _, y in points(html)) == 0
