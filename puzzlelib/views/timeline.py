"""The chart below the stepper: one measure of the run, as HTML that stretches with the page."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.views.picture import element

__all__ = ["envelope", "nice_ceiling", "timeline"]

COLUMNS = 400
"""The most columns drawn: more cannot be told apart on a screen."""

DOTTED = 60
"""Up to so many steps each value has a dot."""


def nice_ceiling(value: float) -> float:
    """Return the smallest 1, 2 or 5 times a power of ten that is not below a positive value.

    >>> [nice_ceiling(x) for x in (1, 3, 21, 5000, 0.3)]
    [1, 5, 50, 5000, 0.5]
    """
    power = 10.0 ** math.floor(math.log10(value))
    nice = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= value * (1 - 1e-9))
    return int(nice) if nice >= 1 else nice


def envelope(
    values: NDArray[Any], columns: int = COLUMNS
) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
    """Return the first step, the least and the greatest value of each of at most so many columns.

    Notes
    -----
    Time O(n) in NumPy. Missing values (nan) are left out of a column that has others.

    Examples
    --------
    >>> steps, low, high = envelope(np.array([5, 1, 7, 2]), columns=2)
    >>> steps.tolist(), low.tolist(), high.tolist()
    ([0, 2], [1, 2], [5, 7])
    """
    count = min(columns, len(values))
    steps = np.arange(count) * len(values) // count
    return steps, np.fmin.reduceat(values, steps), np.fmax.reduceat(values, steps)


def timeline(values: NDArray[Any], horizon: int, name: str) -> str:
    """Draw the values of steps 0 to ``horizon``, with ticks; the page moves a cursor over it.

    The line is cut off at the custom property ``--seen`` and the cursor stands at ``--cursor``
    (both percentages), so that a step needs no new drawing.
    """
    shown = np.asarray(values[: horizon + 1], dtype=float)
    finite = shown[np.isfinite(shown)]
    low, high, every = _scale(finite)

    def across(step: float) -> float:
        return 100 * step / horizon

    def up(value: float) -> float:
        return 100 * (value - low) / (high - low)

    steps, least, greatest = envelope(shown)
    line = " ".join(
        f"{across(step):.2f},{100 - up(value):.2f}"
        for step, bottom, top in zip(steps.tolist(), least.tolist(), greatest.tolist(), strict=True)
        for value in ((bottom, top) if bottom != top else (top,))
        if math.isfinite(value)
    )
    dots = "".join(f"M{point}h0" for point in line.split()) if len(shown) <= DOTTED else ""
    level_ticks = np.arange(low, high + every / 2, every).tolist()
    step_ticks = range(0, horizon + 1, max(1, int(nice_ceiling(horizon / 5))))
    grid = "".join(f"M0 {100 - up(tick):.2f}h100" for tick in level_ticks)
    ground = _stretched(element("path", d=grid), class_="puzzlelib-grid")
    drawing = _stretched(
        element("polyline", points=line), element("path", d=dots), class_="puzzlelib-seen"
    )
    levels = [
        element("span", _short(tick), style=f"bottom:{up(tick):.2f}%") for tick in level_ticks
    ]
    numbers = [
        element("span", _short(tick), style=f"left:{across(tick):.2f}%") for tick in step_ticks
    ]
    return element(
        "div",
        element("div", *levels, class_="puzzlelib-levels"),
        element(
            "div", ground, drawing, element("i", class_="puzzlelib-cursor"), class_="puzzlelib-plot"
        ),
        element("div", *numbers, class_="puzzlelib-steps"),
        class_="puzzlelib-timeline",
        role="img",
        aria_label=f"Chart of {name} by step, as far as the run has been seen",
    )


def _stretched(*parts: str, class_: str) -> str:
    """Wrap parts in an SVG of 100 x 100 units that takes the size of its place."""
    return element(
        "svg",
        *parts,
        class_=class_,
        viewBox="0 0 100 100",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _scale(values: NDArray[Any]) -> tuple[float, float, float]:
    """Return the ends of an axis that holds zero and the values, and the distance of its ticks."""
    least = min(0.0, float(values.min(initial=0)))
    greatest = max(0.0, float(values.max(initial=0)))
    every = nice_ceiling((greatest - least) / 3 or 1)
    low, high = math.floor(least / every) * every, math.ceil(greatest / every) * every
    return low, max(high, low + every), every


def _short(number: float) -> str:
    """Write a tick in few characters.

    >>> _short(5000), _short(2_500_000), _short(0.5)
    ('5,000', '2.5M', '0.5')
    """
    return f"{number / 1e6:g}M" if abs(number) >= 1e6 else f"{number:,g}"
