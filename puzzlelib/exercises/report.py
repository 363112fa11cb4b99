"""Check a student's function beside the right one, and say kindly where they part."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from html import escape
from inspect import Parameter, getdoc, signature
from typing import Any, ParamSpec

__all__ = ["Mistake", "Report", "as_list", "compare", "in_words", "judge"]

P = ParamSpec("P")


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
            got = _comparable(result, normal)
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


def in_words(check: Callable[P, Report]) -> Callable[P, Report]:
    """Let a check say in words that it cannot read an answer, rather than raise.

    >>> @in_words
    ... def check_sum(total: int) -> Report:
    ...     "Check the sum of 2 and 3."
    ...     return judge(total - 5 == 0, "2 + 3 = 5.", "Count again.")
    >>> check_sum("5")
    ✗ Not yet. check_sum(total: int) cannot read '5'. It checks the sum of 2 and 3.
    """

    @wraps(check)
    def checked(*args: P.args, **kwargs: P.kwargs) -> Report:
        try:
            return check(*args, **kwargs)
        except ValueError as error:
            words = str(error)
            return Report(False, f"{words[:1].upper()}{words[1:]}.")
        except TypeError:
            given = ", ".join(map(_short, [*args, *kwargs.values()]))
            return Report(False, f"{_call(check)} cannot read {given}. {_purpose(check)}")

    return checked


def _call(check: Callable[..., Report]) -> str:
    """Write a check with the arguments that it must be given."""
    wanted = [p for p in signature(check).parameters.values() if p.default is Parameter.empty]
    return f"{check.__name__}({', '.join(f'{p.name}: {p.annotation}' for p in wanted)})"


def _purpose(check: Callable[..., Report]) -> str:
    """Turn the first line of a check's description into a sentence about it."""
    first = (getdoc(check) or "").partition("\n")[0]
    return first.replace("Check ", "It checks ", 1).replace("``", "")


def as_list(answer: Iterable[Any]) -> list[Any]:
    """List the parts of an answer; a text is one part.

    >>> as_list("5293"), as_list(("5293", "9204"))
    (['5293'], ['5293', '9204'])
    """
    return [answer] if isinstance(answer, str) else list(answer)


_LONGEST = 1_000_000


def _comparable(result: Any, normal: Callable[[Any], Any]) -> Any:
    """Bring a result into the normal form; show what has none as it is."""
    result = _finite(result)
    try:
        return normal(result)
    except Exception:
        return result


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
        return _equal(_comparable(mistake.function(*copy.deepcopy(case)), normal), got)
    except Exception:
        return False


def _short(value: Any, longest: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _sentence(verdict: str, advice: str) -> str:
    return f"{verdict}\n{advice}" if advice else verdict
