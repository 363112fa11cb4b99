"""The knight's tour lab in JupyterLab: both modes with the mouse, then with keys, every error."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

LAB = "from puzzlelib.views import KnightsTourLab\nKnightsTourLab()"
NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "03_knights_tour.ipynb"


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook([LAB])


@pytest.fixture
def lab(notebook):
    """A fresh lab."""
    notebook.run_all()
    region = notebook.page.get_by_role("region", name="Knight's tour lab")
    expect(caption(region)).to_contain_text("Move 9 to (0, 2)")
    region.scroll_into_view_if_needed()
    return region


def caption(lab):
    return lab.locator(".puzzlelib-caption:visible")


def news(lab):
    return lab.locator("p[role=status].puzzlelib-note")


def warning(lab):
    return lab.locator("p[role=alert]").first


def button(lab, name):
    return lab.get_by_role("button", name=name, exact=True).filter(visible=True)


def field(lab, label):
    return lab.get_by_label(label, exact=True).filter(visible=True)


def enter(lab, label, text):
    field(lab, label).fill(text)
    field(lab, label).press("Enter")


def play(lab):
    lab.get_by_role("radio", name="Play yourself").check()
    expect(news(lab)).to_have_text("Choose a square to start on.")
    return lab.get_by_role("group", name="Board to move the knight on")


def test_the_first_view_is_small_and_has_one_highlighted_button(lab):
    highlighted = lab.locator(".puzzlelib-primary:visible, .mod-primary:visible")
    expect(highlighted).to_have_count(1)
    expect(highlighted).to_have_text("Next ›")
    expect(lab.locator(".puzzlelib-fold[aria-expanded=true]")).to_have_count(0)
    expect(news(lab)).to_contain_text("Click any square")
    button(lab, "Next ›").click()
    expect(caption(lab)).to_contain_text("Dead end at move 10")
    button(lab, "End").click()
    expect(caption(lab)).to_contain_text("Tour complete: all 12 squares visited once.")


def test_a_click_on_the_picture_starts_there(lab):
    picture = lab.locator(".puzzlelib-picture svg")
    at = picture.evaluate(  # the middle of (1, 0), in pixels of the picture
        """svg => {
            const point = new DOMPoint(22 + 22, 22 + 66).matrixTransform(svg.getScreenCTM());
            const box = svg.getBoundingClientRect();
            return {x: point.x - box.x, y: point.y - box.y};
        }"""
    )
    picture.click(position=at)
    expect(field(lab, "Start (row, column)")).to_have_value("1, 0")
    expect(news(lab)).to_contain_text("Found a tour. 11 squares entered, 0 left again")


def test_a_search_in_vain_is_announced_first(lab):
    enter(lab, "Start (row, column)", "0, 1")
    expect(news(lab)).to_contain_text("There is no such tour.")
    button(lab, "Search anyway").click()
    expect(news(lab)).to_contain_text("Searched to the end: there is none. 53 squares entered")
    expect(button(lab, "Search anyway")).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("corner", "A square is written as row, column"),
        ("7, 7", "(7, 7)"),
        ("0, 0; 1, 1", "The start is one square"),
    ],
)
def test_a_wrong_start_is_explained_and_nothing_is_lost(lab, text, words):
    enter(lab, "Start (row, column)", text)
    expect(warning(lab)).to_contain_text(words)
    expect(field(lab, "Start (row, column)")).to_have_value(text)
    expect(caption(lab)).to_contain_text("Move 9 to (0, 2)")
    enter(lab, "Start (row, column)", "1, 0")
    expect(warning(lab)).to_be_empty()
    expect(news(lab)).to_contain_text("Found a tour.")


def test_a_start_that_is_blocked_is_refused(lab):
    button(lab, "What if squares are blocked?").click()
    enter(lab, "Blocked squares", "0, 0")
    expect(warning(lab)).to_contain_text("(0, 0)")
    enter(lab, "Blocked squares", "1, 1; 1, 2")
    expect(warning(lab)).to_be_empty()
    expect(news(lab)).to_contain_text("There is no such tour.")


def test_the_chessboard_from_the_corner_can_be_stopped_and_jumped_in(lab):
    for side in ("Rows", "Columns"):
        enter(lab, side, "8")
    button(lab, "How long may it take?").click()
    enter(lab, "Squares to enter at most", "300000000")
    enter(lab, "Start (row, column)", "0, 1")  # the classic order finds none within 3e8
    expect(lab.get_by_text("on the path")).to_be_visible()
    button(lab, "Stop").click()
    expect(news(lab)).to_have_text("Stopped.", timeout=2_000)
    enter(lab, "Squares to enter at most", "20000")
    button(lab, "Search").click()
    expect(news(lab)).to_contain_text("Gave up at the limit: that proves nothing.")
    expect(news(lab)).to_contain_text("A tour exists, though.")
    enter(lab, "Squares to enter at most", "10000000")
    enter(lab, "Start (row, column)", "0, 0")
    expect(news(lab)).to_contain_text("8,250,732 squares entered, 8,250,669 left again")
    step = lab.get_by_role("spinbutton", name="Step")
    step.fill("4784416")
    step.press("Enter")
    expect(caption(lab)).to_contain_text("move 63")
    button(lab, "Next dead end ›").click()
    expect(step).not_to_have_value("4784416")
    button(lab, "When does it go back a long way?").click()
    enter(lab, "Back past square number", "40")
    button(lab, "Go there").click()
    expect(caption(lab)).to_contain_text("Back at move 39")
    button(lab, "End").click()
    expect(caption(lab)).to_contain_text("Tour complete: all 64 squares visited once.")
    button(lab, "Where does it spend its time?").click()
    expect(lab.get_by_text("The first 34 squares of the path were never given up.")).to_be_visible()


def test_other_rules_and_orders(lab):
    for side in ("Rows", "Columns"):
        enter(lab, side, "8")
    field(lab, "Rule").select_option("Warnsdorff")
    enter(lab, "Start (row, column)", "2, 4")
    expect(news(lab)).to_contain_text("Stuck: the rule never goes back, so that proves nothing.")
    field(lab, "Rule").select_option("Warnsdorff, going back")
    button(lab, "Search").click()
    expect(news(lab)).to_contain_text("Found a tour. 109 squares entered")
    for side in ("Rows", "Columns"):
        enter(lab, side, "5")
    enter(lab, "Start (row, column)", "0, 0")
    button(lab, "Does the order of the moves matter?").click()
    button(lab, "Try every order").click()
    expect(lab.get_by_role("row", name="classic tour 8,839 8,815")).to_be_visible()
    expect(lab.get_by_role("row", name="flat first")).to_be_visible()
    enter(lab, "Rows", "12")
    enter(lab, "Columns", "6")
    field(lab, "Rule").select_option("construction")
    button(lab, "Search").click()
    expect(caption(lab)).to_contain_text("Each block has a tour of its own, 2 in all")
    button(lab, "Next ›").click()
    expect(caption(lab)).to_contain_text("so the tour is complete")


def test_a_person_moves_the_knight(lab):
    board = play(lab)
    first_of_row_1 = board.get_by_role("button", name="row 1, column 0")
    numbered = "cell => getComputedStyle(cell, '::before').content"
    assert first_of_row_1.evaluate(numbered) == '"1"'
    board.get_by_role("button", name="row 0, column 0").click()
    expect(news(lab)).to_contain_text("Move 1 of 12, at (0, 0): 2 ways on.")
    board.get_by_role("button", name="row 2, column 3").click()
    expect(warning(lab)).to_contain_text("that is no knight's move")
    button(lab, "Can this still be finished?").click()
    expect(news(lab)).to_contain_text("Yes, it can still be finished.")
    button(lab, "Hint").click()
    expect(news(lab)).to_contain_text("it has the fewest ways on")
    board.get_by_role("button", name="advised move").click()
    expect(news(lab)).to_contain_text("Move 2 of 12")
    for _ in range(2):
        button(lab, "Undo").click()
    expect(news(lab)).to_have_text("Choose a square to start on.")
    button(lab, "Undo").click()
    expect(warning(lab)).to_contain_text("There is no move to take back yet.")
    button(lab, "Hint").click()
    expect(warning(lab)).to_contain_text("Nothing to advise")
    enter(lab, "Rows", "1")
    enter(lab, "Columns", "1")
    board.get_by_role("button", name="row 0, column 0").click()
    expect(news(lab)).to_contain_text("Congratulations: all 1 squares visited.")


def test_keys_alone_are_enough(lab, notebook):
    keys = notebook.page.keyboard
    lab.get_by_role("radio", name="Search").focus()
    for _ in range(3):  # rows, columns, start
        keys.press("Tab")
    expect(field(lab, "Start (row, column)")).to_be_focused()
    keys.press("ControlOrMeta+A")
    keys.type("1, 0")
    keys.press("Enter")
    expect(news(lab)).to_contain_text("Found a tour. 11 squares entered")
    lab.locator(".puzzlelib-picture:visible").focus()
    keys.press("ArrowRight")
    expect(caption(lab)).to_contain_text("Move 2 to")
    keys.press("End")
    expect(caption(lab)).to_contain_text("Tour complete")
    lab.get_by_role("radio", name="Search").focus()
    keys.press("ArrowRight")
    expect(news(lab)).to_have_text("Choose a square to start on.")
    board = lab.get_by_role("group", name="Board to move the knight on")
    board.get_by_role("button", name="row 0, column 0").focus()
    keys.press("Enter")
    expect(news(lab)).to_contain_text("Move 1 of 12")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    expect(news(lab)).to_contain_text("Move 2 of 12, at (1, 2)")
    expect(notebook.page.locator(".jp-Cell")).to_have_count(1)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_everyone_can_use_it(lab, notebook, theme):
    notebook.use_theme(theme)
    for fold in lab.locator(".puzzlelib-fold").all():
        fold.click()
        expect(fold).to_have_attribute("aria-expanded", "true")
    notebook.check_accessible()
    notebook.screenshot(f"knights-tour-{theme.split()[1].lower()}")
    board = play(lab)
    board.get_by_role("button", name="row 0, column 0").click()
    button(lab, "Hint").click()
    expect(news(lab)).to_contain_text("fewest ways on")
    notebook.check_accessible()
    notebook.check_quiet()


def test_the_notebook_runs_from_top_to_bottom(open_notebook):
    notebook = open_notebook(NOTEBOOK)
    notebook.page.set_default_timeout(90_000)
    notebook.run_all()
    labs = notebook.page.get_by_role("region", name="Knight's tour lab")
    expect(labs.first).to_be_attached()
    expect(notebook.page.get_by_text("8,250,732 squares entered. Never changed")).to_be_attached()
    notebook.check_accessible()
    notebook.check_quiet()
