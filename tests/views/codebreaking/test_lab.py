"""The codebreaking lab without a browser: its callbacks are called as a page would call them."""

from __future__ import annotations

import pytest

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    feedback,
    play,
)
from puzzlelib.codebreaking.predict import AskedFrame
from puzzlelib.views import CodebreakingLab
from puzzlelib.views.codebreaking.modes import judgement, strategies_for
from puzzlelib.views.codebreaking.questions import (
    AnotherGame,
    AnotherGuess,
    Evil,
    HowGood,
    WholePlan,
)


def enter(field, text):
    """Type into a field and press Enter."""
    field._receive(None, {"value": text, "token": 0.5, "submit": True}, [])


def press(widget, label):
    """Press the button with a label somewhere inside a widget."""
    if getattr(widget, "description", None) == label:
        widget.click()
        return True
    return any(press(child, label) for child in getattr(widget, "children", ()))


def warning(lab):
    return lab.messages._alert


def question(lab, kind):
    """Unfold a question of the lab and return it."""
    found = next(each for each in lab.questions if isinstance(each, kind))
    found.section.fold.unfolded = True
    return found


# What is seen first


def test_the_first_view_is_a_small_example_part_of_the_way_through():
    lab = CodebreakingLab()
    stepper = lab.watch.stepper
    assert lab.part is lab.watch
    assert lab.game == SMALL_GAME
    assert 0 < stepper.step < len(stepper.trace) - 1
    assert not any(each.section.fold.unfolded for each in lab.questions)
    html, text = lab._static()
    assert text == "Codebreaking lab"
    assert stepper.frame.caption in html


