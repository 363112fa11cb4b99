"""Pictures of frames: pure functions from a frame to SVG text, and the means to write them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import singledispatch
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.trace import Frame

__all__ = [
    "cells", "element", "load", "paragraphs", "picture", "show", "svg", "table", "why",
]  # fmt: skip


@singledispatch
def picture(frame: Any) -> str:
    """Draw a frame as SVG (or HTML) text that has an accessible name.

    Each puzzle registers its frame types in its own ``picture`` module.
    """
    text = escape(str(getattr(frame, "value", frame)))
    return f'<pre role="img" aria-label="{escape(frame.caption)}">{text}</pre>'


@singledispatch
def why(frame: Any) -> str:
    """Draw what the decision was made from, as HTML or SVG text: the pane beside the picture.

    Each puzzle registers its frame types; without one the pane stays away.
    """
    return ""


def show(frame: Frame) -> str:
    """Draw a frame after loading the pictures of the puzzle that it comes from."""
    load(frame)
    return picture(frame)


def load(frame: Frame) -> None:
    """Import ``puzzlelib.views.<puzzle>.picture`` for a frame of ``puzzlelib.<puzzle>``."""
    package, _, rest = type(frame).__module__.partition(".")
    puzzle = rest.partition(".")[0]
    if package == "puzzlelib" and puzzle not in ("", "trace"):
        importlib.import_module(f"puzzlelib.views.{puzzle}.picture")


def element(tag: str, *children: str, **attributes: object) -> str:
    """Write one element; a trailing or inner underscore of a name becomes nothing or a hyphen.

    Numbers are rounded to two decimals, attribute values are escaped, children are not.

    >>> element("text", "a", x=1/3, font_size=12, class_="big")
    '<text x="0.33" font-size="12" class="big">a</text>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def svg(width: float, height: float, label: str, *children: str, **attributes: object) -> str:
    """Write an SVG picture with an accessible name; it shrinks with the width it is given."""
    attributes.setdefault("style", f"max-width: {_text(width)}px")
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_text(width)} {_text(height)}",
        role="img",
        aria_label=label,
        **attributes,
    )


def cells(
    mask: NDArray[np.bool_], columns: int, size: float, gap: float = 0.15, **attributes: object
) -> str:
    """Draw the true entries of a mask as squares of a grid, all in one path element.

    Parameters
    ----------
    mask : array of bool, shape (n,)
        Entry i is the cell in row ``i // columns`` and column ``i % columns``.
    columns : int
    size : float
        Width and height of a cell, the gap to its neighbour included.
    gap : float
        Width of that gap as a share of the size.
    **attributes
        ``stroke`` is the colour; others such as ``class_`` or ``opacity`` as for ``element``.

    Returns
    -------
    str
        A path with one stroke for each unbroken run in a row; dashes part the run into cells.
        So thousands of cells cost a few kilobytes and one element.

    Examples
    --------
    >>> cells(np.array([True, True, False, True]), columns=2, size=10, gap=0.2, stroke="red")
    '<path d="M1 5h20M11 15h10" stroke-width="8" stroke-dasharray="8 2" stroke="red"></path>'
    """
    rows = -(-len(mask) // columns)
    grid = np.zeros((rows, columns + 2), np.int8)  # false on either side: every run has ends
    padded = np.zeros(rows * columns, bool)
    padded[: len(mask)] = mask
    grid[:, 1:-1] = padded.reshape(rows, columns)
    change = np.diff(grid, axis=1)
    row, start = np.nonzero(change == 1)
    end = np.nonzero(change == -1)[1]
    side, space = size * (1 - gap), size * gap
    runs = "".join(
        f"M{_text(x)} {_text(y)}h{_text(length)}"
        for x, y, length in zip(
            (start * size + space / 2).tolist(),
            ((row + 0.5) * size).tolist(),
            ((end - start) * float(size)).tolist(),
            strict=True,
        )
    )
    return element(
        "path",
        d=runs,
        stroke_width=float(side),
        stroke_dasharray=f"{_text(float(side))} {_text(float(space))}",
        **attributes,
    )


def paragraphs(*lines: str) -> str:
    """Write lines of plain text as HTML."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table of plain text as HTML."""
    first = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    others = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{cells}</tr>" for cells in others)
    return f'<table class="puzzlelib-table"><tr>{first}</tr>{body}</table>'


def _text(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
