import asyncio
import signal

import pytest

from puzzlelib.trace import record
from puzzlelib.views import Stepper
from puzzlelib.views.lab import Lab


@pytest.fixture
def lab():
    return Lab("Counting lab")


def type_into(field, text, **more):
    """Send what the page does when a person types, or with ``submit=True`` presses Enter."""
    field._receive(None, {"value": text, "token": 0.5} | more, [])


def test_errors_are_said_in_words_and_taken_away_by_the_next_action(lab):
    def refuse(value):
        raise ValueError(f"{value} is not a square")

    lab.guard(refuse)("z9")
    assert lab.messages._alert == "Z9 is not a square"
    lab.guard(lambda: {}["depth"])()
    assert lab.messages._alert.endswith("nothing is lost: KeyError: 'depth'.")
    lab.guard(lambda: None)()
    assert lab.messages._alert == ""


def test_controls_call_back_and_keep_their_labels(lab):
    called = []
    button = lab.button("Go", lambda: called.append("go"))
    number = lab.number("Size", 5, low=1, high=9, change=lambda: called.append(number.value))
    menu = lab.choice("Order", {"as given": 0, "sorted": 1}, change=lambda: called.append("menu"))
    box = lab.checkbox("Closed", change=lambda: called.append(box.value))
    field = lab.text("Guess", submit=lambda: called.append(field.value))
    button.click()
    number.value = 7
    menu.value = 1
    box.value = True
    type_into(field, "0123", submit=True)
    assert called == ["go", 7, "menu", True, "0123"]
    assert [control.description for control in (button, menu, box)] == ["Go", "Order", "Closed"]
    assert [control._label for control in (number, field)] == ["Size", "Guess"]


def test_a_field_takes_what_is_typed_and_submits_on_enter_only(lab):
    submitted = []
    field = lab.text("Guess", "01", submit=lambda: submitted.append(field.value))
    assert field.value == "01"
    type_into(field, "012")
    assert (field.value, submitted) == ("012", [])
    type_into(field, "0123", submit=True)
    assert submitted == ["0123"]
    type_into(lab.text("Without a callback"), "0", submit=True)


def test_an_error_of_a_submitted_field_is_said(lab):
    def refuse():
        raise ValueError("7 is no symbol")

    type_into(lab.text("Guess", submit=refuse), "7", submit=True)
    assert lab.messages._alert == "7 is no symbol"


def test_a_field_answers_the_page_with_the_value_to_show(lab, monkeypatch):
    field = lab.text("Guess", submit=lambda: setattr(field, "value", ""))
    sent = []
    monkeypatch.setattr(field, "send_state", lambda key=None: sent.append(field.get_state(key)))
    type_into(field, "0123", token=0.25, submit=True)
    assert [(state["value"], state["_heard"]) for state in sent] == [("", 0.25)]


@pytest.mark.parametrize(
    ("typed", "value"), [("7", 7), ("70", 9), ("-3", 1), ("2.9", 2), ("1e1", 9), ("", 5)]
)
def test_a_number_stays_whole_and_between_its_bounds(lab, typed, value):
    called = []
    number = lab.number("Size", 5, low=1, high=9, change=lambda: called.append(number.value))
    type_into(number, typed)
    assert number.value == value
    assert called == ([value] if typed else [])
    number.value = 100
    assert number.value == 9


def test_one_mode_is_shown_at_a_time(lab):
    watch, play = lab.form(), lab.form()
    chosen = []
    box = lab.modes(
        "Mode", {"Watch": watch, "Play": play}, change=lambda: chosen.append(box.modes.value)
    )
    assert (watch.layout.display, play.layout.display) == (None, "none")
    box.modes._receive(None, {"choose": "Play"}, [])
    assert (watch.layout.display, play.layout.display) == ("none", None)
    assert chosen == ["Play"]
    box.modes._receive(None, {"choose": "Dance"}, [])
    assert "'Dance' is not one of" in box.modes._alert


def test_a_section_unfolds_and_tells_so(lab):
    opened = []
    section = lab.section("How many?", lab.form(), opened=lambda: opened.append(1))
    body = section.children[1]
    assert body.layout.display == "none"
    section.fold._receive(None, {"toggle": True}, [])
    assert body.layout.display is None
    section.fold._receive(None, {"toggle": True}, [])
    assert body.layout.display == "none"
    assert opened == [1]


def test_without_an_event_loop_a_run_goes_to_its_end(lab):
    told, results = [], []
    lab.run(range(4), progress=lambda n: told.append(n) or str(n), done=results.append)
    assert (told, results) == ([0, 1, 2, 3], [3])
    assert lab.messages.progress == ""


def test_a_run_without_a_chunk_is_done_too(lab):
    results = []
    lab.run([], progress=str, done=results.append)
    assert results == [None]


def endless():
    n = 0
    while True:
        yield n
        n += 1


async def until(condition):
    for _ in range(2_000):
        if condition():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it did not happen")


def test_stop_ends_a_run_and_a_new_run_replaces_the_old(lab):
    async def use():
        lab.run(endless(), progress=lambda n: f"first {n}", done=lambda n: None)
        await until(lambda: lab.messages.progress.startswith("first"))
        lab.run(endless(), progress=lambda n: f"second {n}", done=lambda n: None)
        await until(lambda: lab.messages.progress.startswith("second"))
        assert lab.messages.news == ""
        lab.messages._receive(None, {"stop": True}, [])
        await until(lambda: lab.messages.progress == "")
        assert lab.messages.news == "Stopped."

    asyncio.run(use())


def test_an_interrupt_ends_a_run_and_its_handler_goes_with_it(lab):
    before = signal.getsignal(signal.SIGINT)

    async def use():
        idle = signal.getsignal(signal.SIGINT)
        lab.run(endless(), progress=str, done=lambda n: None)
        await until(lambda: lab.messages.progress.isdigit())
        signal.raise_signal(signal.SIGINT)
        await until(lambda: lab.messages.news == "Stopped.")
        assert signal.getsignal(signal.SIGINT) is idle

    asyncio.run(use())
    assert signal.getsignal(signal.SIGINT) is before


def test_errors_in_a_run_and_in_its_result_are_said(lab):
    def failing():
        yield 1
        raise ValueError("no square is free")

    lab.run(failing(), progress=str, done=lambda n: None)
    assert lab.messages._alert == "No square is free"
    lab.run([1], progress=str, done=lambda n: 1 / 0)
    assert "ZeroDivisionError" in lab.messages._alert


def test_readers_without_a_kernel_see_the_first_picture(lab):
    lab.compose(lab.form(), lab.modes("Mode", {"Watch": Stepper(record("ab"))}))
    bundle = lab._repr_mimebundle_()[0]
    assert "<figcaption>a</figcaption>" in bundle["text/html"]
    assert bundle["text/plain"] == "Counting lab"
    assert "text/html" not in Lab("empty")._repr_mimebundle_()[0]


@pytest.mark.parametrize("typed", ["x", "1e400", "nan"])
def test_a_field_for_numbers_says_what_is_none_and_keeps_the_one_before(lab, typed):
    field = lab.number("Size", 5, low=1, high=9)
    type_into(field, typed)
    assert field._alert == f"Size is a whole number, not {typed!r}"
    assert field.value == 5
