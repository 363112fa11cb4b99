import pytest

from puzzlelib.views.board import MARKS, ClickBoard


@pytest.fixture
def board():
    board = ClickBoard(2, 3, label="Squares")
    board.cells = [{"text": str(i)} for i in range(6)]
    return board


def tell(board, **message):
    board._receive(None, message, [])


def test_a_click_reaches_python_unless_the_cell_is_disabled(board):
    pressed = []
    board.on_click(pressed.append)
    board.update(4, disabled=True)
    for index in (0, 4, 5, 6, -1):
        tell(board, click=index)
    assert pressed == [0, 5]


def test_arrows_reach_python(board):
    directions = []
    board.on_key(directions.append)
    tell(board, key="up")
    tell(board, key="sideways")
    assert directions == ["up"]


def test_an_update_changes_one_cell_and_keeps_the_rest_of_it(board):
    board.update(1, mark="here")
    assert board.cells[1] == {"text": "1", "mark": "here"}
    assert board.cells[2] == {"text": "2"}


def test_a_resized_board_starts_blank(board):
    board.resize(1, 2)
    assert board.cells == [{}, {}]


def test_errors_of_callbacks_are_shown(board):
    board.on_click(lambda index: 1 / 0)
    tell(board, click=0)
    assert "ZeroDivisionError" in board._alert


def test_wrong_boards_are_named():
    with pytest.raises(ValueError, match="not 0 x 3"):
        ClickBoard(0, 3)
    board = ClickBoard(1, 2)
    with pytest.raises(ValueError, match="3 cells do not fill 1 x 2"):
        board.cells = [{}] * 3
    with pytest.raises(ValueError, match="mark 'purple' is not one of"):
        board.cells = [{"mark": "purple"}, {}]
    assert len(set(MARKS)) == len(MARKS)


def test_readers_without_a_kernel_see_its_cells_escaped(board):
    board.update(0, text="<1>")
    bundle = board._repr_mimebundle_()[0]
    assert "<td>&lt;1&gt;</td><td>1</td>" in bundle["text/html"]
    assert bundle["text/plain"] == "Squares: 2 x 3"
