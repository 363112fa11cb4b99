"""The pictures of codebreaking say what the frames say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from puzzlelib.codebreaking import BULLS_AND_COWS, MASTERMIND, CodeGame, Feedback, play
from puzzlelib.codebreaking.game import SMALL_GAME
from puzzlelib.codebreaking.play import replay
from puzzlelib.views.codebreaking.picture import WIDTH, bars_picture, code_at
from puzzlelib.views.picture import show, why

GAMES = [
    (SMALL_GAME, "431"),
    (BULLS_AND_COWS, "5293"),
    (MASTERMIND, "2625"),
    (CodeGame("abcdefghij", 2), "ca"),
]


@pytest.mark.parametrize(("game", "secret"), GAMES, ids=lambda value: str(value)[:12])
def test_every_picture_is_well_formed_and_has_a_name(game, secret):
    for frame in play(game, "first-consistent", secret):
        root = ET.fromstring(show(frame))
        assert root.get("role") == "img"
        assert f"{frame.remaining} of {len(game)} codes" in root.get("aria-label")
        if frame.blocks:
            bars = ET.fromstring(why(frame))
            assert f"The answer was {frame.feedback}." in bars.get("aria-label")
            assert len(bars.findall(".//{*}rect")) == len(frame.blocks)


def test_a_small_game_writes_each_code_and_its_state():
    frame = play(SMALL_GAME, "first-consistent", "431")[1]
    labels = re.findall(r'data-pick="(\w+)" aria-label="\w+, ([a-z ]+)"', show(frame))
    assert tuple(code for code, state in labels if state == "candidate") == frame.candidates
    assert [code for code, _ in labels] == list(SMALL_GAME.strings)


def test_a_large_game_draws_one_cell_a_candidate():
    frame = play(BULLS_AND_COWS, "first-consistent", "5293")[1]
    alive = re.findall(r'd="([^"]+)"', show(frame))[-1]
    side = WIDTH / 105
    lengths = [float(x) for x in re.findall(r"h([\d.]+)", alive)]
    assert sum(round(length / side) for length in lengths) == frame.remaining == 720


@pytest.mark.parametrize(("game", "secret"), GAMES, ids=lambda value: str(value)[:12])
def test_a_place_in_the_grid_is_a_code(game, secret):
    frame = play(game, "first-consistent", secret)[1]
    places = [(x + 0.5, y + 0.5) for y in range(0, 700, 6) for x in range(0, 640, 6)]
    assert {code_at(frame, x, y) for x, y in places} == {None, *game.strings}


def test_answers_in_conflict_are_marked():
    frame = replay(BULLS_AND_COWS, [("0123", "0A0B"), ("4567", "1A1B"), ("8901", "2A2B")])[-1]
    assert show(frame).count("✗ in conflict") == 2


def test_no_bar_is_marked_before_the_answer():
    counts = {Feedback(0, 1): 12, Feedback(1, 0): 3}
    assert "▶" not in bars_picture(counts, "If ...")
    assert bars_picture(counts, "If ...", Feedback(1, 0)).count("▶") == 1


def test_the_same_frame_gives_the_same_picture():
    frames = [play(BULLS_AND_COWS, "first-consistent", "5293")[3] for _ in range(2)]
    assert show(frames[0]) == show(frames[1])
    assert np.array_equal(frames[0].mask, frames[1].mask)
