"""Charts of results: a figure that keeps its data, saves both, and can be read out.

Usage
-----
>>> axes = chart_axes("Guesses needed", x="guesses", y="secrets")
>>> bars = axes.bar([1, 2, 3], [1, 4, 2])
>>> chart = Chart(axes, {"guesses": [1, 2, 3], "secrets": [1, 4, 2]}, "Most need 2 guesses.")
>>> chart
<Chart: Most need 2 guesses.>
>>> chart.data["secrets"]
[1, 4, 2]

``chart.save("guesses.png")``, ``.svg`` or ``.csv`` writes it; ``chart.figure`` is the figure. At
the end of a cell it shows itself, in the colours of the page. In a lab put it in a
``ipywidgets.HTML`` by ``chart.html()``.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import matplotlib
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puzzlelib.views.palette import LINE, QUALITATIVE, TEXT
from puzzlelib.views.picture import element

__all__ = ["STYLE", "Chart", "chart_axes"]

INK: Final = "#212121"
RULE: Final = "#bdbdbd"
THEME: Final = {INK: TEXT, RULE: LINE}
"""What a colour of the figure becomes on a page with a theme."""

_PROLOGUE: Final = re.compile(
    r"\A.*?(?=<svg)|<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", re.DOTALL
)
"""What a file needs and a page must not have: a style would reach every other drawing on it."""

_LONG_NUMBER: Final = re.compile(r"-?\b\d+\.\d{3,}")

STYLE: Final[Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=QUALITATIVE),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "grid.color": RULE,
    "svg.fonttype": "none",  # text stays text: small, and in the reader's own font
    "svg.hashsalt": "puzzlelib",  # the same figure always gives the same file
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""Sober axes and colours for every kind of colour vision, as Matplotlib settings."""


def chart_axes(title: str, *, x: str, y: str, size: tuple[float, float] = (7.0, 3.4)) -> Axes:
    """Make a figure with one pair of axes in the common style, and return the axes.

    Parameters
    ----------
    title, x, y : str
        The title, and what the axes count, with units.
    size : pair of float
        Width and height in inches.
    """
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots()
        axes.set(title=title, xlabel=x, ylabel=y)
    return axes


class Chart:
    """A figure with the data that it shows and words for those who cannot see it.

    Parameters
    ----------
    figure : Figure or Axes
        Made without pyplot; of axes, their figure is taken.
    data : mapping of str to sequence
        The columns behind the figure, all of one length.
    alt : str
        What a person should learn from the chart, in a sentence or two.

    Raises
    ------
    ValueError
        If the columns differ in length, or ``alt`` is empty.
    """

    def __init__(self, figure: Figure | Axes, data: Mapping[str, Sequence[Any]], alt: str) -> None:
        lengths = {name: len(column) for name, column in data.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns must be of one length, not {lengths}")
        if not alt.strip():
            raise ValueError("a chart needs words for those who cannot see it")
        self.figure = cast(Figure, figure.figure if isinstance(figure, Axes) else figure)
        for legend in filter(None, (axes.get_legend() for axes in self.figure.axes)):
            legend.set_frame_on(False)
        self.figure.draw_without_rendering()  # lay it out once: each layout would move it a bit
        self.figure.set_layout_engine("none")
        self.data = dict(data)
        self.alt = alt

    def __repr__(self) -> str:
        return f"<Chart: {self.alt}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the figure (.png, .svg) or its data (.csv), as the path's suffix says.

        Raises
        ------
        ValueError
            If the suffix is none of the three.
        """
        suffix = Path(path).suffix.lower()
        if suffix == ".csv":
            with open(path, "w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(self.data)
                writer.writerows(zip(*self.data.values(), strict=True))
        elif suffix in (".png", ".svg"):
            Path(path).write_bytes(self._drawn(suffix[1:], facecolor="white"))
        else:
            raise ValueError(f"{str(path)!r} must end in .png, .svg or .csv")

    def html(self) -> str:
        """Return the figure as an SVG that takes the colours of the page and has a name."""
        text = self._drawn("svg", facecolor="none").decode()
        text = _PROLOGUE.sub("", text)
        text = _LONG_NUMBER.sub(lambda number: f"{float(number[0]):.2f}", text)
        for colour, themed in THEME.items():
            text = text.replace(colour, themed)
        style = "max-width: 100%; height: auto; stroke-linejoin: round"
        named = element("svg", role="img", aria_label=self.alt, fill=TEXT, style=style)
        return text.replace("<svg", named.removesuffix("></svg>"), 1).strip()

    def _drawn(self, form: str, facecolor: str) -> bytes:
        file = io.BytesIO()
        with matplotlib.rc_context(STYLE):
            self.figure.savefig(
                file,
                format=form,
                dpi=144,
                facecolor=facecolor,
                metadata={"Date": None} if form == "svg" else {"Software": None},
            )
        return file.getvalue()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {
            "text/html": self.html(),
            "image/png": self._drawn("png", facecolor="white"),
            "text/plain": repr(self),
        }
