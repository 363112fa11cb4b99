"""Pictures of codebreaking: guesses with their answers, and every code as a cell of a grid."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from puzzlelib.codebreaking import CodeGame, Feedback, replay
from puzzlelib.codebreaking.elimination import GuessFrame
from puzzlelib.views.palette import (
    BLACK,
    BLUE,
    FAINT,
    GREEN,
    GROUND,
    LINE,
    ORANGE,
    QUALITATIVE,
    TEXT,
    VERMILLION,
)
from puzzlelib.views.picture import cells, element, picture, svg, why

__all__ = [
    "bars_picture",
    "block_title",
    "blocks_picture",
    "code_at",
    "code_pegs",
    "grid_picture",
    "history_picture",
]

WIDTH: Final = 640.0
PEG: Final = 30.0
MOST_WRITTEN: Final = 130
"""Up to so many codes, each is written into its cell."""

DARK: Final = (BLACK, BLUE, GREEN, VERMILLION)
"""The colours on which a symbol is written in white."""

MONO: Final = "var(--jp-code-font-family, monospace)"


@picture.register
def grid_picture(frame: GuessFrame) -> str:
    """Draw the guesses and their answers above a grid of all codes, in which the dead fade."""
    head, top = _history(frame), _top(frame)
    grid = _written_grid(frame, top) if _is_written(frame.game) else _dotted_grid(frame, top)
    key, bottom = _key(frame, top + _rows(frame.game) * _cell(frame.game)[1] + 10)
    plane = {} if _is_written(frame.game) else {"data_pick_plane": "codes"}
    return svg(WIDTH, bottom, _in_words(frame), head, grid, key, **plane)


def history_picture(frame: GuessFrame) -> str:
    """Draw the guesses, their answers and how many candidates each left, but not which."""
    left = replay(frame.game, frame.history).masks.sum(axis=1)[1:]
    notes = [f"{count:,} left" for count in left]
    words = f"{_in_words(frame)} {', '.join(notes)}"
    return svg(1.5 * WIDTH, _top(frame), words, _history(frame, notes))


@why.register
def blocks_picture(frame: GuessFrame) -> str:
    """Draw the candidates before the answer as bars, one for each answer they would have given."""
    if not frame.blocks:
        return ""
    counts = {answer: len(codes) for answer, codes in frame.blocks.items()}
    title = block_title(len(frame.before), f"{frame.guess}")
    return bars_picture(counts, title, frame.feedback)


def block_title(candidates: int, guess: str) -> str:
    """Say what the bars of a guess mean."""
    secrets = "the only candidate" if candidates == 1 else f"each of {candidates:,} candidates"
    return f"What {guess} scores against {secrets}:"


def bars_picture(
    counts: Mapping[Feedback, int],
    title: str,
    marked: Feedback | None = None,
    scale: int | None = None,
) -> str:
    """Draw blocks of candidates as bars by answer; the answer that was given is marked.

    ``scale`` is the count that fills the width, the largest one by default.
    """
    row, left, width = 24.0, 74.0, 420.0
    longest = scale or max(counts.values())
    drawn = [element("text", title, x=0, y=16, font_size=14, fill=TEXT)]
    for i, (answer, count) in enumerate(counts.items()):
        y, kept = 30 + i * row, answer == marked
        length = max(2.0, (width - left - 60) * count / longest)
        paint = {"fill": BLUE} if kept else {"fill": LINE}
        label = f"▶ {answer}" if kept else str(answer)
        weight = "bold" if kept else "normal"
        text = {"font_size": 14, "fill": TEXT, "font_weight": weight}
        drawn += [
            element("text", label, x=left - 8, y=y + 14, text_anchor="end", **text),
            element("rect", x=left, y=y + 2, width=length, height=row - 6, rx=2, **paint),
            element("text", f"{count:,}", x=left + length + 6, y=y + 14, **text),
        ]
    words = ", ".join(f"{answer} {count}" for answer, count in counts.items())
    given = f" The answer was {marked}." if marked else ""
    return svg(width, 34 + len(counts) * row, f"{title} {words}.{given}", *drawn)


def code_pegs(game: CodeGame, code: str, x: float, y: float, size: float = PEG) -> str:
    """Draw a code as pegs: each symbol has its colour, and is written on it."""
    return "".join(_peg(game, symbol, x + i * size, y, size) for i, symbol in enumerate(code))


def code_at(frame: GuessFrame, x: float, y: float) -> str | None:
    """Return the code whose cell is at this place of the grid picture, if any."""
    columns, height = _cell(frame.game)
    top = _top(frame)
    column, row = int(x // (WIDTH / columns)), int((y - top) // height)
    index = row * columns + column
    inside = 0 <= column < columns and y >= top and index < len(frame.game)
    return frame.game.code(index) if inside else None


# Pegs and answers


def _peg(game: CodeGame, symbol: str, x: float, y: float, size: float) -> str:
    """Draw a symbol: in a game of few symbols on a colour of its own, else on a plain tile."""
    r = size / 2
    index = game.symbols.index(symbol)
    if game.repeats and len(game.symbols) <= len(QUALITATIVE):
        paint = {"fill": QUALITATIVE[index], "stroke": TEXT, "stroke_width": 1}
        ink = "#ffffff" if QUALITATIVE[index] in DARK else "#000000"
        shape = element("circle", cx=x + r, cy=y + r, r=r - 2, **paint)
    else:
        shape = element(
            "rect",
            x=x + 2,
            y=y + 2,
            width=size - 4,
            height=size - 4,
            rx=4,
            fill=GROUND,
            stroke=FAINT,
        )
        ink = TEXT
    text = {
        "font_size": size * 0.6,
        "text_anchor": "middle",
        "font_family": MONO,
        "font_weight": "bold",
    }
    return shape + element("text", symbol, x=x + r, y=y + size * 0.7, fill=ink, **text)


def _rows_of_history(frame: GuessFrame) -> int:
    """Say how many lines the guesses take: more than four stand in two columns."""
    guesses = frame.step + _waits(frame)
    return guesses if guesses <= 4 else math.ceil(guesses / 2)


def _waits(frame: GuessFrame) -> bool:
    """Say whether a guess was asked and is not answered yet."""
    return frame.guess is not None and frame.feedback is None


def _top(frame: GuessFrame) -> float:
    """Say where the grid begins, below the guesses."""
    return max(1, _rows_of_history(frame)) * (PEG + 4) + 12


def _history(frame: GuessFrame, notes: Sequence[str] = ()) -> str:
    """Draw the guesses with their answers, and beside them what there is to note."""
    if not notes:
        conflict = () if frame.candidates else frame.conflict
        notes = ["✗ in conflict" if answered in conflict else "" for answered in frame.history]
    lines = [
        (guess, f"{answer}", note)
        for (guess, answer), note in zip(frame.history, notes, strict=True)
    ]
    if frame.guess and _waits(frame):
        lines.append((frame.guess, "?", ""))
    if not lines:
        return element("text", "No guess yet.", x=4, y=22, font_size=16, fill=FAINT)
    rows = _rows_of_history(frame)
    return "".join(
        _line(frame.game, i, line, i == len(lines) - 1, i // rows * WIDTH / 2, i % rows * (PEG + 4))
        for i, line in enumerate(lines)
    )


def _line(
    game: CodeGame, i: int, line: tuple[str, str, str], last: bool, x: float, y: float
) -> str:
    """Draw a guess, its answer and a note; what matters now is bold."""
    guess, answer, note = line
    weight = "bold" if last or "✗" in note else "normal"
    text = {"y": y + 2 + PEG * 0.68, "font_size": 17}
    after = x + 38 + PEG * game.length
    return (
        element("text", f"{i + 1}.", x=x + 4, fill=FAINT, **text)
        + code_pegs(game, guess, x + 30, y + 2)
        + element("text", answer, x=after, fill=TEXT, font_weight=weight, **text)
        + element("text", note, x=after + 58, fill=TEXT, font_weight=weight, **text)
    )


# The grid of all codes


def _is_written(game: CodeGame) -> bool:
    return len(game) <= MOST_WRITTEN


@cache
def _columns(game: CodeGame) -> int:
    """Choose how many codes stand in a row, so that no row is left unfinished if possible."""
    n = len(game)
    ratio = 0.6 * game.length if _is_written(game) else 2.0
    divisors = [d for d in range(1, n + 1) if n % d == 0]
    best = min(divisors, key=lambda d: abs(math.log(d * d / n / ratio)))
    return best if best * best < 4 * n * ratio else math.isqrt(n) + 1


def _cell(game: CodeGame) -> tuple[int, float]:
    """Return how many cells a row of the grid has, and how tall a cell is."""
    columns = _columns(game)
    return columns, 26.0 if _is_written(game) else WIDTH / columns


def _rows(game: CodeGame) -> int:
    return -(-len(game) // _columns(game))


def _dotted_grid(frame: GuessFrame, top: float) -> str:
    """Draw every code as a small square: alive, struck out just now, or dead."""
    alive, before = frame.mask, frame.mask_before
    layers = ((~before, LINE, 0.45), (before & ~alive, ORANGE, 0.45), (alive, BLUE, 1.0))
    columns, size = _cell(frame.game)
    drawn = (
        cells(mask, columns, size, gap=0.22 if size > 3 else 0.0, stroke=colour, opacity=opacity)
        for mask, colour, opacity in layers
        if mask.any()
    )
    return element("g", *drawn, transform=f"translate(0 {top:g})")


def _written_grid(frame: GuessFrame, top: float) -> str:
    """Draw every code in a cell of its own: alive, struck out just now, or dead."""
    columns, height = _cell(frame.game)
    width = WIDTH / columns
    cells_drawn = []
    for index, (code, alive, before) in enumerate(
        zip(frame.game.strings, frame.mask, frame.mask_before, strict=True)
    ):
        x, y = index % columns * width, top + index // columns * height
        cells_drawn.append(_written_cell(code, bool(alive), bool(before), x, y, width, height))
    return "".join(cells_drawn)


def _written_cell(
    code: str, alive: bool, before: bool, x: float, y: float, width: float, height: float
) -> str:
    state = "candidate" if alive else "struck out"
    box = {"x": x + 1.5, "y": y + 1.5, "width": width - 3, "height": height - 3, "rx": 3}
    text = {"x": x + width / 2, "y": y + height * 0.7, "text_anchor": "middle", "font_size": 15}
    if alive:
        drawn = element("rect", **box, fill=BLUE) + element(
            "text", code, **text, fill="#ffffff", font_weight="bold", font_family=MONO
        )
    else:
        paint = {"fill": ORANGE, "fill_opacity": 0.25} if before else {"fill": "none"}
        strike = f"M{x + width * 0.2:.1f} {y + height / 2:.1f}h{width * 0.6:.1f}"
        drawn = (
            element("rect", **box, **paint)
            + element("text", code, **text, fill=FAINT, font_family=MONO)
            + element("path", d=strike, stroke=FAINT)
        )
    return element("g", drawn, data_pick=code, aria_label=f"{code}, {state}")


def _key(frame: GuessFrame, y: float) -> tuple[str, float]:
    """Explain the three looks of a cell below the grid, each with its number."""
    gone = len(frame.before) - frame.remaining
    dead = len(frame.game) - len(frame.before)
    written = _is_written(frame.game)
    entries: Sequence[tuple[int, str, str, bool]] = (
        (frame.remaining, "candidate" if frame.remaining == 1 else "candidates", BLUE, False),
        (gone, "struck out just now", ORANGE, written),
        (dead, "struck out before", "none" if written else LINE, written),
    )
    drawn, x = [], 4.0
    for count, words, colour, strike in entries:
        text = f"{count:,} {words}"
        faded = 1.0 if colour == BLUE else 0.45
        drawn.append(element("rect", x=x, y=y, width=13, height=13, fill=colour, opacity=faded))
        if strike:
            drawn.append(element("path", d=f"M{x} {y + 6.5}h13", stroke=FAINT))
        drawn.append(element("text", text, x=x + 20, y=y + 12, font_size=14, fill=TEXT))
        x += 48 + 7.6 * len(text)
    return "".join(drawn), y + 24


def _in_words(frame: GuessFrame) -> str:
    answers = ", ".join(f"{guess} {answer}" for guess, answer in frame.history)
    left = f"{frame.remaining} of {len(frame.game)} codes are candidates"
    return f"Guesses: {answers}. {left}." if answers else f"No guess yet. {left}."
