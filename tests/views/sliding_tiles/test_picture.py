"""The pictures of sliding tiles say what the frames say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    a_star,
    bidirectional,
    breadth_first,
    greedy_best_first,
    ida_star,
)
from puzzlelib.sliding_tiles.solution import WAYS, SolutionTrace
from puzzlelib.views.picture import show, why
from puzzlelib.views.sliding_tiles.picture import board_picture, layers_picture

START = "123576480"
FIFTEEN = "1 2 3 4 5 6 _ 8 9 10 7 11 13 14 15 12"
TRACES = {
    "breadth-first": breadth_first(EIGHT_PUZZLE, "871526340"),
    "breadth-first, small": breadth_first(EIGHT_PUZZLE, START),
    "one wide": breadth_first(SlidingPuzzle(1, 4), "1 2 3 _"),
    "A*": a_star(EIGHT_PUZZLE, "871526340"),
    "greedy": greedy_best_first(EIGHT_PUZZLE, "871526340"),
    "IDA*": ida_star(EIGHT_PUZZLE, "871526340"),
    "bidirectional": bidirectional(EIGHT_PUZZLE, "871526340"),
    "15-puzzle": a_star(FIFTEEN_PUZZLE, FIFTEEN),
}


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_every_picture_is_well_formed_and_has_a_name(trace):
    for frame in trace[:: max(1, len(trace) // 20)]:
        root = ET.fromstring(show(frame))
        assert root.get("role") == "img"
        assert frame.caption in root.get("aria-label")
        for child in frame.children:
            assert frame.puzzle.label(child.state) in root.get("aria-label")
        ET.fromstring(why(frame))


def test_a_board_shows_each_tile_in_its_place():
    texts = ET.fromstring(board_picture(EIGHT_PUZZLE, (8, 7, 1, 5, 2, 6, 3, 4, 0))).findall(
        ".//{*}text"
    )
    assert [text.text for text in texts] == list("87152634")


def test_a_search_shows_moves_counts_and_parents():
    frame = TRACES["breadth-first"][30_000]
    drawn = show(frame)
    for child in frame.children:
        tile = child.state[frame.state.index(0)]
        assert f">{tile} {WAYS[child.move]}<" in drawn
    assert f"Queue: {frame.frontier:,} boards, oldest first; {frame.visited:,} seen so far" in drawn
    assert f"Parents back to the start: {frame.depth} moves" in drawn


def test_a_replay_shows_the_board_and_the_way():
    frame = SolutionTrace(EIGHT_PUZZLE, "871526340", TRACES["breadth-first"].moves)[13]
    texts = [text.text for text in ET.fromstring(show(frame)).findall(".//{*}text")]
    assert texts == [str(tile) for tile in frame.state if tile]
    assert "The way here: 13 moves" in why(frame)


def test_children_of_a_star_show_the_sum():
    frame = TRACES["A*"][5]
    for child in frame.children:
        assert f"{child.g} + {child.h} = {child.f}" in show(frame)


def test_layers_fill_up_against_all_boards():
    frame = TRACES["breadth-first"][20_000]
    text = layers_picture(frame)
    assert text.count('fill="none"') == 32
    assert sum(int(n.replace(",", "")) for n in re.findall(r": ([\d,]+\d|\d)[,.]", text)) == sum(
        frame.layers
    )


def test_the_tree_is_drawn_while_it_is_small():
    frame = TRACES["breadth-first, small"][4]
    assert f"Tree of the {len(frame.tree)} boards" in why(frame)
    assert why(frame).count("<path") == len(frame.tree) - 1
