"""The stepper as a person meets it: in JupyterLab, with a mouse, with keys alone, with a reader."""

import pytest

pytestmark = pytest.mark.browser

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
        element("rect", x=40 * i, y=10, width=36, height=36, fill="#0072b2" if i < frame.left % 10 else "none",
                stroke="var(--jp-ui-font-color1, black)", data_pick=i, aria_label=f"cell {i}")
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


def test_look(open_notebook):
    notebook = open_notebook([COUNTDOWN, STEPPER])
    notebook.run_all()
    notebook.page.wait_for_timeout(500)
    notebook.screenshot("light")
    notebook.use_theme("JupyterLab Dark")
    notebook.page.wait_for_timeout(500)
    notebook.screenshot("dark")
    notebook.check_quiet()
    notebook.check_accessible()
