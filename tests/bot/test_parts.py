"""Small parts: custom ids, logging, the table's log, results."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import tablelog
from bot.background import Background
from bot.customid import MAX_LENGTH, Press, parse
from bot.entries import (
    Act,
    AddAi,
    Arrange,
    Choose,
    End,
    Entry,
    Expire,
    Invite,
    Join,
    Leave,
    Place,
    RemoveAi,
    Return,
    SetOptions,
    Start,
    Threaded,
    Vanish,
    VoteEnd,
)
from bot.logs import RedactTokens
from bot.pace import Pace, TurnClock
from bot.render import words
from bot.results import ending
from bot.store import Status
from bot.table import Refusal, Refused, Stage, Table, apply
from bot.tablesettings import Posts, TableSettings, Takeover
from bot.tableview import public_view, seat_view
from engine.actions import CHANCE, Bid, Play, Reason
from engine.ai import rule_of_thumb
from engine.cards import card, deck
from engine.dealing import chance
from engine.game import to_act
from engine.options import SPECIAL_CARDS, Labels, Options
from engine.view import view

# --- custom ids ----------------------------------------------------------------------------------


@given(st.text(max_size=120))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    press = parse(text)
    assert press is None or str(press) == text or parse(str(press)) == press


def test_the_longest_custom_id_fits() -> None:
    longest = Press(2**64 - 1, 999_999_999, "standings", "2026-11.Back")
    assert len(str(longest)) <= MAX_LENGTH
    assert parse(str(longest)) == longest


@pytest.mark.parametrize("text", ["", "w1:1:1:bid", "w1:1:1:BID:", "w1:-1:1:bid:", "w1:1:1:bid:a:b", "w1:１:1:bid:"])
def test_what_this_bot_never_writes_is_refused(text: str) -> None:
    assert parse(text) is None


# --- logging -------------------------------------------------------------------------------------


def test_interaction_tokens_are_taken_out_of_log_lines() -> None:
    address = "/webhooks/12/aW50ZXJhY3Rpb24/messages/1"
    try:
        raise OSError(address)
    except OSError:
        record = logging.LogRecord("discord.http", logging.WARNING, "", 1, "429 on %s", (address,), sys.exc_info())
    shown = RedactTokens().format(record)
    assert shown.startswith("429 on /webhooks/12/…/messages/1")
    assert "OSError: /webhooks/12/…/messages/1" in shown
    assert "aW50" not in shown


async def test_nothing_starts_after_the_end() -> None:
    background, ran = Background(), []

    async def work() -> None:
        ran.append(1)

    await background.close()
    background.run(work(), "too late")
    await asyncio.sleep(0)
    assert ran == []


@pytest.mark.parametrize("name", ["http://x.y/**", "a\u202eb"])
def test_a_name_makes_no_link_and_turns_nothing_round(name: str) -> None:
    shown = words.person_name(name)
    assert "://" not in shown
    assert "**" not in shown
    assert "\u202e" not in shown


# --- the table's log -------------------------------------------------------------------------------

ENTRIES: list[Entry] = [
    Join(1, 'Zoë 🎴 "`', 5),
    Leave(1),
    Return(1),
    AddAi(1),
    RemoveAi(1),
    SetOptions(1, Options()),
    Arrange(1, TableSettings()),
    Arrange(1, TableSettings(TurnClock(Pace.SLOW, bid_seconds=20), Takeover.FREE, Posts.TRICK, auto_play=True)),
    Invite(1, (Place(2, "Bo"), Place(None, "Alma"), Place(1, 'Zoë 🎴 "`'))),
    Choose(1, card("W")),
    Choose(1, None),
    VoteEnd(2),
    Expire(),
    Threaded(7),
    Vanish(),
    Act(Bid(1, 2), missed=True),
    SetOptions(1, Options(max_rounds=3, forehead=True, labels=Labels.FACES, special_cards=frozenset(SPECIAL_CARDS))),
    Start(1, 9),
    End(1, moderator=True),
    Act(Bid(2, 0)),
    Act(Play(0, card("W"))),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_reads_back(entry: Entry) -> None:
    assert tablelog.load(tablelog.dump(entry)) == entry


def _table(*entries: Entry) -> Table:
    table = Table(1, 2, 3, Options(max_rounds=2), bytes(32))
    for entry in entries:
        table = apply(table, entry)
    return table


def _finished(*entries: Entry) -> Table:
    """Return a table of two people that was played to the end, these entries happening after the first deal."""
    table = _table(Join(1, "Ada", 11), Join(2, "Bo", 12), Start(1, 13))
    extra = list(entries)
    while table.is_open:
        seat = table.automatic()
        if seat == CHANCE:
            table = apply(table, Act(chance(table.playing, table.seed)))
            continue
        if extra:
            table = apply(table, extra.pop(0))
            continue
        at = to_act(table.playing)[0]
        table = apply(table, Act(rule_of_thumb(view(table.playing, at), Random(1))))
    return table


def test_a_finished_game_of_two_people_counts() -> None:
    table = _finished()
    over = ending(table, datetime(2026, 11, 30, tzinfo=UTC), min_humans=2)
    assert (over.status, over.season, over.counts) == (Status.FINISHED, "2026-11", True)
    assert [(result.user_id, result.points) for result in over.results] == list(
        zip((1, 2), table.playing.totals, strict=False)
    )
    assert not ending(table, datetime(2026, 11, 30, tzinfo=UTC), min_humans=3).counts


def test_a_game_that_only_ai_players_finished_does_not_count() -> None:
    table = _finished(Leave(1), Leave(2))
    assert table.stage is Stage.FINISHED
    assert not ending(table, datetime(2026, 11, 30, tzinfo=UTC), min_humans=2).counts


def test_every_join_and_the_start_are_mixed_into_the_deals() -> None:
    base = (Join(1, "Ada", 11), Join(2, "Bo", 12))
    seeds = {
        _table(*base, Start(1, 13)).seed.contributions,
        _table(*base, Start(1, 14)).seed.contributions,
        _table(base[0], Join(2, "Bo", 99), Start(1, 13)).seed.contributions,
    }
    assert seeds == {("11", "12", "13"), ("11", "12", "14"), ("11", "99", "13")}


@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        (Join(1, "Ada", 1), Refusal.ALREADY_SEATED),
        (Leave(9), Refusal.NOT_SEATED),
        (Return(1), Refusal.NOT_STARTED),
        (AddAi(2), Refusal.HOST_ONLY),
        (RemoveAi(1), Refusal.NO_AI_SEAT),
        (SetOptions(2, Options()), Refusal.HOST_ONLY),
        (Start(2, 1), Refusal.HOST_ONLY),
        (Act(Bid(0, 0)), Refusal.NOT_STARTED),
        (End(2, moderator=False), Refusal.MODERATORS_AND_HOST_ONLY),
    ],
    ids=str,
)
def test_a_refused_entry(entry: Entry, refusal: Refusal) -> None:
    with pytest.raises(Refused) as refused:
        apply(_table(Join(1, "Ada", 11), Join(2, "Bo", 12)), entry)
    assert refused.value.refusal is refusal


def test_options_are_chosen_in_the_lobby_and_played() -> None:
    chosen = Options(max_rounds=1, labels=Labels.FACES)
    table = _table(Join(1, "Ada", 11), SetOptions(1, chosen), Join(2, "Bo", 12))
    assert (table.options, table.options_version, table.version) == (chosen, 2, 3)
    table = apply(table, Start(1, 13))
    assert table.playing.options == chosen
    with pytest.raises(Refused) as refused:
        apply(table, SetOptions(1, Options()))
    assert refused.value.refusal is Refusal.ALREADY_STARTED


def test_chosen_options_are_one_line_that_never_changes() -> None:
    assert tablelog.dump(SetOptions(7, Options(special_cards=frozenset({"FAIRY", "DRAGON"})))) == (
        '{"entry":"set_options","user_id":7,"options":{"bidding":"open","sum_rule":"off","length":"standard",'
        '"max_rounds":null,"wizard_turnup":"dealer","next_dealer":"left","first_dealer":"random","tie":"shared",'
        '"forehead":false,"bomb":"trick","special_cards":["DRAGON","FAIRY"],"labels":"numbers"}}'
    )


# --- words -----------------------------------------------------------------------------------------


def test_every_refusal_and_reason_has_a_sentence() -> None:
    for sentences, kind in ((words.REFUSALS, Refusal), (words.REASONS, Reason)):
        assert set(sentences) == set(kind)
        assert all(sentence.endswith(".") for sentence in sentences.values())


@pytest.mark.parametrize("labels", list(Labels))
def test_every_card_has_its_own_text_with_letters(labels: Labels) -> None:
    faces = dict.fromkeys(deck())
    texts = {words.card_text(face, labels) for face in faces}
    assert len(texts) == len(faces) == 54
    assert all(words.card_label(face, labels).isalnum() for face in faces)


@pytest.mark.parametrize("name", ["**bold**", "<@1>", "@everyone", "a\nb", "x" * 99, "`", "||spoiler||", "# head"])
def test_a_name_neither_formats_nor_mentions_nor_breaks_the_line(name: str) -> None:
    shown = words.person_name(name)
    assert "\n" not in shown
    assert len(shown) <= 60
    assert "@everyone" not in shown
    assert not shown.startswith("<")


# --- privacy ---------------------------------------------------------------------------------------


def test_views_of_a_table_hold_no_secret_and_no_other_hand() -> None:
    table = _table(Join(1, "Ada", 11), Join(2, "Bo", 12), Start(1, 13))
    while table.automatic() == CHANCE:
        table = apply(table, Act(chance(table.playing, table.seed)))
    hands = table.playing.round.hands
    for seen in (public_view(table), seat_view(table, 0)):
        held = set() if seen.seat is None else set(hands[0])
        text = repr(seen) + repr([getattr(seen.game.round, "hand", ())])
        assert table.secret.hex() not in text
        others = {face for at, hand in enumerate(hands) if at != seen.seat for face in hand} - held
        shown = {face for face in others if repr(face) in text}
        assert shown <= {table.playing.round.upcard}
