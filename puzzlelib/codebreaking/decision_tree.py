"""The decision tree of a strategy: what it asks first, and then after every answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.feedback import Feedback
from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.codebreaking.growing import grow, opening
from puzzlelib.codebreaking.strategies import History, Score, Strategy, as_strategy

__all__ = ["DecisionTree", "Node", "decision_tree"]

_SMALL = 100  # nodes that are all written out


@dataclass(frozen=True, eq=False, repr=False)
class DecisionTree:
    """Every game that a strategy can play, one node a guess, in breadth-first order.

    Attributes
    ----------
    game : CodeGame
    guess : (nodes,) int32 array
        The index of the code that is asked.
    parent : (nodes,) int32 array
        The node before; -1 for the root, node 0. It never falls from one node to the next.
    answer : (nodes,) uint8 array
        The number of the answer to the parent's guess that leads here; 0 for the root.
    size : (nodes,) int32 array
        How many codes fit every answer on the way here.
    """

    game: CodeGame
    guess: NDArray[np.int32]
    parent: NDArray[np.int32]
    answer: NDArray[np.uint8]
    size: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.guess)

    @property
    def root(self) -> Node:
        """The first guess."""
        return Node(self, 0)

    def __iter__(self) -> Iterator[Node]:
        return (Node(self, index) for index in range(len(self)))

    # What the strategy takes

    @cached_property
    def depth(self) -> NDArray[np.int32]:
        """How many guesses a game has had with the guess of each node, (nodes,)."""
        depth = np.ones(len(self), np.int32)
        start, end = 0, 1  # the nodes of one depth
        while end < len(self):
            start, end = end, int(self.first_child[end])
            depth[start:end] = depth[self.parent[start]] + 1
        return depth

    @cached_property
    def wins(self) -> NDArray[np.bool_]:
        """Whether the guess of each node may be the secret, (nodes,)."""
        not_yet = np.bincount(self.parent[1:], self.size[1:], minlength=len(self))
        return np.asarray(self.size > not_yet)

    @cached_property
    def guesses(self) -> NDArray[np.int64]:
        """How many guesses each secret takes, (N,), in the order of codes."""
        guesses = np.zeros(len(self.game), np.int64)
        guesses[self.guess[self.wins]] = self.depth[self.wins]
        return guesses

    @property
    def total(self) -> int:
        """The guesses that all secrets take together."""
        return int(self.guesses.sum())

    @property
    def mean(self) -> float:
        """The guesses that a secret takes on average."""
        return self.total / len(self.game)

    @property
    def max(self) -> int:
        """The guesses that the hardest secret takes."""
        return int(self.guesses.max())

    @cached_property
    def first_child(self) -> NDArray[np.intp]:
        """Node i has the children first_child[i] to first_child[i + 1] - 1, (nodes + 1,)."""
        return np.searchsorted(self.parent, np.arange(len(self) + 1))

    def path(self, answers: Iterable[Feedback]) -> list[Node]:
        """Return the guesses of the game with these answers, the next one included.

        It ends with the guess that is answered by the winning answer, if that is among them.

        Raises
        ------
        ValueError
            If an answer cannot come.

        Examples
        --------
        >>> from puzzlelib.codebreaking import BULLS_AND_COWS, play
        >>> tree = decision_tree(BULLS_AND_COWS, "entropy")
        >>> game = play(BULLS_AND_COWS, "entropy", secret="5293")
        >>> [node.guess for node in tree.path(game.feedbacks)]
        ['0123', '0145', '6703', '2583', '5293']
        """
        path = [self.root]
        for answer in answers:
            index = path[-1].index
            if answer == self.game.win and self.wins[index]:
                break
            first, end = self.first_child[index : index + 2]
            here = self.answer[first:end] == answer.number(self.game.length)
            if not here.any():
                raise ValueError(f"no secret left answers {path[-1].guess} by {answer}")
            path.append(Node(self, int(first + here.argmax())))
        return path

    # How it is written

    def __repr__(self) -> str:
        deepest = self.max if len(self) <= _SMALL else 2
        lines = [
            f"{self.game}: {len(self.game):,} secrets, {self.total:,} guesses, "
            f"{self.mean:.3f} on average, {self.max} at most"
        ]
        unwritten = [self.root]
        while unwritten:
            node = unwritten.pop()
            lines.append("  " * (node.depth - 1) + repr(node))
            if node.depth < deepest:
                unwritten += reversed(node.children.values())
        return "\n".join(lines)

    def to_json(self) -> str:
        """Write the tree as JSON: at each node the guess and, by answer, the nodes that follow.

        >>> from puzzlelib.codebreaking import CodeGame
        >>> tree = decision_tree(CodeGame("012", length=1), "minimax")
        >>> json.loads(tree.to_json())["tree"]
        {'guess': '0', 'answers': {'0A0B': {'guess': '1', 'answers': {'0A0B': {'guess': '2'}}}}}
        """
        nodes: list[dict[str, Any]] = [{"guess": node.guess} for node in self]
        for node in self:
            if node.children:
                after = {str(a): nodes[child.index] for a, child in node.children.items()}
                nodes[node.index]["answers"] = after
        names = ("symbols", "length", "repeats", "name")
        game = {name: getattr(self.game, name) for name in names}
        return json.dumps({"game": game, "tree": nodes[0]})

    @classmethod
    def from_json(cls, text: str) -> DecisionTree:
        """Read a tree that ``to_json`` wrote.

        Raises
        ------
        ValueError
            If the text is something else, or the tree does not say what to ask.
        """
        try:
            written = json.loads(text)
            game = CodeGame(**written["game"])
            return decision_tree(game, _Written(written["tree"]))
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"this is no decision tree, or not all of one: {error!r}") from error

    def to_dot(self, depth: int | None = None) -> str:
        r"""Write the tree, or its first guesses only, for Graphviz.

        >>> from puzzlelib.codebreaking import CodeGame
        >>> tree = decision_tree(CodeGame("01", length=1), "minimax")
        >>> for line in tree.to_dot().splitlines():
        ...     print(line)
        digraph {
          node [shape=box]
          0 [label="0\n2 left"]
          1 [label="1\n1 left"]
          0 -> 1 [label="0A0B"]
        }
        """
        nodes = [node for node in self if depth is None or node.depth <= depth]
        lines = [f"{n.index} [label={_quoted(n.guess, f'{n.candidates:,} left')}]" for n in nodes]
        lines += [
            f"{node.parent.index} -> {node.index} [label={_quoted(str(node.answer))}]"
            for node in nodes
            if node.parent
        ]
        return "\n  ".join(["digraph {", "node [shape=box]", *lines]) + "\n}"


@dataclass(frozen=True)
class Node:
    """A guess of a decision tree, at one state of knowledge.

    >>> from puzzlelib.codebreaking import SMALL_GAME
    >>> root = decision_tree(SMALL_GAME, "entropy").root
    >>> root.guess, root.candidates
    ('012', 60)
    >>> root.children[Feedback(0, 1)]
    0A1B, 12 left: ask 134
    """

    tree: DecisionTree
    index: int

    def __repr__(self) -> str:
        answer = f"{self.answer}, " if self.parent else ""
        return f"{answer}{self.candidates:,} left: ask {self.guess}"

    @property
    def guess(self) -> str:
        """The code that is asked."""
        return self.tree.game.code(int(self.tree.guess[self.index]))

    @property
    def candidates(self) -> int:
        """How many codes fit every answer on the way here."""
        return int(self.tree.size[self.index])

    @property
    def depth(self) -> int:
        """How many guesses a game has had with this one."""
        return int(self.tree.depth[self.index])

    @property
    def wins(self) -> bool:
        """Whether this guess may be the secret."""
        return bool(self.tree.wins[self.index])

    @property
    def parent(self) -> Node | None:
        """The guess before; None at the root."""
        return Node(self.tree, int(self.tree.parent[self.index])) if self.index else None

    @property
    def answer(self) -> Feedback | None:
        """The answer to the guess before that leads here; None at the root."""
        if not self.index:
            return None
        return Feedback.from_number(self.tree.answer[self.index], self.tree.game.length)

    @property
    def children(self) -> dict[Feedback, Node]:
        """What is asked next, by answer; the answer that ends the game is not among them."""
        first, end = self.tree.first_child[self.index : self.index + 2].tolist()
        nodes = (Node(self.tree, index) for index in range(first, end))
        length = self.tree.game.length
        return {Feedback.from_number(self.tree.answer[n.index], length): n for n in nodes}


def _quoted(*lines: str) -> str:
    text = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f'"{text}"'


class _Written(Strategy):
    """Ask what a tree of dictionaries says, see ``DecisionTree.to_json``."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree

    def choose(self, game: CodeGame, candidates: Any, history: History, rng: Any = None) -> int:
        node = self.tree
        for _, answer in history:
            node = node["answers"][str(Feedback.from_number(answer, game.length))]
        return game.index(node["guess"])


