import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.trace import record
from puzzlelib.views.picture import cells, element, show, svg


def test_attributes_are_escaped_and_numbers_short():
    assert element("a", x=2 / 3, title='<"&>', none=None, font_size=1.0) == (
        '<a x="0.67" title="&lt;&quot;&amp;&gt;" font-size="1"></a>'
    )


def test_a_picture_has_an_accessible_name():
    assert 'role="img" aria-label="a &amp; b"' in svg(10, 20, "a & b")


def test_what_a_search_yields_cannot_break_the_page():
    assert "<script>" not in show(record(["<script>alert(1)</script>"])[0])


@settings(deadline=None)
@given(mask=st.lists(st.booleans(), min_size=1, max_size=120), columns=st.integers(1, 13))
def test_cells_cover_exactly_the_true_entries(mask, columns):
    path = cells(np.array(mask), columns, 10, gap=0.2)
    drawn = set()
    for x, y, length in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path):
        first, row = round((float(x) - 1) / 10), round((float(y) - 5) / 10)
        drawn |= {row * columns + first + i for i in range(round(float(length) / 10))}
    assert drawn == {i for i, true in enumerate(mask) if true}


def test_thousands_of_cells_take_few_bytes():
    alternate = np.arange(5040) % 2 == 0  # the worst case: no two neighbours
    assert len(cells(alternate, 84, 8, stroke="red")) < 30_000


@pytest.mark.parametrize("mask", [np.zeros(6, bool), np.ones(6, bool)])
def test_cells_none_and_all(mask):
    assert cells(mask, 3, 10).count("M") == 2 * mask[0]
