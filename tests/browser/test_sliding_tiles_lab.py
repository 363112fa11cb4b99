"""The sliding tiles lab in JupyterLab: every mode by mouse, then by keyboard alone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

LAB = """
from puzzlelib.views import SlidingTilesLab

SlidingTilesLab()
"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook([LAB], height=1000)


@pytest.fixture
def lab(notebook):
    """A fresh lab."""
    notebook.run_all()
    region = notebook.page.get_by_role("region", name="Sliding tiles lab")
    region.scroll_into_view_if_needed()
    expect(region.get_by_role("radio", name="Search")).to_be_checked()
    return region


def choose(lab, mode):
    lab.get_by_role("radio", name=mode, exact=True).check()


def test_a_search_is_stepped_and_the_board_stays(lab):
    expect(lab.get_by_role("img", name="Tree of")).to_be_visible()
    lab.get_by_role("button", name="Next ›").locator("visible=true").click()
    lab.get_by_label("Algorithm").select_option("A*")
    expect(lab.get_by_label("Heuristic")).to_be_visible()
    expect(lab.get_by_text("smallest f = g + h first")).to_be_visible()
    expect(lab.get_by_label("Board", exact=True)).to_have_value("123576480")


def test_a_solution_is_replayed(lab):
    choose(lab, "Replay")
    expect(lab.get_by_text("breadth-first found 6 moves")).to_be_visible()
    lab.get_by_role("button", name="Play", exact=True).locator("visible=true").click()
    expect(lab.get_by_text("That is the goal, after 6 moves.")).to_be_visible()


def test_a_puzzle_is_played_by_mouse(lab):
    choose(lab, "Play")
    tiles = lab.get_by_role("group", name="Board to slide tiles on")
    for left in range(6, 0, -1):
        lab.get_by_role("button", name="Hint", exact=True).click()
        expect(lab.get_by_text(f"takes {left} move")).to_be_visible()
        tiles.get_by_role("button", name="the hint").click()
    expect(lab.get_by_text("Congratulations: the goal, after 6 moves.")).to_be_visible()
    lab.get_by_role("button", name="Shuffle", exact=True).click()
    expect(lab.get_by_text("Moves: 0")).to_be_visible()


def test_everything_works_by_keyboard_alone(lab, notebook):
    keys = notebook.page.keyboard
    radio = lab.get_by_role("radio", name="Search")
    radio.focus()
    keys.press("ArrowLeft")
    expect(lab.get_by_role("radio", name="Play", exact=True)).to_be_checked()
    board = lab.get_by_label("Board", exact=True)
    board.focus()
    keys.press("Control+A")
    keys.type("1 2 3 / 4 5 6 / _ 7 8")
    keys.press("Enter")
    expect(board).to_have_value("123456078")
    lab.get_by_role("group", name="Board to slide tiles on").get_by_role("button").first.focus()
    keys.press("ArrowLeft")
    expect(lab.get_by_text("Moves: 1")).to_be_visible()
    keys.press("ArrowLeft")
    expect(lab.get_by_text("Congratulations: the goal, after 2 moves.")).to_be_visible()
    expect(notebook.page.locator(".jp-Cell")).to_have_count(1)


def test_bad_boards_are_explained_and_kept(lab):
    board = lab.get_by_label("Board", exact=True)
    for text, words in {
        "123456870": "no move changes the parity",
        "12345678": "a 3 x 3 board has 9 cells, not 8",
        "<b>": "is no tile",
    }.items():
        board.fill(text)
        board.press("Enter")
        expect(lab.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(board).to_have_value(text)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_everyone_can_use_it(lab, notebook, theme):
    short = theme.split()[1].lower()
    notebook.use_theme(theme)
    for mode in ("Play", "Replay", "Search"):
        choose(lab, mode)
        notebook.page.wait_for_timeout(300)
        notebook.check_accessible()
        notebook.screenshot(f"sliding-{mode.lower()}-{short}")
    for question in lab.locator(".puzzlelib-fold").all():
        question.click()
    lab.get_by_role("button", name="Compare all searches on this board").click()
    expect(lab.get_by_text("IDA*, pattern database")).to_be_visible()
    lab.get_by_role("button", name="Compare them in breadth-first search").click()
    expect(lab.get_by_role("cell", name="bitmap")).to_be_visible()
    notebook.check_accessible()
    notebook.screenshot(f"sliding-questions-{short}")
    notebook.check_quiet()
