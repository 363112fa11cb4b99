"""A recorded game with each answer held back for one step, so that it can be predicted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.elimination import GuessFrame
from puzzlelib.codebreaking.feedback import Feedback
from puzzlelib.codebreaking.play import GameTrace
from puzzlelib.trace import Trace

__all__ = ["AskedFrame", "PredictTrace"]


@dataclass(frozen=True)
class AskedFrame(GuessFrame):
    """What is known when a guess was asked, and its answer was not heard yet.

    Parameters
    ----------
    asked : str
        The guess that waits for its answer; the others are those of ``GuessFrame``.
    """

    asked: str

    @property
    def guess(self) -> str:
        """The guess that waits for its answer."""
        return self.asked

    @property
    def feedback(self) -> Feedback | None:
        """The answer: None, nobody heard it yet."""
        return None

    @property
    def caption(self) -> str:
        if len(self.blocks) == 1:
            return (
                f"{self.asked} is asked. Only one answer is possible, so nothing will be learned."
            )
        return (
            f"{self.asked} is asked. Its answer will keep one of {len(self.blocks)} blocks: "
            "which one, and how many codes?"
        )


class PredictTrace(Trace[GuessFrame]):
    """A game in two steps a guess: it is asked, and it is answered.

    Parameters
    ----------
    played : GameTrace
        The game in one step a guess: step i of it is step 2 i here.

    Examples
    --------
    >>> from puzzlelib.codebreaking import SMALL_GAME, play
    >>> trace = PredictTrace(play(SMALL_GAME, "first-consistent", "203"))
    >>> print(trace[1])
    012 is asked. Its answer will keep one of 8 blocks: which one, and how many codes?
    >>> print(trace[2])
    012 scored 0A2B: of 60 codes, 18 would give it that score, so they stay.
    """

    def __init__(self, played: GameTrace) -> None:
        self.played, self.status = played, played.status

    def __len__(self) -> int:
        return 2 * len(self.played) - 1

    def frame(self, step: int) -> GuessFrame:
        answered, asked = divmod(step, 2)
        frame = self.played[answered]
        if not asked:
            return frame
        guess, _ = self.played.history[answered]
        known = frame.candidates
        return AskedFrame(frame.game, frame.history, known, before=known, asked=guess)

    def _series(self) -> Mapping[str, NDArray[Any]]:
        answered = np.arange(len(self)) // 2
        return {"remaining": self.played.series["remaining"][answered]}
