"""A game in which each answer is held back for one step."""

from __future__ import annotations

import pytest

from puzzlelib.codebreaking import BULLS_AND_COWS, SMALL_GAME, Feedback, play, replay
from puzzlelib.codebreaking.predict import AskedFrame, PredictTrace

PLAYED = [
    play(SMALL_GAME, "first-consistent", "203"),
    play(BULLS_AND_COWS, "entropy", "5293"),
    replay(BULLS_AND_COWS, [("0123", "0A0B"), ("8901", "2A2B")]),
    replay(SMALL_GAME, []),
]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.status)
def test_every_guess_is_asked_and_then_answered(played):
    trace = PredictTrace(played)
    assert len(trace) == 2 * len(played) - 1
    assert trace[::2] == list(played)
    assert [frame.guess for frame in trace[1::2]] == [guess for guess, _ in played.history]
    assert trace.status == played.status
    remaining = trace.series["remaining"].tolist()
    assert remaining == [frame.remaining for frame in trace]


@pytest.mark.parametrize("played", PLAYED[:2], ids=lambda played: played.status)
def test_an_asked_frame_tells_the_blocks_but_not_the_answer(played):
    for asked, answered in zip(PredictTrace(played)[1::2], list(played)[1:], strict=True):
        assert isinstance(asked, AskedFrame)
        assert asked.feedback is None
        assert not asked.won
        assert asked.candidates == asked.before == answered.before
        assert asked.blocks == answered.blocks
        assert f"one of {len(asked.blocks)} blocks" in asked.caption or len(asked.blocks) == 1
        assert f"scored {answered.feedback}" not in asked.caption
        assert len(asked.caption.split()) <= 20


def test_a_guess_that_can_teach_nothing_says_so():
    candidates = ("012",)
    frame = AskedFrame(SMALL_GAME, (("012", Feedback(3, 0)),), candidates, candidates, "013")
    assert frame.caption == (
        "013 is asked. Only one answer is possible, so nothing will be learned."
    )
