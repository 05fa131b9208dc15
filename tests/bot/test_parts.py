"""Small parts: custom ids, logging, the table's log, results."""

from __future__ import annotations

import asyncio
import logging
import sys

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
    AskSeat,
    Choose,
    End,
    Entry,
    Expire,
    Forgotten,
    Gone,
    Invite,
    Join,
    Leave,
    LetIn,
    Place,
    PlayOn,
    RemoveAi,
    Return,
    SetLevel,
    SetOptions,
    Start,
    TakeSeat,
    Threaded,
    Vanish,
    VoteEnd,
)
from bot.logs import Text
from bot.pace import Pace, TurnClock
from bot.render import words
from bot.rhythm import manual_key
from bot.table import Refusal, Refused, Stage, Table
from bot.tablechanges import apply
from bot.tablesettings import Posts, TableSettings, Takeover
from bot.tableview import public_view, seat_view
from engine.actions import CHANCE, Bid, Play, Reason
from engine.ai.levels import Level
from engine.cards import card, deck
from engine.dealing import chance
from engine.options import SPECIAL_CARDS, Labels, Options

# --- custom ids ----------------------------------------------------------------------------------


@given(st.text(max_size=120))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    press = parse(text)
    assert press is None or str(press) == text or parse(str(press)) == press


def test_the_longest_custom_id_fits() -> None:
    longest = Press(2**63 - 1, 999_999_999, "standings", f"{manual_key(2**63 - 1)}.average.season")
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
    shown = Text().format(record)
    assert shown.partition(": ")[2].startswith("429 on /webhooks/12/…/messages/1")
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
    Gone(1),
    Forgotten(1),
    TakeSeat(3, "Dana", 1),
    AskSeat(3, "Dana", 1),
    LetIn(2, 3),
    PlayOn(2),
    AddAi(1),
    AddAi(1, Level.ARCHMAGE),
    RemoveAi(1),
    RemoveAi(1, "Alma"),
    SetLevel(1, "Alma", Level.APPRENTICE),
    SetOptions(1, Options()),
    Arrange(1, TableSettings()),
    Arrange(1, TableSettings(TurnClock(Pace.SLOW, bid_seconds=20), Takeover.FREE, Posts.TRICK, auto_play=True)),
    Invite(1, (Place(2, "Bo"), Place(None, "Alma", Level.ARCHMAGE), Place(1, 'Zoë 🎴 "`'))),
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


def test_a_log_from_before_there_were_levels_has_players_by_rules_of_thumb() -> None:
    added = tablelog.load('{"entry":"add_ai","user_id":1}')
    invited = tablelog.load('{"entry":"invite","user_id":1,"places":[[1,"Ada"],[null,"Brann"]]}')
    table = _table(Join(1, "Ada", 11), added, tablelog.load('{"entry":"remove_ai","user_id":1}'), invited)
    assert [(seat.name, seat.level) for seat in table.seats] == [("Ada", None), ("Brann", Level.ADEPT)]
    assert [seat.level for seat in _table(Join(1, "Ada", 11), added).seats] == [None, Level.ADEPT]


def test_a_level_this_version_does_not_know_is_not_read() -> None:
    with pytest.raises(ValueError, match="sage"):
        tablelog.load('{"entry":"add_ai","user_id":1,"level":"sage"}')


def _table(*entries: Entry) -> Table:
    table = Table(1, 2, 3, Options(max_rounds=2), bytes(32))
    for entry in entries:
        table = apply(table, entry)
    return table


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
        (Gone(9), Refusal.NOT_SEATED),
        (TakeSeat(3, "Dana", 1), Refusal.NOT_STARTED),
        (AskSeat(3, "Dana", 1), Refusal.NOT_STARTED),
        (LetIn(1, 3), Refusal.NOT_STARTED),
        (PlayOn(1), Refusal.NOT_STARTED),
        (AddAi(2), Refusal.HOST_ONLY),
        (RemoveAi(1), Refusal.NO_AI_SEAT),
        (RemoveAi(1, "Ada"), Refusal.NO_AI_SEAT),
        (SetLevel(2, "Alma", Level.ADEPT), Refusal.HOST_ONLY),
        (SetLevel(1, "Ada", Level.ADEPT), Refusal.NO_AI_SEAT),
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


# --- seats that change hands -----------------------------------------------------------------------

SEATED = (Join(1, "Ada", 11), Join(2, "Bo", 12), Join(3, "Cleo", 13))
FREE = Arrange(1, TableSettings(takeover=Takeover.FREE))
STARTED = (*SEATED, Start(1, 14))
STARTED_FREE = (*SEATED, FREE, Start(1, 14))


