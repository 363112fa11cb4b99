"""Sweeps: the same search from many starts, by whoever is there to do the work."""

from __future__ import annotations

import csv
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["Progress", "Table", "reporting", "results", "sweep"]

Item = TypeVar("Item")
Result = TypeVar("Result")
Row = TypeVar("Row", bound=NamedTuple)

Progress = Callable[[int, int], object]
"""What is called with how many are done, and how many there are."""

_OWN_MISTAKE = "The function of the sweep raised this, not its executor."


def sweep(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    executor: Executor | None = None,
    progress: bool | Progress = False,
    unit: str = "items",
) -> list[Result]:
    """Call a function with each item.

    Parameters
    ----------
    function : callable
        Processes must be able to import it: one that a notebook made suits threads and Dask.
    items : iterable
    executor : concurrent.futures.Executor, optional
        Who does the work: threads, processes, ``Client.get_executor()`` of a Dask cluster.
        Left out, this process does.
    progress : bool or callable
        True shows a bar (this needs tqdm); a function is called with how many are done and how
        many there are.
    unit : str
        What the bar counts.

    Returns
    -------
    list
        What the function returned, in the order of the items, whoever did the work.

    Raises
    ------
    ValueError
        If progress is something else.
    ImportError
        If progress is True and tqdm is missing.
    Exception
        Whatever the function raises; what was not begun by then is given up.

    Warns
    -----
    RuntimeWarning
        If the executor broke, and this process did the rest of its work.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sweep(abs, [-3, 1, -2], executor)
    [3, 1, 2]
    """
    items = list(items)
    found: list[Result] = []
    with reporting(progress, len(items), unit) as report:
        report(0, len(items))
        for result in results(function, items, executor):
            found.append(result)
            report(len(found), len(items))
    return found


def results(
    function: Callable[[Item], Result], items: Sequence[Item], executor: Executor | None = None
) -> Iterator[Result]:
    """Yield what the function returns for each item, as ``sweep`` does, as soon as it is known."""
    if executor is None:
        yield from map(function, items)
        return
    failures: list[Exception] = []
    futures = [_submit(executor, function, item) for item in items]
    try:
        for item, future in zip(items, futures, strict=True):
            try:
                result = future.result()
            except Exception as error:
                if _OWN_MISTAKE in getattr(error, "__notes__", ()):
                    raise
                failures.append(error)
                result = function(item)
            yield result
    finally:
        for future in futures:
            future.cancel()
    if failures:
        warnings.warn(
            f"the executor failed ({failures[0]!r}): this process did {len(failures)} of "
            f"{len(items)} parts of its work",
            RuntimeWarning,
            stacklevel=3,
        )


def _submit(executor: Executor, function: Callable[[Any], Any], item: Any) -> Future[Any]:
    try:
        return executor.submit(partial(_call, function), item)
    except Exception as error:  # it broke, was shut down, or cannot send the function
        failed: Future[Any] = Future()
        failed.set_exception(error)
        return failed


def _call(function: Callable[[Any], Any], item: Any) -> Any:
    """Mark what the function raises: a note on it comes back from any process."""
    try:
        return function(item)
    except Exception as error:
        error.add_note(_OWN_MISTAKE)
        raise


@contextmanager
def reporting(progress: bool | Progress, total: int, unit: str) -> Iterator[Progress]:
    """Give the function to call with how many are done and how many there are.

    Parameters
    ----------
    progress : bool or callable
        As ``sweep`` takes it.
    total : int
    unit : str
        What the bar counts.
    """
    if callable(progress):
        yield progress
    elif progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError(
                "progress=True needs tqdm: install it, or pass a function that is called with "
                "how many are done and how many there are"
            ) from error
        with tqdm(total=total, unit=f" {unit}") as bar:
            yield lambda done, total: bar.update(done - bar.n)
    elif progress is False:
        yield lambda done, total: None
    else:
        raise ValueError(f"progress is True, False or a function, not {progress!r}")


class Table(Sequence[Row]):
    """The rows that a sweep found, all named tuples of one kind.

    Parameters
    ----------
    rows : iterable of NamedTuple
        At least one.

    Raises
    ------
    ValueError
        If there is no row.

    Examples
    --------
    >>> class Square(NamedTuple):
    ...     number: int
    ...     ends_in: int
    >>> table = Table(Square(n, n * n % 10) for n in range(10))
    >>> table[7], table.column("ends_in").tolist()[:4], table.counts("ends_in")[6]
    (Square(number=7, ends_in=9), [0, 1, 4, 9], 2)
    >>> table
    <10 rows of number, ends_in>
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        if not self.rows:
            raise ValueError("a table needs at least one row")

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.rows[0]._fields

    def column(self, name: str) -> NDArray[Any]:
        """Return one value a row."""
        return np.array([getattr(row, name) for row in self.rows])

    def counts(self, name: str) -> dict[Any, int]:
        """Count how many rows have each value of a column, the most frequent first."""
        return dict(Counter(getattr(row, name) for row in self.rows).most_common())

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the names of the columns, then every row."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self.names)
            writer.writerows(self.rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {', '.join(self.names)}>"
