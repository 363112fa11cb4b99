"""A board that a person clicks, or drives with the arrow keys.

Usage
-----
>>> board = ClickBoard(2, 3, label="Choose a start")
>>> board.cells = [{"text": str(i), "label": f"Square {i}"} for i in range(6)]
>>> board.on_click(lambda index: board.update(index, text="X", mark="chosen"))

Each cell is a button; ``index = row * columns + column``. A cell is a dict with any of

``text``      what stands on it
``label``     its accessible name (default: the text and "row r, column c")
``mark``      one of MARKS, which colours it; say the same in the label
``disabled``  True: it cannot be pressed (it can still be reached, so that it is read out)

Arrow keys move the focus from cell to cell. Once there is an ``on_key`` callback they call
``callback("up" | "down" | "left" | "right")`` instead and the focus stays: the way tiles slide.
"""
