"""What every lab has in common, in JupyterLab: messages, folding, modes, runs with a Stop."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

LAB = """
import time
from puzzlelib.views.board import ClickBoard
from puzzlelib.views.lab import Lab

class CountLab(Lab):
    def __init__(self):
        super().__init__("Counting lab")
        self.start = self.text("Start", "1", submit=self.check)
        self.up_to = self.number("Up to", 400, low=1, high=1000)
        self.order = self.choice("Order", ["up", "down"], change=lambda: self.say(self.order.value))
        self.fail = self.checkbox("Fail on the way")
        self.word = self.text("Word", submit=lambda: self.echo("submitted"))
        self.slow = self.number("Slow", 1, low=1, high=99, change=lambda: time.sleep(0.3))
        self.board = ClickBoard(2, 3, label="Squares")
        self.board.on_click(self.take)
        self.compose(
            self.form(self.start, self.up_to, self.order, self.fail,
                      self.button("Count", self.count)),
            self.form(self.word, self.slow, self.button("Doze", lambda: time.sleep(1.5)),
                      self.button("Echo", lambda: self.echo("pressed"))),
            self.modes("Mode", {"Watch": self.form(self.text("Watch this")), "Play": self.board}),
            self.section("How many are there?", self.form(self.text("Guess"))),
        )

    def echo(self, how):
        self.say(f"{how}: {self.word.value!r} and {self.slow.value}")
        self.word.value = ""

    def take(self, index):
        self.board.update(index, text="X", label=f"taken {index}")

    def check(self):
        raise ValueError(f"start {self.start.value!r} is not a number")

    def count(self):
        self.run(self.chunks(), progress=lambda n: f"{n} so far",
                 done=lambda n: self.say(f"{n} in all"))

    def chunks(self):
        for n in range(1, self.up_to.value + 1):
            time.sleep(0.02)
            if self.fail.value and n == 3:
                raise KeyError("three")
            yield n

CountLab()
"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook([LAB])


@pytest.fixture
def lab(notebook):
    """A fresh lab."""
    notebook.run_all()
    region = notebook.page.get_by_role("region", name="Counting lab")
    region.scroll_into_view_if_needed()
    return region


def test_a_wrong_value_is_explained_and_kept(lab):
    field = lab.get_by_label("Start", exact=True)
    field.fill("<b>one</b>")
    field.press("Enter")
    expect(lab.get_by_role("alert").first).to_have_text("Start '<b>one</b>' is not a number")
    expect(field).to_have_value("<b>one</b>")
    lab.get_by_label("Order").select_option("down")
    expect(lab.get_by_role("alert").first).to_be_empty()
    expect(lab.get_by_role("status").filter(has_text="down")).to_be_visible()


def test_nothing_typed_is_lost_while_the_kernel_is_busy(lab, notebook):
    keys, word = notebook.page.keyboard, lab.get_by_label("Word")
    news = lab.locator("p[role=status].puzzlelib-note")
    lab.get_by_role("button", name="Doze").click()
    word.click()
    keys.type("quick brown fox")
    keys.press("Enter")
    expect(word).to_have_value("quick brown fox")
    expect(news).to_have_text("submitted: 'quick brown fox' and 1")
    expect(word).to_have_value("")

    lab.get_by_role("button", name="Doze").click()
    word.click()
    keys.type("jumps over")
    slow = lab.get_by_label("Slow")
    slow.focus()
    for _ in range(3):
        keys.press("ArrowUp")
    keys.type("2")
    lab.get_by_role("button", name="Echo").click()
    expect(news).to_have_text("pressed: 'jumps over' and 42")
    expect(word).to_have_value("")
    expect(slow).to_have_value("42")


def test_an_answer_does_not_undo_what_is_typed_meanwhile(lab, notebook):
    keys, word = notebook.page.keyboard, lab.get_by_label("Word")
    news = lab.locator("p[role=status].puzzlelib-note")
    lab.get_by_role("button", name="Doze").click()
    word.click()
    keys.type("first")
    keys.press("Enter")
    keys.type(", second")
    expect(news).to_have_text("submitted: 'first' and 1")
    expect(word).to_have_value("first, second")
    lab.get_by_role("button", name="Echo").click()
    expect(news).to_have_text("pressed: 'first, second' and 1")


