"""A recorded run of a search: every step can be looked at, in any order, at once."""

from __future__ import annotations

import copy
import csv
import itertools
import numbers
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import whole_number

__all__ = ["Frame", "RecordedTrace", "Status", "Trace", "first_difference", "record"]

Status = Literal["found", "impossible", "limit", "stuck", "exhausted"]
"""How a search ended.

found: what was looked for is there; impossible: everything was searched, it is not;
limit: the budget ended the search; stuck: a rule that never goes back met a dead end;
exhausted: a search without a goal saw everything.
"""


class Frame:
    """The state after some steps, with the decision that led on from it.

    Every search has a frozen dataclass of its own below this one. In a notebook a frame shows
    its picture.
    """

    @property
    def caption(self) -> str:
        """Say what happened, because of what, therefore what, in at most twenty words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.caption

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from puzzlelib.views.picture import show  # the one import upwards: frames draw themselves

        return {"text/html": show(self), "text/plain": self.caption}


FrameType = TypeVar("FrameType", bound=Frame, covariant=True)


class Trace(ABC, Generic[FrameType]):
    """What every recorded run offers: a length, any step's frame, series and landmarks.

    ``len(trace)`` is the number of recorded steps + 1; ``trace[i]`` is the state after i steps.
    A subclass stores columns (arrays with one value a step) and builds a frame when asked.
    """

    status: Status
    truncated: bool = False
    """Whether steps beyond the last frame were taken but not recorded."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def frame(self, step: int) -> FrameType:
        """Return the state after ``step`` steps, 0 <= step < len(self)."""

    @abstractmethod
    def _series(self) -> Mapping[str, NDArray[Any]]: ...

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        return {}

    @cached_property
    def series(self) -> Mapping[str, NDArray[Any]]:
        """The measures of the run by name, each an array of len(self) values, one a frame."""
        return self._series()

    @cached_property
    def landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        """The steps worth jumping to by name, each a sorted array of indices into the trace."""
        return self._landmarks()

    @overload
    def __getitem__(self, step: int) -> FrameType: ...
    @overload
    def __getitem__(self, step: slice) -> list[FrameType]: ...
    def __getitem__(self, step: int | slice) -> FrameType | list[FrameType]:
        if isinstance(step, slice):
            return [self.frame(i) for i in range(*step.indices(len(self)))]
        index = step + len(self) if step < 0 else int(step)
        if not 0 <= index < len(self):
            raise IndexError(f"step {step} is outside this run: it has steps 0 to {len(self) - 1}")
        return self.frame(index)

    def __iter__(self) -> Iterator[FrameType]:
        return (self.frame(i) for i in range(len(self)))

    def __repr__(self) -> str:
        more = ", the rest not recorded" if self.truncated else ""
        return f"<{type(self).__name__}: {self.status}, {len(self) - 1:,} steps{more}>"

    def columns(self) -> Mapping[str, Sequence[Any] | NDArray[Any]]:
        """Return what ``to_csv`` writes: the series, and what a subclass adds."""
        return self.series

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write one row a frame: its step, then a column for every series."""
        columns = self.columns()
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["step", *columns])
            writer.writerows(zip(range(len(self)), *columns.values(), strict=True))


class _Recorded(Frame):
    """A frame around any object: it compares and reads like that object."""

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def caption(self) -> str:
        return str(getattr(self.value, "caption", self.value))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "value":
            raise AttributeError(name)
        return getattr(self.value, name)

    def __getitem__(self, key: Any) -> Any:
        return self.value[key]

    def __eq__(self, other: object) -> bool:
        return bool(_same(self.value, other.value if isinstance(other, _Recorded) else other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.value)


class RecordedTrace(Trace[Frame]):
    """The frames of somebody's own search, kept as they were yielded."""

    def __init__(self, frames: Sequence[Frame], truncated: bool) -> None:
        self._frames = frames
        self.truncated = truncated
        last = getattr(frames[-1], "status", None)
        self.status = last or ("limit" if truncated else "exhausted")

    def __len__(self) -> int:
        return len(self._frames)

    def frame(self, step: int) -> Frame:
        return self._frames[step]

    def _series(self) -> Mapping[str, NDArray[Any]]:
        rows = [_numbers(frame) for frame in self._frames]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: np.array([row.get(name, np.nan) for row in rows]) for name in names}


def record(frames: Iterable[Any], limit: int = 100_000) -> RecordedTrace:
    """Record any iterable of objects, such as a generator that a student wrote.

    Parameters
    ----------
    frames : iterable
        Its objects become the frames. Each is copied, so one list that changes may be yielded
        again and again. An object's ``caption`` (else its text) is the caption; its numeric
        attributes become series.
    limit : int
        The largest number of frames to take; the trace says whether there were more.

    Returns
    -------
    RecordedTrace
        ``trace[i]`` is the i-th object yielded.

    Raises
    ------
    ValueError
        If nothing is yielded, or the limit is below 1.

    Examples
    --------
    >>> def count_down(n):
    ...     numbers = list(range(n))
    ...     while numbers:
    ...         yield numbers
    ...         numbers.pop()
    >>> trace = record(count_down(3))
    >>> len(trace), trace[1].caption
    (3, '[0, 1]')
    """
    limit = whole_number("limit", limit)
    source = iter(frames)
    kept: list[Frame] = []
    for item in itertools.islice(source, limit):
        item = copy.deepcopy(item)
        kept.append(item if isinstance(item, Frame) else _Recorded(item))
    if not kept:
        raise ValueError("nothing was yielded: a search to record yields one object a step")
    truncated = len(kept) == limit and next(source, kept) is not kept
    return RecordedTrace(kept, truncated)


def first_difference(
    mine: Sequence[Any] | Trace[Any], theirs: Sequence[Any] | Trace[Any]
) -> int | None:
    """Return the first step at which two runs differ, or None if they are the same.

    A run that only stops earlier differs at the first step that it lacks.

    >>> first_difference([1, 2, 3], [1, 5, 3])
    1
    >>> first_difference([1, 2], [1, 2, 3])
    2
    >>> first_difference([1, 2], [1, 2]) is None
    True
    """
    missing = object()
    pairs = itertools.zip_longest(mine, theirs, fillvalue=missing)
    return next((i for i, (a, b) in enumerate(pairs) if not _same(a, b)), None)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return bool(a == b)


def _numbers(frame: Frame) -> dict[str, float]:
    """Return the numbers that a frame holds, by name; a bare number is named "value"."""
    value: Any = frame.value if isinstance(frame, _Recorded) else frame
    if _is_number(value):
        return {"value": value}
    if hasattr(value, "_asdict"):
        attributes = value._asdict()
    else:
        slots = getattr(type(value), "__slots__", ())
        attributes = getattr(value, "__dict__", None) or {
            s: getattr(value, s) for s in slots if hasattr(value, s)
        }
    return {name: x for name, x in attributes.items() if not name.startswith("_") and _is_number(x)}


def _is_number(x: Any) -> bool:
    return isinstance(x, numbers.Real | np.number) and not isinstance(x, bool | np.bool_)
