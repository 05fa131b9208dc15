"""Wizard on Discord: commands, panels, tables, storage and the command line."""
