"""The game of Wizard: rules, state, views, records, dealing, AI. Knows no Discord, no clock and no I/O."""

from engine import specials as specials  # registers the special cards before anybody asks for one
