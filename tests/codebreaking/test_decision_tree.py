"""Decision trees: what they say about a strategy, and how they are written and read."""

import json
import re

import numpy as np
import pytest

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    DecisionTree,
    Feedback,
    census,
    decision_tree,
    play,
)

DETERMINISTIC = [
    (SMALL_GAME, "first-consistent"),
    (SMALL_GAME, "minimax"),
    (MASTERMIND, "entropy"),
    (MASTERMIND, "most-parts"),
]


@pytest.fixture(scope="module")
def tree():
    return decision_tree(MASTERMIND, "minimax")


def test_knuths_strategy(tree):
    # Knuth 1976: 1122 first; at most five guesses, 5801 / 1296 = 4.476 on average.
    assert tree.root.guess == "1122"
    assert (tree.total, tree.max, round(tree.mean, 3)) == (5801, 5, 4.476)


@pytest.mark.parametrize(("game", "strategy"), DETERMINISTIC)
def test_a_walk_down_the_tree_is_a_game(game, strategy):
    tree = decision_tree(game, strategy)
    for secret in game.strings[:: len(game) // 20]:
        trace = play(game, strategy, secret)
        path = tree.path(trace.feedbacks)
        assert [node.guess for node in path] == [guess for guess, _ in trace.history]
        assert [node.candidates for node in path] == [f.remaining for f in trace][:-1]
        assert len(path) == tree.guesses[game.index(secret)] == path[-1].depth


def test_children_and_parents_agree(tree):
    for node in list(tree)[::50]:
        for answer, child in node.children.items():
            assert child.parent == node
            assert child.answer == answer
            assert child.depth == node.depth + 1
        left = sum(child.candidates for child in node.children.values())
        assert node.candidates == left + node.wins


def test_the_tree_and_the_census_count_the_same():
    for game, strategy in DETERMINISTIC:
        tree = decision_tree(game, strategy)
        assert tree.guesses.tolist() == census(game, strategy).guesses.tolist()


def test_columns_are_breadth_first(tree):
    assert tree.parent[0] == -1
    assert (np.diff(tree.parent) >= 0).all()
    assert (np.diff(tree.depth) >= 0).all()
    assert (tree.parent[1:] < np.arange(1, len(tree))).all()
    assert tree.wins.sum() == len(MASTERMIND)


def test_another_first_guess():
    tree = decision_tree(MASTERMIND, "minimax", first_guess="1234")
    assert tree.root.guess == "1234"
    assert tree.total != 5801
    with pytest.raises(ValueError, match="'1237' is no code of Mastermind"):
        decision_tree(MASTERMIND, "minimax", first_guess="1237")


@pytest.mark.parametrize(("game", "strategy"), DETERMINISTIC)
def test_json_there_and_back(game, strategy):
    tree = decision_tree(game, strategy)
    again = DecisionTree.from_json(tree.to_json())
    assert again.game == game
    for column in ("guess", "parent", "answer", "size"):
        assert getattr(again, column).tolist() == getattr(tree, column).tolist()


def test_json_can_be_read_without_the_library(tree):
    node = json.loads(tree.to_json())["tree"]
    assert node["guess"] == "1122"
    secret, asked = "3456", []
    while node:
        asked.append(node["guess"])
        answer = str(MASTERMIND.feedback(node["guess"], secret))
        node = node.get("answers", {}).get(answer)
    assert asked[-1] == secret


def test_json_of_something_else_is_refused():
    with pytest.raises(ValueError, match="no decision tree"):
        DecisionTree.from_json("[]")
    with pytest.raises(ValueError, match="no decision tree"):
        DecisionTree.from_json("{")
    text = decision_tree(SMALL_GAME, "minimax").to_json()
    with pytest.raises(ValueError, match="no decision tree"):
        DecisionTree.from_json(text.replace('"0A1B"', '"0A4B"'))
    with pytest.raises(ValueError, match="twice"):
        DecisionTree.from_json(re.sub(r'"guess": "\d+"', '"guess": "012"', text))


def test_dot_has_every_node_and_answer():
    tree = decision_tree(SMALL_GAME, "entropy")
    dot = tree.to_dot()
    assert dot.count(" -> ") == len(tree) - 1
    assert '0 [label="012\\n60 left"]' in dot
    assert dot.startswith("digraph {")
    assert dot.endswith("}")
    first_guesses = tree.to_dot(depth=2)
    assert first_guesses.count(" -> ") == len(tree.root.children)
    quotes = decision_tree(CodeGame('"\\', 1), "minimax").to_dot()
    assert r'[label="\"\n2 left"]' in quotes
    assert r'[label="\\\n1 left"]' in quotes


def test_repr_shows_small_trees_whole_and_large_ones_in_part(tree):
    small = decision_tree(SMALL_GAME, "minimax")
    lines = repr(small).splitlines()
    assert len(lines) == 1 + len(small)
    assert lines[1] == "60 left: ask 012"
    assert sum(line.startswith("  ") for line in lines) == len(small) - 1
    large = repr(tree).splitlines()
    assert len(large) == 2 + len(tree.root.children)
    assert large[0] == "Mastermind: 1,296 secrets, 5,801 guesses, 4.476 on average, 5 at most"
    assert "  0A0B, 256 left: ask 3345" in large  # after 1122 -> 0A0B: Knuth 1976 asks 3345 too


def test_answers_that_cannot_come_are_refused(tree):
    with pytest.raises(ValueError, match="no secret left answers 1122 by 3A1B"):
        tree.path([Feedback(3, 1)])
    assert [node.guess for node in tree.path([])] == ["1122"]
    assert [node.guess for node in tree.path([Feedback(4, 0)])] == ["1122"]


def test_the_root_has_no_answer(tree):
    assert tree.root.answer is None
    assert tree.root.parent is None
    assert tree.root.depth == 1


def test_what_draws_lots_has_no_tree():
    with pytest.raises(ValueError, match="'random-consistent' draws lots"):
        decision_tree(SMALL_GAME, "random-consistent")


def test_two_phase_tree():
    tree = decision_tree(MASTERMIND_DIGITS, "two-phase")
    assert (tree.total, tree.max) == (124642, 19)  # the article claims "within 20 guesses"
    assert tree.guesses[MASTERMIND_DIGITS.index("2109")] == 19


def test_every_named_strategy_is_covered():
    assert {*STRATEGIES} > {strategy for _, strategy in DETERMINISTIC}


def test_nine_guesses():
    # The article on Bulls and Cows claims at most nine; these five secrets need them.
    tree = decision_tree(BULLS_AND_COWS, "first-consistent")
    hardest = [BULLS_AND_COWS.code(i) for i in np.flatnonzero(tree.guesses == tree.max)]
    assert (tree.max, hardest) == (9, ["5293", "9204", "9214", "9241", "9431"])
