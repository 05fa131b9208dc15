"""pygal, without what it does to Python's imports.

It looks for map plugins of its own at every import, by a finder of a kind that Python 3.12 has done away with, and that
whatever walks over the finders stumbles upon. We have no maps.
"""

from __future__ import annotations

import sys

import pygal
from pygal.style import Style

sys.meta_path[:] = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]

__all__ = ["Style", "pygal"]
