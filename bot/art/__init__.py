"""The card art: one vector source, drawn by hand in code, for full cards and for emoji. Knows no Discord."""
