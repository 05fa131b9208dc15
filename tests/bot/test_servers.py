"""A server's settings and table settings as values, text and words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot import arranging, tablesettings
from bot.languages import LANGUAGES
from bot.pace import Pace, TurnClock
from bot.render import adminpanel, arrangements
from bot.serveradmin import changed
from bot.servers import UNREADABLE, ServerSettings, dumps, loads
from bot.tablesettings import Posts, TableSettings, Takeover
from engine.ai.levels import Level
from engine.options import InvalidOptions

EVERYTHING = ServerSettings(
    preset="quick",
    tables=TableSettings(
        TurnClock(Pace.LIVE, 30, 45),
        Takeover.FREE,
        Posts.TRICK,
        ai_players=False,
        ai_level=Level.ARCHMAGE,
        auto_play=True,
    ),
    channels=(5, 2**63 - 1),
    moderator_role=7,
    min_humans=3,
    language="pl",
)
GUILD = 1


def test_settings_are_read_as_they_were_written() -> None:
    for settings in (ServerSettings(), EVERYTHING):
        assert loads(dumps(settings)) == settings


def test_what_is_missing_takes_its_default_and_what_is_unknown_is_left_out() -> None:
    assert loads("{}") == ServerSettings()
    assert loads('{"colour":"red","tables":{"chairs":4},"min_humans":4}') == ServerSettings(min_humans=4)


def test_a_preset_that_is_no_more_leaves_the_rest_alone() -> None:
    plain = json.loads(dumps(EVERYTHING)) | {"preset": "chess"}
    assert loads(json.dumps(plain)).preset is None
    assert loads(json.dumps(plain)).channels == EVERYTHING.channels


@pytest.mark.parametrize("language", ["tlh", "", None, 3, ["de"]])
def test_a_language_that_the_bot_does_not_speak_leaves_the_rest_alone(language: Any) -> None:
    plain = json.loads(dumps(EVERYTHING)) | {"language": language}
    assert loads(json.dumps(plain)) == replace(EVERYTHING, language=None)
    tables = tablesettings.to_json(EVERYTHING.tables) | {"language": language}
    assert tablesettings.from_json(tables) == EVERYTHING.tables


def test_a_table_speaks_its_language_after_a_restart_and_one_of_an_older_version_english() -> None:
    plain = tablesettings.to_json(TableSettings(language="fr"))
    assert tablesettings.from_json(plain) == TableSettings(language="fr")
    del plain["language"]
    assert tablesettings.from_json(plain) == TableSettings(language="en")


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        "null",
        "[]",
        '{"min_humans":0}',
        '{"min_humans":"many"}',
        '{"channels":3}',
        '{"channels":["here"]}',
        '{"preset":[]}',
        '{"moderator_role":{}}',
        '{"tables":{"clock":{"pace":"blitz"}}}',
        '{"tables":{"clock":{}}}',
        '{"tables":{"clock":{"pace":"live","bid_seconds":1}}}',
        '{"tables":{"clock":{"pace":"live","tick":1}}}',
        '{"tables":{"posts":"never"}}',
        '{"tables":3}',
    ],
)
def test_what_cannot_be_read_is_told_apart(text: str) -> None:
    with pytest.raises(UNREADABLE):
        loads(text)


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (15, "15 s"),
        (60, "60 s"),
        (90, "90 s"),
        (120, "2 min"),
        (600, "10 min"),
        (3600, "1 h"),
        (5400, "90 min"),
        (86400, "24 h"),
        (7 * 86400, "7 days"),
        (86401, "86401 s"),
    ],
)
def test_times_in_words(seconds: int, words: str) -> None:
    assert arrangements.duration(seconds) == words


@pytest.mark.parametrize(
    ("clock", "line"),
    [
        (TurnClock(Pace.LIVE), "Pace: live (90 s a bid, 60 s a card)"),
        (TurnClock(Pace.RELAXED), "Pace: relaxed (10 min a decision)"),
        (TurnClock(Pace.SLOW, play_seconds=3600), "Pace: slow (24 h a bid, 1 h a card)"),
        (TurnClock(Pace.OFF), "Pace: off (no clock)"),
    ],
)
def test_the_pace_in_one_phrase(clock: TurnClock, line: str) -> None:
    assert arrangements.pace_line(clock) == line


def test_every_setting_has_its_words_and_goes_both_ways() -> None:
    settings = EVERYTHING.tables
    assert list(arranging.in_words(settings)) == list(arrangements.SETTINGS)
    other = TableSettings(ai_players=False, ai_level=Level.ARCHMAGE)
    for name, word in arranging.in_words(settings).items():
        other = arranging.changed(other, name, word)
        assert arrangements.meaning(other, name)
    assert other == settings


def test_another_pace_takes_its_own_times() -> None:
    settings = TableSettings(TurnClock(Pace.LIVE, 15, 20))
    assert arranging.changed(settings, "pace", "live") == settings
    assert arranging.changed(settings, "pace", "slow").clock == TurnClock(Pace.SLOW)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("pace", "blitz"),
        ("bid_time", "9"),
        ("play_time", str(8 * 86400)),
        ("bid_time", "soon"),
        ("bid_time", "9" * 5000),
        ("takeover", ""),
        ("posts", "none"),
        ("auto_play", "maybe"),
        ("ai_players", "on"),
        ("ai_level", "adept"),
        ("language", "on"),
        ("language", "de"),
    ],
)
def test_what_means_nothing_is_refused(name: str, word: str) -> None:
    with pytest.raises(InvalidOptions):
        arranging.changed(TableSettings(), name, word)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("preset", ["chess"]),
        ("preset", []),
        ("channels", ["here"]),
        ("moderators", ["x"]),
        ("moderators", [str(GUILD)]),
        ("ai_players", ["maybe"]),
        ("ai_level", ["sage"]),
        ("ai_level", []),
        ("min_humans", ["0"]),
        ("min_humans", ["7"]),
        ("min_humans", ["-1"]),
        ("language", ["tlh"]),
        ("language", []),
        ("pace", ["blitz"]),
        ("pace", []),
    ],
)
def test_what_a_server_cannot_choose_is_refused(name: str, values: list[str]) -> None:
    assert adminpanel.page_of(name)
    with pytest.raises(InvalidOptions):
        changed(ServerSettings(), GUILD, name, values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_chooses_a_language_or_leaves_it_to_discord(language: str) -> None:
    chosen = changed(ServerSettings(), GUILD, "language", [language])
    assert chosen == ServerSettings(language=language)
    assert changed(chosen, GUILD, "language", ["usual"]) == ServerSettings()
