"""The stepper as a person meets it: in JupyterLab, with a mouse, with keys alone, with a reader."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

COUNTDOWN = """
from dataclasses import dataclass
from puzzlelib.trace import Frame, Trace
from puzzlelib.views import Stepper
from puzzlelib.views.picture import picture, svg, element, why
import numpy as np

@dataclass(frozen=True)
class Count(Frame):
    left: int
    @property
    def caption(self):
        return f"{self.left} left."

class Countdown(Trace):
    status = "exhausted"
    def __len__(self): return 38
    def frame(self, step): return Count(37 - step)
    def _series(self): return {"left": 37 - np.arange(38), "taken": np.arange(38)}
    def _landmarks(self): return {"tens": np.array([7, 17, 27, 37]), "dead ends": np.array([5, 6])}

@picture.register
def _(frame: Count) -> str:
    cells = [
        element("rect", x=40 * i, y=10, width=36, height=36, stroke="gray", data_pick=i,
                fill="#0072b2" if i < frame.left % 10 else "none", aria_label=f"cell {i}")
        for i in range(10)
    ]
    return svg(400, 60, f"{frame.left} left", *cells)

@why.register
def _(frame: Count) -> str:
    return f"<p>{frame.left} = {frame.left // 10} tens and {frame.left % 10}</p>"
"""
STEPPER = """
stepper = Stepper(Countdown(), start=3, label="Countdown")
stepper.on_pick(lambda frame, value: stepper.say(f"Picked {value} of {frame.left}."))
stepper
"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook([COUNTDOWN, STEPPER])


@pytest.fixture
def countdown(notebook):
    """A fresh stepper of a countdown from 37, at step 3."""
    notebook.run_all()
    notebook.page.locator("[data-do=play]").scroll_into_view_if_needed()
    return notebook


def button(notebook, name):
    return notebook.page.locator(".puzzlelib-stepper").get_by_role("button", name=name, exact=True)


def press(notebook, name):
    button(notebook, name).click()


def sees(notebook, left):
    """Wait until the caption, the picture and the typed step all show that so many are left."""
    expect(notebook.page.locator(".puzzlelib-caption")).to_have_text(f"{left} left.")
    expect(notebook.page.locator(".puzzlelib-picture > svg")).to_have_attribute(
        "aria-label", f"{left} left"
    )
    expect(notebook.page.get_by_role("spinbutton", name="Step")).to_have_value(str(37 - left))


def plot_width(notebook, name):
    """Return a share of the chart's width, in per cent: "--seen" or "--cursor"."""
    style = notebook.page.locator(".puzzlelib-stepper").get_attribute("style")
    return float(style.split(f"{name}: ")[1].split("%")[0])


def test_steps_by_mouse(countdown):
    sees(countdown, 34)
    press(countdown, "Next ›")
    sees(countdown, 33)
    press(countdown, "‹ Back")
    press(countdown, "‹ Back")
    sees(countdown, 35)
    number = countdown.page.get_by_role("spinbutton", name="Step")
    number.fill("21")
    number.press("Enter")
    sees(countdown, 16)
    press(countdown, "Start")
    sees(countdown, 37)
    countdown.page.get_by_role("slider", name="Step").fill("6")
    sees(countdown, 31)
    plot = countdown.page.locator(".puzzlelib-plot").bounding_box()
    countdown.page.mouse.click(plot["x"] + plot["width"] * 0.2, plot["y"] + 20)
    sees(countdown, 27)  # the axis ends at step 50
    countdown.check_quiet()


def test_what_is_to_come_stays_hidden(countdown):
    page = countdown.page
    slider = page.get_by_role("slider", name="Step")
    assert slider.get_attribute("max") == "10"
    assert plot_width(countdown, "--seen") == plot_width(countdown, "--cursor") == 30
    assert "of 37" not in countdown.output(1).inner_text()
    press(countdown, "‹ Back")
    sees(countdown, 35)
    assert (plot_width(countdown, "--seen"), plot_width(countdown, "--cursor")) == (30, 20)

    press(countdown, "Show whole run")
    page.get_by_text("of 37").wait_for()
    assert slider.get_attribute("max") == "37"
    assert plot_width(countdown, "--seen") == 100
    sees(countdown, 35)
    press(countdown, "Show whole run")
    page.get_by_text("of 37").wait_for(state="detached")
    assert slider.get_attribute("max") == "10"

    press(countdown, "End")
    page.get_by_text("of 37").wait_for()
    sees(countdown, 0)


def test_the_chart_is_not_drawn_again_for_a_step(countdown):
    chart = countdown.page.locator(".puzzlelib-timeline").element_handle()
    press(countdown, "Next ›")
    sees(countdown, 33)
    assert chart.evaluate("node => node.isConnected")
    countdown.page.get_by_label("Measure").select_option("taken")
    countdown.page.wait_for_function("node => !node.isConnected", arg=chart)


def test_landmarks_one_after_the_other(countdown):
    press(countdown, "Next ten ›")
    sees(countdown, 30)
    press(countdown, "Next ten ›")
    sees(countdown, 20)
    press(countdown, "‹ Previous ten")
    sees(countdown, 30)
    press(countdown, "‹ Previous ten")
    countdown.page.get_by_text("No tens before this step.").wait_for()
    countdown.page.get_by_label("Landmark").select_option("dead ends")
    press(countdown, "‹ Previous dead end")
    sees(countdown, 31)


