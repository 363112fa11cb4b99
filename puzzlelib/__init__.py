"""Teach and explore search algorithms with puzzles."""

__version__ = "0.1.0"
