"""Mirror images: what is left out splits the candidates like something that is kept."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    SMALL_GAME,
    CodeGame,
    block_sizes,
    feedback_matrix,
)
from puzzlelib.codebreaking.symmetry import representatives
from puzzlelib.compiled import compiled_loops_available

GAMES = [
    SMALL_GAME,
    MASTERMIND,
    CodeGame("012345", 3, repeats=True),
    CodeGame("0123", 3, repeats=True),
    CodeGame("0123456", 4),
    CodeGame("01", 7, repeats=True),
    CodeGame("".join(map(chr, range(0x4E00, 0x4F00))), 1),  # 256 symbols, the most there can be
]


@st.composite
def states(draw):
    """A game, what was guessed in it, and the codes that fit the answers for some secret."""
    game = draw(st.sampled_from(GAMES))
    code = st.integers(0, len(game) - 1)
    asked = draw(st.lists(code, max_size=4))
    answers = feedback_matrix(game, np.array(asked, np.intp))
    fits = (answers == answers[:, [draw(code)]]).all(axis=0)
    return game, asked, np.flatnonzero(fits)


def first_of_each_kind(game, guesses, candidates):
    """Return the first guess for each way to split, candidates and other guesses apart."""
    sizes = np.sort(block_sizes(game, guesses, candidates), axis=1)
    kinds = np.column_stack([sizes, np.isin(guesses, candidates)])
    _, first = np.unique(kinds, axis=0, return_index=True)
    return set(guesses[first].tolist())


@settings(deadline=None, max_examples=80)
@given(states())
def test_no_way_to_split_is_lost(state):
    game, asked, candidates = state
    kept = representatives(game, asked, candidates)
    everything = first_of_each_kind(game, game.indices(), candidates)
    assert everything == first_of_each_kind(game, kept, candidates)


@settings(deadline=None, max_examples=80)
@given(states())
def test_the_compiled_loop_finds_the_same(state):
    if not compiled_loops_available():
        pytest.skip("loops are not compiled here")
    from puzzlelib.codebreaking.engine import representatives as compiled
    from puzzlelib.codebreaking.engine import tables

    game, asked, candidates = state
    found = compiled(tables(game), game.codes[asked], candidates)
    assert found.tolist() == representatives(game, asked, candidates).tolist()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_first_guesses_are_the_openings(game):
    if game.length < 7:  # of longer codes not every order of the places is tried
        kept = representatives(game, [], game.indices())
        assert kept.tolist() == game.openings.tolist()


def test_what_a_guess_does_not_tell_apart():
    kept = [BULLS_AND_COWS.code(i) for i in representatives(BULLS_AND_COWS, [0], np.arange(5040))]
    # After 0123: k of its digits in place, others of its digits moved, the rest new ones. By hand,
    # with at most one digit of 0123: none, one in place, one elsewhere.
    assert kept[-1] == "4567"
    assert [code for code in kept if len({*code} & {*"0123"}) == 1] == ["0456", "1456"]


def test_dead_symbols_are_alike():
    game = CodeGame("0123", 2, repeats=True)
    only_2_and_3 = np.flatnonzero((game.codes >= 2).all(axis=1))
    kept = {game.code(i) for i in representatives(game, [game.index("00")], only_2_and_3)}
    assert "01" not in kept  # 00 says as much: neither digit can be there
    assert "00" in kept