def test_play_goes_on_by_itself_and_pauses_at_the_end(countdown):
    page = countdown.page
    page.get_by_label("Speed").select_option("as fast as it goes")
    press(countdown, "Play")
    button(countdown, "Pause").wait_for()
    sees(countdown, 0)
    button(countdown, "Play").wait_for()

    press(countdown, "Start")
    sees(countdown, 37)
    page.get_by_label("Play by").select_option("tens")
    page.get_by_label("Speed").select_option("1 a second")
    press(countdown, "Play")
    sees(countdown, 30)
    press(countdown, "Pause")
    page.wait_for_timeout(500)  # what was under way arrives
    caption = page.locator(".puzzlelib-caption").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator(".puzzlelib-caption").inner_text() == caption != "0 left."


def test_keys_alone_are_enough(countdown):
    page = countdown.page
    page.locator(".puzzlelib-picture").focus()
    for key, left in [
        ("ArrowRight", 33),
        ("ArrowDown", 32),
        ("ArrowLeft", 33),
        ("ArrowUp", 34),
        ("PageDown", 30),
        ("PageDown", 20),
        ("PageUp", 30),
        ("Home", 37),
        ("End", 0),
        ("Home", 37),
    ]:
        page.keyboard.press(key)
        sees(countdown, left)
    page.keyboard.press("Space")
    sees(countdown, 35)
    page.keyboard.press("Space")
    button(countdown, "Play").wait_for()

    cells = page.locator(".jp-Cell").count()
    for letter in "ddxab":
        page.keyboard.press(letter)
    assert page.locator(".jp-Cell").count() == cells  # none of them reached the notebook
    page.keyboard.press("Escape")
    assert not page.evaluate("document.activeElement.closest('.puzzlelib-stepper') !== null")


def test_a_part_of_the_picture_is_picked(countdown):
    page = countdown.page
    press(countdown, "cell 4")
    page.get_by_text("Picked 4 of 34.").wait_for()
    page.keyboard.press("ArrowRight")  # moves among the parts, not through the run
    page.keyboard.press("Enter")
    page.get_by_text("Picked 5 of 34.").wait_for()
    assert page.evaluate("document.activeElement.dataset.pick") == "5"
    press(countdown, "Next ›")
    sees(countdown, 33)
    assert page.locator(".puzzlelib-note").inner_text() == ""


def test_an_error_reaches_the_person(open_notebook):
    failing = "stepper.on_pick(lambda frame, value: [][int(value)])"
    notebook = open_notebook([COUNTDOWN, STEPPER, failing])
    notebook.run_all()
    press(notebook, "cell 4")
    alert = notebook.page.locator(".puzzlelib-alert")
    alert.get_by_text("IndexError").wait_for()
    press(notebook, "Next ›")
    sees(notebook, 33)
    assert alert.inner_text() == ""


def test_present_fills_the_page_without_scrolling(countdown):
    page = countdown.page
    press(countdown, "Present")
    stepper = page.locator(".puzzlelib-stepper")
    assert stepper.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 720}
    assert stepper.evaluate("node => node.scrollHeight <= 720 && node.scrollWidth <= 1280")
    assert page.locator(".puzzlelib-timeline").is_hidden()
    assert page.locator(".puzzlelib-why").is_hidden()
    for name in ("Next ›", "Present"):
        bottom = button(countdown, name).bounding_box()
        assert bottom["y"] + bottom["height"] <= 720
    page.keyboard.press("ArrowRight")
    sees(countdown, 33)
    countdown.screenshot("stepper-present")
    page.keyboard.press("Escape")
    assert stepper.bounding_box()["y"] > 0
    assert page.locator(".puzzlelib-timeline").is_visible()


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_everyone_can_use_it(countdown, theme):
    countdown.use_theme(theme)
    countdown.check_accessible()
    countdown.screenshot(f"stepper-{theme.split()[1].lower()}")
    assert countdown.page.locator(".puzzlelib-caption").get_attribute("aria-live") == "polite"
    countdown.check_quiet()


def test_panes_stand_one_below_the_other_where_it_is_narrow(open_notebook):
    notebook = open_notebook([COUNTDOWN, STEPPER], width=800, height=900)
    notebook.run_all()
    picture = notebook.page.locator(".puzzlelib-picture").bounding_box()
    why = notebook.page.locator(".puzzlelib-why").bounding_box()
    assert why["y"] >= picture["y"] + picture["height"]
    notebook.screenshot("stepper-narrow")


def test_any_recorded_generator_can_be_stepped(open_notebook):
    notebook = open_notebook(
        [
            "from puzzlelib.trace import record\nfrom puzzlelib.views import Stepper\n"
            "Stepper(record(range(10, 0, -1)))"
        ]
    )
    notebook.run_all()
    press(notebook, "Next ›")
    notebook.page.locator(".puzzlelib-caption").get_by_text("9", exact=True).wait_for()
    notebook.check_accessible()
    notebook.check_quiet()
