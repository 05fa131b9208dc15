"""Bring the catalogues up to date with the code: ``python -m tests.locales``."""

from tests.locales import catalogues

if __name__ == "__main__":
    catalogues.update()
