"""Languages: every text that a person reads is looked up here, in the language that is being spoken.

The English text is the key: ``_("{name} leads", name=…)``. What stands in a constant is marked with `later` and looked
up with `_` where it is shown. Catalogues are gettext's, in ``bot/locales``; ``python -m tests.locales`` brings them up
to date with the code, and the tests refuse a text that a language lacks.

Who renders for somebody says so once: ``with speaking(language):``. What nobody has said is English.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de", "fr", "nl", "pl")
"""The languages of the bot, by their ISO 639 codes."""
DOMAIN: Final = "wizard"
CATALOGUES: Final = Path(__file__).parent / "locales"

_CONTEXT_END: Final = "\x04"
"""Between context and text, as in gettext's own files."""

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def language_of(locale: str | None) -> str:
    """Return the bot's language for a locale of Discord's, like ``en-US`` or ``pl``; English for any other."""
    language = (locale or "").partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def spoken() -> str:
    """Return the language that is being spoken."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language inside, also in what is awaited there."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def _(text: str, **fields: object) -> str:
    """Return a text in the spoken language, with its fields filled in."""
    catalogue = _catalogue(spoken())
    context, found, plain = text.rpartition(_CONTEXT_END)
    return _filled(catalogue.pgettext(context, plain) if found else catalogue.gettext(text), fields)


def n_(one: str, several: str, count: int, **fields: object) -> str:
    """Return the text for this count, which is also the field ``count``."""
    return _filled(_catalogue(spoken()).ngettext(one, several, count), fields | {"count": count})


def p_(context: str, text: str, **fields: object) -> str:
    """Return a text that means something else elsewhere; the context tells translators which one this is."""
    return _filled(_catalogue(spoken()).pgettext(context, text), fields)


def later(text: str) -> str:
    """Mark a text of a constant for the catalogues; whoever shows it looks it up."""
    return text


def later_p(context: str, text: str) -> str:
    """Mark a text of a constant that means something else elsewhere; `_` looks it up in its context."""
    return f"{context}{_CONTEXT_END}{text}"


def listed(parts: Sequence[str], *, or_: bool = False) -> str:
    """Return the parts as an enumeration: ``Ada, Bo and Cleo``."""
    if len(parts) < 2:
        return "".join(parts)
    first, last = ", ".join(parts[:-1]), parts[-1]
    if or_:
        return _("{first} or {last}", first=first, last=last)
    return _("{first} and {last}", first=first, last=last)


def _filled(text: str, fields: dict[str, object]) -> str:
    return text.format(**fields) if fields else text


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """Return a language's texts, read once; one without a catalogue speaks English."""
    if language == ENGLISH or not catalogue_file(language).exists():
        return gettext.NullTranslations()
    # Only whoever speaks another language pays for Babel.
    from babel.messages import mofile, pofile  # noqa: PLC0415

    compiled = io.BytesIO()
    with catalogue_file(language).open("rb") as source:
        mofile.write_mo(compiled, pofile.read_po(source, locale=language, abort_invalid=True))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def catalogue_file(language: str) -> Path:
    """Return where a language's texts are."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
