"""The pictures of the knight's tour say what the frames say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from puzzlelib.knights_tour import Board, backtrack, count_by_sweep, join_blocks, warnsdorff
from puzzlelib.trace import record
from puzzlelib.views.picture import show, why

SMALL = backtrack(Board(3, 4), (0, 0))
TRACES = [
    SMALL,
    backtrack(Board(4, 4, blocked=[(1, 1)]), (0, 0), node_limit=50),
    backtrack(Board(1, 1), (0, 0)),
    warnsdorff(Board(6, 6), (0, 0)),
    warnsdorff(Board(25, 21), (0, 0)),
]


@pytest.mark.parametrize("trace", TRACES, ids=str)
def test_every_picture_is_well_formed_and_has_a_name(trace):
    for frame in trace[:: max(1, len(trace) // 40)]:
        root = ET.fromstring(show(frame))
        assert root.get("role") == "img"
        assert frame.caption in root.get("aria-label")
        ET.fromstring(why(frame))


def test_the_path_is_numbered_up_to_the_knight():
    frame = SMALL[7]
    numbers = re.findall(r'font-size="14" fill="[^"]*">(\d+)<', show(frame))
    assert numbers == [str(n) for n in range(1, frame.depth)]


def test_a_dead_end_is_crossed_out_and_the_square_to_go_back_to_is_ringed():
    dead = SMALL[int(SMALL.landmarks["dead ends"][0])]
    assert 'stroke-dasharray="6 3"' in show(dead)
    assert "back to here" in why(dead)
    assert "back to here" not in why(SMALL[-1])
    assert 'stroke-dasharray="6 3"' not in show(SMALL[-1])


@pytest.mark.parametrize("step", range(0, len(SMALL), 9))
def test_the_stack_has_an_open_box_for_each_untried_move(step):
    frame = SMALL[step]
    text = why(frame)
    assert text.count('stroke-width="2"') == sum(map(len, frame.untried))
    assert text.count('stroke-width="1.5"') == sum(map(len, frame.tried))


def test_warnsdorff_writes_the_ways_on():
    frame = warnsdorff(Board(8, 8), (0, 0))[10]
    written = re.findall(r'font-weight="bold" fill="[^"]*">(\d)<', show(frame))
    assert tuple(map(int, written)) == frame.degrees


def test_a_choice_is_drawn_in_squares_and_numbered_only_if_there_is_one():
    frames = [frame for frame in SMALL if frame.considered]
    assert {len(frame.considered) for frame in frames} >= {1, 2}
    for frame in frames:
        ways = len(frame.considered)
        written = re.findall(r'font-weight="bold" fill="[^"]*">(\d)<', show(frame))
        assert written == [str(i) for i in range(1, ways + 1) if ways > 1]
        assert show(frame).count('width="20"') == ways


def test_an_exchange_is_drawn_on_the_blocks():
    before, after, *_ = join_blocks(Board(12, 12), closed=True)
    for frame in (before, after):
        root = ET.fromstring(show(frame))
        assert root.get("aria-label") == f"Board of 12 x 12. {frame.caption}"
        assert show(frame).count('rx="6"') == 4  # the outlines of the blocks
    assert 'stroke-dasharray="5 4"' not in show(before)
    assert show(after).count('stroke-dasharray="5 4"') == 2


def test_the_frontier_shows_free_squares_passed_ones_and_ends_of_paths():
    for frame in record(count_by_sweep(Board(4, 5))):
        drawn = show(frame)
        ET.fromstring(drawn)
        entries = frame.commonest[1 : 1 + len(frame.frontier)]
        assert drawn.count('r="5"') == entries.count(1)
        letters = re.findall(r">([A-Z])<", drawn)
        assert sorted(letters) == sorted(chr(63 + number) for number in entries if number > 1)