@pytest.mark.parametrize("mode", ["Watch", "Computer guesses", "You guess"])
def test_any_mode_can_be_first(mode):
    lab = CodebreakingLab(MASTERMIND, mode=mode)
    assert lab.part is lab.parts[mode]
    shown = [name for name, part in lab.parts.items() if part.widget.layout.display != "none"]
    assert shown == [mode]
    assert lab.part.frame.caption in lab._static()[0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"mode": "Play"}, "'Play' is none of 'Watch'"),
        ({"secret": "0123"}, "must have 3 symbols"),
        ({"strategy": "luck"}, "no strategy 'luck'"),
        ({"strategy": "two-phase"}, "cannot play"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        CodebreakingLab(**wrong)


# Watch


def test_watch_plays_the_strategy_against_the_secret():
    lab = CodebreakingLab(BULLS_AND_COWS, secret="5293", strategy="entropy")
    assert lab.watch.played.history == play(BULLS_AND_COWS, "entropy", "5293").history
    enter(lab.watch.secret, "9876")
    assert lab.watch.stepper.step == 0
    assert lab.watch.played[-1].guess == "9876"
    lab.watch.strategy.value = "minimax"
    assert lab.watch.played.history == play(BULLS_AND_COWS, "minimax", "9876").history
    press(lab, "Draw a secret")
    assert lab.watch.played[-1].guess == lab.watch.secret.value


def test_a_wrong_secret_changes_nothing():
    lab = CodebreakingLab()
    played = lab.watch.played
    enter(lab.watch.secret, "99")
    assert "'9' is none of the symbols 01234" in warning(lab)
    assert lab.watch.played is played
    enter(lab.watch.secret, "431")
    assert warning(lab) == ""


def test_a_strategy_of_ones_own_plays():
    def tallest_bar(counts):
        return max(counts)

    lab = CodebreakingLab(SMALL_GAME, secret="431", strategy=tallest_bar)
    assert lab.watch.played.history == play(SMALL_GAME, "minimax", "431").history
    assert "tallest_bar" in [name for name, _ in lab.watch.strategy.options]
    assert "tallest_bar" in question(lab, WholePlan).words.value


def test_only_strategies_that_can_play_are_offered():
    everywhere = set(STRATEGIES) - {"two-phase", "optimal"}
    for game in (SMALL_GAME, BULLS_AND_COWS, MASTERMIND, MASTERMIND_DIGITS, CodeGame("abcde", 4)):
        assert everywhere <= set(strategies_for(game, "entropy"))
    with_two_phase = [
        g for g in (MASTERMIND, MASTERMIND_DIGITS) if "two-phase" in strategies_for(g, "entropy")
    ]
    assert with_two_phase == [MASTERMIND_DIGITS]
    assert "optimal" not in strategies_for(MASTERMIND_DIGITS, "entropy")
    assert "optimal" in strategies_for(MASTERMIND, "entropy")


@pytest.mark.parametrize("secret", ["5293", "0245", "9876"])
def test_a_judgement_agrees_with_the_frame(secret):
    for frame in play(BULLS_AND_COWS, "first-consistent", secret):
        for code in BULLS_AND_COWS.strings[::97]:
            assert judgement(frame, code).startswith(("If", "Nothing"))
            assert ("strike it out" in judgement(frame, code)) == (code not in frame.candidates)


def test_a_judgement_names_the_first_answer_against_a_code():
    frame = play(BULLS_AND_COWS, "first-consistent", "5293")[2]  # 0123 1A1B, then 0245 0A2B
    assert judgement(frame, "4567").startswith(
        "If 4567 were the secret, 0123 would have scored 0A0B"
    )
    fits = frame.candidates[0]
    assert judgement(frame, fits).endswith(
        f"the answer was {frame.feedback}: keep. All 2 answers agree."
    )


def test_any_code_can_be_judged_typed_or_picked():
    lab = CodebreakingLab()
    enter(lab.watch.candidate, "203")
    expected = "If 203 were the secret, 012 would have scored 0A2B; the answer was 0A2B: keep."
    assert lab.watch.stepper._note == expected
    lab.watch.stepper._handle({"pick": "012"})
    assert lab.watch.stepper._note.endswith("strike it out.")
    enter(lab.watch.candidate, "9")
    assert "'9' is none of the symbols" in warning(lab)


def test_a_place_on_a_large_grid_is_judged():
    lab = CodebreakingLab(BULLS_AND_COWS, secret="5293")
    lab.watch.stepper._handle({"pick": [3.0, 50.0]})
    note = lab.watch.stepper._note
    assert note.startswith("If 0123 were the secret")
    lab.watch.stepper._handle({"pick": [3.0, 5.0]})  # above the grid
    assert lab.watch.stepper._note == note


def test_an_answer_can_be_hidden_to_be_predicted():
    lab = CodebreakingLab()
    stepper = lab.watch.stepper
    answered = stepper.frame
    lab.watch.predict.value = True
    asked = stepper.frame
    assert isinstance(asked, AskedFrame)
    assert asked.guess == answered.guess
    for part in ("picture", "why", "caption"):
        assert f"scored {answered.feedback}" not in stepper._shown[part]
        assert f"The answer was {answered.feedback}" not in stepper._shown[part]
    assert "▶" not in stepper._shown["why"]
    stepper.step += 1
    assert stepper.frame == answered
    stepper.step += 1
    lab.watch.predict.value = False
    assert stepper.frame.step == 2  # the guess that was asked is answered


# Computer guesses


def test_the_computer_finds_a_code_from_true_answers():
    lab = CodebreakingLab(BULLS_AND_COWS, mode="Computer guesses")
    mode, secret = lab.computer, "5293"
    for guess, answer in play(BULLS_AND_COWS, "first-consistent", secret).history:
        assert f"My guess is {guess}" in lab.messages.news
        enter(mode.answer, str(answer))
    assert lab.messages.news == "Found: 5293, in 9 guesses."
    assert mode.ask.layout.display == "none"
    press(mode.widget, "New game")
    assert (mode.history, mode.ask.layout.display) == ((), None)


@pytest.mark.parametrize("impossible", ["3A1B", "4A1B", "many", "", "9A0B"])
def test_an_impossible_answer_is_refused_and_nothing_is_lost(impossible):
    lab = CodebreakingLab(BULLS_AND_COWS, mode="Computer guesses")
    mode = lab.computer
    enter(mode.answer, "0 1")
    before, news = mode.history, lab.messages.news
    enter(mode.answer, impossible)
    assert "impossible" in warning(lab) or "looks like 1A2B" in warning(lab)
    assert (mode.history, lab.messages.news, mode.answer.value) == (before, news, impossible)


def test_a_contradiction_is_explained_and_any_answer_can_be_changed():
    lab = CodebreakingLab(BULLS_AND_COWS, mode="Computer guesses")
    mode = lab.computer
    for answer in ("0A0B", "0A0B"):  # 0123, then 4567: eight of ten digits are gone
        enter(mode.answer, answer)
    assert "contradict" in lab.messages.news
    assert "0123: 0A0B and 4567: 0A0B" in lab.messages.news
    assert [text for text, _ in mode.which.options] == ["✗ 1. 0123: 0A0B", "✗ 2. 4567: 0A0B"]
    assert mode.stepper._shown["picture"].count("✗ in conflict") == 2
    assert mode.ask.layout.display == "none"
    mode.which.value = 0
    enter(mode.change, "5A0B")
    assert "impossible" in warning(lab)
    assert mode.history[0][1] == (0, 0)
    enter(mode.change, "0A2B")
    assert [str(answer) for _, answer in mode.history] == ["0A2B", "0A0B"]
    assert lab.messages.news.startswith("My guess is")
    assert mode.ask.layout.display is None


def test_a_person_can_ask_why_their_code_was_struck_out():
    lab = CodebreakingLab(mode="Computer guesses")
    enter(lab.computer.answer, "0A2B")
    lab.computer.stepper._handle({"pick": "134"})
    expected = (
        "If 134 were the secret, 012 would have scored 0A1B; the answer was 0A2B: strike it out."
    )
    assert lab.computer.stepper._note == expected


def test_an_answer_can_be_taken_back():
    lab = CodebreakingLab(mode="Computer guesses")
    mode = lab.computer
    press(mode.widget, "Undo")
    assert "no answer to take back" in warning(lab)
    enter(mode.answer, "0A2B")
    enter(mode.answer, "0A1B")
    press(mode.widget, "Undo")
    assert [str(answer) for _, answer in mode.history] == ["0A2B"]
    assert mode.frame.remaining == 18


def test_another_strategy_goes_on_from_the_same_answers():
    lab = CodebreakingLab(mode="Computer guesses")
    mode = lab.computer
    enter(mode.answer, "0A2B")
    mode.strategy.value = "entropy"
    assert len(mode.history) == 1
    expected = STRATEGIES["entropy"].choose(
        SMALL_GAME, SMALL_GAME.indices(mode.frame.candidates), ((0, 2),)
    )
    assert f"My guess is {SMALL_GAME.code(expected)}." in lab.messages.news


# You guess


def test_a_person_finds_the_secret():
    lab = CodebreakingLab(mode="You guess", secret="431")
    mode = lab.you
    enter(mode.guess, "012")
    assert lab.messages.news == f"012 scored {feedback('012', '431')}. It left 12 candidates."
    picture = mode.stepper._shown["picture"]
    assert "12 left" in picture
    assert "data-pick" not in picture  # which ones is not told
    assert mode.stepper._shown["why"] == ""
    mode.shown.value = True
    assert mode.stepper._shown["picture"].count(", candidate") == 12
    enter(mode.guess, "431")
    assert lab.messages.news == "431 it is: found in 2 guesses."
    enter(mode.guess, "123")
    assert "431 is the secret already" in warning(lab)
    press(mode.widget, "New secret")
    assert mode.stepper.trace.history == ()


def test_a_wrong_guess_stays_to_be_mended():
    lab = CodebreakingLab(mode="You guess")
    enter(lab.you.guess, "0112")
    assert "must have 3 symbols" in warning(lab)
    assert lab.you.guess.value == "0112"
    assert lab.you.stepper.trace.history == ()


def test_the_last_candidate_is_named_only_if_candidates_are_shown():
    game = CodeGame("1234", 3, repeats=False)
    mode = CodebreakingLab(game, mode="You guess", secret="431").you
    for guess in ("314", "143"):
        enter(mode.guess, guess)
    assert mode.frame.candidates == ("431",)
    assert "431" not in repr([mode.stepper._shown, mode.stepper._chart, mode.stepper._static()])
    assert "431" not in mode.lab.messages.news
    assert mode.stepper._shown["caption"] == "143 scored 0A3B: 1 of 2 candidates is left."
    mode.shown.value = True
    assert "only 431" in mode.stepper._shown["caption"]
    enter(mode.guess, "431")
    assert "it is the secret" in mode.stepper._shown["caption"]


def test_a_hint_is_a_code_that_fits_every_answer():
    lab = CodebreakingLab(mode="You guess", secret="431")
    enter(lab.you.guess, "012")
    press(lab.you.widget, "Hint")
    note = lab.you.stepper._note
    assert note.startswith("12 codes fit every answer.")
    assert note[-4:-1] in lab.you.frame.candidates


def test_a_codemaker_who_never_commits_keeps_the_largest_block():
    lab = CodebreakingLab(BULLS_AND_COWS)
    press(question(lab, Evil).section, "Play against it")
    assert lab.part is lab.you
    guesses = 0
    while not lab.you.frame.won:
        before = lab.you.frame.candidates
        enter(lab.you.guess, before[0])
        guesses += 1
        assert lab.you.frame.remaining == max(map(len, lab.you.frame.blocks.values()))
    assert lab.you.stepper.trace.series["remaining"][1] == 1440  # as after 0123: 0A1B
    assert guesses <= 9  # first-consistent never needs more, whatever the answers
    press(lab.you.widget, "New secret")
    assert not lab.you.evil


# The questions


def test_nothing_is_drawn_under_a_folded_question():
    lab = CodebreakingLab()
    how_good = next(each for each in lab.questions if isinstance(each, HowGood))
    lab.watch.stepper.step = 2
    assert how_good.worth.value == ""


def test_how_good_a_guess_was():
    lab = CodebreakingLab(BULLS_AND_COWS, secret="5293")
    worth = question(lab, HowGood).worth
    trace = lab.watch.played
    for step in range(1, len(trace)):
        lab.watch.stepper.step = step
        assert (
            f"expected to tell {trace.series['expected bits'][step]:.2f}".removesuffix(".00")
            in worth.value
        )
        assert f"Its answer told {trace.series['bits'][step]:.2f}" in worth.value
    lab.watch.stepper.step = 0
    assert "No guess yet" in worth.value


def test_what_is_expected_does_not_tell_what_is_hidden():
    lab = CodebreakingLab()
    worth = question(lab, HowGood).worth
    lab.watch.predict.value = True
    assert "expected to tell" in worth.value
    assert "told" not in worth.value
    assert "▶" not in worth.value


def test_another_guess_is_compared_on_the_same_candidates():
    lab = CodebreakingLab(MASTERMIND, secret="2625")  # 1111, largest block 625
    another = question(lab, AnotherGuess)
    enter(another.other, "1122")
    html = another.compared.value
    assert html.count("<svg") == 2
    assert "<td>1111</td><td>625</td>" in html
    assert "<td>1122</td><td>256</td>" in html  # Knuth, The computer as Master Mind, 1976
    enter(another.other, "77")
    assert "'7' is none of the symbols" in warning(lab)
    lab.watch.stepper.step = 2
    assert "<td>1122</td>" in another.compared.value
    lab.restart(SMALL_GAME)
    assert another.compared.value == ""


def test_the_ten_best_guesses_by_each_measure():
    lab = CodebreakingLab(MASTERMIND, secret="2625")
    another = question(lab, AnotherGuess)
    press(another.section, "Show the ten best guesses by each measure")
    rows = another.ranking.value.split("<tr>")[2:]
    assert len(rows) == 10
    assert "<td>1122 ●  256</td>" in rows[0]  # minimax
    assert "<td>1234 ●  3.06</td>" in rows[0]  # entropy
    lab.watch.stepper.step = 2
    assert another.ranking.value == ""


def test_a_ranking_that_would_take_long_is_refused():
    lab = CodebreakingLab(CodeGame("12345678", 5, repeats=True))
    press(question(lab, AnotherGuess).section, "Show the ten best guesses by each measure")
    assert "take long to rank" in warning(lab)


def test_the_plan_shows_the_game_at_every_step():
    lab = CodebreakingLab(secret="203")
    plan = question(lab, WholePlan)
    for step, frame in enumerate(lab.watch.played):
        lab.watch.stepper.step = step
        assert plan.sketch.drawing.count(", on the path</title>") == min(step + 1, 5)
        if not frame.won:
            next_guess = lab.watch.played.history[step][0]
            assert f"Guess {step + 1} of this game: {next_guess}" in plan.words.value
    plan.sketch._receive(None, {"pick": "2"}, [])
    assert plan.top == 2
    press(plan.section, "Whole plan")
    assert plan.top == 0


def test_a_strategy_that_draws_lots_has_no_plan():
    lab = CodebreakingLab()
    plan = question(lab, WholePlan)
    lab.watch.strategy.value = "random-consistent"
    assert "no plan" in plan.words.value
    assert plan.sketch.drawing == ""


def test_a_game_with_many_codes_has_no_plan_drawn():
    lab = CodebreakingLab(CodeGame("12345678", 5, repeats=True))
    plan = question(lab, WholePlan)
    assert "32,768 codes; a plan is drawn for up to 10,000" in plan.words.value
    lab.restart(SMALL_GAME)
    assert "Every game of first-consistent: 60 secrets" in plan.words.value


def test_another_game_starts_every_mode_anew():
    lab = CodebreakingLab(strategy="optimal")
    for each in lab.questions:
        each.section.fold.unfolded = True
    other = question(lab, AnotherGame)
    other.preset.value = MASTERMIND_DIGITS
    assert lab.game == MASTERMIND_DIGITS
    assert all(part.frame.game == MASTERMIND_DIGITS for part in lab.parts.values())
    assert lab.watch.strategy.value == "first-consistent"  # the optimum is not known there
    enter(other.symbols, "abcde")
    assert lab.game == CodeGame("abcde", 4, repeats=True)
    assert other.preset.value is None
    assert warning(lab) == ""


def test_a_game_that_makes_no_sense_is_refused_and_nothing_is_lost():
    lab = CodebreakingLab()
    other = question(lab, AnotherGame)
    enter(other.symbols, "00123")
    assert "'0' occurs twice" in warning(lab)
    assert lab.game == SMALL_GAME
    assert other.symbols.value == "00123"
