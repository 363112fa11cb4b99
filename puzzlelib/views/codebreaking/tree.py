"""A picture of a decision tree: one row a guess, each cell as wide as its candidates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking import DecisionTree
from puzzlelib.codebreaking.decision_tree import Node
from puzzlelib.codebreaking.elimination import Answered
from puzzlelib.views.palette import BLUE, FAINT, LINE, TEXT
from puzzlelib.views.picture import element, svg

__all__ = ["nodes_on_path", "tree_picture"]

WIDTH: Final = 960.0
ROW: Final = 34.0
LEFT: Final = 26.0
NARROWEST: Final = 0.1
"""Units of width below which a cell is left out."""
LETTER: Final = 8.2


def nodes_on_path(tree: DecisionTree, path: Sequence[Answered]) -> list[Node]:
    """Follow a game from the root, as long as its guesses are those of the tree.

    Returns
    -------
    list of Node
        The guesses that were asked, and the one to ask next unless the game is over.
    """
    nodes = [tree.root]
    for guess, answer in path:
        if nodes[-1].guess != guess or answer not in nodes[-1].children:
            break
        nodes.append(nodes[-1].children[answer])
    return nodes


def tree_picture(tree: DecisionTree, path: Sequence[Answered] = (), top: int = 0) -> str:
    """Draw a decision tree, in which the path that a game took lights up.

    Parameters
    ----------
    tree : DecisionTree
    path : sequence of (guess, feedback)
        The game, as far as it went; it lights up while its guesses are those of the tree.
    top : int
        The node that takes the whole width: the root, or one to look at more closely.

    Returns
    -------
    str
        SVG. A cell is as wide as its share of the secrets, and stands below the guess before it.
        Cells that are wide enough to be read can be picked, by the number of their node.
    """
    lit = nodes_on_path(tree, path)
    on_path = {node.index for node in lit}
    start, width = _layout(tree, top)
    shown = (width >= NARROWEST) | np.isin(np.arange(len(tree)), list(on_path))
    seen = np.flatnonzero(shown & (start >= 0))
    first, last = int(tree.depth[top]), int(tree.depth[seen].max())
    drawn = []
    for depth in range(first, last + 1):
        y, row = (depth - first) * ROW, seen[tree.depth[seen] == depth]
        drawn.append(element("text", f"{depth}.", x=0, y=y + 22, font_size=14, fill=FAINT))
        drawn.append(_cells(start[row], width[row], y))
        drawn += [
            _cell(Node(tree, index), start[index], width[index], y, lit=index in on_path)
            for index in row.tolist()
            if index in on_path or width[index] >= LETTER * tree.game.length + 6
        ]
    return svg(WIDTH, (last - first + 1) * ROW, _in_words(tree, lit, top), *drawn)


def _layout(tree: DecisionTree, top: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Place the nodes at and below one: where each begins, -1 if it is elsewhere; how wide it is.

    The children of a node follow one another; before them there is room for the code that it
    finds itself.
    """
    scale = (WIDTH - LEFT) / tree.size[top]
    width = tree.size * scale
    before = np.concatenate([[0.0], np.cumsum(width)[:-1]])  # of all nodes, breadth first
    start = np.full(len(tree), -1.0)
    start[top] = LEFT
    for depth in range(int(tree.depth[top]) + 1, tree.max + 1):
        nodes = np.flatnonzero(tree.depth == depth)
        parent = tree.parent[nodes]
        eldest = tree.first_child[parent]
        inside = start[parent] + tree.wins[parent] * scale + before[nodes] - before[eldest]
        start[nodes] = np.where(start[parent] >= 0, inside, -1)
    return start, width


def _cells(start: NDArray[np.float64], width: NDArray[np.float64], y: float) -> str:
    """Draw the cells of one row, all in one path."""
    height = ROW - 4
    outlines = "".join(
        f"M{x:.1f} {y:g}h{w:.1f}v{height:g}h{-w:.1f}z"
        for x, w in zip(start.tolist(), np.maximum(width - 1, 0.5).tolist(), strict=True)
    )
    return element("path", d=outlines, fill=LINE)


def _cell(node: Node, x: float, width: float, y: float, *, lit: bool) -> str:
    """Draw a cell that can be picked: what is asked there, and whether the game came by."""
    label = repr(node) + (", on the path" if lit else "")
    box = {"x": float(x), "y": y, "width": max(float(width) - 1, 2.0), "height": ROW - 4}
    parts = [element("title", label)]
    parts.append(element("rect", **box, fill=BLUE if lit else "transparent"))
    if width >= LETTER * len(node.guess) + 6:
        ink, weight = ("#ffffff", "bold") if lit else (TEXT, "normal")
        middle = {"x": float(x + width / 2), "y": y + 20, "text_anchor": "middle"}
        parts.append(
            element("text", node.guess, **middle, font_size=14, fill=ink, font_weight=weight)
        )
    elif lit:
        parts.append(element("path", d=f"M{x:.1f} {y + ROW - 4:g}l-5 4h10z", fill=BLUE))
    return element("g", *parts, data_pick=node.index, aria_label=label)


def _in_words(tree: DecisionTree, lit: Iterable[Node], top: int) -> str:
    asked = "; ".join(repr(node) for node in lit)
    below = f", below {Node(tree, top)!r}" if top else ""
    return f"Decision tree of {tree.game}{below}, at most {tree.max} guesses. The path: {asked}."
