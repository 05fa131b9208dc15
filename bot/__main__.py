"""``python -m bot``: the same as ``wizard-bot``."""

import sys

from bot.cli import main

sys.exit(main())
