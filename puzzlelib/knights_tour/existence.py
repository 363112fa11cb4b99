"""Which boards have a tour: what is proved, without a search."""

from __future__ import annotations

__all__ = ["NoTour"]


class NoTour(ValueError):
    """No tour exists; the message says why."""