def test_a_field_is_as_wide_as_its_text_and_never_wider_than_the_lab(lab):
    field = lab.get_by_label("Start", exact=True)
    widths = []
    for text in ("", "x" * 30, "x" * 300):
        field.fill(text)
        widths.append(field.bounding_box()["width"])
    assert widths[0] < widths[1] < widths[2] < lab.bounding_box()["width"]


def test_a_number_is_corrected_where_it_is_shown(lab):
    field = lab.get_by_label("Up to")
    for typed, shown in {"2000": "1000", "0": "1", "": "1", "12": "12"}.items():
        field.fill(typed)
        field.press("Enter")
        expect(field).to_have_value(shown)


def test_a_long_run_tells_how_far_it_is_and_can_be_stopped(lab):
    stop = lab.get_by_role("button", name="Stop")
    expect(stop).to_be_hidden()
    lab.get_by_role("button", name="Count").click()
    expect(lab.get_by_text("so far")).to_be_visible()
    stop.click()
    expect(lab.get_by_text("Stopped.")).to_be_visible(timeout=2_000)  # the whole run takes eight
    expect(stop).to_be_hidden()


def test_a_run_ends_with_its_result(lab):
    lab.get_by_label("Up to").fill("5")
    lab.get_by_label("Up to").press("Enter")
    lab.get_by_role("button", name="Count").click()
    expect(lab.get_by_text("5 in all")).to_be_visible()


def test_a_failing_run_says_what_happened(lab):
    lab.get_by_label("Fail on the way").check()
    lab.get_by_role("button", name="Count").click()
    expect(lab.get_by_role("alert").first).to_contain_text("KeyError: 'three'")
    expect(lab.get_by_role("button", name="Stop")).to_be_hidden()


def test_the_kernel_survives_an_interrupt(lab, notebook):
    lab.get_by_role("button", name="Count").click()
    expect(lab.get_by_text("so far")).to_be_visible()
    notebook.command("notebook:interrupt-kernel")
    expect(lab.get_by_text("Stopped.")).to_be_visible(timeout=3_000)
    lab.get_by_label("Up to").fill("5")
    lab.get_by_label("Up to").press("Enter")
    lab.get_by_role("button", name="Count").click()
    expect(lab.get_by_text("5 in all")).to_be_visible()


def test_an_answer_unfolds_under_its_question(lab):
    question = lab.get_by_role("button", name="How many are there?")
    expect(question).to_have_attribute("aria-expanded", "false")
    expect(lab.get_by_label("Guess")).to_be_hidden()
    question.click()
    expect(question).to_have_attribute("aria-expanded", "true")
    expect(lab.get_by_label("Guess")).to_be_visible()


def test_a_board_is_clicked_and_driven_by_keys(lab):
    lab.get_by_role("radio", name="Play").check()
    expect(lab.get_by_label("Watch this")).to_be_hidden()
    board = lab.get_by_role("group", name="Squares")
    board.get_by_role("button", name="row 0, column 1").click()
    expect(board.get_by_role("button", name="taken 1")).to_be_focused()
    board.press("Tab")
    board.get_by_role("button", name="taken 1").press("ArrowDown")
    board.get_by_role("button", name="row 1, column 1").press("Enter")
    expect(board.get_by_role("button", name="taken 4")).to_be_focused()


def test_keys_stay_in_the_lab(lab, notebook):
    lab.get_by_role("button", name="Count").focus()
    for key in "ddxab":
        notebook.page.keyboard.press(key)
    expect(notebook.page.locator(".jp-Cell")).to_have_count(1)
    expect(lab.get_by_role("button", name="Count")).to_be_focused()


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_everyone_can_use_it(lab, notebook, theme):
    notebook.use_theme(theme)
    lab.get_by_label("Start", exact=True).press("Enter")
    expect(lab.get_by_role("alert").first).not_to_be_empty()
    lab.get_by_role("button", name="How many are there?").click()
    lab.get_by_role("radio", name="Play").check()
    expect(lab.get_by_role("group", name="Squares")).to_be_visible()
    notebook.check_accessible()
    notebook.screenshot(f"lab-{theme.split()[1].lower()}")
    notebook.check_quiet()
