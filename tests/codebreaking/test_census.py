"""The census: the same figures whoever does the work, and whatever happens to them."""

import csv
import os
import signal
import sys
import warnings
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    census,
    play,
)

HERE = os.getpid()


def sum_of_squares(sizes):
    return int((sizes * sizes).sum())


class KillsItsWorker:
    """A strategy that guesses the first candidate, and ends every process but this one."""

    deterministic = True

    def choose(self, game, candidates, history, rng=None):
        if os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return int(candidates[0])


def test_published_figures():
    # Knuth 1976, worst case 5; histogram recomputed by an independent program.
    result = census(MASTERMIND, "minimax")
    assert result.histogram == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    assert (result.total, result.max) == (5801, 5)
    assert result.mean == 5801 / 1296


def test_two_phase():
    # The article's claim is "within 20 guesses"; secret 2109 is one of the worst.
    result = census(MASTERMIND_DIGITS, "two-phase")
    assert (result.total, result.max, result.histogram[19]) == (124642, 19, 84)
    assert result.guesses[MASTERMIND_DIGITS.index("2109")] == 19


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "two-phase"])
def test_each_secret_takes_as_many_guesses_as_a_game_about_it(strategy):
    game = MASTERMIND if strategy == "optimal" else SMALL_GAME
    result = census(game, strategy, seed=5)
    for secret in range(0, len(game), len(game) // 20):
        trace = play(game, strategy, game.code(secret), seed=5)
        assert result.guesses[secret] == len(trace) - 1


def test_random_games_repeat_with_their_seed():
    first, same, other = (
        census(SMALL_GAME, "random-consistent", seed=seed).guesses.tolist() for seed in (1, 1, 2)
    )
    assert first == same != other


# Python 3.12 warns of forking where another test has left threads; workers here only compute.
forks = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@forks
@pytest.mark.processes
@pytest.mark.parametrize("strategy", ["entropy", "random-consistent", sum_of_squares])
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_give_the_same(strategy, pool):
    alone = census(MASTERMIND, strategy, seed=3)
    with pool(2) as executor:
        shared = census(MASTERMIND, strategy, executor, seed=3)
    assert shared.guesses.tolist() == alone.guesses.tolist()
    assert shared.guesses.dtype == alone.guesses.dtype


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same():
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a cluster warns of ports and of slow garbage collection
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=None
            ) as c,
            distributed.Client(c) as client,
        ):
            found = census(BULLS_AND_COWS, "entropy", client.get_executor())
    assert found.total == 26424  # recomputed by an independent program
    assert found.guesses.tolist() == census(BULLS_AND_COWS, "entropy").guesses.tolist()


@forks
@pytest.mark.processes
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="workers cannot be killed so")
def test_a_killed_worker_does_no_harm():
    with (
        ProcessPoolExecutor(2) as executor,
        pytest.warns(RuntimeWarning, match="the executor failed .*this process did"),
    ):
        result = census(SMALL_GAME, KillsItsWorker(), executor)
    assert result.guesses.tolist() == census(SMALL_GAME, "first-consistent").guesses.tolist()


class BreaksLater(Executor):
    """An executor that does some of its work, then none."""

    def __init__(self, good):
        self.good = good

    def submit(self, function, /, *args):
        if self.good <= 0:
            raise RuntimeError("cannot schedule new futures after shutdown")
        self.good -= 1
        future = Future()
        future.set_result(function(*args))
        return future


@pytest.mark.parametrize("strategy", ["most-parts", "random-consistent"])
def test_what_an_executor_leaves_undone_is_done_here(strategy):
    with pytest.warns(RuntimeWarning, match=r"this process did \d+ of \d+ parts"):
        result = census(MASTERMIND, strategy, BreaksLater(good=5), seed=1)
    assert result.guesses.tolist() == census(MASTERMIND, strategy, seed=1).guesses.tolist()


@forks
@pytest.mark.processes
def test_a_function_that_cannot_be_sent_is_used_here():
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.warns(RuntimeWarning, match="the executor failed"),
    ):
        result = census(SMALL_GAME, lambda sizes: -len(sizes), executor)
    assert result.total == census(SMALL_GAME, "most-parts").total


class Fails:
    deterministic = False

    def choose(self, game, candidates, history, rng=None):
        raise ZeroDivisionError("a mistake in somebody's strategy")


@pytest.mark.processes
def test_a_mistake_in_a_strategy_comes_up():
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError, match="a mistake"):
        census(SMALL_GAME, Fails(), executor)


@pytest.mark.parametrize("strategy", ["entropy", "random-consistent", "first-consistent"])
@pytest.mark.parametrize("game", [SMALL_GAME, MASTERMIND, CodeGame("01", 1)], ids=str)
def test_progress_goes_up_to_the_end(strategy, game):
    seen = []
    census(game, strategy, progress=lambda done, total: seen.append((done, total)), seed=1)
    done = [d for d, _ in seen]
    assert done == sorted(done)
    assert seen[-1] == (len(game), len(game))
    assert {total for _, total in seen} == {len(game)}


@pytest.mark.skipif(sys.platform == "emscripten", reason="a bar is a widget there")
def test_progress_as_a_bar(capsys):
    pytest.importorskip("tqdm")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tqdm warns where it would rather have a widget
        census(MASTERMIND, "minimax", progress=True)
    assert "1296/1296" in capsys.readouterr().err


def test_a_missing_bar_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="progress=True needs tqdm"):
        census(SMALL_GAME, "minimax", progress=True)


def test_first_guess():
    result = census(MASTERMIND, "first-consistent", first_guess="1122")
    assert np.flatnonzero(result.guesses == 1).tolist() == [MASTERMIND.index("1122")]
    other = census(SMALL_GAME, "random-consistent", first_guess="034", seed=1)
    assert np.flatnonzero(other.guesses == 1).tolist() == [SMALL_GAME.index("034")]


def test_csv(tmp_path):
    result = census(SMALL_GAME, "entropy")
    result.to_csv(tmp_path / "census.csv")
    with open(tmp_path / "census.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["secret"] for row in rows] == list(SMALL_GAME.strings)
    assert [int(row["guesses"]) for row in rows] == result.guesses.tolist()


def test_repr():
    assert repr(census(MASTERMIND, "minimax")) == (
        "Mastermind, minimax: 1,296 secrets, 5,801 guesses, 4.476 on average, 5 at most "
        "(1: 1, 2: 6, 3: 62, 4: 533, 5: 694)"
    )
    assert "sum_of_squares" in repr(census(SMALL_GAME, sum_of_squares))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "luck"}, "no strategy 'luck'"),
        ({"strategy": 3}, "not 3"),
        ({"first_guess": "011"}, "'011' is no code"),
        ({"progress": "yes"}, "not 'yes'"),
        ({"strategy": "two-phase"}, "two-phase plays"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        census(**{"game": SMALL_GAME, "strategy": "minimax"} | options)
