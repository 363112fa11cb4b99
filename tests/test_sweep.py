"""Sweeps: what an executor returns is what this process would have, whatever happens to it."""

from __future__ import annotations

import csv
import math
import multiprocessing
import operator
import os
import signal
import sys
import time
import warnings
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.knights_tour import Board, backtrack_all_starts
from puzzlelib.sweep import Table, results, sweep


class Here(Executor):
    """An executor that works when it is asked, and stops working after a number of items."""

    def __init__(self, good=sys.maxsize, error=None):
        self.good, self.error = good, error or RuntimeError("shut down")

    def submit(self, function, /, *args):
        future = Future()
        self.good -= 1
        if self.good < 0:
            future.set_exception(self.error)
            return future
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Refuses(Executor):
    def submit(self, function, /, *args):
        raise TypeError("cannot be sent")


@given(st.lists(st.integers()), st.booleans())
@settings(deadline=None)
def test_it_is_a_map_in_order(items, shared):
    assert sweep(operator.neg, iter(items), Here() if shared else None) == [-x for x in items]


@given(st.lists(st.integers(), min_size=1), st.data())
@settings(deadline=None)
def test_what_a_broken_executor_leaves_is_done_here(items, data):
    good = data.draw(st.integers(0, len(items) - 1))
    undone = len(items) - good
    with pytest.warns(
        RuntimeWarning, match=rf"shut down.*this process did {undone} of {len(items)} parts"
    ):
        assert sweep(operator.neg, items, Here(good)) == [-x for x in items]


@given(st.lists(st.integers(), min_size=1))
@settings(deadline=None)
def test_so_is_what_an_executor_refuses(items):
    with pytest.warns(RuntimeWarning, match="cannot be sent"):
        assert sweep(operator.neg, items, Refuses()) == [-x for x in items]


@pytest.mark.parametrize("executor", [None, Here()])
def test_progress_counts_from_nothing_to_all(executor):
    seen = []
    sweep(abs, range(4), executor, progress=lambda *counts: seen.append(counts))
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.skipif(sys.platform == "emscripten", reason="a bar is a widget there")
def test_progress_as_a_bar(capsys):
    pytest.importorskip("tqdm")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tqdm warns where it would rather have a widget
        sweep(abs, range(4), progress=True, unit="boards")
    assert "4/4" in (shown := capsys.readouterr().err)
    assert "boards/s" in shown


def test_progress_that_makes_no_sense_is_refused_before_any_work():
    with pytest.raises(ValueError, match="progress is True, False or a function, not 1"):
        sweep(pytest.fail, ["the function was called"], progress=1)


def test_a_missing_bar_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="progress=True needs tqdm"):
        sweep(pytest.fail, ["the function was called"], progress=True)


class FailsOnce:
    """A mistake that would not come up again: the sweep must not try once more."""

    def __init__(self):
        self.calls = 0

    def __call__(self, item):
        self.calls += 1
        if self.calls == 3:
            raise RuntimeError("a mistake of the function")
        return item


@pytest.mark.parametrize("executor", [None, Here()])
def test_a_mistake_of_the_function_is_not_taken_for_a_broken_executor(executor):
    function = FailsOnce()
    with pytest.raises(RuntimeError, match="a mistake of the function"):
        sweep(function, range(3), executor)
    assert function.calls == 3


class DoesOne(Executor):
    """An executor that does the first item and lets the others wait."""

    def __init__(self):
        self.futures = []

    def submit(self, function, /, *args):
        self.futures.append(future := Future())
        if len(self.futures) == 1:
            future.set_result(function(*args))
        return future


def test_results_come_as_they_are_known_and_the_rest_can_be_given_up():
    executor = DoesOne()
    found = results(abs, [-1, -2, -3], executor)
    assert next(found) == 1
    found.close()
    assert [future.cancelled() for future in executor.futures] == [False, True, True]


# Real threads and processes


def nap(milliseconds):
    time.sleep(milliseconds / 1000)
    return milliseconds


@pytest.mark.processes
def test_the_order_is_that_of_the_items_not_of_the_threads():
    with ThreadPoolExecutor(4) as executor:
        assert sweep(nap, [30, 20, 10, 0], executor) == [30, 20, 10, 0]


@pytest.fixture
def processes():
    """Two processes of their own, whatever threads other tests have left in this one."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


@pytest.mark.processes
@pytest.mark.timeout(120)
def test_a_mistake_comes_back_from_a_process(processes):
    with pytest.raises(TypeError, match="bad operand type for abs") as caught:
        sweep(abs, [-1, "two", -3], processes)
    assert "not its executor" in caught.value.__notes__[0]


def kill_a_worker(done, total):
    if done == total // 4:
        multiprocessing.active_children()[0].kill()


@pytest.mark.processes
@pytest.mark.timeout(120)
def test_a_process_killed_midway_changes_nothing(processes):
    numbers = range(20_000, 20_060)  # ten milliseconds each: most are to come when it is killed
    with pytest.warns(RuntimeWarning, match=r"BrokenProcessPool.*this process did \d+ of 60"):
        shared = sweep(math.factorial, numbers, processes, progress=kill_a_worker)
    assert shared == list(map(math.factorial, numbers))


@pytest.fixture
def cluster():
    """A cluster of two processes that does not try again what has killed one."""
    distributed = pytest.importorskip("distributed")
    import cloudpickle
    import dask.config

    cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import tests
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as workers,
        distributed.Client(workers) as client,
    ):
        yield client.get_executor()
    cloudpickle.unregister_pickle_by_value(sys.modules[__name__])


def square_unless_killed(item, home):
    if item == 5 and os.getpid() != home:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


@pytest.mark.processes
@pytest.mark.timeout(120)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="workers cannot be killed so")
def test_a_dask_cluster_gives_the_same_even_if_a_worker_is_killed_midway(cluster):
    board = Board(5, 6)
    shared = backtrack_all_starts(board, node_limit=10_000, executor=cluster)
    assert shared.rows == backtrack_all_starts(board, node_limit=10_000).rows
    with pytest.warns(RuntimeWarning, match="KilledWorker"):
        squares = sweep(partial(square_unless_killed, home=os.getpid()), range(20), cluster)
    assert squares == [item * item for item in range(20)]


# Tables


class Point(NamedTuple):
    x: int
    colour: str


TABLE = Table([Point(1, "red"), Point(2, "blue"), Point(3, "red")])


def test_a_table_is_its_rows():
    assert list(TABLE) == [(1, "red"), (2, "blue"), (3, "red")]
    assert TABLE[-1].colour == "red"
    assert TABLE[1:] == (Point(2, "blue"), Point(3, "red"))
    assert TABLE.column("x").tolist() == [1, 2, 3]
    assert TABLE.counts("colour") == {"red": 2, "blue": 1}
    assert repr(TABLE) == "<3 rows of x, colour>"


def test_a_table_as_csv(tmp_path):
    TABLE.to_csv(tmp_path / "points.csv")
    with open(tmp_path / "points.csv", newline="", encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == [
            {"x": str(point.x), "colour": point.colour} for point in TABLE
        ]


def test_a_table_without_rows_is_refused():
    with pytest.raises(ValueError, match="at least one row"):
        Table([])
