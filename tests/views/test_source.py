import html
import re

import pytest

from puzzlelib.views import picture, source
from puzzlelib.views.source import Source, show_source


def test_the_page_shows_the_very_text():
    shown = show_source(picture.cells, source.Source, docstrings=True)
    text = re.sub(r"<[^>]*>", "", shown._repr_html_())
    assert html.unescape(text) == str(shown)
    assert "columns : int" in str(shown)


def test_a_docstring_is_cut_to_its_first_line_and_still_runs():
    shown = str(show_source(Source, picture.cells))
    assert '    """Draw the true entries of a mask as squares of a grid' in shown
    assert "Parameters" not in shown
    compile(shown, "shown", "exec")


def test_it_looks_the_same_every_time_and_can_be_reached_by_keyboard():
    first, second = show_source(picture.svg), show_source(picture.svg)
    assert first._repr_html_() == second._repr_html_()
    assert 'tabindex="0"' in first._repr_html_()


def test_what_has_no_source_is_named():
    with pytest.raises(ValueError, match="has no Python source"):
        show_source(len)
