import numpy as np
import pytest

from puzzlelib.trace import Trace, record
from puzzlelib.views import Stepper


class Countdown(Trace):
    status = "exhausted"

    def __len__(self):
        return 38

    def frame(self, step):
        return record([37 - step])[0]

    def _series(self):
        return {"left": 37 - np.arange(38), "taken": np.arange(38)}

    def _landmarks(self):
        return {"tens": np.array([7, 17, 27, 37]), "none": np.array([], int)}


@pytest.fixture
def stepper():
    return Stepper(Countdown(), start=3)


def ask(stepper, **message):
    stepper._receive(None, message, [])
    return stepper._shown


def test_one_message_one_answer(stepper, monkeypatch):
    sent = []
    monkeypatch.setattr(Stepper, "send_state", lambda self, key=None: sent.append(set(key)))
    ask(stepper, go=4)
    assert sent == [{"_shown", "_answered"}]  # the chart is not sent again
    ask(stepper, go=4)
    assert sent[1:] == [{"_answered"}]
    ask(stepper, go=12)
    assert sent[2:] == [{"_shown", "_chart", "_answered"}]


def test_only_a_page_on_this_machine_gets_the_push_after_its_answer(stepper, monkeypatch):
    sent = []
    monkeypatch.setattr(Stepper, "send_state", lambda self, key=None: sent.append("answer"))
    monkeypatch.setattr(Stepper, "send", lambda self, content: sent.append(len(content["push"])))
    ask(stepper, go=4, nearby=False)
    ask(stepper, go=5, nearby=True)
    assert sent == ["answer", "answer", 65_536]


@pytest.mark.parametrize(("wanted", "reached"), [(-5, 0), (5, 5), (37, 37), (999, 37)])
def test_a_typed_step_ends_at_the_ends(stepper, wanted, reached):
    assert ask(stepper, go=wanted)["step"] == reached == stepper.step


def test_what_is_to_come_is_not_sent(stepper):
    shown = ask(stepper, go=6)
    assert (shown["seen"], shown["horizon"], shown["whole"]) == (6, 10, False)
    assert "37" not in repr(shown)
    shown = ask(stepper, go=2)
    assert (shown["step"], shown["seen"]) == (2, 6)
    shown = ask(stepper, whole=True)
    assert (shown["step"], shown["seen"], shown["horizon"]) == (2, 37, 37)
    assert ask(stepper, whole=False)["horizon"] == 10
    assert ask(stepper, go="end")["whole"]


def test_landmarks_are_found_in_both_directions(stepper):
    assert ask(stepper, landmark="tens", by=1)["step"] == 7
    assert ask(stepper, landmark="tens", by=1)["step"] == 17
    assert ask(stepper, landmark="tens", by=-1)["step"] == 7
    ask(stepper, landmark="tens", by=-1)
    assert (stepper.step, stepper._note) == (7, "No tens before this step.")
    ask(stepper, landmark="none", by=1)
    assert (stepper.step, stepper._note) == (7, "No none after this step.")


def test_python_can_move_it_and_hears_of_every_move(stepper):
    steps = []
    stepper.on_step(steps.append)
    stepper.step = 9
    ask(stepper, go=10)
    ask(stepper, go=10)
    assert steps == [9, 10]
    assert stepper._shown["caption"] == "27" == stepper.frame.caption
    with pytest.raises(ValueError, match="step 38 is outside this run: 0 to 37"):
        stepper.step = 38


def test_picks_reach_python_with_the_frame(stepper):
    picked = []
    stepper.on_pick(lambda frame, value: picked.append((frame.value, value)))
    ask(stepper, pick="a1")
    ask(stepper, pick=[1.5, 2])
    assert picked == [(34, "a1"), (34, (1.5, 2))]


def test_a_note_lasts_until_the_next_step_and_is_escaped(stepper):
    stepper.on_pick(lambda frame, value: stepper.say(value))
    ask(stepper, pick="<b>")
    assert stepper._note == "&lt;b&gt;"
    stepper.say("<b>x</b>", html=True)
    assert stepper._note == "<b>x</b>"
    ask(stepper, go=4)
    assert stepper._note == ""


def test_an_error_is_shown_and_the_next_request_answered(stepper):
    def fail(frame, value):
        raise ValueError(f"{value} is not a square")

    stepper.on_pick(fail)
    ask(stepper, pick="z9")
    assert stepper._alert == "Z9 is not a square"
    assert ask(stepper, go=5)["step"] == 5
    assert stepper._alert == ""
    ask(stepper, series="nonsense")
    assert stepper._alert.startswith("Series 'nonsense' is not in this run")


def test_an_error_in_on_step_keeps_the_step(stepper):
    stepper.on_step(lambda step: 1 / 0)
    assert ask(stepper, go=5)["step"] == 5
    assert "ZeroDivisionError" in stepper._alert


def test_another_run_takes_its_place(stepper):
    ask(stepper, whole=True)
    stepper.load(record("abcdefghijklmnopqrst"), start=-1)
    assert stepper.step == 19
    stepper.load(record("abcdefghijklmnopqrst"))
    assert stepper._shown["caption"] == "a"
    assert (stepper._shown["seen"], stepper._shown["horizon"]) == (0, 10)
    assert stepper._menus == {"series": [], "landmarks": []}
    assert stepper._chart == ""


def test_options_of_a_picture_are_drawn_when_asked():
    size = 1
    stepper = Stepper(Countdown(), picture=lambda frame: "o" * size, why=lambda frame: "because")
    size = 3
    stepper.refresh()
    assert (stepper._shown["picture"], stepper._shown["why"]) == ("ooo", "because")


def test_a_caption_of_ones_own_takes_the_place_of_the_frames():
    stepper = Stepper(Countdown(), caption=lambda frame: f"<{frame.value}>")
    assert ask(stepper, go=2)["caption"] == "<35>"
    html, text = stepper._static()
    assert "&lt;35&gt;" in html
    assert text == "Stepper: <35>"


def test_a_chosen_series_is_charted(stepper):
    first = stepper._chart
    ask(stepper, series="taken")
    assert "Chart of taken" in stepper._chart != first
    assert Stepper(Countdown(), series=[])._chart == ""
    assert Stepper(Countdown(), series=["taken"])._menus["series"] == ["taken"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"series": ["depth"]}, "series 'depth' is not in this run"),
        ({"landmarks": ["dead ends"]}, "landmark 'dead ends' is not in this run"),
        ({"start": 38}, "start 38 is outside this run"),
        ({"start": -39}, "start -39 is outside this run"),
    ],
)
def test_options_that_make_no_sense_are_named(options, words):
    with pytest.raises(ValueError, match=words):
        Stepper(Countdown(), **options)


def test_readers_without_a_kernel_get_the_same_picture_every_time():
    first, second = (Stepper(Countdown(), start=3)._repr_mimebundle_()[0] for _ in range(2))
    view = first.pop("application/vnd.jupyter.widget-view+json")
    assert view != second.pop("application/vnd.jupyter.widget-view+json")  # it has a random id
    assert first == second
    assert "34" in first["text/html"]
    assert first["text/plain"] == "Stepper: 34"