def decision_tree(
    game: CodeGame, strategy: str | Score | Strategy, first_guess: str | None = None
) -> DecisionTree:
    """Work out what a strategy asks in every game that can come.

    Parameters
    ----------
    game : CodeGame
    strategy : str, callable or Strategy
        A name from ``STRATEGIES``, a score function of block sizes, or a strategy; not one that
        draws lots.
    first_guess : str, optional
        What to ask first, in place of what the strategy would.

    Returns
    -------
    DecisionTree

    Raises
    ------
    ValueError
        If the strategy draws lots, or guesses a code twice in one game.

    Examples
    --------
    >>> from puzzlelib.codebreaking import MASTERMIND
    >>> tree = decision_tree(MASTERMIND, "minimax")
    >>> tree.total, tree.max
    (5801, 5)
    """
    rule = as_strategy(strategy)
    if not rule.deterministic:
        raise ValueError(f"{strategy!r} draws lots, so it has no decision tree")
    levels = list(grow(game, rule, first_guess=opening(game, rule, first_guess)))
    starts = np.cumsum([0, *(len(guesses) for _, guesses in levels)])  # of the nodes of each depth
    parents = [level.parents + start for (level, _), start in zip(levels[1:], starts, strict=False)]
    answers = [level.answers[:, -1] for level, _ in levels[1:]]
    return DecisionTree(
        game,
        guess=np.concatenate([guesses for _, guesses in levels]).astype(np.int32),
        parent=np.concatenate([[-1], *parents]).astype(np.int32),
        answer=np.concatenate([[0], *answers]).astype(np.uint8),
        size=np.concatenate([level.sizes for level, _ in levels]).astype(np.int32),
    )
