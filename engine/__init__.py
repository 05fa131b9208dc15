"""The game of Wizard: rules, state, views, records, dealing and AI. No Discord, no clock, no I/O."""
