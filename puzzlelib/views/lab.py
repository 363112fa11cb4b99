"""The frame of every lab: a form, messages, folding sections, and long runs that can be stopped.

Usage
-----
::

    class CountLab(Lab):
        def __init__(self):
            super().__init__("Counting lab")
            self.size = self.number("Size", 5, low=1, high=9)
            self.start = self.text("Start", "0,0", submit=self.search)
            self.order = self.choice("Order", ["classic", "Warnsdorff"], change=self.explain_order)
            search = self.button("Search", self.search, primary=True)
            self.stepper = Stepper(...)
            self.compose(
                self.form(self.size, self.start, self.order, search),
                self.stepper,
                self.section("How many tours are there?", self.form(...), ...),
            )

        def search(self):                       # a ValueError's words reach the person
            self.run(chunks(), progress=lambda chunk: f"{chunk.nodes:,} squares", done=self.found)

Every callback of a helper takes no argument: it reads ``self.size.value`` and the like.

``number / text / choice / checkbox / button``  labelled controls, their callbacks guarded
``form(*controls)``                             controls in a row that wraps
``modes(label, {"Watch": widget, ...})``        one of several widgets at a time
``section(question, *widgets)``                 folded under the question that it answers
``Question``                                    such a section that follows the steps, as a class
``say(text)``, ``warn(text)``                   messages, read out by screen readers
``guard(callback)``                             the same callback; its errors reach the person
``run(chunks, progress=, done=)``, ``stop()``   a long run in one task, with a Stop button
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, Generic, TypeVar, cast

import ipywidgets

from puzzlelib.views.controls import Fold, Messages, Modes, NumberField, TextField
from puzzlelib.views.widget import PageWidget, explain, static_bundle

__all__ = ["Lab", "Question"]

Chunk = TypeVar("Chunk")
Action = Callable[[], Any]
LabType = TypeVar("LabType", bound="Lab")

_NATURAL: Final = {"layout": {"width": "auto"}, "style": {"description_width": "initial"}}
"""Lets a control take the width that it needs, its label shown in full."""


class Lab(ipywidgets.VBox):  # type: ignore[misc]
    """A lab: a form above, what it shows below, and words for everything that goes wrong.

    Parameters
    ----------
    title : str
        The accessible name of the whole.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.messages = Messages(title, self.stop)
        self._task: asyncio.Task[None] | None = None
        super().__init__()
        self.add_class("puzzlelib-lab")

    def compose(self, form: Any, *others: Any) -> None:
        """Put the form first, the messages below it, then the others."""
        self.children = (form, self.messages, *others)

    # Words ------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Tell the person; an empty text takes the message away."""
        self.messages.news = text

    def warn(self, text: str) -> None:
        """Warn the person; an empty text takes the warning away."""
        self.messages.warn(text)

    def guard(self, callback: Callable[..., Any]) -> Callable[..., None]:
        """Return the callback, with its errors said to the person in place of a traceback."""

        @wraps(callback)
        def guarded(*arguments: Any) -> None:
            self.warn("")
            try:
                callback(*arguments)
            except Exception as error:
                self.warn(explain(error))

        return guarded

    # Controls ---------------------------------------------------------------------------------

    def button(self, label: str, press: Action, *, primary: bool = False) -> Any:
        """Make a button; at most one of a lab is primary."""
        button = ipywidgets.Button(description=label, button_style="primary" if primary else "")
        act = self.guard(press)
        button.on_click(lambda _: act())
        return button

    def text(self, label: str, value: str = "", *, submit: Action | None = None) -> TextField:
        """Make a field for text; Enter submits."""
        return TextField(label, value, submit and self.guard(submit))

    def number(
        self, label: str, value: int, *, low: int, high: int, change: Action | None = None
    ) -> Any:
        """Make a field for a whole number between two bounds."""
        return self._watch(NumberField(label, value, low, high), change)

    def choice(
        self,
        label: str,
        options: Sequence[Any] | Mapping[str, Any],
        value: Any = None,
        *,
        change: Action | None = None,
    ) -> Any:
        """Make a menu of options, or of names for them."""
        pairs = list(options.items()) if isinstance(options, Mapping) else list(options)
        menu = ipywidgets.Dropdown(options=pairs, description=label, **_NATURAL)
        if value is not None:
            menu.value = value
        return self._watch(menu, change)

    def checkbox(self, label: str, value: bool = False, *, change: Action | None = None) -> Any:
        """Make a box to tick."""
        box = ipywidgets.Checkbox(value=value, description=label, indent=False, **_NATURAL)
        return self._watch(box, change)

    def form(self, *controls: Any) -> Any:
        """Put controls in a row that wraps."""
        row = ipywidgets.HBox(controls)
        row.add_class("puzzlelib-form")
        return row

    def modes(self, label: str, widgets: Mapping[str, Any], *, change: Action | None = None) -> Any:
        """Show one of several widgets at a time, the first at first."""
        names = list(widgets)
        modes = Modes(_label=label, options=names, value=names[0])

        def show(_: Any = None) -> None:
            for name, widget in widgets.items():
                widget.layout.display = None if name == modes.value else "none"

        show()
        modes.observe(show, "value")
        self._watch(modes, change)
        box = ipywidgets.VBox([modes, *widgets.values()])
        box.modes = modes
        return box

    def section(self, question: str, *widgets: Any, opened: Action | None = None) -> Any:
        """Fold widgets under the question that they answer; ``opened`` is called when unfolded."""
        fold = Fold(_label=question)
        body = ipywidgets.VBox(widgets)
        body.layout.display = "none"
        act = self.guard(opened or (lambda: None))

        def unfold(_: Any) -> None:
            body.layout.display = None if fold.unfolded else "none"
            if fold.unfolded:
                act()

        fold.observe(unfold, "unfolded")
        section = ipywidgets.VBox([fold, body])
        section.fold = fold
        return section

    def _watch(self, control: Any, change: Action | None) -> Any:
        if change:
            act = self.guard(change)
            control.observe(lambda _: act(), "value")
        return control

    # Long runs --------------------------------------------------------------------------------

    def run(
        self,
        chunks: Iterable[Chunk],
        *,
        progress: Callable[[Chunk], str],
        done: Callable[[Chunk], Any],
    ) -> None:
        """Drive a generator of short chunks in one task, so that Stop is heard between them.

        Parameters
        ----------
        chunks : iterable
            Each of its steps takes at most about 50 ms; what it yields tells how far it is.
        progress : function from a chunk to text
        done : function of the last chunk
            Called at the end, unless the run was stopped.

        Notes
        -----
        A new run ends the one before. Without an event loop (a script) it runs to its end.
        """
        self.stop()
        work = self._drive(chunks, progress, self.guard(done))
        try:
            self._task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            asyncio.run(work)

    def stop(self) -> None:
        """End the run that is under way."""
        if self._task and not self._task.done():
            self._task.cancel()
        self._task = None

    async def _drive(
        self, chunks: Iterable[Chunk], progress: Callable[[Chunk], str], done: Callable[..., None]
    ) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        last: Any = None
        self.say("")
        self.messages.progress = "Starting …"
        await asyncio.sleep(0.001)  # the click that started it is done with, and its signal handler
        try:
            with _on_interrupt(task.cancel):
                for last in chunks:
                    self.messages.progress = progress(last)
                    await asyncio.sleep(0.001)  # a click on Stop is heard here
            done(last)
        except asyncio.CancelledError:
            if self._task in (None, task):  # it was stopped, not replaced by another run
                self.say("Stopped.")
        except Exception as error:
            self.warn(explain(error))
        finally:
            self.messages.progress = ""

    def _static(self) -> tuple[str, str]:
        """Stand in for the lab with its first picture."""
        pictures = (widget._static() for widget in _pages(self))
        html = next((html for html, _ in pictures if html), "")
        return html, self.title

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        html, text = self._static()
        return static_bundle(self, html, text)


class Question(Generic[LabType]):
    """A question, and what answers it, which is drawn only while it is unfolded.

    Parameters
    ----------
    lab : Lab
    *widgets : Widget
        What is folded away under the question.
    """

    question = ""

    def __init__(self, lab: LabType, *widgets: Any) -> None:
        self.lab = lab
        self.section = lab.section(self.question, *widgets, opened=self.refresh)

    def stepped(self) -> None:
        """Take in that the lab shows another step."""
        if self.section.fold.unfolded:
            self.refresh()

    def refresh(self) -> None:
        """Answer the question for what is shown."""


@contextmanager
def _on_interrupt(stop: Callable[[], Any]) -> Iterator[None]:
    """Let an interrupt stop what is inside; a kernel ignores it between two messages."""
    try:
        before = signal.signal(signal.SIGINT, lambda *_: stop())
    except ValueError:  # there are no signals outside the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _pages(widget: Any) -> Iterator[PageWidget]:
    """Yield the widgets inside one that are shown and know a static picture of themselves."""
    for child in getattr(widget, "children", ()):
        if child.layout.display == "none":
            continue
        if isinstance(child, PageWidget):
            yield child
        yield from _pages(child)
