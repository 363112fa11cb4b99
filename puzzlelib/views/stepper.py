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
lab; without them the frame's own picture is drawn. ``caption=`` writes in place of its caption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from operator import attrgetter
from typing import Any

import numpy as np
import traitlets

from puzzlelib.trace import Trace
from puzzlelib.views.picture import load as load_pictures
from puzzlelib.views.picture import show
from puzzlelib.views.picture import why as why_of
from puzzlelib.views.timeline import nice_ceiling, timeline
from puzzlelib.views.widget import PageWidget, figure, shared

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
    caption : function from a frame to text, optional
        Write in place of the frame's own caption.
    pace : int
        Milliseconds from one step to the next when it plays, until another speed is chosen:
        1000, 500, 300, 200, 100 or 17.

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

    _esm = shared("stepper.js")
    _css = shared("stepper.css")

    step = traitlets.Int()
    _label = traitlets.Unicode().tag(sync=True)
    _pace = traitlets.Int().tag(sync=True)
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
        caption: Drawing = attrgetter("caption"),
        pace: int = 500,
    ) -> None:
        super().__init__(_label=label, _pace=pace)
        self._picture, self._why, self._caption = picture, why, caption
        self._on_step: list[Callable[[int], None]] = []
        self._on_pick: list[Callable[[Any, Any], None]] = []
        self.load(trace, series=series, landmarks=landmarks, start=start)

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
        landmarks = _known("landmark", landmarks, trace.landmarks)
        if not -len(trace) <= start < len(trace):
            raise ValueError(f"start {start} is outside this run of {len(trace) - 1} steps")
        with self.hold_sync():
            self.trace = trace
            self._seen, self._whole, self._drawn = 0, False, None
            self._series = series[0] if series else None
            self._menus = {"series": series, "landmarks": landmarks}
            if self.step == start % len(trace):
                self._moved()
            else:
                self.step = start % len(trace)

    @property
    def frame(self) -> Any:
        """The frame that is shown."""
        return self.trace[self.step]

    def refresh(self) -> None:
        """Draw this step again."""
        frame, last = self.frame, len(self.trace) - 1
        load_pictures(frame)
        self._seen = max(self._seen, self.step)
        self._whole = self._whole or self._seen == last
        horizon = max(1, last) if self._whole else nice_ceiling(max(10, self._seen + 1))
        with self.hold_sync():
            self._shown = {
                "picture": self._picture(frame),
                "why": self._why(frame),
                "caption": self._caption(frame),
                "step": self.step,
                "end": self.step == last,
                "seen": last if self._whole else self._seen,
                "horizon": horizon,
                "whole": self._whole,
            }
            self._draw_chart(int(horizon))

    def say(self, text: str, *, html: bool = False) -> None:
        """Put a note below the picture until the next step; plain text unless ``html``."""
        self._note = text if html else escape(text)

    def on_step(self, callback: Callable[[int], None]) -> None:
        """Call ``callback(step)`` after every move."""
        self._on_step.append(callback)

    def on_pick(self, callback: Callable[[Any, Any], None]) -> None:
        """Call ``callback(frame, value)`` when a part of the picture is picked."""
        self._on_pick.append(callback)

    @traitlets.validate("step")
    def _inside(self, proposal: Any) -> int:
        step: int = proposal["value"]
        if not 0 <= step < len(self.trace):
            raise ValueError(f"step {step} is outside this run: 0 to {len(self.trace) - 1}")
        return step

    @traitlets.observe("step")
    def _moved(self, _: Any = None) -> None:
        with self.hold_sync():
            self._note = ""
            self.refresh()
            for callback in self._on_step:
                self.guarded(callback, self.step)

    def _draw_chart(self, horizon: int) -> None:
        """Draw the chart, unless only the cursor has to move."""
        wanted = (self._series, horizon)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        name = self._series
        self._chart = timeline(self.trace.series[name], horizon, name) if name else ""

    def _handle(self, message: dict[str, Any]) -> None:
        match message:
            case {"go": int(step)}:
                self.step = min(max(step, 0), len(self.trace) - 1)
            case {"go": "end"}:
                self.step = len(self.trace) - 1
            case {"landmark": str(name), "by": int(by)}:
                self._jump(name, by)
            case {"whole": bool(whole)}:
                self._whole = whole
                self.refresh()
            case {"series": str(name)}:
                self._series = _known("series", [name], self.trace.series)[0]
                self.refresh()
            case {"pick": value}:
                picked = tuple(value) if isinstance(value, list) else value
                for callback in self._on_pick:
                    callback(self.frame, picked)

    def _jump(self, name: str, by: int) -> None:
        """Go to the next landmark of a name, or (``by`` below 0) to the one before."""
        marks = self.trace.landmarks[_known("landmark", [name], self.trace.landmarks)[0]]
        after = int(np.searchsorted(marks, self.step, side="right" if by > 0 else "left"))
        index = after if by > 0 else after - 1
        if 0 <= index < len(marks):
            self.step = int(marks[index])
        else:
            self.say(f"No {name} {'after' if by > 0 else 'before'} this step.")

    def _static(self) -> tuple[str, str]:
        caption = self._shown["caption"]
        return figure(self._shown["picture"], caption=caption), f"Stepper: {caption}"


def _known(kind: str, names: Sequence[str] | None, all_names: Iterable[str]) -> list[str]:
    known = list(all_names)
    for name in names or ():
        if name not in known:
            raise ValueError(f"{kind} {name!r} is not in this run, which has {known}")
    return known if names is None else list(names)
