"""Pictures: views of a table as images with texts that say the same; pure, and nothing but views come in."""
