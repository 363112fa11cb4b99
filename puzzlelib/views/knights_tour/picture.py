"""Pictures of the knight's tour: the path on the board, and the stack of moves still untried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from puzzlelib.knights_tour import (
    BacktrackFrame,
    Board,
    ConstructionFrame,
    SweepFrame,
    WarnsdorffFrame,
)
from puzzlelib.knights_tour.board import Square
from puzzlelib.knights_tour.frontier import FREE, PASSED
from puzzlelib.views.palette import (
    BLUE,
    FAINT,
    GREEN,
    GROUND,
    LINE,
    ORANGE,
    RAISED,
    TEXT,
    VERMILLION,
)
from puzzlelib.views.picture import cells, element, picture, svg, why

__all__ = [
    "blocks_picture",
    "board_squares",
    "centre",
    "frontier_picture",
    "moves_picture",
    "path_picture",
    "square_at",
    "stack_picture",
    "tour_path",
]

SIDE: Final = 44.0
"""The width of a square, in the picture's own units."""

MARGIN: Final = 22
"""The room for row and column numbers, above and to the left."""

MOST_NUMBERED: Final = 20
"""Boards of more rows or columns show the path alone: numbers could not be read."""

CROSS: Final = "M-14 -14l28 28m0 -28l-28 28"

DEEPEST_SHOWN: Final = 16
"""So many depths of the stack are shown, the deepest first."""


@picture.register
def path_picture(frame: BacktrackFrame) -> str:
    """Draw the path of the knight with its move numbers, and the moves it can make."""
    board = frame.board
    marks = [*_numbers(frame)] if _numbered(board) else []
    return _board_picture(
        frame,
        tour_path(frame.path),
        *marks,
        *_ways(frame),
        _back_to(frame),
        _knight(frame),
        data_pick_plane="squares",
    )


@picture.register
def blocks_picture(frame: ConstructionFrame) -> str:
    """Draw the blocks, the tour that grows, those still to be joined, and the last exchange."""
    grown, *others = frame.tours
    return _board_picture(
        frame,
        *_outlines(frame.blocks),
        *(_closed_path(frame.board, tour, stroke=FAINT, stroke_width=2) for tour in others),
        _closed_path(frame.board, grown),
        *(tour_path(move, stroke=VERMILLION, stroke_dasharray="5 4") for move in frame.removed),
        *(tour_path(move, stroke=GREEN, stroke_width=5) for move in frame.added),
        data_pick_plane="squares",
    )


@picture.register
def frontier_picture(frame: SweepFrame) -> str:
    """Draw the squares that are settled, and the commonest pattern of the frontier.

    A dot is a square that is passed, an open circle a free one; two equal letters are the ends
    of a path.
    """
    entries = dict(zip(frame.frontier, frame.commonest[1:], strict=False))
    ends: dict[int, list[Square]] = {}
    for square, number in entries.items():
        ends.setdefault(number, []).append(square)
    pairs = [squares for number, squares in ends.items() if number > 1 and len(squares) == 2]
    return _board_picture(
        frame,
        *(_cross(square, LINE) for square in frame.settled),
        *(tour_path(pair, stroke=FAINT, stroke_dasharray="3 5") for pair in pairs),
        *(_frontier_mark(square, number) for square, number in entries.items()),
    )


def _board_picture(
    frame: BacktrackFrame | ConstructionFrame | SweepFrame, *marks: str, **attributes: object
) -> str:
    """Draw marks on the board of a frame."""
    board = frame.board
    return svg(
        board.columns * SIDE + 44,
        board.rows * SIDE + 26,
        f"Board of {board}. {frame.caption}",
        element(
            "g",
            *(_coordinates(board) if _numbered(board) else ()),
            board_squares(board),
            *marks,
            transform=f"translate({MARGIN} {MARGIN})",
        ),
        style=f"max-width:{max(280, 56 * board.columns)}px",
        **attributes,
    )


@why.register
def moves_picture(frame: BacktrackFrame) -> str:
    """Draw the stack: for each square of the path, the moves tried and the moves still untried."""
    return stack_picture(frame)


