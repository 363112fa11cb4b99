"""Elimination: candidates, contradictions, frames and the lesson."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    SMALL_GAME,
    CodeGame,
    Contradiction,
    Elimination,
    Feedback,
    GuessFrame,
    consistent,
    eliminate,
    feedback,
    keep_consistent,
    smallest_conflict,
)
from puzzlelib.trace import record


def all_consistent(game, history):
    return [c for c in game.strings if all(feedback(g, c) == a for g, a in history)]


@given(st.sampled_from(BULLS_AND_COWS.strings), st.lists(st.sampled_from(BULLS_AND_COWS.strings)))
@settings(deadline=None, max_examples=25)
def test_candidates_are_consistent_and_contain_the_secret(secret, guesses):
    e = Elimination(BULLS_AND_COWS)
    for guess in guesses[:5]:
        e.answer(guess, feedback(guess, secret))
    assert e.candidates == all_consistent(BULLS_AND_COWS, e.history)
    assert secret in e.candidates
    assert e.remaining == len(e.candidates) == e.mask.sum()
    assert e.mask.shape == (5040,)


def test_counts_of_the_lesson():
    e = Elimination(SMALL_GAME)
    e.answer("012", "0A2B")
    assert e.remaining == 18  # 60 codes, answer 0A2B: counted by hand in the first notebook
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "1A1B")
    assert e.remaining == 720
    e.undo()
    e.answer("0123", "3A0B")
    assert e.remaining == 24


def test_undo_takes_back_one_answer():
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "1A1B")
    before = e.candidates
    e.answer("0245", "1A1B")
    assert e.undo() == ("0245", Feedback(1, 1))
    assert e.candidates == before
    e.undo()
    assert e.remaining == 5040
    with pytest.raises(ValueError, match="no answer to take back"):
        e.undo()


def test_revise_changes_one_answer_and_keeps_the_later_ones():
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "1A2B")
    e.answer("0245", "0A2B")
    e.revise(0, "0A2B")
    assert e.history == (("0123", Feedback(0, 2)), ("0245", Feedback(0, 2)))
    assert e.candidates == all_consistent(BULLS_AND_COWS, e.history)


@pytest.mark.parametrize("i", [-1, 1, 7, "0", 0.5])
def test_revise_an_answer_that_was_not_given(i):
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "1A2B")
    with pytest.raises(ValueError, match=f"no guess number {i}: 1 were answered"):
        e.revise(i, "0A0B")


def state(e):
    return e.history, e.candidates


def test_answers_that_contradict_each_other_change_nothing():
    """After 0A0B and 1A1B, 8901 -> 2A2B needs the digits 0 and 1."""
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "0A0B")
    e.answer("4567", "1A1B")
    before = state(e)
    with pytest.raises(Contradiction, match="0123 0A0B, 8901 2A2B") as raised:
        e.answer("8901", "2A2B")
    assert raised.value.conflict == (("0123", Feedback(0, 0)), ("8901", Feedback(2, 2)))
    assert isinstance(raised.value, ValueError)
    assert state(e) == before
    e.revise(0, "1A1B")
    before = state(e)
    with pytest.raises(Contradiction):
        e.revise(1, "4A0B")
    assert state(e) == before


@pytest.mark.parametrize("answer", ["5A0B", "3A1B", "nonsense"])
def test_an_impossible_answer_changes_nothing(answer):
    e = Elimination(BULLS_AND_COWS)
    e.answer("0123", "1A1B")
    before = state(e)
    for change in (lambda: e.answer("4567", answer), lambda: e.revise(0, answer)):
        with pytest.raises(ValueError, match=r"impossible|looks like") as raised:
            change()
        assert not isinstance(raised.value, Contradiction)
        assert state(e) == before


def test_an_answer_that_no_secret_gives_to_this_guess():
    with pytest.raises(ValueError, match="1A1B is impossible: no secret answers 1111 so"):
        Elimination(MASTERMIND).answer("1111", "1A1B")
    Elimination(MASTERMIND).answer("1112", "1A1B")


answered = st.lists(
    st.tuples(st.sampled_from(SMALL_GAME.strings), st.sampled_from(SMALL_GAME.answers)), max_size=6
)


@given(answered)
@settings(deadline=None, max_examples=60)
def test_the_conflict_is_smallest_and_earliest(history):
    def contradicts(places):
        return not all_consistent(SMALL_GAME, [history[i] for i in places])

    found = smallest_conflict(SMALL_GAME, history)
    subsets = (
        places
        for size in range(len(history) + 1)
        for places in itertools.combinations(range(len(history)), size)
    )
    first = next(filter(contradicts, subsets), None)
    assert found == (None if first is None else tuple(history[i] for i in first))


def test_a_contradiction_can_be_sent_and_copied():
    error = Contradiction((("0123", Feedback(0, 0)), ("8901", Feedback(2, 2))))
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert same.conflict == error.conflict
        assert str(same) == str(error)


def test_text():
    e = Elimination(BULLS_AND_COWS)
    assert repr(e) == "<Elimination: 5040 of 5040 codes left, 0 answers>"
    e.answer("0123", "1A1B")
    assert repr(e) == "<Elimination: 720 of 5040 codes left, 1 answer>"


def test_a_history_may_be_written_as_text():
    history = [("0123", "0A0B"), ("4567", "1A1B"), ("8901", "2A2B")]
    assert smallest_conflict(BULLS_AND_COWS, history) == (history[0], history[2])


def test_everything_is_consistent_with_nothing():
    assert consistent(SMALL_GAME, []).all()
    assert smallest_conflict(SMALL_GAME, []) is None


def test_keep_consistent_agrees_with_the_mask():
    history = [("012", Feedback(0, 2))]
    mask = consistent(SMALL_GAME, history)
    kept = keep_consistent(SMALL_GAME.strings, "012", Feedback(0, 2))
    assert kept == tuple(np.array(SMALL_GAME.strings)[mask])


def test_the_lesson_can_be_recorded():
    trace = record(eliminate(BULLS_AND_COWS, "5293"))
    assert len(trace) == 10  # one of the five secrets that need nine guesses
    assert trace.series["remaining"].tolist() == [5040, 720, 110, 19, 6, 5, 3, 2, 1, 1]
    assert trace[0].guess is None
    assert trace[-1].won


def test_the_lesson_takes_another_rule():
    last = [*eliminate(SMALL_GAME, "432", choose=lambda candidates: candidates[-1])][-1]
    assert last.history == (("432", Feedback(3, 0)),)


def test_a_frame_knows_its_partition_and_masks():
    *_, frame = itertools.islice(eliminate(BULLS_AND_COWS, "5293"), 3)
    assert frame.step == 2
    assert frame.before == tuple(all_consistent(BULLS_AND_COWS, frame.history[:1]))
    assert tuple(frame.blocks[frame.feedback]) == frame.candidates
    assert sum(map(len, frame.blocks.values())) == len(frame.before) == frame.mask_before.sum()
    assert np.array_equal(frame.mask, consistent(BULLS_AND_COWS, frame.history))
    assert frame.conflict == ()


def test_frames_are_values():
    first, second = (list(eliminate(SMALL_GAME, "340")) for _ in range(2))
    assert first == second
    assert len(set(first + second)) == len(first)
    assert first[1] != first[2]


def frame(history, before, candidates, game=BULLS_AND_COWS):
    return GuessFrame(game, history, candidates, before)


@pytest.mark.parametrize(
    ("shown", "caption"),
    [
        (
            frame((), BULLS_AND_COWS.strings, BULLS_AND_COWS.strings),
            "Nothing is known yet: any of the 5040 codes may be the secret.",
        ),
        (
            frame((("0123", Feedback(1, 1)),), ("0245", "0246", "4567"), ("0245", "0246")),
            "0123 scored 1A1B: of 3 codes, 2 would give it that score, so they stay.",
        ),
        (
            frame((("0123", Feedback(1, 1)),), ("0245", "4567"), ("0245",)),
            "0123 scored 1A1B: of 2 codes only 0245 would give it that score.",
        ),
        (
            frame((("0123", Feedback(1, 1)),), ("0245", "0246"), ("0245", "0246")),
            "0123 scored 1A1B: all 2 codes left would give it that score, so nothing is learned.",
        ),
        (
            frame((("0123", Feedback(1, 1)),), ("0245",), ("0245",)),
            "0123 scored 1A1B: the only code left would give it that score, so nothing is learned.",
        ),
        (
            frame((("0245", Feedback(4, 0)),), ("0245",), ("0245",)),
            "0245 scored 4A0B: it is the secret, found in 1 guess.",
        ),
        (
            frame((("0123", Feedback(0, 0)), ("8901", Feedback(2, 2))), ("4567",), ()),
            "8901 scored 2A2B: no code fits every answer. 2 of them conflict.",
        ),
        (
            frame((("0123", Feedback(0, 0)), ("8901", Feedback(2, 2))), (), ()),
            "8901 scored 2A2B. The answers before it contradict each other already.",
        ),
    ],
)
def test_captions(shown, caption):
    assert shown.caption == str(shown) == caption
    assert len(caption.split()) <= 20


def test_a_conflict_of_many_answers_is_found_without_trying_all_their_sets():
    game = CodeGame("0123456789abcdefghijklmnopqrstuvwxyz", length=1)
    history = [(symbol, Feedback(0, 0)) for symbol in game.symbols]
    assert smallest_conflict(game, history[1:]) is None
    assert smallest_conflict(game, history) == tuple(history)
