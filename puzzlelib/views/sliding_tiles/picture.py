"""Pictures of sliding tiles: boards, the board a search expands, its children and its queue."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from puzzlelib.sliding_tiles import SlidingPuzzle, layer_sizes
from puzzlelib.sliding_tiles.bidirectional import BidirectionalFrame
from puzzlelib.sliding_tiles.breadth_first import BreadthFirstFrame, counted
from puzzlelib.sliding_tiles.heuristic_search import BestFirstFrame
from puzzlelib.sliding_tiles.ida_star import IdaStarFrame
from puzzlelib.sliding_tiles.puzzle import State
from puzzlelib.sliding_tiles.solution import WAYS, SolutionFrame
from puzzlelib.views.palette import BLUE, FAINT, GREEN, GROUND, LINE, ORANGE, RAISED, TEXT
from puzzlelib.views.picture import element, picture, svg, why

__all__ = ["board", "board_picture", "layers_picture"]

WIDTH: Final = 640.0
ON_THE_WAY: Final = 8
"""Boards of a path that are shown beside the search."""
MOST_COUNTED: Final = 200_000
"""Puzzles up to so many boards show how full each layer is."""

LOOKS: Final = {
    "new": (GREEN, "new"),
    "within": (GREEN, "within"),
    "shorter": (GREEN, "shorter way"),
    "meeting": (ORANGE, "halves meet"),
    "seen before": (LINE, "seen before"),
    "beyond": (LINE, "beyond"),
    "goal": (ORANGE, "goal"),
}


def board(
    puzzle: SlidingPuzzle, state: State, x: float, y: float, cell: float, frame: str = FAINT
) -> str:
    """Draw a board as tiles with its upper left corner at x, y; the blank is a gap."""
    thick = 1.5 if frame == FAINT else 3
    drawn = [
        element(
            "rect", x=x - thick / 2, y=y - thick / 2, width=puzzle.columns * cell + thick,
            height=puzzle.rows * cell + thick, rx=3, fill=RAISED, stroke=frame, stroke_width=thick,
        )
    ]  # fmt: skip
    for index, tile in enumerate(state):
        if tile:
            left, top = x + index % puzzle.columns * cell, y + index // puzzle.columns * cell
            drawn.append(_tile(tile, left, top, cell))
    return "".join(drawn)


def _tile(tile: int, x: float, y: float, cell: float) -> str:
    side = cell - 2
    look = {"fill": GROUND, "stroke": LINE}
    text = {"text_anchor": "middle", "font_size": round(cell * 0.52, 1), "fill": TEXT}
    return element(
        "rect", x=x + 1, y=y + 1, width=side, height=side, rx=cell / 9, **look
    ) + element("text", f"{tile}", x=x + cell / 2, y=y + cell * 0.69, **text)


def board_picture(puzzle: SlidingPuzzle, state: State, size: float = 60) -> str:
    """Draw one board by itself."""
    words = f"Board {puzzle.label(state)}"
    width, height = puzzle.columns * size + 4, puzzle.rows * size + 4
    drawn = board(puzzle, state, 2, 2, size)
    return svg(width, height, words, drawn, style=f"max-width:{width:g}px")


# The searches


@picture.register
def _(frame: BreadthFirstFrame) -> str:
    queue = [(state, "") for state in frame.queue_head]
    tail = [(state, "") for state in frame.queue_tail]
    title = (
        f"Queue: {counted(frame.frontier, 'board')}, oldest first; {frame.visited:,} seen so far"
    )
    return _search(frame, queue, tail, title, show_way=True)


@picture.register
def _(frame: BestFirstFrame) -> str:
    order = "f = g + h" if frame.algorithm == "A*" else "h"
    queue = [(each.state, _sum(each, frame.algorithm)) for each in frame.queue_head]
    waiting = f"Queue: {counted(frame.frontier, 'board')}, smallest {order} first"
    return _search(frame, queue, [], f"{waiting}; {frame.visited:,} seen so far")


@picture.register
def _(frame: IdaStarFrame) -> str:
    way = [(state, "") for state in frame.path[-ON_THE_WAY:]]
    title = f"Remembered: only the path, {counted(len(frame.path), 'board')}"
    return _search(frame, way, [], title)


@picture.register
def _(frame: BidirectionalFrame) -> str:
    side = frame.side or 0
    queue = [(state, "") for state in frame.queue_heads[side]]
    half = ("start", "goal")[side]
    waiting = counted(frame.frontiers[side], "board")
    title = f"Queue of the {half}'s half: {waiting}, oldest first; {frame.visited:,} seen by both"
    return _search(frame, queue, [], title)


@picture.register
def _(frame: SolutionFrame) -> str:
    puzzle = frame.puzzle
    cell = 240 / max(puzzle.rows, puzzle.columns)
    width, height = puzzle.columns * cell + 4, puzzle.rows * cell + 4
    words = f"{frame.caption} Board {puzzle.label(frame.state)}."
    return svg(width, height, words, board(puzzle, frame.state, 2, 2, cell))


def _sum(each: Any, algorithm: str) -> str:
    return f"{each.g} + {each.h} = {each.f}" if algorithm == "A*" else f"h = {each.h}"


def _search(
    frame: Any,
    queue: Sequence[tuple[State, str]],
    tail: Sequence[tuple[State, str]],
    title: str,
    show_way: bool = False,
) -> str:
    """Draw the board expanded and its children above the queue, and the way to it below."""
    puzzle: SlidingPuzzle = frame.puzzle
    big = min(112 / puzzle.rows, 160 / puzzle.columns)
    small = min(72 / puzzle.rows, 104 / puzzle.columns)
    current = frame.state or frame.path[0]
    drawn = [
        _words("expanded" if frame.state else "the start", 4 + puzzle.columns * big / 2, 16),
        board(puzzle, current, 4, 26, big, BLUE),
    ]
    for i, child in enumerate(frame.children):
        drawn.append(_child(frame, child, 176 + 116 * i, small))
    drawn.append(element("text", title, x=0, y=176, font_size=14, fill=TEXT))
    drawn += _strip(puzzle, queue, tail, 188, small * 0.9)
    height = 276
    if show_way:
        path = [(state, "") for state in frame.path]
        back = f"Parents back to the start: {counted(len(path) - 1, 'move')}"
        drawn.append(element("text", back, x=0, y=290, font_size=14, fill=TEXT))
        many = len(path) > ON_THE_WAY
        drawn += _strip(puzzle, path, path[3:] if many else [], 302, small * 0.9)
        height = 376
    labels = ", ".join(f"{puzzle.label(child.state)} {child.label}" for child in frame.children)
    words = f"{frame.caption} Board {puzzle.label(current)}. Children: {labels or 'none'}. {title}."
    return svg(WIDTH, height, words, *drawn)


def _words(text: str, x: float, y: float, **attributes: object) -> str:
    """Write words centred at x."""
    look = {"text_anchor": "middle", "font_size": 13, "fill": TEXT}
    return element("text", text, x=x, y=y, **{**look, **attributes})


def _child(frame: Any, child: Any, x: float, cell: float) -> str:
    """Draw a child below the move that makes it, above its label and its estimate."""
    puzzle: SlidingPuzzle = frame.puzzle
    colour, label = LOOKS.get(child.label, (LINE, child.label))
    middle = x + puzzle.columns * cell / 2
    tile = child.state[frame.state.index(0)]
    estimate = _sum(child, getattr(frame, "algorithm", "A*")) if hasattr(child, "h") else ""
    return (
        _words(f"{tile} {WAYS[child.move]}", middle, 16)
        + board(puzzle, child.state, x, 28, cell, colour)
        + _words(label, middle, 118, font_weight="normal" if colour == LINE else "bold")
        + (_words(estimate, middle, 136) if estimate else "")
    )


def _strip(
    puzzle: SlidingPuzzle,
    head: Sequence[tuple[State, str]],
    tail: Sequence[tuple[State, str]],
    y: float,
    cell: float,
) -> Iterator[str]:
    """Draw boards in a row: the first ones, and after a gap the last ones."""
    width = puzzle.columns * cell
    gap, x = width + 12, 4.0
    shown = int(WIDTH // gap) - min(len(tail), 3) - bool(tail)
    for state, note in head[:shown]:
        yield board(puzzle, state, x, y, cell)
        if note:
            yield _words(note, x + width / 2, y + 80, font_size=11)
        x += gap
    if tail:
        yield _words("…", x + width / 2, y + 36, font_size=20)
        x += gap
        for state, _ in tail[-3:]:
            yield board(puzzle, state, x, y, cell)
            x += gap


# Why: the layers, the tree, the way from the start


@why.register
def _(frame: BreadthFirstFrame) -> str:
    if frame.tree:
        return _tree(frame)
    return layers_picture(frame)


@why.register
def _(frame: BestFirstFrame) -> str:
    return _way(frame.puzzle, frame.path)


@why.register
def _(frame: IdaStarFrame) -> str:
    return _way(frame.puzzle, frame.path)


@why.register
def _(frame: BidirectionalFrame) -> str:
    return _way(frame.puzzle, frame.path)


@why.register
def _(frame: SolutionFrame) -> str:
    return _way(frame.puzzle, frame.path)


def layers_picture(frame: BreadthFirstFrame) -> str:
    """Draw how many boards of each layer were found, against how many there are."""
    full = _population(frame.puzzle, frame.path[0])
    found = frame.layers
    counts = full or found
    most, width, row = max(counts), 250.0, min(16.0, 400 / len(counts))
    drawn = [
        element("text", "Boards found, by moves from the start", x=0, y=16, font_size=14, fill=TEXT)
    ]
    for depth, count in enumerate(counts):
        y = 26 + depth * row
        here = found[depth] if depth < len(found) else 0
        text = {"y": y + row * 0.8, "font_size": min(12.0, row * 0.9), "fill": TEXT}
        bar = {"x": 30, "y": y + 1, "height": row - 2}
        drawn.append(element("text", f"{depth}", x=22, text_anchor="end", **text))
        if full:
            outline = max(1.0, width * count / most)
            drawn.append(element("rect", width=outline, fill="none", stroke=LINE, **bar))
        if here:
            drawn.append(element("rect", width=max(1.0, width * here / most), fill=BLUE, **bar))
            drawn.append(element("text", f"{here:,}", x=38 + width * count / most, **text))
    words = ", ".join(f"{depth}: {count:,}" for depth, count in enumerate(found))
    return svg(
        350,
        34 + row * len(counts),
        f"Boards found by layer. {words}.",
        *drawn,
        style="max-width:400px",
    )


@lru_cache(maxsize=8)
def _population(puzzle: SlidingPuzzle, start: State) -> tuple[int, ...]:
    """Count all boards by their distance from a start, where that is quick."""
    if math.factorial(puzzle.cells) // 2 > MOST_COUNTED:
        return ()
    return tuple(int(n) for n in layer_sizes(puzzle, start))


def _tree(frame: BreadthFirstFrame) -> str:
    """Draw every board found so far below its parent."""
    layers: list[list[int]] = []
    depths: list[int] = []
    for index, (_, parent) in enumerate(frame.tree):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        layers += [[] for _ in range(depths[-1] + 1 - len(layers))]
        layers[depths[-1]].append(index)
    widest = max(map(len, layers))
    unit = max(340.0 / widest, 30.0)
    cell = min(14.0, (unit - 4) / frame.puzzle.columns)
    tall = frame.puzzle.rows * cell + 22
    place = {
        index: ((position + 0.5) * unit * widest / len(layer), 28 + depth * tall)
        for depth, layer in enumerate(layers)
        for position, index in enumerate(layer)
    }
    on_path = set(frame.path)
    lines, boards = [], []
    half = frame.puzzle.columns * cell / 2
    for index, (state, parent) in enumerate(frame.tree):
        x, y = place[index]
        if parent >= 0:
            px, py = place[parent]
            d = f"M{px:.1f} {py + tall - 22:.1f}L{x:.1f} {y:.1f}"
            lit = state in on_path
            lines.append(
                element("path", d=d, stroke=BLUE if lit else LINE, stroke_width=3 if lit else 1)
            )
        boards.append(
            board(frame.puzzle, state, x - half, y, cell, BLUE if state in on_path else FAINT)
        )
    title = element(
        "text", f"All boards found so far: {len(frame.tree)}", x=0, y=16, font_size=14, fill=TEXT
    )
    height = 28 + tall * len(layers)
    words = f"Tree of the {len(frame.tree)} boards found, in {len(layers)} layers."
    return svg(unit * widest, height, words, title, *lines, *boards, style="max-width:520px")


def _way(puzzle: SlidingPuzzle, path: Sequence[State]) -> str:
    """Draw the way from the start to the board expanded, the latest boards of it."""
    cell = 54 / max(puzzle.rows, puzzle.columns)
    shown = list(enumerate(path))[-20:]
    moves = puzzle.moves_along(path) if len(path) > 1 else ""
    title = f"The way here: {len(path) - 1} moves"
    drawn = [element("text", title, x=0, y=16, font_size=14, fill=TEXT)]
    for i, (number, state) in enumerate(shown):
        x, y = 4 + i % 5 * 68, 28 + i // 5 * 80
        drawn.append(board(puzzle, state, x, y, cell, BLUE if number == len(path) - 1 else FAINT))
        note = f"{number}. {moves[number - 1]}" if number else "start"
        drawn.append(
            element("text", note, x=x + 27, y=y + 68, text_anchor="middle", font_size=12, fill=TEXT)
        )
    height = 34 + 80 * max(2, -(-len(shown) // 5))  # a short way is drawn no larger
    return svg(346, height, f"{title}: {moves or 'none'}.", *drawn, style="max-width:400px")
