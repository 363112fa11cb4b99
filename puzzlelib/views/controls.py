"""What ipywidgets lacks: messages read out, folding, modes, fields that lose no key, a sketch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from puzzlelib.views.widget import PageWidget, shared

__all__ = ["Fold", "Messages", "Modes", "NumberField", "Sketch", "TextField"]


class _Control(PageWidget):
    """One of the small controls; ``_kind`` says which the page draws."""

    _esm = shared("controls.js")
    _css = shared("controls.css")
    _kind = traitlets.Unicode().tag(sync=True)
    _label = traitlets.Unicode().tag(sync=True)

    def _static(self) -> tuple[str, str]:
        return "", type(self).__name__


class Messages(_Control):
    """What a lab says to the person: news, warnings, and how far a long run is."""

    _kind = traitlets.Unicode("messages").tag(sync=True)
    news = traitlets.Unicode().tag(sync=True)
    progress = traitlets.Unicode().tag(sync=True)

    def __init__(self, label: str, stop: Callable[[], None]) -> None:
        super().__init__(_label=label)
        self._stop = stop

    def warn(self, text: str) -> None:
        """Show a warning; an empty one takes it away."""
        self._alert = text

    def _handle(self, message: dict[str, Any]) -> None:
        self._stop()


class Fold(_Control):
    """A question; what answers it unfolds below when it is pressed."""

    _kind = traitlets.Unicode("fold").tag(sync=True)
    unfolded = traitlets.Bool().tag(sync=True)

    def _handle(self, message: dict[str, Any]) -> None:
        self.unfolded = not self.unfolded


class Modes(_Control):
    """A choice of one of a few named modes, shown side by side."""

    _kind = traitlets.Unicode("modes").tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)

    def _handle(self, message: dict[str, Any]) -> None:
        if message["choose"] not in self.options:
            raise ValueError(f"{message['choose']!r} is not one of {self.options}")
        self.value = message["choose"]


class _Field(_Control):
    """A labelled field, which tells all that is typed by messages.

    ipywidgets holds back what is typed while the kernel is busy, and lets Enter and buttons
    overtake it. Messages keep their order.
    """

    _kind = traitlets.Unicode("field").tag(sync=True)
    _attributes = traitlets.Dict().tag(sync=True)  # of the page's <input>
    _heard = traitlets.Float().tag(sync=True)

    def _handle(self, message: dict[str, Any]) -> None:
        self._heard = message["token"]
        self._take(message["value"])
        if message.get("submit"):
            self._submit()

    def _take(self, typed: str) -> None:
        raise NotImplementedError

    def _submit(self) -> None:
        pass


class TextField(_Field):
    """A labelled field for text; Enter submits."""

    value = traitlets.Unicode().tag(sync=True)

    def __init__(self, label: str, value: str, submit: Callable[[], Any] | None = None) -> None:
        attributes = {"type": "text", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(_label=label, _attributes=attributes, value=value)
        self._act = submit

    def _take(self, typed: str) -> None:
        self.value = typed

    def _submit(self) -> None:
        if self._act:
            self._act()


class NumberField(_Field):
    """A labelled field for a whole number, which is kept between two bounds."""

    value = traitlets.Int().tag(sync=True)

    def __init__(self, label: str, value: int, low: int, high: int) -> None:
        attributes = {"type": "number", "min": low, "max": high}
        super().__init__(_label=label, _attributes=attributes, value=value)

    def _take(self, typed: str) -> None:
        if typed:  # the page has none for what is no number; the one before is shown again
            try:
                self.value = int(float(typed))
            except (ValueError, OverflowError):
                raise ValueError(f"{self._label} is a whole number, not {typed!r}") from None

    @traitlets.validate("value")
    def _bounded(self, proposal: dict[str, int]) -> int:
        low, high = self._attributes["min"], self._attributes["max"]
        return int(min(max(proposal["value"], low), high))


class Sketch(_Control):
    """A picture beside the stepper; what has a ``data-pick`` in it can be picked, as there."""

    _kind = traitlets.Unicode("sketch").tag(sync=True)
    drawing = traitlets.Unicode().tag(sync=True)

    def __init__(self, picked: Callable[[str], None]) -> None:
        super().__init__()
        self._picked = picked

    def _handle(self, message: dict[str, Any]) -> None:
        self._picked(message["pick"])