def square_at(board: Board, x: float, y: float) -> Square:
    """Return the square at a place of the picture; it may be off the board."""
    return int((y - MARGIN) // SIDE), int((x - MARGIN) // SIDE)


def centre(square: Square) -> tuple[float, float]:
    """Return the middle of a square as x and y."""
    return (square[1] + 0.5) * SIDE, (square[0] + 0.5) * SIDE


def board_squares(board: Board) -> str:
    """Draw the squares in two shades, and the blocked ones crossed out."""
    dark = board.free & (board.colours == 1)
    width, height = board.columns * SIDE, board.rows * SIDE
    frame = {"width": width, "height": height}
    blocked = "".join(_cross(square, FAINT) for square in board.blocked)
    return (
        element("rect", **frame, fill=GROUND)
        + cells(dark, board.columns, SIDE, gap=0, stroke=RAISED)
        + blocked
        + element("rect", **frame, fill="none", stroke=LINE)
    )


def tour_path(path: Iterable[Square], **paint: object) -> str:
    """Draw a path as one line through the middles of its squares."""
    points = [centre(square) for square in path]
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    look = {"stroke": BLUE, "stroke_width": 3, "opacity": 0.85, "fill": "none"} | paint
    return element("path", d=line, stroke_linejoin="round", **look)


def _closed_path(board: Board, tour: tuple[Square, ...], **paint: object) -> str:
    """Draw a tour, back to its first square if that is a move away."""
    return tour_path(tour + tour[:1] if tour[0] in board.moves(tour[-1]) else tour, **paint)


def _outlines(blocks: Iterable[tuple[int, int, int, int]]) -> Iterator[str]:
    for top, left, rows, columns in blocks:
        place = {"x": left * SIDE + 2, "y": top * SIDE + 2}
        size = {"width": columns * SIDE - 4, "height": rows * SIDE - 4}
        yield element("rect", **place, **size, rx=6, fill="none", stroke=ORANGE, stroke_width=2)


def _frontier_mark(square: Square, number: int) -> str:
    """Mark a square of the frontier: free, passed, or the end of a path."""
    x, y = centre(square)
    if number == PASSED:
        return element("circle", cx=x, cy=y, r=5, fill=TEXT)
    ring = element("circle", cx=x, cy=y, r=13, fill=GROUND, stroke=BLUE, stroke_width=2)
    if number == FREE:
        return ring
    letter = chr(ord("A") + number - 2)
    text = {"text_anchor": "middle", "font_size": 14, "font_weight": "bold", "fill": TEXT}
    return ring + element("text", letter, x=x, y=y + 5, **text)


def stack_picture(frame: BacktrackFrame) -> str:
    """Draw the deepest part of the stack, and say how much stands below it."""
    shown = range(max(1, frame.depth - DEEPEST_SHOWN + 1), frame.depth + 1)
    tried, untried = frame.tried, frame.untried
    rows: list[str] = []
    for line, depth in enumerate(reversed(shown)):
        rows += _stack_row(frame, depth, tried[depth - 1], untried[depth - 1], 44 + 24 * line)
    below = f"and {shown[0] - 1} squares before" if shown[0] > 1 else ""
    height = 48 + 24 * len(shown) + (20 if below else 0)
    title = element(
        "text", "The path. Moves: ☒ tried, ☐ not yet", x=0, y=16, font_size=14, fill=TEXT
    )
    foot = element("text", below, x=0, y=height - 8, font_size=13, fill=FAINT) if below else ""
    words = f"{sum(map(len, untried))} moves are untried on the path of {frame.depth} squares."
    return svg(350, height, words, title, *rows, foot, style="max-width:380px")


def _stack_row(
    frame: BacktrackFrame, depth: int, tried: tuple[int, ...], untried: tuple[int, ...], y: float
) -> Iterator[str]:
    """Write one depth: its number, its square, and a box for each move, open if untried."""
    square = frame.path[depth - 1]
    goal = square == frame.back_to and not frame.considered and not frame.status
    text = {"y": y, "font_size": 14, "fill": TEXT, "font_weight": "bold" if goal else "normal"}
    yield element("text", f"{depth}", x=36, text_anchor="end", **text)
    yield element("text", f"({square[0]}, {square[1]})", x=46, **text)
    for i in range(len(tried) + len(untried)):
        x, done = 112.0 + 18 * i, i < len(tried)
        look = {"fill": LINE} if done else {"fill": GROUND, "stroke": BLUE, "stroke_width": 2}
        yield element("rect", x=x, y=y - 11, width=12, height=12, rx=2, **look)
        if done:
            cross = f"M{x + 3:g} {y - 8:g}l6 6m0 -6l-6 6"
            yield element("path", d=cross, stroke=TEXT, stroke_width=1.5)
    if goal:
        yield element("text", "◀ back to here", x=116 + 18 * (len(tried) + len(untried)), **text)


def _numbered(board: Board) -> bool:
    return max(board.rows, board.columns) <= MOST_NUMBERED


def _coordinates(board: Board) -> Iterator[str]:
    text = {"font_size": 12, "fill": FAINT, "text_anchor": "middle"}
    for row in range(board.rows):
        yield element("text", f"{row}", x=-11, y=centre((row, 0))[1] + 4, **text)
    for column in range(board.columns):
        yield element("text", f"{column}", x=centre((0, column))[0], y=-7, **text)


def _numbers(frame: BacktrackFrame) -> Iterator[str]:
    """Write on each square of the path but the last, when the knight was there."""
    for number, square in enumerate(frame.path[:-1], start=1):
        x, y = centre(square)
        yield element("circle", cx=x, cy=y, r=13, fill=GROUND, stroke=BLUE)
        text = {"text_anchor": "middle", "font_size": 14, "fill": TEXT}
        yield element("text", f"{number}", x=x, y=y + 5, **text)


def _ways(frame: BacktrackFrame) -> Iterator[str]:
    """Mark the free squares that can be tried from here; the next one is filled.

    Squares, not circles: their numbers order a choice, and are not those of the path.
    """
    x0, y0 = centre(frame.current)
    degrees = frame.degrees if isinstance(frame, WarnsdorffFrame) else ()
    for i, square in enumerate(frame.considered):
        x, y = centre(square)
        first = square == frame.chosen
        line = f"M{x0:g} {y0:g}L{x:g} {y:g}"
        yield element("path", d=line, stroke=GREEN, stroke_width=2.5, stroke_dasharray="4 4")
        look = {"fill": GREEN} if first else {"fill": GROUND, "stroke": GREEN, "stroke_width": 2.5}
        yield element("rect", x=x - 10, y=y - 10, width=20, height=20, rx=4, **look)
        if len(frame.considered) == 1:
            continue  # nothing to choose
        label = f"{degrees[i]}" if degrees else f"{i + 1}"
        ink = "#ffffff" if first else TEXT
        text = {"text_anchor": "middle", "font_size": 13, "font_weight": "bold", "fill": ink}
        yield element("text", label, x=x, y=y + 5, **text)


def _knight(frame: BacktrackFrame) -> str:
    """Draw the knight where it stands, larger on a large board; a dead end crosses it out."""
    x, y = centre(frame.current)
    text = {"text_anchor": "middle", "font_size": 26, "fill": TEXT}
    dead = frame.dead_end
    paint = {"fill": GROUND, "stroke": VERMILLION if dead else ORANGE, "stroke_width": 3}
    scale = max(1.0, max(frame.board.rows, frame.board.columns) / MOST_NUMBERED)
    return element(
        "g",
        element("circle", r=18, **paint),
        element("text", "♞", y=9, **text),
        element("text", f"{frame.depth}", x=14, y=-10, font_size=12, fill=TEXT, font_weight="bold"),
        element("path", d=CROSS, stroke=VERMILLION, stroke_width=3, opacity=0.8) if dead else "",
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
    )


def _back_to(frame: BacktrackFrame) -> str:
    """Ring the square that the knight will go back to."""
    if frame.considered or frame.back_to is None or frame.status:
        return ""
    x, y = centre(frame.back_to)
    look = {"fill": "none", "stroke": VERMILLION, "stroke_width": 3, "stroke_dasharray": "6 3"}
    return element("circle", cx=x, cy=y, r=19, **look)


def _cross(square: Square, colour: str) -> str:
    x, y = centre(square)
    look = {"stroke": colour, "stroke_width": 3, "opacity": 0.8}
    return element("path", d=CROSS, transform=f"translate({x:g} {y:g})", **look)
