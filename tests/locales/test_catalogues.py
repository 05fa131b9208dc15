"""Every text of the code is in every catalogue, translated, with the same fields."""

from __future__ import annotations

import re

import pytest
from babel.messages import pofile

from bot.languages import _, language_of, n_, speaking, spoken
from bot.localisation import NAMES
from tests.locales import catalogues
from tests.locales.catalogues import TEMPLATE, TRANSLATED

UP_TO_DATE = "run `python -m tests.locales`"


def _ids(catalogue: catalogues.Catalog) -> set[tuple[str | None, str | tuple[str, ...]]]:
    return {(message.context, message.id) for message in catalogue if message.id}


def test_the_template_has_what_the_code_says() -> None:
    with TEMPLATE.open("rb") as source:
        template = pofile.read_po(source)
    assert _ids(template) == _ids(catalogues.extracted()), UP_TO_DATE


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_what_the_code_says_and_nothing_else(language: str) -> None:
    catalogue = catalogues.read(language)
    assert _ids(catalogue) == _ids(catalogues.extracted()), UP_TO_DATE
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_untranslated_or_uncertain(language: str) -> None:
    catalogue = catalogues.read(language)
    assert [text for text, said in catalogues.texts(catalogue) if not said.strip()] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_count_has_every_form_of_its_language(language: str) -> None:
    catalogue = catalogues.read(language)
    assert catalogue.num_plurals == {"pl": 3}.get(language, 2)
    for message in catalogue:
        if message.pluralizable:
            assert len(message.string) == catalogue.num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_fields_blanks_and_edges_are_the_same(language: str) -> None:
    for text, said in catalogues.texts(catalogues.read(language)):
        assert catalogues.fields(said) == catalogues.fields(text), said
        assert sorted(_blanks(said)) == sorted(_blanks(text)), said
        assert (said[:1].isspace(), said[-1:].isspace()) == (text[:1].isspace(), text[-1:].isspace()), said
        assert said.count("**") == text.count("**"), said


def _blanks(text: str) -> list[str]:
    return re.findall(r"\[[A-Z0-9][A-Z0-9:¼½¾]*\]", text)


def test_polish_counts_in_three_forms() -> None:
    with speaking("pl"):
        said = {n_("{count} card", "{count} cards", count) for count in (1, 2, 5, 12, 22)}
    assert {text.split()[0] for text in said} == {"1", "2", "5", "12", "22"}
    assert len({text.split()[1] for text in said}) == 3


def test_a_language_is_spoken_inside_only() -> None:
    with speaking("de"):
        assert spoken() == "de"
        assert _("Your hand") != "Your hand"
        with speaking("en"):
            assert _("Your hand") == "Your hand"
    assert spoken() == "en"


@pytest.mark.parametrize(
    ("locale", "language"), [("en-US", "en"), ("de", "de"), ("pl", "pl"), ("es-419", "en"), ("", "en"), (None, "en")]
)
def test_a_locale_without_a_catalogue_is_english(locale: str | None, language: str) -> None:
    assert language_of(locale) == language


@pytest.mark.parametrize("language", TRANSLATED)
def test_commands_are_called_as_discord_shows_them_there(language: str) -> None:
    with speaking(language):
        called = {name: _(text) for name, text in NAMES.items()}
    for text, said in catalogues.texts(catalogues.read(language)):
        assert sorted(_commands(said)) == sorted(called.get(name, name) for name in _commands(text)), said


def _commands(text: str) -> list[str]:
    return re.findall(r"/wizard(?:-admin)? ([\w-]+)", text)
