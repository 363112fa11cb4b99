"""Step through any recorded run: its picture, the reason, a caption, and a chart of the run.

Usage
-----
>>> from puzzlelib.trace import record
>>> stepper = Stepper(record([3, 2, 1, 0]), label="Countdown")
>>> stepper.step = 2                                    # go there; also what a click on Next does

``stepper.load(trace)``             show another run in the same place
``stepper.refresh()``               draw this step again, after an option of the picture changed
``stepper.say("Keep.")``            put a note below the picture (read out by screen readers)
``stepper.on_step(callback)``       callback(step), after every move
``stepper.on_pick(callback)``       callback(frame, value), after a click on the picture:

A picture makes a part of itself clickable by the attribute ``data-pick="value"``; that part gets
a place in the keyboard's order (Enter picks), so it needs an accessible name: an ``aria-label``
or a ``<title>``. An SVG with ``data-pick-plane`` instead reports where it was clicked: value is
(x, y) in its own units. Offer another way there by keyboard, such as a field to type in.

Another ``picture=`` or ``why=`` (functions from a frame to SVG or HTML) draws with options of a
lab; without them the frame's own picture is drawn.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import traitlets

from puzzlelib.trace import Frame, Trace
from puzzlelib.views.picture import load, show, why as why_of
from puzzlelib.views.timeline import nice_ceiling, timeline
from puzzlelib.views.widget import HERE, PageWidget, figure

__all__ = ["Stepper"]

Drawing = Callable[[Any], str]


class Stepper(PageWidget):
    """Walk through a recorded run, forwards and backwards, without being told what is to come.

    Parameters
    ----------
    trace : Trace
        Any recorded run.
    series : sequence of str, optional
        The measures that the chart offers, the first one shown; all of the trace's by default.
        An empty sequence leaves the chart out.
    landmarks : sequence of str, optional
        The landmarks that the bar offers; all that the trace has by default.
    start : int
        The step shown first; negative counts from the end.
    label : str
        The accessible name of the whole.
    picture, why : functions from a frame to SVG or HTML, optional
        Draw in place of the frame's own picture and of the pane beside it.

    Raises
    ------
    ValueError
        If a series or landmark is not one of the trace's, or ``start`` is outside the run.

    Examples
    --------
    >>> from puzzlelib.trace import record
    >>> stepper = Stepper(record([3, 2, 1, 0]), start=1)
    >>> stepper.step
    1
    """

    _esm = HERE / "stepper.js"
    _css = HERE / "stepper.css"

    step = traitlets.Int()
    _label = traitlets.Unicode().tag(sync=True)
    _menus = traitlets.Dict().tag(sync=True)
    _shown = traitlets.Dict().tag(sync=True)
    _chart = traitlets.Unicode().tag(sync=True)
    _note = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        trace: Trace[Any],
        *,
        series: Sequence[str] | None = None,
        landmarks: Sequence[str] | None = None,
        start: int = 0,
        label: str = "Step through the run",
        picture: Drawing = show,
        why: Drawing = why_of,
    ) -> None:
        super().__init__(_label=label)
        self._picture, self._why = picture, why
        self._on_step: list[Callable[[int], None]] = []
        self._on_pick: list[Callable[[Any, Any], None]] = []
        self.load(trace, series=series, landmarks=landmarks, start=start)

    # -- what a lab calls ------------------------------------------------------------------

    def load(
        self,
        trace: Trace[Any],
        *,
        series: Sequence[str] | None = None,
        landmarks: Sequence[str] | None = None,
        start: int = 0,
    ) -> None:
        """Show another run in the same place; what is to come is hidden again."""
        series = _known("series", series, trace.series)
        landmarks = _known("landmarks", landmarks, trace.landmarks)
        first = trace[start]
        with self.hold_sync():
            self.trace, self._seen, self._whole = trace, 0, False
            self._series = series[0] if series else None
            self._menus = {"series": series, "landmarks": landmarks}
            self._note = ""
            self.step = start % len(trace)
            self.refresh()

    def refresh(self) -> None:
        """Draw this step again."""
        ...

    def say(self, text: str, *, html: bool = False) -> None:
        """Put a note below the picture until the next step; plain text unless ``html``."""
        self._note = text if html else escape(text)

    def on_step(self, callback: Callable[[int], None]) -> None:
        """Call ``callback(step)`` after every move."""
        self._on_step.append(callback)

    def on_pick(self, callback: Callable[[Any, Any], None]) -> None:
        """Call ``callback(frame, value)`` when a part of the picture is picked."""
        self._on_pick.append(callback)

    @property
    def frame(self) -> Any:
        """The frame that is shown."""
        return self.trace[self.step]
