"""The characters."""

from __future__ import annotations


def drawn(code: str) -> str:
    """Return a character in a box of 100 × 100."""
    return f'<circle cx="50" cy="50" r="{30 + len(code)}" fill="#7A4FB5"/>'
