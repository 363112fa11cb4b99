"""The colours, written out once: Okabe and Ito's eight, and the host's for text and ground.

Okabe, M. and Ito, K. (2008), Color Universal Design: distinct for every common kind of
colour vision. Colour is never the only sign. Text, lines and backgrounds come from the
page's theme, with a fallback where there is none.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BLACK", "BLUE", "FAINT", "GREEN", "GROUND", "LINE", "ORANGE", "PURPLE", "QUALITATIVE",
    "RAISED", "SKY", "TEXT", "VERMILLION", "YELLOW",
]  # fmt: skip

BLACK: Final = "#000000"
ORANGE: Final = "#e69f00"
SKY: Final = "#56b4e9"
GREEN: Final = "#009e73"
YELLOW: Final = "#f0e442"
BLUE: Final = "#0072b2"
VERMILLION: Final = "#d55e00"
PURPLE: Final = "#cc79a7"

QUALITATIVE: Final = (BLUE, ORANGE, GREEN, VERMILLION, SKY, PURPLE, YELLOW, BLACK)
"""The order in which charts take them."""

TEXT: Final = "var(--jp-ui-font-color1, #212121)"
FAINT: Final = "var(--jp-ui-font-color2, #616161)"
LINE: Final = "var(--jp-border-color1, #bdbdbd)"
GROUND: Final = "var(--jp-layout-color1, #ffffff)"
RAISED: Final = "var(--jp-layout-color2, #eeeeee)"
