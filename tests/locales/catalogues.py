"""The catalogues of texts: what the code says, and what each language makes of it."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages import Catalog, extract, pofile

from bot.languages import CATALOGUES, DOMAIN, ENGLISH, LANGUAGES, catalogue_file
from bot.render.faces import _BLANK as BLANK

ROOT: Final = Path(__file__).parents[2]
TEMPLATE: Final = CATALOGUES / f"{DOMAIN}.pot"
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != ENGLISH)
_KEYWORDS: Final = {
    "_": None,
    "later": None,
    "later_p": ((1, "c"), 2),
    "n_": (1, 2),
    "p_": ((1, "c"), 2),
    "InvalidOptions": None,
}
_MARKED: Final = {"later": 1, "later_p": 2, "n_": 2, "p_": 2}
"""What is looked up by nothing but plain strings, and how many of them."""
_DATE: Final = datetime(2026, 12, 1, tzinfo=UTC)
_SOURCES: Final = ("bot", "engine")


def extracted() -> Catalog:
    """Return every text of the code; raise ValueError for one that is no plain string and so can't be found."""
    catalogue = Catalog(domain=DOMAIN, project="Wizard for Discord", charset="utf-8")
    for path in sorted(path for source in _SOURCES for path in (ROOT / source).rglob("*.py")):
        _check(path)
        with path.open("rb") as source:
            for _line, message, comments, context in extract.extract(
                "python", source, keywords=_KEYWORDS, comment_tags=("L10N:",), strip_comment_tags=True
            ):
                where = [(path.relative_to(ROOT).as_posix(), None)]
                catalogue.add(message, None, where, auto_comments=comments, context=context)
    return catalogue


def _check(path: Path) -> None:
    """Refuse a text that is put together before it is looked up."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKED:
            wanted = node.args[: _MARKED[node.func.id]]
            if not all(isinstance(it, ast.Constant) and isinstance(it.value, str) for it in wanted):
                raise ValueError(f"{path}:{node.lineno}: only a plain string can be found by the catalogues")
        elif isinstance(node, ast.JoinedStr) and any(
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in _KEYWORDS
            and any(isinstance(it, ast.Constant) and isinstance(it.value, str) for it in part.args)
            for part in ast.walk(node)
        ):
            raise ValueError(f"{path}:{node.lineno}: before Python 3.12 nothing is found inside an f-string")
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "_"
            and isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
        ):
            raise ValueError(f"{path}:{node.lineno}: a text with values in it is a text with fields")


def read(language: str) -> Catalog:
    """Return a language's catalogue as it is on disk."""
    with catalogue_file(language).open("rb") as source:
        return pofile.read_po(source, locale=language, domain=DOMAIN, abort_invalid=True)


def update() -> None:
    """Write the template, and bring every language's catalogue up to date: new texts stand there empty."""
    template = extracted()
    _write(TEMPLATE, template)
    for language in TRANSLATED:
        path = catalogue_file(language)
        if path.exists():
            catalogue = read(language)
            catalogue.update(template, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
        else:
            catalogue = Catalog(locale=Locale.parse(language), domain=DOMAIN, charset="utf-8")
            catalogue.update(template)
        _write(path, catalogue)


def _write(path: Path, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.fuzzy = False
    catalogue.project, catalogue.version = "Wizard for Discord", "1"
    catalogue.header_comment = "# Wizard for Discord: what people read. The license is that of the project."
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = ""
    # A date of its own would make every update a change.
    catalogue.creation_date = catalogue.revision_date = _DATE
    with path.open("wb") as target:
        pofile.write_po(target, catalogue, width=110, omit_header=False, sort_output=True, include_lineno=False)


def fields(text: str) -> list[str]:
    """Return what a translation has to keep, sorted: the names of a text's fields, and its blanks like ``[B7]``."""
    names = (name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name is not None)
    return sorted([*names, *(f"[{blank}]" for blank in BLANK.findall(text))])


def texts(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Give each text beside its translation; of a text with a count every form of both."""
    for message in catalogue:
        if message.id:
            several = message.id if isinstance(message.id, tuple) else (message.id,)
            translated = message.string if isinstance(message.string, tuple) else (message.string,)
            for at, form in enumerate(translated):
                yield several[min(at, len(several) - 1)], form
