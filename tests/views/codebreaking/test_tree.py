"""The picture of a decision tree says what the tree and the game say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from puzzlelib.codebreaking import BULLS_AND_COWS, MASTERMIND, SMALL_GAME, decision_tree, play
from puzzlelib.views.codebreaking.tree import LEFT, WIDTH, nodes_on_path, tree_picture


@pytest.mark.parametrize(
    ("game", "strategy", "secret"),
    [(SMALL_GAME, "entropy", "431"), (BULLS_AND_COWS, "first-consistent", "5293")],
)
def test_the_path_lights_up_guess_by_guess(game, strategy, secret):
    tree, trace = decision_tree(game, strategy), play(game, strategy, secret)
    asked = [guess for guess, _ in trace.history]
    for frame in trace:
        lit = nodes_on_path(tree, frame.history)
        assert [node.guess for node in lit] == asked[: frame.step + 1]
        assert lit[-1].candidates == len(frame.before if frame.won else frame.candidates)
        drawn = ET.fromstring(tree_picture(tree, frame.history))
        titles = [title.text for title in drawn.findall(".//{*}title")]
        assert [t for t in titles if "on the path" in t] == [f"{n!r}, on the path" for n in lit]


def test_a_game_that_leaves_the_plan_is_followed_as_far_as_it_goes():
    tree = decision_tree(BULLS_AND_COWS, "entropy")  # 0123, then 0145
    other = play(BULLS_AND_COWS, "first-consistent", "5293")  # 0123, then 0245
    assert [node.guess for node in nodes_on_path(tree, other.history)] == ["0123", "0145"]


def widths_by_row(picture):
    """Read the cells of each row: where each begins and ends."""
    rows = re.findall(r'<path d="(M[^"]*z)" fill="var\(--jp-border', picture)
    cells = [re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", row) for row in rows]
    return [[(float(x), float(x) + float(w)) for x, w in row] for row in cells]


@pytest.mark.parametrize("top", [0, 1, 3])
def test_each_cell_stands_below_the_guess_before_it(top):
    tree = decision_tree(MASTERMIND, "entropy")
    rows = widths_by_row(tree_picture(tree, (), top))
    assert rows[0] == [(LEFT, WIDTH - 1)]
    for above, below in pairwise(rows):
        assert below
        assert all(x >= end - 0.6 for (_, end), (x, _) in pairwise(below))
        for x, end in below:  # a cell is drawn a little narrower than it is, to leave a gap
            assert any(a - 0.2 <= x and end <= b + 1.2 for a, b in above)


def test_all_secrets_have_room_in_the_small_game():
    tree = decision_tree(SMALL_GAME, "entropy")
    share = (WIDTH - LEFT) / len(SMALL_GAME)
    for depth, row in enumerate(widths_by_row(tree_picture(tree)), 1):
        left = tree.size[tree.depth == depth].sum()
        assert sum(end - x + 1 for x, end in row) == pytest.approx(left * share, abs=2)


def test_a_closer_look_begins_with_its_node():
    tree = decision_tree(BULLS_AND_COWS, "first-consistent")
    picture = tree_picture(tree, (), top=1)
    picks = [int(pick) for pick in re.findall(r'data-pick="(\d+)"', picture)]
    assert picks[0] == 1
    assert all(tree.parent[pick] in picks for pick in picks[1:])
