"""The codebreaking lab: watch a strategy, let the computer guess, or guess yourself."""

from __future__ import annotations

from puzzlelib.codebreaking import SMALL_GAME, CodeGame
from puzzlelib.codebreaking.strategies import as_strategy
from puzzlelib.views.codebreaking.modes import (
    AnyStrategy,
    ComputerGuesses,
    Mode,
    Watch,
    YouGuess,
    strategies_for,
)
from puzzlelib.views.codebreaking.questions import (
    AnotherGame,
    AnotherGuess,
    Evil,
    GameQuestion,
    HowGood,
    WholePlan,
)
from puzzlelib.views.lab import Lab

__all__ = ["CodebreakingLab"]


class CodebreakingLab(Lab):
    """Find a secret code, step by step.

    Parameters
    ----------
    game : CodeGame
    mode : "Watch", "Computer guesses" or "You guess"
        What is shown first; the others are one click away.
    secret : str, optional
        The code that is watched, and that you guess; an example, and one that is drawn, if left
        out.
    strategy : str, callable or Strategy
        How the computer guesses: a name from ``STRATEGIES``, or one of your own, as for ``play``.

    Raises
    ------
    ValueError
        If there is no such mode, the secret is no code of the game, or the strategy cannot play
        it.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> lab = CodebreakingLab(BULLS_AND_COWS, secret="5293", strategy="entropy")
    >>> lab.part.frame.caption
    '0123 scored 1A1B: of 5040 codes, 720 would give it that score, so they stay.'
    """

    def __init__(
        self,
        game: CodeGame = SMALL_GAME,
        *,
        mode: str = "Watch",
        secret: str | None = None,
        strategy: AnyStrategy = "first-consistent",
    ) -> None:
        super().__init__("Codebreaking lab")
        as_strategy(strategy)
        if isinstance(strategy, str) and strategy not in strategies_for(game, strategy):
            raise ValueError(f"the strategy {strategy!r} cannot play {game}")
        secret = game.parse(secret) if secret else None
        self.game = game
        self.parts: dict[str, Mode] = {}
        self.questions: tuple[GameQuestion, ...] = ()
        self.watch = Watch(self, secret, strategy)
        self.computer = ComputerGuesses(self, strategy)
        self.you = YouGuess(self, secret)
        self.parts = {
            "Watch": self.watch,
            "Computer guesses": self.computer,
            "You guess": self.you,
        }
        if mode not in self.parts:
            raise ValueError(f"mode {mode!r} is none of {', '.join(map(repr, self.parts))}")
        widgets = {name: part.widget for name, part in self.parts.items()}
        self.mode = self.modes("What to do", widgets, change=self.stepped).modes
        self.questions = (
            HowGood(self),
            AnotherGuess(self),
            WholePlan(self),
            Evil(self),
            AnotherGame(self),
        )
        sections = [question.section for question in self.questions]
        self.compose(self.mode, *widgets.values(), *sections)
        self.mode.value = mode
        self.say(self.part.words)

    @property
    def part(self) -> Mode:
        """The mode that is shown."""
        return self.parts[self.mode.value]

    def choose_mode(self, part: Mode) -> None:
        self.mode.value = next(name for name, each in self.parts.items() if each is part)

    def stepped(self) -> None:
        """Bring everything to the mode and the step that are shown."""
        if self.questions:
            self.say(self.part.words)
        for question in self.questions:
            question.stepped()

    def restart(self, game: CodeGame) -> None:
        """Begin anew with a game, in every mode."""
        self.game = game
        for question in self.questions:
            question.restart()
        for part in self.parts.values():
            part.restart()
        self.say(self.part.words)
