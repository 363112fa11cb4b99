"""What the widgets of this package share: errors in words, and a picture without a kernel."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

__all__ = ["PageWidget", "explain", "figure", "shared", "static_bundle"]

TO_START: Final = "<em>To use it, run this cell: Shift + Enter.</em>"
"""What stands below a picture where the live widget does not."""

HERE: Final = Path(__file__).parent

PUSH: Final = " " * 65_536
"""Pushes an answer out on the way to a page on the same machine.

Jupyter's server leaves Nagle's algorithm on: a packet that is not full waits until the one
before, the kernel's "busy", is acknowledged, up to 40 ms. On the loopback device a packet is
64 kB. A page from elsewhere, where packets are small, does not ask for it.
"""


def shared(name: str) -> str:
    """Return a widget's script or style sheet, after what all of them have in common."""
    common = Path(name).with_stem("common")
    return "\n".join((HERE / part).read_text("utf-8") for part in (common, name))


def explain(error: Exception) -> str:
    """Say an error in one sentence: a ValueError's own words, or what went wrong by name.

    >>> explain(ValueError("5A0B is not an answer: four digits have at most 4 bulls and cows"))
    '5A0B is not an answer: four digits have at most 4 bulls and cows'
    >>> explain(ValueError("no code is left"))
    'No code is left'
    >>> explain(KeyError("depth"))
    "Something unexpected went wrong, nothing is lost: KeyError: 'depth'."
    """
    if isinstance(error, ValueError) and str(error):
        words = str(error)
        return words[0].upper() + words[1:]
    return f"Something unexpected went wrong, nothing is lost: {type(error).__name__}: {error}."


def static_bundle(widget: Any, html: str, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a notebook stores: the live widget, and the same for readers without a kernel."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    kinds = {"application/vnd.jupyter.widget-view+json": view, "text/plain": text}
    return kinds | ({"text/html": f"{html}<p>{TO_START}</p>"} if html else {}), {}


class PageWidget(anywidget.AnyWidget):
    """A widget drawn by its own JavaScript, which asks by messages and always gets an answer.

    A subclass handles messages in ``_handle`` and says what a page without a kernel shows in
    ``_static``. Every change that one message causes reaches the page together.
    """

    _alert = traitlets.Unicode().tag(sync=True)
    _answered = traitlets.Int().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self.on_msg(self._receive)

    def _handle(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    def _static(self) -> tuple[str, str]:
        """Return HTML and plain text that stand for the widget without a kernel."""
        raise NotImplementedError

    def _receive(self, _: Any, message: dict[str, Any], buffers: Any) -> None:
        with self.hold_sync():
            self._alert = ""
            self.guarded(self._handle, message)
            self._answered += 1
        if message.get("nearby"):
            self.send({"push": PUSH})

    def guarded(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Call, and show an error to the person in place of a traceback."""
        try:
            call(*arguments)
        except Exception as error:
            self._alert = explain(error)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        html, text = self._static()
        return static_bundle(self, html, text)


def figure(*parts: str, caption: str) -> str:
    """Put pictures above a caption, for pages without a kernel."""
    return f"<figure>{''.join(parts)}<figcaption>{escape(caption)}</figcaption></figure>"