@pytest.mark.parametrize(
    ("before", "entry", "refusal"),
    [
        (STARTED_FREE, TakeSeat(4, "Dana", 2), Refusal.SEAT_NOT_FREE),
        (STARTED_FREE, TakeSeat(4, "Dana", 9), Refusal.SEAT_NOT_FREE),
        ((*STARTED_FREE, Leave(2)), TakeSeat(3, "Cleo", 2), Refusal.ALREADY_SEATED),
        ((*STARTED_FREE, Leave(2), Leave(3)), TakeSeat(3, "Cleo", 2), Refusal.ALREADY_SEATED),
        ((*STARTED, Leave(2)), TakeSeat(4, "Dana", 2), Refusal.HOST_ONLY),
        ((*STARTED, Leave(2)), AskSeat(3, "Cleo", 2), Refusal.ALREADY_SEATED),
        ((*STARTED, Leave(2), AskSeat(4, "Dana", 2)), AskSeat(4, "Dana", 2), Refusal.ALREADY_ASKED),
        ((*STARTED, Leave(2), AskSeat(4, "Dana", 2)), LetIn(3, 4), Refusal.HOST_ONLY),
        ((*STARTED, Leave(2), AskSeat(4, "Dana", 2)), LetIn(1, 5), Refusal.REQUEST_LAPSED),
        ((*STARTED, Leave(2), AskSeat(4, "Dana", 2), Return(2)), LetIn(1, 4), Refusal.REQUEST_LAPSED),
        ((*STARTED, Gone(2)), Gone(2), Refusal.SEAT_IS_AWAY),
        ((*STARTED, Gone(2)), PlayOn(2), Refusal.SEAT_IS_AWAY),
        ((*STARTED_FREE, Leave(2), TakeSeat(4, "Dana", 2)), Return(2), Refusal.NOT_SEATED),
        ((*STARTED_FREE, Leave(2), TakeSeat(4, "Dana", 2)), VoteEnd(2), Refusal.NOT_SEATED),
    ],
    ids=str,
)
def test_a_seat_that_cannot_change_hands(before: tuple[Entry, ...], entry: Entry, refusal: Refusal) -> None:
    with pytest.raises(Refused) as refused:
        apply(_table(*before), entry)
    assert refused.value.refusal is refusal


def test_the_host_lets_somebody_in() -> None:
    table = _table(*STARTED, Leave(2), AskSeat(4, "Dana", 2), AskSeat(5, "Eve", 2), LetIn(1, 5))
    assert [seat.user_id for seat in table.seats] == [1, 5, 3]
    assert table.requests == ()
    assert table.former == {2}


def test_who_asks_for_another_seat_takes_the_first_request_back() -> None:
    table = _table(*STARTED, Leave(2), Leave(3), AskSeat(4, "Dana", 2), AskSeat(4, "Dana", 3))
    assert [(request.user_id, request.holder_id) for request in table.requests] == [(4, 3)]


def test_where_nobody_is_left_to_be_asked_a_seat_is_taken_at_once() -> None:
    table = _table(*STARTED, Leave(1), Leave(2), Leave(3), TakeSeat(4, "Dana", 2))
    assert table.host_id == 4
    assert not table.seats[1].away


def test_the_first_who_is_back_at_an_empty_table_is_its_host() -> None:
    assert _table(*STARTED, Gone(1), Leave(2), Gone(3), Return(2)).host_id == 2


def test_a_deal_does_not_depend_on_who_takes_a_seat_over() -> None:
    table = _table(*STARTED_FREE)
    after = _table(*STARTED_FREE, Leave(2), TakeSeat(4, "Dana", 2))
    assert after.seed == table.seed
    assert after.seed.contributions == ("11", "12", "13", "14")


def test_the_question_how_it_goes_on_is_asked_again_when_somebody_comes_or_goes() -> None:
    asked = [
        _table(*STARTED, *more).too_few
        for more in (
            (),
            (Leave(2),),
            (Leave(2), Leave(3)),
            (Leave(2), Leave(3), PlayOn(1)),
            (Leave(2), Leave(3), PlayOn(1), Return(2)),
            (Leave(2), Leave(3), PlayOn(1), Return(2), Leave(2)),
            (Leave(2), Leave(3), Leave(1)),
        )
    ]
    assert asked == [False, False, True, False, False, True, False]
    assert not _table(Join(1, "Ada", 11), Start(1, 12)).too_few


def test_the_host_of_a_lobby_who_has_left_the_server_is_no_host() -> None:
    table = _table(Join(1, "Ada", 11), Join(2, "Bo", 12), Gone(1))
    assert (table.host_id, [seat.user_id for seat in table.seats]) == (2, [2])
    assert apply(table, Gone(2)).stage is Stage.ENDED


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
