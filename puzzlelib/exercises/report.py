"""Check a student's function beside the right one, and say kindly where they part."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

__all__ = ["Mistake", "Report", "compare", "judge"]


@dataclass(frozen=True)
class Report:
    """What a check found: passed or not, and one paragraph for the student.

    >>> bool(Report(True, "All 3 cases agree."))
    True
    """

    passed: bool
    message: str

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return f"{self._sign} {self.message}"

    @property
    def _sign(self) -> str:
        return "✓ Right." if self.passed else "✗ Not yet."

    def _repr_html_(self) -> str:
        sign, _, message = repr(self).partition(". ")
        colour = "#009e73" if self.passed else "#d55e00"
        lines = "<br>".join(escape(line) for line in message.splitlines())
        return (
            f'<div role="status" style="border-left: 0.4em solid {colour}; padding: 0.3em 0.8em">'
            f"<strong>{sign}.</strong> {lines}</div>"
        )


@dataclass(frozen=True)
class Mistake:
    """A belief that students hold, as the function that it leads to, and what to say to it."""

    function: Callable[..., Any]
    hint: str


def compare(
    attempt: Callable[..., Any],
    reference: Callable[..., Any],
    cases: Iterable[Sequence[Any]],
    *,
    mistakes: Sequence[Mistake] = (),
    hint: str = "",
    normal: Callable[[Any], Any] | None = None,
) -> Report:
    """Run a student's function beside the reference until they differ.

    Parameters
    ----------
    attempt, reference : functions of the same arguments
    cases : iterable of argument tuples
        The simplest first: the first counter-example is the one that is shown.
    mistakes : sequence of Mistake
        If the wrong answer is the one that a known mistake gives, its hint is shown.
    hint : str
        What to say when no known mistake fits.
    normal : function, optional
        Brings a result into the form in which results are compared (``sorted``, ``list``...).

    Returns
    -------
    Report
        Never raises for what the attempt does: its errors are reported.

    Examples
    --------
    >>> compare(lambda a, b: a + b, lambda a, b: a * b, [(2, 2), (2, 3)])
    ✗ Not yet. <lambda>(2, 3) should be 6, but yours gave 5.
    """
    if not callable(attempt):
        return Report(False, f"A function is expected, but this is {attempt!r}.")
    name = getattr(attempt, "__name__", "your function")
    normal = normal or _plain
    checked = 0
    for case in cases:
        call = f"{name}({', '.join(map(_short, case))})"
        expected = normal(reference(*copy.deepcopy(case)))
        try:
            result = attempt(*copy.deepcopy(case))
            if result is None or result is Ellipsis:
                return Report(
                    False, _sentence(f"{call} gave nothing back: is there a return?", hint)
                )
            got = normal(_finite(result))
        except NotImplementedError:
            return Report(False, _sentence(f"{name} is still to be written.", hint))
        except KeyboardInterrupt:
            return Report(False, f"{call} was stopped before it gave an answer.")
        except Exception as error:
            return Report(
                False, f"{call} should be {_short(expected)}, but yours raised {_named(error)}."
            )
        if not _equal(got, expected):
            advice = next((m.hint for m in mistakes if _gives(m, case, got, normal)), hint)
            verdict = f"{call} should be {_short(expected)}, but yours gave {_short(got)}."
            return Report(False, _sentence(verdict, advice))
        checked += 1
    return Report(True, f"{name} agrees in all {checked:,} cases.")


def judge(passed: bool, right: str, wrong: str) -> Report:
    """Report on an answer that is not a function: a code found, a number derived."""
    return Report(passed, right if passed else wrong)


_LONGEST = 1_000_000


def _finite(result: Any) -> Any:
    """Turn a generator into a list, so that it can be compared and shown."""
    if isinstance(result, Iterator):
        items = list(itertools.islice(result, _LONGEST))
        if len(items) == _LONGEST:
            raise ValueError("it yields without end")
        return items
    return result


def _plain(result: Any) -> Any:
    return list(result) if isinstance(result, tuple | range) else result


def _equal(a: Any, b: Any) -> bool:
    try:
        equal = a == b
        return bool(equal.all() if hasattr(equal, "all") else equal)
    except Exception:
        return False


def _gives(mistake: Mistake, case: Sequence[Any], got: Any, normal: Callable[[Any], Any]) -> bool:
    try:
        return _equal(normal(_finite(mistake.function(*copy.deepcopy(case)))), got)
    except Exception:
        return False


def _short(value: Any, longest: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _sentence(verdict: str, advice: str) -> str:
    return f"{verdict}\n{advice}" if advice else verdict
