"""Recorded games: a strategy against a secret, and what people answered."""

import csv
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    Feedback,
    eliminate,
    evil_answer,
    partition,
    play,
    replay,
)
from puzzlelib.trace import first_difference


@pytest.mark.parametrize("secret", ["0123", "5293", "9876", "4567"])
def test_lesson_and_engine_take_the_same_steps(secret):
    trace = play(BULLS_AND_COWS, "first-consistent", secret)
    assert first_difference(trace, list(eliminate(BULLS_AND_COWS, secret))) is None


def test_lesson_and_engine_take_the_same_steps_for_every_secret_of_the_small_game():
    for secret in SMALL_GAME.strings:
        assert list(play(SMALL_GAME, "first-consistent", secret)) == (
            list(eliminate(SMALL_GAME, secret))
        )


def test_the_article_s_five_hardest_secrets():
    # At most 9 guesses, says the article; five secrets need them.
    for secret in ("5293", "9204", "9214", "9241", "9431"):
        assert len(play(BULLS_AND_COWS, "first-consistent", secret)) == 9 + 1


@given(
    st.sampled_from(MASTERMIND.strings),
    st.sampled_from([n for n in STRATEGIES if n not in ("two-phase", "optimal")]),
)
@settings(deadline=None, max_examples=25)
def test_every_strategy_finds_every_secret(secret, name):
    trace = play(MASTERMIND, name, secret, seed=5)
    assert trace.status == "found"
    assert trace[-1].guess == secret
    assert trace[-1].won
    assert not trace[-2].won
    assert all(secret in frame.candidates for frame in trace)
    assert trace.history == trace[-1].history


def test_columns_and_series_describe_the_frames():
    trace = play(BULLS_AND_COWS, "minimax", "5293")
    steps = len(trace) - 1
    assert trace.masks.shape == (steps + 1, 5040)
    assert trace.guesses.shape == trace.answers.shape == (steps,)
    for i, frame in enumerate(trace):
        assert frame.step == i
        assert np.array_equal(frame.mask, trace.masks[i])
        assert trace.series["remaining"][i] == frame.remaining == len(frame.candidates)
        assert i == 0 or frame.before == trace[i - 1].candidates
        assert len(frame.caption.split()) <= 20
    assert all(len(values) == steps + 1 for values in trace.series.values())


def test_bits():
    trace = play(SMALL_GAME, "entropy", "340")
    bits, expected = trace.series["bits"], trace.series["expected bits"]
    assert bits[0] == expected[0] == 0
    assert bits.sum() == pytest.approx(np.log2(60))  # in the end one of 60 is known
    for i, frame in enumerate(trace[1:], 1):
        before = len(frame.before)
        assert bits[i] == pytest.approx(np.log2(before / frame.remaining))
        split = Counter({a: len(block) / before for a, block in frame.blocks.items()})
        assert expected[i] == pytest.approx(-sum(p * np.log2(p) for p in split.values()))


def test_csv(tmp_path):
    trace = play(SMALL_GAME, "first-consistent", "340")
    trace.to_csv(tmp_path / "game.csv")
    with open(tmp_path / "game.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["guess"] for row in rows] == ["", *(guess for guess, _ in trace.history)]
    assert rows[-1]["answer"] == "3A0B"
    assert [int(row["remaining"]) for row in rows] == trace.series["remaining"].tolist()


def test_a_limit_ends_the_game_without_an_answer():
    trace = play(BULLS_AND_COWS, "first-consistent", "5293", node_limit=3)
    assert trace.status == "limit"
    assert len(trace) == 4
    assert play(BULLS_AND_COWS, "first-consistent", "5293", node_limit=0)[-1].step == 0
    assert play(BULLS_AND_COWS, "first-consistent", "5293", node_limit=9).status == "found"
    with pytest.raises(ValueError, match=r"node_limit must be .* not -1"):
        play(BULLS_AND_COWS, "minimax", "5293", node_limit=-1)


def test_a_strategy_that_would_never_end_is_stopped():
    class Stubborn:
        deterministic = True

        def choose(self, game, candidates, history, rng):
            return 0

    with pytest.raises(ValueError, match="guessed 0123 twice"):
        play(BULLS_AND_COWS, Stubborn(), "5293")
    assert play(BULLS_AND_COWS, Stubborn(), "0123").status == "found"


def test_wrong_secrets_and_strategies():
    with pytest.raises(ValueError, match="'529' is no code of Bulls and Cows"):
        play(BULLS_AND_COWS, "entropy", "529")
    with pytest.raises(ValueError, match="no strategy 'x'"):
        play(BULLS_AND_COWS, "x", "5293")


def test_replay_of_what_a_person_answered():
    trace = replay(BULLS_AND_COWS, [("0123", "1a1b"), (" 0245", (1, 1))])
    assert trace.status == "limit"  # the game can go on
    assert trace.history == (("0123", Feedback(1, 1)), ("0245", Feedback(1, 1)))
    assert trace.series["remaining"].tolist() == [5040, 720, 110]
    game = play(BULLS_AND_COWS, "minimax", "5293")
    assert list(replay(BULLS_AND_COWS, game.history)) == list(game)
    assert replay(BULLS_AND_COWS, game.history).status == "found"


def test_replay_of_nothing():
    trace = replay(BULLS_AND_COWS, [])
    assert len(trace) == 1
    assert trace.status == "limit"
    assert trace[0].remaining == 5040


def test_replay_shows_a_contradiction():
    answers = [("0123", "0A0B"), ("4567", "1A1B"), ("8901", "2A2B"), ("0123", "0A0B")]
    trace = replay(BULLS_AND_COWS, answers)
    assert trace.status == "impossible"
    assert trace[2].conflict == ()
    assert trace[3].conflict == trace[4].conflict == (trace.history[0], trace.history[2])
    assert trace.series["bits"][3] == np.inf
    assert np.isnan(trace.series["expected bits"][4])
    assert [len(frame.caption.split()) <= 20 for frame in trace] == [True] * 5


def test_replay_refuses_what_nobody_could_answer():
    with pytest.raises(ValueError, match="no secret answers 1111 so"):
        replay(MASTERMIND, [("1111", "1A1B")])


def test_an_evil_codemaker_keeps_the_largest_block():
    candidates = BULLS_AND_COWS.strings
    guesses = 0
    while True:
        guess = candidates[0]
        blocks = partition(BULLS_AND_COWS, guess, candidates)
        answer = evil_answer(BULLS_AND_COWS, guess, candidates)
        assert len(blocks[answer]) == max(map(len, blocks.values()))
        guesses += 1
        if answer == BULLS_AND_COWS.win:
            break
        candidates = blocks[answer]
    assert len(candidates) == 1
    assert guesses <= 9  # the worst secret of this rule


def test_an_evil_codemaker_does_not_lose_a_tie():
    assert evil_answer(SMALL_GAME, "012", ["012", "034"]) == Feedback(1, 0)


def test_games_too_large_for_a_matrix_can_be_played():
    game = CodeGame("01234567", 5, repeats=True)
    assert play(game, "first-consistent", "76543").status == "found"
