import csv
import xml.etree.ElementTree as ElementTree

import matplotlib.pyplot
import pytest

from puzzlelib.views.chart import Chart, chart_axes

DATA = {"guesses": [1, 2, 3], "secrets": [1, 4, 2]}


def bars():
    axes = chart_axes("Guesses <needed>", x="guesses", y="secrets")
    axes.bar(DATA["guesses"], DATA["secrets"], label="all")
    axes.legend()
    return Chart(axes, DATA, "Most secrets need < 3 guesses.")


def test_it_saves_the_figure_and_the_data(tmp_path):
    chart = bars()
    for suffix in ("png", "svg", "csv"):
        chart.save(tmp_path / f"chart.{suffix}")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(tmp_path / "chart.svg").getroot().tag.endswith("svg")
    with open(tmp_path / "chart.csv", newline="") as file:
        assert list(csv.reader(file)) == [
            ["guesses", "secrets"], ["1", "1"], ["2", "4"], ["3", "2"]
        ]  # fmt: skip
    with pytest.raises(ValueError, match=r"chart\.pdf' must end in"):
        chart.save(tmp_path / "chart.pdf")


def test_it_shows_itself_the_same_every_time_and_has_a_name():
    first, second = bars(), bars()
    shown = first._repr_mimebundle_()
    assert shown["text/html"] == first.html() == second.html()
    root = ElementTree.fromstring(shown["text/html"])
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Most secrets need < 3 guesses."
    assert shown["text/plain"] == "<Chart: Most secrets need < 3 guesses.>"
    assert shown["image/png"].startswith(b"\x89PNG")


def test_it_takes_the_colours_of_the_page_and_gives_it_no_style():
    html = bars().html()
    assert "var(--jp-ui-font-color1" in html
    assert "<style" not in html
    assert "#ffffff" not in html.replace("var(--jp-layout-color1, #ffffff)", "")


def test_no_figure_stays_in_pyplot():
    bars().html()
    assert matplotlib.pyplot.get_fignums() == []


def test_columns_and_words_are_checked():
    axes = chart_axes("t", x="x", y="y")
    with pytest.raises(ValueError, match="columns must be of one length"):
        Chart(axes, {"a": [1], "b": [1, 2]}, "words")
    with pytest.raises(ValueError, match="needs words"):
        Chart(axes, {"a": [1]}, " ")
