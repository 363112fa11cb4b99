"""The codebreaking lab in JupyterLab: every mode with the mouse, then with keys, every error."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

LAB = "from puzzlelib.views import CodebreakingLab\nCodebreakingLab()"


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook([LAB])


@pytest.fixture
def lab(notebook):
    """A fresh lab."""
    notebook.run_all()
    region = notebook.page.get_by_role("region", name="Codebreaking lab")
    expect(caption(region)).to_contain_text("012 scored 0A2B")
    region.scroll_into_view_if_needed()
    return region


def caption(lab):
    return lab.locator(".puzzlelib-caption:visible")


def news(lab):
    return lab.locator("p[role=status].puzzlelib-note")


def warning(lab):
    return lab.locator("p[role=alert]").first


def button(lab, name):
    return lab.get_by_role("button", name=name, exact=True).filter(visible=True)


def unfold(lab, question):
    lab.get_by_role("button", name=question).click()


def enter(lab, label, text):
    field = lab.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


def test_the_first_view_is_small_and_has_one_highlighted_button(lab):
    highlighted = lab.locator(".puzzlelib-primary:visible, .mod-primary:visible")
    expect(highlighted).to_have_count(1)
    expect(highlighted).to_have_text("Next ›")
    expect(lab.locator("[data-pick]:visible")).to_have_count(60)
    expect(lab.locator(".puzzlelib-fold[aria-expanded=true]")).to_have_count(0)


def test_watch_a_strategy_and_judge_codes(lab):
    button(lab, "Next ›").click()
    expect(caption(lab)).to_contain_text("103 scored 2A0B")
    lab.locator("[data-pick='104']:visible").click()
    note = lab.get_by_text("If 104 were the secret, 103 would have scored")
    expect(note).to_contain_text("keep")
    enter(lab, "Can this be the secret?", "012")
    expect(lab.get_by_text("If 012 were the secret")).to_contain_text("strike it out.")
    lab.get_by_label("Hide the answer, so that I can predict").check()
    expect(caption(lab)).to_contain_text("103 is asked")
    button(lab, "Next ›").click()
    expect(caption(lab)).to_contain_text("103 scored 2A0B")
    enter(lab, "Secret", "77")
    expect(warning(lab)).to_contain_text("'7' is none of the symbols")
    enter(lab, "Secret", "431")
    expect(warning(lab)).to_be_empty()
    button(lab, "End").click()
    expect(caption(lab)).to_contain_text("431 scored 3A0B: it is the secret")


def test_the_computer_guesses_and_a_slip_can_be_mended(lab):
    lab.get_by_role("radio", name="Computer guesses").check()
    expect(news(lab)).to_contain_text("My guess is 012.")
    enter(lab, "Your answer", "2A1B")
    expect(warning(lab)).to_contain_text("2A1B is impossible")
    expect(lab.get_by_label("Your answer")).to_have_value("2A1B")
    lab.get_by_label("Your answer").fill("0A3B")
    button(lab, "Answer").click()
    expect(news(lab)).to_contain_text("My guess is 120.")
    enter(lab, "Your answer", "0A1B")
    expect(news(lab)).to_contain_text("012: 0A3B and 120: 0A1B (✗) cannot all be true")
    expect(lab.get_by_text("✗ in conflict")).to_have_count(2)
    expect(button(lab, "Answer")).to_have_count(0)
    lab.get_by_label("Change answer").select_option("✗ 1. 012: 0A3B")
    enter(lab, "to", "0 1")
    expect(news(lab)).to_contain_text("My guess is 234.")
    expect(lab.locator(".mod-primary:visible, .puzzlelib-primary:visible")).to_have_text("Answer")
    button(lab, "Undo").click()
    expect(news(lab)).to_contain_text("My guess is 134.")
    enter(lab, "Your answer", "3,0")
    expect(news(lab)).to_contain_text("Found: 134, in 2 guesses.")
    button(lab, "New game").click()
    expect(news(lab)).to_contain_text("Think of a code")


def test_a_person_plays_against_a_codemaker_who_never_commits(lab):
    unfold(lab, "What if the computer never commits?")
    button(lab, "Play against it").click()
    expect(lab.get_by_role("radio", name="You guess")).to_be_checked()
    enter(lab, "Your guess", "55")
    expect(warning(lab)).to_contain_text("'5' is none of the symbols")
    enter(lab, "Your guess", "012")
    expect(news(lab)).to_contain_text("012 scored 0A2B. It left 18 candidates.")
    button(lab, "Hint").click()
    expect(lab.get_by_text("18 codes fit every answer.")).to_be_visible()
    lab.get_by_label("Show the candidates").check()
    expect(lab.locator("[data-pick]:visible")).to_have_count(60)
    button(lab, "New secret").click()
    expect(news(lab)).to_contain_text("I hold a secret")


def test_the_questions_answer_for_the_step_that_is_shown(lab):
    unfold(lab, "How good was this guess?")
    expect(lab.get_by_text("012 was expected to tell")).to_be_visible()
    unfold(lab, "What if another code had been guessed?")
    enter(lab, "Another guess", "77")
    expect(warning(lab)).to_contain_text("'7' is none of the symbols")
    expect(warning(lab)).to_be_in_viewport()  # though its place is far above
    enter(lab, "Another guess", "123")
    expect(warning(lab)).to_be_empty()
    expect(lab.get_by_role("cell", name="123", exact=True)).to_be_visible()
    button(lab, "Show the ten best guesses by each measure").click()
    expect(lab.get_by_role("cell", name="10.")).to_be_visible()
    unfold(lab, "Where in the whole plan are we?")
    plan = lab.locator(".puzzlelib-sketch")
    expect(plan.get_by_role("button", name="on the path")).to_have_count(2)
    button(lab, "Next ›").click()
    expect(lab.get_by_text("103 was expected to tell")).to_be_visible()
    expect(plan.get_by_role("button", name="on the path")).to_have_count(3)
    plan.get_by_role("button", name="0A1B, 12 left").click()
    expect(plan.get_by_role("button", name="60 left")).to_have_count(0)
    button(lab, "Whole plan").click()
    expect(plan.get_by_role("button", name="60 left")).to_have_count(1)


def test_another_game(lab):
    unfold(lab, "Another game?")
    lab.get_by_label("Game", exact=True).select_option("Mastermind (1,296 codes)")
    expect(caption(lab)).to_contain_text("of 1296 codes")
    enter(lab, "Symbols", "aab")
    expect(warning(lab)).to_contain_text("'a' occurs twice")
    enter(lab, "Symbols", "abcd")
    expect(caption(lab)).to_contain_text("of 256 codes")


def test_keys_alone_are_enough(lab, notebook):
    keys = notebook.page.keyboard
    lab.get_by_role("radio", name="Watch").focus()
    keys.press("ArrowRight")
    expect(news(lab)).to_contain_text("My guess is 012.")
    keys.press("Tab")
    expect(lab.get_by_label("Your answer")).to_be_focused()
    keys.type("0A1B")
    keys.press("Enter")
    expect(news(lab)).to_contain_text("My guess is 134.")
    for _ in range(2):  # the button Answer, then Undo
        keys.press("Tab")
    keys.press("Space")
    expect(news(lab)).to_contain_text("My guess is 012.")
    picture = lab.locator(".puzzlelib-picture:visible")
    lab.get_by_role("radio", name="Computer guesses").focus()
    keys.press("ArrowLeft")
    expect(caption(lab)).to_contain_text("012 scored 0A2B")
    picture.focus()
    keys.press("ArrowRight")
    expect(caption(lab)).to_contain_text("103 scored 2A0B")
    picture.locator("[data-pick='012']").focus()
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(lab.get_by_text("If 042 were the secret")).to_be_visible()
    expect(notebook.page.locator(".jp-Cell")).to_have_count(1)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_everyone_can_use_it(lab, notebook, theme):
    notebook.use_theme(theme)
    for fold in lab.locator(".puzzlelib-fold").all():
        fold.click()
        expect(fold).to_have_attribute("aria-expanded", "true")
    enter(lab, "Another guess", "123")
    expect(lab.get_by_role("cell", name="123", exact=True)).to_be_visible()
    notebook.check_accessible()
    notebook.screenshot(f"codebreaking-{theme.split()[1].lower()}")
    for mode in ("Computer guesses", "You guess"):
        lab.get_by_role("radio", name=mode).check()
        expect(news(lab)).not_to_be_empty()
        notebook.check_accessible()
    notebook.check_quiet()
