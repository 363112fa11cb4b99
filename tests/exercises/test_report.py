"""A check never raises for what a student's function does; it says what went wrong."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from puzzlelib.exercises import Mistake, Report, compare, judge
from puzzlelib.exercises.report import as_list, in_words


def square(n):
    return n * n


CASES = [(0,), (2,), (3,)]


def not_written(n):
    raise NotImplementedError


def forgets_return(n):
    n * n


def crashes(n):
    return [][n]


def interrupted(n):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda n: 2 * n, "<lambda>(3) should be 9, but yours gave 6."),
        (not_written, "not_written is still to be written."),
        (forgets_return, "forgets_return(0) gave nothing back: is there a return?"),
        (crashes, "should be 0, but yours raised IndexError: list index out of range."),
        (interrupted, "interrupted(0) was stopped before it gave an answer."),
        (lambda: 1, "raised TypeError"),
        (lambda n: "x", "should be 0, but yours gave 'x'."),
        (42, "A function is expected, but this is 42."),
    ],
)
def test_what_is_wrong_is_said(attempt, message):
    report = compare(attempt, square, CASES)
    assert not report
    assert message in report.message


def test_a_right_function_passes_and_the_cases_are_counted():
    report = compare(square, lambda n: n**2, CASES)
    assert report
    assert repr(report) == "✓ Right. square agrees in all 3 cases."


def test_a_known_mistake_gets_its_own_hint_and_others_the_general_one():
    doubled = Mistake(lambda n: 2 * n, "Squaring is not doubling.")
    cubed = Mistake(lambda n: n**3, "That is a cube.")
    report = compare(lambda n: n + n, square, CASES, mistakes=[cubed, doubled], hint="Multiply.")
    assert report.message.endswith("Squaring is not doubling.")
    report = compare(lambda n: 7, square, CASES, mistakes=[cubed, doubled], hint="Multiply.")
    assert report.message.endswith("Multiply.")


def test_an_attempt_that_changes_its_arguments_does_not_spoil_the_check():
    def emptying(values):
        total = 0
        while values:
            total += values.pop()
        return total

    assert compare(emptying, sum, [([1, 2],), ([3],)])


def test_generators_tuples_and_arrays_compare_with_lists():
    assert compare(lambda n: (i for i in range(n)), lambda n: list(range(n)), CASES)
    assert compare(lambda n: tuple(range(n)), lambda n: list(range(n)), CASES)
    assert compare(lambda n: np.arange(n), lambda n: np.arange(n), CASES)
    assert not compare(lambda n: np.arange(n + 1), lambda n: np.arange(n), CASES)
    assert compare(lambda n: range(n, 0, -1), lambda n: range(1, n + 1), CASES, normal=sorted)


def test_an_endless_generator_is_reported():
    report = compare(lambda n: itertools.count(), lambda n: [n], CASES)
    assert "yields without end" in report.message


def test_long_values_are_cut():
    report = compare(lambda n: "x" * 10_000, square, CASES)
    assert len(report.message) < 300


def test_html_escapes_and_keeps_the_sign():
    html = Report(False, "a < b\nnext")._repr_html_()
    assert "<strong>✗ Not yet.</strong> a &lt; b<br>next" in html
    assert "✓ Right." in judge(True, "Found.", "Not found.")._repr_html_()
    assert "Not found." in judge(False, "Found.", "Not found.")._repr_html_()


def test_a_result_that_has_no_normal_form_is_shown_as_it_is():
    report = compare(lambda n: n, lambda n: [n], [(3,)], hint="Give a list.", normal=sorted)
    assert report.message.endswith("should be [3], but yours gave 3.\nGive a list.")


@in_words
def check_half(number: int, whole: int = 10) -> Report:
    """Check the half of ``whole``."""
    if number < 0:
        raise ValueError(f"a half is at least 0, not {number}")
    return judge(2 * number == whole, "Half.", "Not half.")


def test_an_answer_that_cannot_be_read_is_reported_in_words():
    assert check_half(5)
    assert check_half(number=6, whole=12)
    assert repr(check_half(-1)) == "✗ Not yet. A half is at least 0, not -1."
    unreadable = check_half("5")
    assert not unreadable
    assert (
        unreadable.message
        == "check_half(number: int) cannot read '5'. It checks the half of whole."
    )
    assert check_half.__doc__ == "Check the half of ``whole``."


def test_other_errors_of_a_check_are_not_hidden():
    @in_words
    def check_broken(answer: int) -> Report:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        check_broken(1)


def test_a_text_is_one_part_of_an_answer():
    assert as_list("5293") == ["5293"]
    assert as_list(code for code in ("1", "2")) == ["1", "2"]
