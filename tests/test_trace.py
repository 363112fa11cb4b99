"""The trace protocol, on runs small enough to check by eye."""

from __future__ import annotations

import csv
import itertools
from dataclasses import dataclass

import numpy as np
import pytest

from puzzlelib.trace import Frame, first_difference, record


@dataclass(frozen=True)
class Count(Frame):
    n: int
    parity: str

    @property
    def caption(self) -> str:
        return f"Counted to {self.n}, which is {self.parity}."


def counting(stop):
    return (Count(n, "odd" if n % 2 else "even") for n in range(stop))


def test_a_list_that_changes_is_copied_at_every_step():
    def growing():
        path = []
        for square in "abc":
            path.append(square)
            yield path

    trace = record(growing())
    assert [frame.value for frame in trace] == [["a"], ["a", "b"], ["a", "b", "c"]]
    assert trace[1] == ["a", "b"]
    assert trace[-1].caption == "['a', 'b', 'c']"


def test_numeric_attributes_become_series_and_texts_do_not():
    trace = record(counting(4))
    assert trace.series.keys() == {"n"}
    assert trace.series["n"].tolist() == [0, 1, 2, 3]
    assert len(trace.series["n"]) == len(trace)
    assert record([2.5, 3]).series["value"].tolist() == [2.5, 3]


def test_an_attribute_that_is_missing_at_a_step_is_nan_there():
    series = record([{"a": 1}, Count(5, "odd")]).series["n"]
    assert np.isnan(series[0])
    assert series[1] == 5


def test_the_limit_ends_an_endless_search_and_the_trace_says_so():
    trace = record(itertools.count(), limit=10)
    assert (len(trace), trace.truncated, trace.status) == (10, True, "limit")
    whole = record(range(10), limit=10)
    assert (len(whole), whole.truncated, whole.status) == (10, False, "exhausted")


@pytest.mark.parametrize(
    ("frames", "limit", "words"), [((), 5, "nothing"), ((1,), 0, "at least 1")]
)
def test_what_cannot_be_recorded_is_refused(frames, limit, words):
    with pytest.raises(ValueError, match=words):
        record(frames, limit=limit)


def test_steps_are_indexed_like_a_sequence():
    trace = record(counting(5))
    assert trace[-1].n == 4
    assert [frame.n for frame in trace[1:3]] == [1, 2]
    with pytest.raises(IndexError, match="step 5 is outside this run: it has steps 0 to 4"):
        trace[5]


def test_csv_has_a_row_a_frame(tmp_path):
    record(counting(3)).to_csv(tmp_path / "run.csv")
    with open(tmp_path / "run.csv", newline="", encoding="utf-8") as file:
        assert list(csv.reader(file)) == [["step", "n"], ["0", "0"], ["1", "1"], ["2", "2"]]


def test_two_runs_are_compared_frame_by_frame():
    assert first_difference(record(counting(4)), record(counting(4))) is None
    assert first_difference(record(counting(3)), record(counting(4))) == 3
    assert first_difference([np.arange(3)], [np.array([0, 1, 9])]) == 0


def test_a_frame_shows_itself_with_a_picture_and_its_caption():
    bundle = record(["<b>"])[0]._repr_mimebundle_()
    assert bundle["text/plain"] == "<b>"
    assert 'role="img"' in bundle["text/html"]
    assert "&lt;b&gt;" in bundle["text/html"]
